include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(yaml-cpp DEBIAN libyaml-cpp-dev TARGETS yaml-cpp)
ranvier_also_named(yaml-cpp yaml-cpp::yaml-cpp)
