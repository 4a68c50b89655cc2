"""3e Port transfers and invasions, 15a Mulberry Harbors."""
