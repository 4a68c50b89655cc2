"""2 What lies on the table: areas, counters and dice, and the pack they come from."""
