# Builds the library and installs it below the folder $prefix; run in the root of the sources. tests/install/run does.
# docs: begin install
cmake --preset release -DRAMET_TESTS=OFF -DRAMET_CLI=OFF
cmake --build build/release --target ramet
cmake --install build/release --prefix "$prefix" --component library
# docs: end install
