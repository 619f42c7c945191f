include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(assimp DEBIAN libassimp-dev TARGETS assimp::assimp)
