"""An invented game with a rulebook and errata, for tests that write the two themselves."""

CATALOG = """
[[document]]
id = "lamps.en"
file = "book.md"
game = "lamps"
title = "Lamps"
language = "en"
kind = "rulebook"

[[document]]
id = "lamps-errata.en"
file = "sheet.md"
game = "lamps"
title = "Lamps: errata"
language = "en"
kind = "errata"
"""
