"""6, 7.2 Tactical cards: hands, cards played for the impulse, and cards that interrupt."""
