# The system's tinyxml2: target tinyxml2::tinyxml2.
include("${CMAKE_CURRENT_LIST_DIR}/../../../ranvier/cmake/find_system_library.cmake")
ranvier_find_library_by_hand(TinyXML2 tinyxml2.h tinyxml2 tinyxml2::tinyxml2)
set(TINYXML2_FOUND ${TinyXML2_FOUND})
set(TINYXML2_INCLUDE_DIR ${TinyXML2_INCLUDE_DIRS})
set(TINYXML2_LIBRARY ${TinyXML2_LIBRARIES})
