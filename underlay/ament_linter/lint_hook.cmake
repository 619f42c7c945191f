# Lies in share/ament_cmake_<linter>/cmake, and says by that which linter it is.
string(REGEX REPLACE ".*/ament_cmake_([^/]+)/cmake$" "\\1" _lint_name "${CMAKE_CURRENT_LIST_DIR}")
if(_lint_name IN_LIST _ranvier_linters)
  _ranvier_lint_automatically(${_lint_name})
else()
  cmake_language(CALL ament_${_lint_name})
endif()
