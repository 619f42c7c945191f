# ament_lint_auto_find_test_dependencies(): finds what package.xml names as <test_depend>. The
# linters among them add no test (ament_lint_common).
macro(ament_lint_auto_find_test_dependencies)
  if(NOT _AMENT_PACKAGE_NAME)
    ament_package_xml()
  endif()
  foreach(_lint_dependency ${${PROJECT_NAME}_TEST_DEPENDS})
    find_package(${_lint_dependency} QUIET)
  endforeach()
endmacro()
