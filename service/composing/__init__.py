"""Short answers written by a language model over the citations: optional, checked, and never waited for long."""
