"""Files that were not closed, or are damaged: what is wrong with them, and what can be read of them."""
