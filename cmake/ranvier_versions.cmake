# The version that each package says it has, from the rows of api/versions.txt.

# ranvier_read_versions()
#
# Sets RANVIER_VERSION_<package> for each row, in the caller's scope.
macro(ranvier_read_versions)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/api/versions.txt)
  file(STRINGS ${PROJECT_SOURCE_DIR}/api/versions.txt _rows REGEX "^[^#]")
  foreach(_row ${_rows})
    if(NOT _row MATCHES "^([a-z0-9_]+): ([0-9]+\\.[0-9]+\\.[0-9]+)$")
      message(FATAL_ERROR "api/versions.txt: '${_row}' is not '<package>: <x.y.z>'.")
    endif()
    set(RANVIER_VERSION_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  endforeach()
endmacro()

# ranvier_package_version(<result> <package>)
#
# The version of its row; of a package without one, this tree's.
function(ranvier_package_version result package)
  if(DEFINED RANVIER_VERSION_${package})
    set(${result} ${RANVIER_VERSION_${package}} PARENT_SCOPE)
  else()
    set(${result} ${PROJECT_VERSION} PARENT_SCOPE)
  endif()
endfunction()

# ranvier_write_version_header(<package>)
#
# Writes <build>/versions/<package>/<package>/version.h.
function(ranvier_write_version_header package)
  ranvier_package_version(version ${package})
  string(REPLACE "." ";" parts ${version})
  list(GET parts 0 major)
  list(GET parts 1 minor)
  list(GET parts 2 patch)
  string(TOUPPER ${package} NAME)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/templates/version.h.in
    ${PROJECT_BINARY_DIR}/versions/${package}/${package}/version.h @ONLY)
endfunction()
