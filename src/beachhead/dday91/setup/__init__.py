"""6 The scenarios: setting up and winning."""
