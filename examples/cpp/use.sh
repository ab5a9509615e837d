# Builds a project, the folder `mine`, against the library below the folder $prefix. tests/install/run does.
# --8<-- [start:use]
cmake -S mine -B mine/build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release
cmake --build mine/build
# --8<-- [end:use]
