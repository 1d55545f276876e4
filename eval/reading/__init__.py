"""How well PDFs are read: books set here, whose text is known, against what each reader makes of them."""
