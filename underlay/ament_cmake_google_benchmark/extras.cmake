# ament_add_google_benchmark(<target> <source>... [<options of ament_add_test>...])
#
# Builds the program over the system's Google Benchmark; it is run as a test only with
# -DAMENT_RUN_PERFORMANCE_TESTS=ON.
find_package(ament_cmake_test REQUIRED)
option(AMENT_RUN_PERFORMANCE_TESTS "Run what ament_add_google_benchmark() adds" OFF)

function(ament_add_google_benchmark target)
  cmake_parse_arguments(A "SKIP_TEST;SKIP_LINKING_MAIN_LIBRARIES"
    "RUNNER;TIMEOUT;WORKING_DIRECTORY" "ENV;APPEND_ENV;APPEND_LIBRARY_DIRS" ${ARGN})
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND)
    message(STATUS "'${target}' is left out. Install Google Benchmark: sudo apt install libbenchmark-dev")
    return()
  endif()
  add_executable(${target} ${A_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} benchmark::benchmark)
  if(NOT A_SKIP_LINKING_MAIN_LIBRARIES)
    target_link_libraries(${target} benchmark::benchmark_main)
  endif()
  if(AMENT_RUN_PERFORMANCE_TESTS AND NOT A_SKIP_TEST)
    add_test(NAME ${target} COMMAND ${target})
    set_tests_properties(${target} PROPERTIES LABELS performance)
  endif()
endfunction()
