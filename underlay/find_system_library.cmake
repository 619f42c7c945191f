# ranvier_say_what_is_missing(<library> <remedy>): the vendor package that is asked for is not found,
# and says why.
macro(ranvier_say_what_is_missing library remedy)
  set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
  set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "the system has no '${library}'. ${remedy}")
endmacro()

# ranvier_find_system_library(<package> <find_package() arguments>...
#   DEBIAN <Debian package>|REMEDY <words> [TARGETS <target>...])
#
# For the config file of a vendor package: finds the library that the system has, and gives
# its targets to who names the vendor package in ament_target_dependencies(). Without the library
# the vendor package is not found, and the words say what to install. A macro: what it finds
# is for the scope that asked for the vendor package.
macro(ranvier_find_system_library)
  cmake_parse_arguments(_system "" "DEBIAN;REMEDY" "TARGETS" ${ARGN})
  find_package(${_system_UNPARSED_ARGUMENTS} QUIET)
  list(GET _system_UNPARSED_ARGUMENTS 0 _system_name)
  if(${_system_name}_FOUND)
    foreach(_system_target ${_system_TARGETS})
      if(TARGET ${_system_target})
        list(APPEND ${CMAKE_FIND_PACKAGE_NAME}_TARGETS ${_system_target})
      endif()
    endforeach()
  elseif(_system_REMEDY)
    ranvier_say_what_is_missing("${_system_name}" "${_system_REMEDY}")
  else()
    ranvier_say_what_is_missing("${_system_name}" "Install it: sudo apt install ${_system_DEBIAN}")
  endif()
endmacro()

# ranvier_target_of(<target> <library> <include directory>...): for a library whose config file
# has variables alone. Users reach the include directories through the target, as in ROS 2.
function(ranvier_target_of target library)
  find_library(${target}_LIBRARY ${library})
  mark_as_advanced(${target}_LIBRARY)
  if(${target}_LIBRARY AND NOT TARGET ${target})
    add_library(${target} UNKNOWN IMPORTED)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${${target}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES "${ARGN}")
  endif()
endfunction()

# ranvier_also_named(<target> <name>...): the names under which packages link to <target>.
function(ranvier_also_named target)
  foreach(name ${ARGN})
    if(TARGET ${target} AND NOT TARGET ${name})
      add_library(${name} INTERFACE IMPORTED)
      target_link_libraries(${name} INTERFACE ${target})
    endif()
  endforeach()
endfunction()

# ranvier_find_library_by_hand(<name> <header> <library> <target>...)
#
# Of a library without a config file: <name>_FOUND, _INCLUDE_DIRS, _LIBRARIES and the targets.
macro(ranvier_find_library_by_hand name header library)
  find_path(${name}_INCLUDE_DIR ${header})
  find_library(${name}_LIBRARY ${library})
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(${name} DEFAULT_MSG ${name}_LIBRARY ${name}_INCLUDE_DIR)
  if(${name}_FOUND)
    set(${name}_INCLUDE_DIRS ${${name}_INCLUDE_DIR})
    set(${name}_LIBRARIES ${${name}_LIBRARY})
    foreach(_by_hand ${ARGN})
      if(NOT TARGET ${_by_hand})
        add_library(${_by_hand} UNKNOWN IMPORTED)
        set_target_properties(${_by_hand} PROPERTIES IMPORTED_LOCATION ${${name}_LIBRARY}
          INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE_DIR})
      endif()
    endforeach()
  endif()
endmacro()
