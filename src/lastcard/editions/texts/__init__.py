"""The longer texts of the editions: their lessons, their rules in words, and what cards make players do."""
