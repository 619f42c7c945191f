# fuzz_micro_client, fuzz_micro_graph, fuzz_micro_agent: what takes bytes of others, compiled by clang with
# libFuzzer and sanitizers; a bounded run over the corpus is a test.
find_program(RANVIER_CLANGXX NAMES clang++ clang++-14 clang++-18)
find_program(RANVIER_CLANG NAMES clang clang-14 clang-18)
if(NOT RANVIER_CLANGXX OR NOT RANVIER_CLANG)
  message(STATUS "There is no clang: the micro client and agent are not fuzzed.")
  return()
endif()

set(flags -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
  -DXRCE_FRAGMENTED_BYTES=4096 -DXRCE_GRAPH_BYTES=2048)
set(micro ${PROJECT_SOURCE_DIR}/micro)
set(agent ${PROJECT_SOURCE_DIR}/src/micro/agent)
file(GLOB client_sources CONFIGURE_DEPENDS ${micro}/wire/*.c ${micro}/session/*.c)
list(APPEND client_sources ${micro}/transport/framed.c)

# Compiles sources into `objects`.
macro(ranvier_micro_fuzz_objects)
  foreach(source ${ARGN})
    cmake_path(GET source STEM stem)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    string(PREPEND stem ${folder}_)  # both sides have a session
    set(compiler ${RANVIER_CLANGXX} -std=c++20)
    if(source MATCHES "\\.c$")
      set(compiler ${RANVIER_CLANG} -std=c99)
    endif()
    set(object ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${stem}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CCACHE} ${compiler} ${flags} -I${PROJECT_BINARY_DIR}/micro/include
        -I${PROJECT_BINARY_DIR}/view/agent -I${PROJECT_BINARY_DIR}/view/base -I${PROJECT_BINARY_DIR}/view/msg
        -I${PROJECT_BINARY_DIR}/view/os -I${micro}/ros -I${micro}/ros/include
        -I${PROJECT_SOURCE_DIR}/api/rosidl_runtime_c/include
        -I${PROJECT_SOURCE_DIR}/api/rosidl_typesupport_interface/include -c ${source} -o ${object} -MD -MF ${object}.d
      DEPENDS ${source} DEPFILE ${object}.d COMMENT "Fuzzing build of ${stem}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
endmacro()

function(ranvier_micro_fuzzer name)
  set(objects ${wire_objects})
  ranvier_micro_fuzz_objects(${ARGN})
  set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/fuzz_micro_${name})
  add_custom_command(OUTPUT ${program} COMMAND ${RANVIER_CLANGXX} ${flags} ${objects} -o ${program}
    DEPENDS ${objects} COMMENT "Linking fuzz_micro_${name}" VERBATIM)
  add_custom_target(fuzz_micro_${name} DEPENDS ${program})
  ranvier_programs_of_suite(fuzz fuzz_micro_${name})
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_${name})
  # New finds go to the build folder; a failing input is kept and named.
  add_test(NAME micro.fuzz_${name} COMMAND ${program} -runs=60000 -seed=1 -max_len=3000
    -malloc_limit_mb=16 -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/fuzz/
    ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_${name}
    ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_corpus/${name})
  set_tests_properties(micro.fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()

# The sources of the wire are compiled once for both.
set(objects)
ranvier_micro_fuzz_objects(${client_sources})
set(wire_objects ${objects})
ranvier_micro_fuzzer(client ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_client.cc)
set(graph_sources codec context endpoints executor executor_add graph graph_count graph_names
  graph_reader guard_condition publisher rcl rmw timer wait)
list(TRANSFORM graph_sources REPLACE "(.+)" "${micro}/ros/\\1.c")
ranvier_micro_fuzzer(graph ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_graph.cc ${graph_sources})
ranvier_micro_fuzzer(agent ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_agent.cc ${agent}/agent.cc ${agent}/agent_login.cc
  ${agent}/objects.cc ${agent}/session.cc ${agent}/session_fragments.cc ${agent}/session_graph.cc
  ${agent}/session_lost.cc ${agent}/session_samples.cc
  ${agent}/spec.cc ${agent}/streams.cc ${agent}/xml.cc ${PROJECT_SOURCE_DIR}/src/ranvier/os/mutex.cc
  ${PROJECT_SOURCE_DIR}/src/ranvier/os/lock_error.cc ${PROJECT_SOURCE_DIR}/src/ranvier/os/futex.cc)
