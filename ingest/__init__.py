"""What makes a rulebook searchable: reading files into pages, pages into passages, passages into an index."""
