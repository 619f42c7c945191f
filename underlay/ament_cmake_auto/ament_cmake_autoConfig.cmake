# The ament_cmake_auto that comes behind this one, such as Debian's, with what Jazzy's has beside.
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_behind.cmake")
set(_ranvier_own_auto "${CMAKE_CURRENT_LIST_DIR}")
ranvier_find_behind(ament_cmake_auto)
# The next one who asks, and the next run of CMake, find this one again.
set(ament_cmake_auto_DIR "${_ranvier_own_auto}" CACHE PATH "" FORCE)
if(ament_cmake_auto_FOUND)
  include("${_ranvier_own_auto}/ament_auto.cmake")
endif()
unset(_ranvier_own_auto)
