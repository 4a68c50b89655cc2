"""12 Reinforcements: when they arrive, and where."""
