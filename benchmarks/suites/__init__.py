"""One file for each section of RESULTS.md."""
