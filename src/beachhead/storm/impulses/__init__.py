"""5, 7 Impulses: unit actions, and 14.1 release rolls."""
