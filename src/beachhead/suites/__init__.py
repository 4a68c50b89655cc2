"""Tests that games inherit: what each owes the table, its pack, notation, drawing and saves."""
