"""The chat page's files: no build step, no framework, nothing from elsewhere."""
