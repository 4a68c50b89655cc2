"""10 US engineers, 19 engineer bases and garrisons."""
