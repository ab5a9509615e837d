"""What scripts use beside dataframes: files, chains, samples, functions of numba, canvases."""
