# The linters that ROS 2's packages agree on. One that is set as found is left out, as packages do it.
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/linters.cmake")
foreach(_common copyright cppcheck cpplint flake8 lint_cmake pep257 uncrustify xmllint)
  if(NOT ament_cmake_${_common}_FOUND)
    find_package(ament_cmake_${_common} QUIET)
  endif()
endforeach()
unset(_common)
