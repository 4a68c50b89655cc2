"""12 Weather, 14b pursuit, 14c extra effort, 16 divisional units."""
