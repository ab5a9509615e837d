// The source of the targets that precompile headers (ramet_test_headers): CMake asks for one.
