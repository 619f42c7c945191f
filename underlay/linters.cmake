# _ranvier_add_linter(<linter> [TESTNAME <name>] [CONFIG_FILE <path>] [MAX_LINE_LENGTH <n>]
#   [TIMEOUT <s>] [EXCLUDE <name>...] [<path>...])
#
# What ament_<linter>() does: a test that runs the program ament_<linter> of this prefix in the
# source folder. Where its tool is missing, the test says so and is skipped.
find_package(ament_cmake_test REQUIRED)
set(_ranvier_linter_programs "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
set(_ranvier_linters copyright flake8 mypy pep257 pycodestyle xmllint)
# Their functions do nothing, so that a package that calls one is built and tested without it.
set(_ranvier_absent_linters clang_format clang_tidy cppcheck cpplint lint_cmake uncrustify)

function(_ranvier_add_linter linter)
  cmake_parse_arguments(L "" "TESTNAME;CONFIG_FILE;MAX_LINE_LENGTH;TIMEOUT" "EXCLUDE" ${ARGN})
  if(NOT L_TESTNAME)
    set(L_TESTNAME ${linter})
  endif()
  if(NOT L_CONFIG_FILE)
    set(L_CONFIG_FILE "${ament_cmake_${linter}_CONFIG_FILE}")
  endif()
  if(NOT L_TIMEOUT)
    set(L_TIMEOUT 120)
  endif()
  set(result "${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${L_TESTNAME}.xunit.xml")
  cmake_path(ABSOLUTE_PATH _ranvier_linter_programs NORMALIZE OUTPUT_VARIABLE programs)
  set(command "${programs}/ament_${linter}" ${L_UNPARSED_ARGUMENTS} --xunit-file "${result}")
  if(L_CONFIG_FILE)
    list(APPEND command --config "${L_CONFIG_FILE}")
  endif()
  if(L_MAX_LINE_LENGTH)
    list(APPEND command --linelength ${L_MAX_LINE_LENGTH})
  endif()
  if(L_EXCLUDE)
    list(APPEND command --exclude ${L_EXCLUDE})
  endif()
  ament_add_test(${L_TESTNAME} COMMAND ${command} TIMEOUT ${L_TIMEOUT} RESULT_FILE "${result}"
    OUTPUT_FILE "${CMAKE_BINARY_DIR}/ament_${linter}/${L_TESTNAME}.txt"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties(${L_TESTNAME} PROPERTIES LABELS "${linter};linter")
endfunction()

# _ranvier_lint_automatically(<linter>): what ament_lint_auto does for a linter that it found. A
# package without files of its kind gets no test.
macro(_ranvier_lint_automatically linter)
  set(_lint_kind "*")
  if("${linter}" STREQUAL "xmllint")
    set(_lint_kind "*.xml")
  elseif(NOT "${linter}" STREQUAL "copyright")
    set(_lint_kind "*.py")
  endif()
  file(GLOB_RECURSE _lint_files FOLLOW_SYMLINKS "${_lint_kind}")
  if(_lint_files)
    cmake_language(CALL ament_${linter} EXCLUDE ${AMENT_LINT_AUTO_FILE_EXCLUDE})
  endif()
endmacro()

foreach(_linter ${_ranvier_linters})
  if(NOT COMMAND ament_${_linter})
    cmake_language(EVAL CODE "
      function(ament_${_linter})
        _ranvier_add_linter(${_linter} \${ARGN})
      endfunction()")
  endif()
endforeach()
foreach(_linter ${_ranvier_absent_linters})
  if(NOT COMMAND ament_${_linter})
    cmake_language(EVAL CODE "
      function(ament_${_linter})
        message(STATUS \"ament_${_linter}: skipped: it is no part of this prefix\")
      endfunction()")
  endif()
endforeach()
unset(_linter)
