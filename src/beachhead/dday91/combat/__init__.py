"""4 Combat, 10 tempting fate."""
