"""Formulas that are fitted to the bins of histograms and the points of graphs."""
