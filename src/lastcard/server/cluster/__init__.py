"""Several processes that serve the same tables: who owns a table, and how the others reach its owner."""
