"""Bots' play as kernels on top of the rules: random and steady play, beliefs about hidden hands, and trials."""
