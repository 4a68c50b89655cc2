"""11 Heroes, headquarters and Generals, 18 command posts."""
