"""Graphs, efficiencies and functions."""
