"""13 Air operations."""
