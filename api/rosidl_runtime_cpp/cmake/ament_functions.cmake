# Who finds a message package may call ament_target_dependencies() and its kin: upstream's
# generators bring them along.
find_package(ament_cmake_core QUIET)
if(ament_cmake_core_FOUND)
  find_package(ament_cmake QUIET)
elseif(ament_cmake_core_NOT_FOUND_MESSAGE)
  message(STATUS "Without ament's functions: ${ament_cmake_core_NOT_FOUND_MESSAGE}")
endif()
