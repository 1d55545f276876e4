"""Doors beside the web page: streams, OpenAI's interface, assistants' tools, Discord."""
