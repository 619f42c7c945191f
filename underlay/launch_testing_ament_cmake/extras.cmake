# add_launch_test(<file> [TARGET <name>] [TIMEOUT <s>] [PYTHON_EXECUTABLE <path>] [ARGS <name:=value>...]
#   [LABELS <label>...] [<options of ament_add_test>...])
#
# Runs a file with generate_test_description() by launch_test; its results are where colcon
# looks for them. The file is given by its path from the folder that names it, or by a whole path:
# of such a one, which the build may make, it is not asked whether it is there.
find_package(ament_cmake_test REQUIRED)
find_package(Python3 QUIET COMPONENTS Interpreter)

# _ranvier_add_launch_test(<caller> <words of the command> <file> <arguments of the caller>...)
function(_ranvier_add_launch_test caller command file)
  cmake_parse_arguments(T "SKIP_TEST"
    "TARGET;TIMEOUT;PYTHON_EXECUTABLE;RUNNER;SKIP_RETURN_CODE;WORKING_DIRECTORY"
    "ARGS;LABELS;ENV;APPEND_ENV;APPEND_LIBRARY_DIRS" ${ARGN})
  cmake_path(ABSOLUTE_PATH file OUTPUT_VARIABLE path)
  cmake_path(IS_ABSOLUTE file whole)
  if(NOT whole AND NOT EXISTS "${path}")
    message(FATAL_ERROR "${caller}(${file}): there is no file '${path}'.")
  endif()
  if(NOT T_TARGET)
    string(REPLACE "/" "_" T_TARGET "${file}")
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 60)
  endif()
  if(NOT T_PYTHON_EXECUTABLE)
    set(T_PYTHON_EXECUTABLE ${Python3_EXECUTABLE})
  endif()
  set(options ${T_UNPARSED_ARGUMENTS})
  foreach(one RUNNER SKIP_RETURN_CODE WORKING_DIRECTORY ENV APPEND_ENV APPEND_LIBRARY_DIRS)
    if(T_${one})
      list(APPEND options ${one} ${T_${one}})
    endif()
  endforeach()
  if(T_SKIP_TEST)
    list(APPEND options SKIP_TEST)
  endif()
  set(result ${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${T_TARGET}.xunit.xml)
  ament_add_test(${T_TARGET}
    COMMAND ${T_PYTHON_EXECUTABLE} ${command} ${path} ${T_ARGS} --junit-xml=${result}
      --package-name=${PROJECT_NAME}
    OUTPUT_FILE ${CMAKE_BINARY_DIR}/launch_test/${T_TARGET}.txt
    RESULT_FILE ${result} TIMEOUT ${T_TIMEOUT} ${options})
  set_tests_properties(${T_TARGET} PROPERTIES LABELS "launch_test;${T_LABELS}")
endfunction()

function(add_launch_test file)
  _ranvier_add_launch_test(add_launch_test "-m;launch_testing.launch_test" "${file}" ${ARGN})
endfunction()
