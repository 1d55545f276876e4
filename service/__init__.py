"""What answers: retrieval, the choice of the words to quote, and the doors people come in by."""
