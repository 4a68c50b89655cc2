"""3f Reinforcements, 11b replacements."""
