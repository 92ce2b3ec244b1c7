"""Everything that travels between server and clients: commands, messages and their schema."""
