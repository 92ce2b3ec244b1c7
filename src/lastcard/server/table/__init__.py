"""A table as a pure function of its log: no clock, no I/O."""
