"""Models and data in the formats of other programs."""
