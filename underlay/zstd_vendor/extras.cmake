include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/modules")
ranvier_find_system_library(zstd DEBIAN libzstd-dev TARGETS zstd::zstd)
