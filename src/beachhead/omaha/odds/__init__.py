"""What an option risks and promises, before it is chosen."""
