"""The table: turns a rulebook into something that can be played. Names no game."""
