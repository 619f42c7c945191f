# The system's libyaml: target yaml.
include("${CMAKE_CURRENT_LIST_DIR}/../../../ranvier/cmake/find_system_library.cmake")
ranvier_find_library_by_hand(yaml yaml.h yaml yaml yaml::yaml)
