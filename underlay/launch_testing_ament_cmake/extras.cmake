# add_launch_test(<file> [TARGET <name>] ...): Ranvier has no launch yet. The test is there, and
# ctest says that it is disabled; the other tests of the package are built and run.
function(add_launch_test file)
  cmake_parse_arguments(T "" "TARGET" "" ${ARGN})
  if(NOT T_TARGET)
    get_filename_component(T_TARGET "${file}" NAME)
  endif()
  add_test(NAME ${T_TARGET} COMMAND ${CMAKE_COMMAND} -E echo "Ranvier has no launch yet")
  set_tests_properties(${T_TARGET} PROPERTIES DISABLED TRUE)
endfunction()
