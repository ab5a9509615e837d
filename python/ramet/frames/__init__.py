"""Dataframes: tables that are described step by step, whose results are computed in one pass on all cores."""
