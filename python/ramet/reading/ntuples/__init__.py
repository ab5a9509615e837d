"""RNTuples: a mapping of fields."""
