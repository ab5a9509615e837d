"""What runs of frames tell: how they compute results, how far they are, results so far."""
