# The system's liblz4, under the names that packages link to.
include("${CMAKE_CURRENT_LIST_DIR}/../../../ranvier/cmake/find_system_library.cmake")
ranvier_find_library_by_hand(LZ4 lz4.h lz4 LZ4::lz4 lz4::lz4)
