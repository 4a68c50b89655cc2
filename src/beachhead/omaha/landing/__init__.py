"""5 US amphibious operations."""
