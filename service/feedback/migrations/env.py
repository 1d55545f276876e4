"""Runs the steps on the connection that the opener hands over; Alembic loads this file by its name."""

from alembic import context

from service.feedback.tables import METADATA

VERSIONS = "lexludo_feedback_version"
"""The table that holds the step reached; named apart, as the database may hold other programs' tables."""

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSIONS,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
