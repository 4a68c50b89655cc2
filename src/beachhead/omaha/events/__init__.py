"""4.II The Event Phase, and what the events do."""
