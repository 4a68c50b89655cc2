"""Why not? Refusals for whatever a player points at."""
