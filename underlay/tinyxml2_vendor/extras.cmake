include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/modules")
ranvier_find_system_library(TinyXML2 DEBIAN libtinyxml2-dev TARGETS tinyxml2::tinyxml2)
