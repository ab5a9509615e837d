"""Merge files."""
