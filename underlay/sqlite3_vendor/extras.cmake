include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(SQLite3 DEBIAN libsqlite3-dev TARGETS SQLite::SQLite3)
