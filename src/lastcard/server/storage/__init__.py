"""Storage for tables, in SQLite or PostgreSQL."""
