"""3 Setting up, 21 Beyond the Beach, 22 variants."""
