include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(console_bridge DEBIAN libconsole-bridge-dev
  TARGETS console_bridge::console_bridge)
ranvier_also_named(console_bridge console_bridge::console_bridge)
