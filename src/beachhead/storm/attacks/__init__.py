"""9 Fire attacks, 11 assaults, and the sums of both."""
