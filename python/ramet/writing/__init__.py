"""Writing: new files, trees, the parallel writer."""
