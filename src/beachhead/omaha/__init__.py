"""D-Day at Omaha Beach."""
