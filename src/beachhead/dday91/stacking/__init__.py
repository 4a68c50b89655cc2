"""2d Stacking, and 2d4 no action that forces an illegal one later."""
