"""A seat for programs that read and write words: the tools of ``lastcard mcp``."""
