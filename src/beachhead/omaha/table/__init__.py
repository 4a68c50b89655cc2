"""2 What lies on the table: map, counters, cards and charts, and the pack they come from."""
