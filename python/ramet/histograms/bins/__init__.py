"""Bins of new histograms, and choices among those of others."""
