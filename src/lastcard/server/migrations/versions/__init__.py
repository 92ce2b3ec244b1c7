"""One module a change; none imports the schema of today."""
