"""Drawing in SVG: what every board, counter and card is made with. Names no game."""
