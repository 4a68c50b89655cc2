"""9 German depth, 16 German actions, 23 German armor."""
