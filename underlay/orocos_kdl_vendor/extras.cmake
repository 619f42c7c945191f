include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(orocos_kdl DEBIAN liborocos-kdl-dev)
ranvier_also_named(orocos-kdl orocos_kdl::orocos-kdl)
