"""Files that one thread writes, with their directories and trees."""
