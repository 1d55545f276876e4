"""Discord's documented limits on a message, in characters unless said otherwise."""

CONTENT = 2000
TITLE = 256
DESCRIPTION = 4096
FIELD_NAME = 256
FIELD_VALUE = 1024
FOOTER = 2048
EMBEDS_TOGETHER = 6000
ALT_TEXT = 1024
LABEL = 100
CUSTOM_ID = 100
CHOICES = 25
CHOICE = 100
"""Both a choice's name and its value."""
