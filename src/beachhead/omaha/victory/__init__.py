"""12 Control and communication, 13, 20 victory."""
