"""7, 17 US actions; TEC the terrain they cross."""
