# ranvier_api_tests(<test program>...)
#
# Names programs whose tests say with COVERS (tests/support/covers.h) which public
# names they assert. `make api-coverage` builds them (target api_tests), runs them
# and adds up; the file api_tests.txt tells it where they are.
function(ranvier_api_tests)
  if(NOT TARGET api_tests)
    add_custom_target(api_tests)
  endif()
  foreach(program ${ARGN})
    target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
    add_dependencies(api_tests ${program})
    set_property(GLOBAL APPEND PROPERTY RANVIER_API_TESTS $<TARGET_FILE:${program}>)
  endforeach()
endfunction()

# Writes api_tests.txt, after the last ranvier_api_tests().
function(ranvier_list_api_tests)
  get_property(programs GLOBAL PROPERTY RANVIER_API_TESTS)
  list(JOIN programs "\n" lines)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/api_tests.txt CONTENT "${lines}\n")
endfunction()
