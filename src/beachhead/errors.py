"""Errors meant for people: each says what was wrong, where, and what to do."""


class BeachheadError(Exception):
    """Something a user can put right; the command line prints it and exits with status 2."""
