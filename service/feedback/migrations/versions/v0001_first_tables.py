"""The first tables: what was asked, and what was voted."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make both tables."""
    _make(
        "asked",
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("took_ms", sa.Float(), nullable=False),
        sa.Column("question", sa.Text()),
    )
    _make(
        "votes",
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Drop both tables, and all that they hold."""
    op.drop_table("votes")
    op.drop_table("asked")


def _make(name: str, *own: sa.Column[object]) -> None:
    op.create_table(
        name,
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.String(40), nullable=False),
        sa.Column("site", sa.String(64), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("passage_id", sa.String(200)),
        sa.Column("document", sa.String(200)),
        sa.Column("page", sa.Integer()),
        sa.Column("starts", sa.Integer()),
        sa.Column("ends", sa.Integer()),
        sa.Column("visitor", sa.String(32), nullable=False),
        *own,
        sqlite_autoincrement=True,
    )
    op.create_index(f"ix_{name}_at", name, ["at"])
    op.create_index(f"ix_{name}_visitor", name, ["visitor"])
