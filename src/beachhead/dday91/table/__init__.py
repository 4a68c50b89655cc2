"""1, 2c, 2e What lies on the table: board, pieces and charts, and the pack they come from."""
