"""The tables of one process while people play at them."""
