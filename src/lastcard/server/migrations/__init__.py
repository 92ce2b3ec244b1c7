"""The changes of the database's schema, in order; run when a store is opened."""
