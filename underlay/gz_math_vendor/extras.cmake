# For find_package(gz-math).
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/modules")
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(gz-math DEBIAN libignition-math-dev TARGETS gz-math::core)
