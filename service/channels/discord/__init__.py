"""Rules in Discord, over its HTTP interactions endpoint: no gateway, no bot process."""
