# Compiler settings of all targets in this project, as an interface target.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(RAMET_CCACHE ccache DOC "A compiler cache, used when there is one")
if(RAMET_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${RAMET_CCACHE})
endif()

add_library(ramet_options INTERFACE)
target_compile_features(ramet_options INTERFACE cxx_std_20)
target_compile_options(
  ramet_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor
                          # Of sources that are compiled together, names of one may hide those of another.
                          $<$<NOT:$<BOOL:${RAMET_UNITY}>>:-Wshadow>
                          $<$<BOOL:${RAMET_WERROR}>:-Werror>
                          # Collecting garbage took a seventh of its time; one source takes at most 1 GB without.
                          $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${RAMET_UNITY}>>:--param=ggc-min-expand=200;--param=ggc-min-heapsize=1048576>
                          # With clang, -Wconversion includes signs, and libstdc++ itself uses deprecated functions.
                          $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety;-Wno-sign-conversion;-Wno-deprecated-declarations>)
# ramet_precompile(<target> [<first>]): precompile the headers below, or reuse those of <first>, a target with the same
# options. They took a third of the compile time.
function(ramet_precompile target)
  if(ARGN)
    target_precompile_headers(${target} REUSE_FROM ${ARGN})
  else()
    target_precompile_headers(
      ${target} PRIVATE <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstring> <filesystem> <functional> <map>
      <memory> <mutex> <numeric> <optional> <set> <span> <string> <string_view> <tuple> <unordered_map> <utility>
      <variant> <vector> <fmt/format.h> <fmt/ranges.h>)
  endif()
endfunction()

# ramet_unity(<target> [<file> ...]): compile the sources of a target in groups, which takes less than half of the time,
# except for these files. Names in the unnamed namespaces of a target's sources are different from each other, therefore.
function(ramet_unity target)
  if(NOT RAMET_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

if(RAMET_SANITIZE)
  target_compile_options(ramet_options INTERFACE -fsanitize=${RAMET_SANITIZE} -fno-sanitize-recover=all
                                                 -fno-omit-frame-pointer)
  target_compile_definitions(ramet_options INTERFACE RAMET_SANITIZED)
  target_link_options(ramet_options INTERFACE -fsanitize=${RAMET_SANITIZE})
endif()
