"""8, 17.3 US attacks and barrages."""
