include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(orocos_kdl DEBIAN liborocos-kdl-dev)
if(orocos_kdl_FOUND)
  find_package(Eigen3 REQUIRED)  # its headers include Eigen
  ranvier_target_of(orocos-kdl orocos-kdl ${orocos_kdl_INCLUDE_DIRS} ${EIGEN3_INCLUDE_DIRS})
  ranvier_also_named(orocos-kdl orocos_kdl::orocos-kdl)
  list(APPEND orocos_kdl_vendor_TARGETS orocos-kdl)
endif()
