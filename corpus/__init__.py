"""What a rulebook is: games, documents, pages, passages, and the index that holds them."""
