"""10 Damage, eliminations and retreats."""
