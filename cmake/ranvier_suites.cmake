# Which parts' tests a build has. tools/suites.txt says what is left out of a suite.
set(RANVIER_SUITE main)
if(RANVIER_SANITIZE STREQUAL "address")
  set(RANVIER_SUITE asan)
elseif(RANVIER_SANITIZE STREQUAL "thread")
  set(RANVIER_SUITE tsan)
elseif(CMAKE_CROSSCOMPILING)
  set(RANVIER_SUITE arm64)
endif()

# The suites whose tests lie in build/ beside those of main, by label. tests_<suite> builds what
# only that suite needs.
foreach(suite interop bench static fuzz asan tsan)
  add_custom_target(tests_${suite})
endforeach()

# ranvier_programs_of_suite(<suite> <target>...): they are built for that suite alone.
function(ranvier_programs_of_suite suite)
  set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(tests_${suite} ${ARGN})
endfunction()

option(RANVIER_WHOLE_SUITE "also the tests that only `make test-all` runs" OFF)

# ranvier_suite_has(<variable> <part>): whether this build has the tests of a part.
function(ranvier_suite_has variable part)
  set(file ${PROJECT_SOURCE_DIR}/tools/suites.txt)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} lines REGEX "^${part} +${RANVIER_SUITE} ")
  set(${variable} ON PARENT_SCOPE)
  if(lines MATCHES " never " OR (lines AND NOT RANVIER_WHOLE_SUITE))
    set(${variable} OFF PARENT_SCOPE)
  endif()
endfunction()

# ranvier_core_test_folders(<folder>...): tests/<folder> that the suite of this build has.
function(ranvier_core_test_folders)
  foreach(folder ${ARGN})
    ranvier_suite_has(wanted ${folder})
    if(wanted)
      add_subdirectory(tests/${folder})
    endif()
  endforeach()
endfunction()
