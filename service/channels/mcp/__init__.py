"""The rulebooks as tools of an assistant (Model Context Protocol), over standard input and over HTTP."""
