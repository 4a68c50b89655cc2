"""6 German fire, and what it does."""
