"""One file a section of RESULTS.md."""
