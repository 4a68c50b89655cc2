"""3a to 3d Movement, supply and Moves."""
