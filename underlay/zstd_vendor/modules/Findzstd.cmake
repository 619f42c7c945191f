# The system's libzstd, under the names that packages link to.
include("${CMAKE_CURRENT_LIST_DIR}/../../../ranvier/cmake/find_system_library.cmake")
ranvier_find_library_by_hand(zstd zstd.h zstd zstd::zstd zstd::libzstd zstd::libzstd_shared)
