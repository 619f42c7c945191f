# The C++ headers of MCAP, which no package of Debian has: -Dmcap_SOURCE_DIR=<a clone of
# github.com/foxglove/mcap>, or headers where the compiler finds them. They have no library: who links
# to the target compiles what is not inline once more.
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
find_path(mcap_INCLUDE_DIR mcap/reader.hpp HINTS "${mcap_SOURCE_DIR}/cpp/mcap/include")
mark_as_advanced(mcap_INCLUDE_DIR)
find_library(mcap_LZ4_LIBRARY lz4)
find_library(mcap_ZSTD_LIBRARY zstd)
mark_as_advanced(mcap_LZ4_LIBRARY mcap_ZSTD_LIBRARY)
if(NOT mcap_INCLUDE_DIR)
  ranvier_say_what_is_missing(mcap "Debian has no package of it: get github.com/foxglove/mcap and say \
-Dmcap_SOURCE_DIR=<its folder>")
elseif(NOT mcap_LZ4_LIBRARY OR NOT mcap_ZSTD_LIBRARY)
  ranvier_say_what_is_missing("lz4 and zstd" "Install them: sudo apt install liblz4-dev libzstd-dev")
elseif(NOT TARGET mcap_vendor::mcap)
  add_library(mcap_vendor::mcap INTERFACE IMPORTED)
  target_include_directories(mcap_vendor::mcap INTERFACE "${mcap_INCLUDE_DIR}")
  target_sources(mcap_vendor::mcap INTERFACE "${CMAKE_CURRENT_LIST_DIR}/modules/mcap.cpp")
  target_link_libraries(mcap_vendor::mcap INTERFACE ${mcap_LZ4_LIBRARY} ${mcap_ZSTD_LIBRARY})
endif()
if(TARGET mcap_vendor::mcap)
  list(APPEND mcap_vendor_TARGETS mcap_vendor::mcap)
endif()
