"""One module per change. None of them imports the current schema."""
