# cmake --install: the library, its public headers, and the package that find_package(ramet) finds.
include(CMakePackageConfigHelpers)

get_property(headers GLOBAL PROPERTY RAMET_PUBLIC_HEADERS)
target_sources(ramet PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${headers})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/ramet)
install(
  TARGETS ramet
  EXPORT rametTargets
  ARCHIVE COMPONENT library
  LIBRARY COMPONENT library NAMELINK_COMPONENT library
  FILE_SET HEADERS COMPONENT library)
install(EXPORT rametTargets NAMESPACE ramet:: DESTINATION ${package_folder} COMPONENT library)
# find_package(ramet) also finds a build that is not installed: -Dramet_DIR=<build folder>.
export(EXPORT rametTargets NAMESPACE ramet:: FILE ${PROJECT_BINARY_DIR}/rametTargets.cmake)
configure_package_config_file(cmake/rametConfig.cmake.in ${PROJECT_BINARY_DIR}/rametConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rametConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rametConfig.cmake ${PROJECT_BINARY_DIR}/rametConfigVersion.cmake
        DESTINATION ${package_folder} COMPONENT library)
