# ramet_module(<name> SOURCES ... HEADERS ... [DETAIL ...] [INTERNAL ...] [LINK ...] [ALONE ...])
#
# One module of the library: an object library `ramet_<name>` (alias `ramet::<name>`) that may see only the
# modules of its row in layers.toml (tools/check_layers.py enforces it). HEADERS are public and get installed.
# DETAIL headers are for other modules, INTERNAL ones for this one; neither are installed. LINK names outside libraries,
# ALONE the sources that are not compiled together with others (ramet_unity).
function(ramet_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;HEADERS;DETAIL;INTERNAL;LINK;ALONE" ${ARGN})
  add_library(ramet_${name} OBJECT ${arg_SOURCES} ${arg_INTERNAL})
  add_library(ramet::${name} ALIAS ramet_${name})
  target_sources(
    ramet_${name}
    PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_HEADERS}
           FILE_SET detail TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_DETAIL})
  target_link_libraries(ramet_${name} PRIVATE ramet_options PUBLIC fmt::fmt ${arg_LINK})
  target_compile_features(ramet_${name} PUBLIC cxx_std_20)
  set_target_properties(ramet_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  if(RAMET_FUZZ)  # count edges in the library for the fuzzer
    target_compile_options(ramet_${name} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  ramet_unity(ramet_${name} ${arg_ALONE})
  # Without sanitizers, the wheel finds the objects in a compiler cache; precompiled headers would hide them, and save 2
  # to 10 % of the time only.
  if(RAMET_PRECOMPILE AND RAMET_SANITIZE)
    get_property(modules GLOBAL PROPERTY RAMET_MODULES)
    list(TRANSFORM modules PREPEND "ramet_")
    list(SUBLIST modules 0 1 first)
    ramet_precompile(ramet_${name} ${first})
  endif()
  list(TRANSFORM arg_HEADERS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  set_property(GLOBAL APPEND PROPERTY RAMET_PUBLIC_HEADERS ${arg_HEADERS})
  set_property(GLOBAL APPEND PROPERTY RAMET_MODULES ${name})
endfunction()

# ramet_test(<module> <file>.test.cpp ... [LINK <library> ...] [PRECOMPILED <group>] [INCLUDE <folder>]
# [COST <seconds>]): one test program per module, labelled with its name. PRECOMPILED names headers that most of its files
# include (ramet_test_headers), INCLUDE a folder of headers beside those of the library and the tests. What COST says
# begins first, so that no long program runs alone at the end.
# With the thread sanitizer only files that mention threads are built. Cases with "tbb" in their names are left out: the
# system's oneTBB is not instrumented, and a suppression of its frames would hide all races in tasks. Executors of plain
# threads are tested instead.
function(ramet_test module)
  cmake_parse_arguments(arg "" "PRECOMPILED;INCLUDE;COST" "LINK" ${ARGN})
  set(files ${arg_UNPARSED_ARGUMENTS})
  set(left_out "")
  ramet_keep_sample(files)
  if(RAMET_SANITIZE STREQUAL "thread")
    ramet_keep_threaded(files)
    set(left_out "--test-case-exclude=*tbb*")
  endif()
  if(NOT files)
    return()
  endif()
  if(NOT TARGET ramet_test_main)  # the test framework, compiled once
    ramet_test_options(ramet_test_main ${PROJECT_SOURCE_DIR}/tests/main.cpp)
    target_link_libraries(ramet_test_main PUBLIC TBB::tbb)
  endif()
  ramet_join_tests(test_${module} files)
  add_executable(test_${module} ${files})
  target_link_libraries(test_${module} PRIVATE ramet::ramet ramet_options ramet_test_main doctest::doctest
                                               ${arg_LINK})
  target_include_directories(test_${module} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_include_directories(test_${module} SYSTEM PRIVATE ${arg_INCLUDE})
  # The library under test is optimised; the checks around it would take two to four times as long to compile.
  target_compile_options(test_${module} PRIVATE -O0)
  if(arg_PRECOMPILED)
    ramet_precompile(test_${module} ramet_test_${arg_PRECOMPILED})
  else()
    ramet_precompile(test_${module} ramet_test_main)
  endif()
  add_test(NAME ${module} COMMAND test_${module} ${left_out})
  set_tests_properties(${module} PROPERTIES LABELS ${module} TIMEOUT 600)
  if(arg_COST)
    set_tests_properties(${module} PROPERTIES COST ${arg_COST})
  endif()
endfunction()

# ramet_test_options(<target> <source>): an object library with the options of a test program, and precompiled headers.
function(ramet_test_options target source)
  add_library(${target} OBJECT ${source})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIE -O0)
  target_link_libraries(${target} PRIVATE ramet_options fmt::fmt doctest::doctest)
  ramet_precompile(${target})
endfunction()

# ramet_test_headers(<group> <header> ...): precompile headers of tests/ and src/, for test programs that name the group.
# Otherwise each file that includes sample_output.hpp spends 1.9 seconds on reading it.
function(ramet_test_headers group)
  ramet_test_options(ramet_test_${group} ${PROJECT_SOURCE_DIR}/tests/precompiled.cpp)
  target_include_directories(ramet_test_${group} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/src)
  set(headers ${ARGN})
  list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/")
  target_precompile_headers(ramet_test_${group} PRIVATE <doctest/doctest.h> ${headers})
endfunction()

# ramet_join_tests(<target> <list of test files>): with RAMET_UNITY sixteen test files are compiled as one, which takes less
# than half of their time: most of it goes into templates that all of them use. Each file is in a namespace of its own;
# headers are included before, so that they are outside of it. Files that declare something in a named namespace stay
# alone.
function(ramet_join_tests target list)
  if(NOT RAMET_UNITY)
    return()
  endif()
  set(alone "")
  set(joined "")
  foreach(file IN LISTS ${list})
    file(STRINGS ${file} named REGEX "^(namespace [a-z:]+ [{]|template <>|extern |inline |RAMET_|#define |void[*]? operator )" LIMIT_COUNT 1)
    if(named OR NOT file MATCHES "[.]test[.]cpp$")
      list(APPEND alone ${file})
    else()
      list(APPEND joined ${file})
    endif()
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${${list}})
  set(number 0)
  while(joined)
    list(SUBLIST joined 0 16 batch)
    list(REMOVE_ITEM joined ${batch})
    ramet_write_joined(${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cpp ${batch})
    list(APPEND alone ${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cpp)
    math(EXPR number "${number} + 1")
  endwhile()
  set(${list} ${alone} PARENT_SCOPE)
endfunction()

# ramet_write_joined(<source> <test file> ...): the source that includes the files.
function(ramet_write_joined source)
  set(headers "")
  set(bodies "")
  foreach(file IN LISTS ARGN)
    set(path ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    get_filename_component(folder ${path} DIRECTORY)
    file(STRINGS ${path} lines REGEX "^#include ")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"(.*)\"$" "${folder}/\\1" near "${line}")
      if(EXISTS ${near})
        set(line "#include \"${near}\"")
      endif()
      list(APPEND headers "${line}")
    endforeach()
    string(MAKE_C_IDENTIFIER ${file} name)
    string(APPEND bodies "namespace file_${name} {\n#include \"${path}\"\n}\n")
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(JOIN headers "\n" headers)
  file(CONFIGURE OUTPUT ${source} CONTENT "${headers}\n${bodies}" @ONLY)
endfunction()

# ramet_keep_sample(<list of test files>): keep one in RAMET_TESTS_ONE_IN files, chosen by RAMET_TESTS_SEED, and files
# that are not tests.
function(ramet_keep_sample list)
  set(kept "")
  foreach(file IN LISTS ${list})
    string(MD5 hash "${RAMET_TESTS_SEED} ${module}/${file}")
    string(SUBSTRING ${hash} 0 8 number)
    math(EXPR rest "0x${number} % ${RAMET_TESTS_ONE_IN}")
    if(rest EQUAL 0 OR NOT file MATCHES "[.]test[.]cpp$")
      list(APPEND kept ${file})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()

# ramet_keep_threaded(<list of test files>): keep files that mention threads, executors, sessions or atomics, and files
# that are not tests.
function(ramet_keep_threaded list)
  set(kept "")
  foreach(file IN LISTS ${list})
    file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/${file} found REGEX "thread|[Ee]xecutor|[Ss]ession|atomic|async" LIMIT_COUNT 1)
    if(found OR NOT file MATCHES "[.]test[.]cpp$")
      list(APPEND kept ${file})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()
