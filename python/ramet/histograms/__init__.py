"""Histograms, which speak UHI: hist, boost-histogram and mplhep take them as they are."""
