# ramet_module(<name> SOURCES ... HEADERS ... [INTERNAL ...] [LINK ...])
#
# One module of the library: an object library `ramet_<name>` (alias `ramet::<name>`) that may see only the
# modules of its row in layers.toml (tools/check_layers.py enforces it). HEADERS are public and get installed,
# INTERNAL headers are not. LINK names outside libraries.
function(ramet_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;HEADERS;INTERNAL;LINK" ${ARGN})
  add_library(ramet_${name} OBJECT ${arg_SOURCES} ${arg_INTERNAL})
  add_library(ramet::${name} ALIAS ramet_${name})
  target_sources(
    ramet_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_HEADERS})
  target_link_libraries(ramet_${name} PRIVATE ramet_options PUBLIC fmt::fmt ${arg_LINK})
  target_compile_features(ramet_${name} PUBLIC cxx_std_20)
  set_target_properties(ramet_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  list(TRANSFORM arg_HEADERS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  set_property(GLOBAL APPEND PROPERTY RAMET_PUBLIC_HEADERS ${arg_HEADERS})
  set_property(GLOBAL APPEND PROPERTY RAMET_MODULES ${name})
endfunction()

# ramet_test(<module> <file>.test.cpp ...): one test program per module, labelled with the module's name. The thread
# sanitizer leaves out the cases with "tbb" in their names: the system's oneTBB is not built for it, every task runs
# below one of its frames, and a suppression of those would hide the real races too. Plain threads stand in for it.
function(ramet_test module)
  if(NOT TARGET ramet_test_main)  # the framework's own code, compiled once for all
    add_library(ramet_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/main.cpp)
    target_link_libraries(ramet_test_main PRIVATE ramet_options doctest::doctest)
  endif()
  add_executable(test_${module} ${ARGN})
  target_link_libraries(test_${module} PRIVATE ramet::ramet ramet_options ramet_test_main doctest::doctest)
  target_include_directories(test_${module} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  # The library under test is optimised; the checks around it would take two to four times as long to compile.
  target_compile_options(test_${module} PRIVATE -O0)
  set(left_out "")
  if(RAMET_SANITIZE STREQUAL "thread")
    set(left_out "--test-case-exclude=*tbb*")
  endif()
  add_test(NAME ${module} COMMAND test_${module} ${left_out})
  set_tests_properties(${module} PROPERTIES LABELS ${module} TIMEOUT 600)
endfunction()
