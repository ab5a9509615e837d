"""Vectors of numbers and of physics, as scripts of PyROOT have them."""
