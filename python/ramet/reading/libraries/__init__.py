"""Columns as other libraries have them: awkward, NumPy, pandas, and what takes Arrow."""
