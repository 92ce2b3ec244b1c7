"""The changes to the database schema, in order. They run when a store is opened."""
