# ranvier_find_behind(<package>): for a config file that goes before another of the same name, such as
# Debian's: finds that one. A macro: what it finds is for the scope that asked.
macro(ranvier_find_behind name)
  set(_ranvier_ignored "${CMAKE_IGNORE_PATH}")
  list(APPEND CMAKE_IGNORE_PATH "${CMAKE_CURRENT_LIST_DIR}")
  unset(${name}_DIR CACHE)
  find_package(${name} ${${name}_FIND_VERSION} QUIET CONFIG)
  set(CMAKE_IGNORE_PATH "${_ranvier_ignored}")
  unset(_ranvier_ignored)
  if(NOT ${name}_FOUND)
    set(${name}_NOT_FOUND_MESSAGE
      "ament's CMake modules are not here. Debian has them: sudo apt install ament-cmake. Ubuntu has not: \
put ament_cmake and ament_package of github.com/ament into the workspace")
  endif()
endmacro()
