"""The chat on other people's pages: which sites may carry it, its script, and the page for frames."""
