# ament_lint_auto_find_test_dependencies(): finds what package.xml names as <test_depend>. The
# linters among them add their tests in ament_package(), but for those that
# AMENT_LINT_AUTO_EXCLUDE names.
find_package(ament_cmake_core REQUIRED)
ament_register_extension(ament_package ament_lint_auto package_hook.cmake)

macro(ament_lint_auto_find_test_dependencies)
  if(NOT _AMENT_PACKAGE_NAME)
    ament_package_xml()
  endif()
  foreach(_lint_dependency ${${PROJECT_NAME}_TEST_DEPENDS})
    if(NOT ${_lint_dependency}_FOUND)
      find_package(${_lint_dependency} QUIET)
    endif()
    if(${_lint_dependency}_FOUND)
      list(APPEND ${PROJECT_NAME}_FOUND_TEST_DEPENDS ${_lint_dependency})
    endif()
  endforeach()
endmacro()
