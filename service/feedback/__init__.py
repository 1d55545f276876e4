"""What players asked and what they thought of the answers: kept, shown to the operator, handed to curators."""
