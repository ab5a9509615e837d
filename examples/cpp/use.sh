# Builds a project, the folder `mine`, against the library below the folder $prefix. tests/install/run does.
# docs: begin use
cmake -S mine -B mine/build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
cmake --build mine/build
# docs: end use
