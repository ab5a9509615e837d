"""Functions that compute columns of frames: of Python and numba, models of ONNX, corrections."""
