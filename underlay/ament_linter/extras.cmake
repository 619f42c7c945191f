# ament_<linter>(), and its entry for ament_lint_auto, of the package that is found.
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/linters.cmake")
if(NOT "${CMAKE_FIND_PACKAGE_NAME}:lint_hook.cmake" IN_LIST AMENT_EXTENSIONS_ament_lint_auto)
  list(APPEND AMENT_EXTENSIONS_ament_lint_auto "${CMAKE_FIND_PACKAGE_NAME}:lint_hook.cmake")
endif()
