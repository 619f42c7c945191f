# ament_add_pytest_test(<name> <path> [SKIP_TEST] [PYTHON_EXECUTABLE <path>] [RUNNER <path>]
#   [TIMEOUT <s>] [WERROR <bool>] [WORKING_DIRECTORY <path>] [ENV|APPEND_ENV <NAME=value>...]
#   [APPEND_LIBRARY_DIRS <folder>...])
# ament_has_pytest(<variable>)
find_package(ament_cmake_test REQUIRED)
find_package(Python3 QUIET COMPONENTS Interpreter)

function(ament_has_pytest variable)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import pytest" RESULT_VARIABLE missing
    OUTPUT_QUIET ERROR_QUIET)
  if(missing)
    set(${variable} FALSE PARENT_SCOPE)
  else()
    set(${variable} TRUE PARENT_SCOPE)
  endif()
endfunction()

function(ament_add_pytest_test name path)
  cmake_parse_arguments(A "SKIP_TEST"
    "PYTHON_EXECUTABLE;RUNNER;TIMEOUT;WERROR;WORKING_DIRECTORY"
    "ENV;APPEND_ENV;APPEND_LIBRARY_DIRS" ${ARGN})
  if(NOT A_PYTHON_EXECUTABLE)
    set(A_PYTHON_EXECUTABLE ${Python3_EXECUTABLE})
  endif()
  cmake_path(ABSOLUTE_PATH path)
  set(options)
  foreach(one RUNNER TIMEOUT WORKING_DIRECTORY ENV APPEND_ENV APPEND_LIBRARY_DIRS)
    if(A_${one})
      list(APPEND options ${one} ${A_${one}})
    endif()
  endforeach()
  if(A_SKIP_TEST)
    list(APPEND options SKIP_TEST)
  endif()
  set(werror)
  if(A_WERROR)
    set(werror -Werror)
  endif()
  set(result ${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${name}.xunit.xml)
  ament_add_test(${name}
    COMMAND ${A_PYTHON_EXECUTABLE} ${werror} -m pytest ${path} -o cache_dir=${CMAKE_CURRENT_BINARY_DIR}/${name}.cache
      --junit-xml=${result} --junit-prefix=${PROJECT_NAME}
    OUTPUT_FILE ${CMAKE_BINARY_DIR}/ament_cmake_pytest/${name}.txt
    RESULT_FILE ${result} ${options})
  set_tests_properties(${name} PROPERTIES LABELS pytest)
endfunction()
