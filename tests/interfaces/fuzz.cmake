# fuzz_decode: the decoders of test_msgs and of what it uses, compiled by clang
# with libFuzzer and sanitizers, and a bounded run over the corpus as a test.
find_program(RANVIER_CLANGXX NAMES clang++ clang++-14 clang++-18)
if(NOT RANVIER_CLANGXX)
  message(STATUS "There is no clang++: the decoders are not fuzzed. See tools/packages.txt")
  return()
endif()

set(packages test_msgs builtin_interfaces service_msgs action_msgs unique_identifier_msgs)
set(flags -I${CMAKE_CURRENT_SOURCE_DIR} -I${PROJECT_BINARY_DIR}/view/codec -std=c++17 -O1 -g1
  -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all)
foreach(api rosidl_runtime_c rosidl_runtime_cpp rosidl_typesupport_cpp
    rosidl_typesupport_interface rosidl_typesupport_ranvier)
  ranvier_header_folders(folders ${api})
  list(TRANSFORM folders PREPEND -I)
  list(APPEND flags ${folders})
endforeach()
set(sources ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_decode.cc)
foreach(package ${packages})
  get_property(generated GLOBAL PROPERTY RANVIER_INTERFACES_${package}_SOURCES)
  list(APPEND sources ${generated})
  list(APPEND flags -I${PROJECT_BINARY_DIR}/interfaces/${package}/include)
endforeach()

foreach(source ${sources})
  cmake_path(GET source STEM stem)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${stem}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CCACHE} ${RANVIER_CLANGXX} ${flags} -c ${source} -o ${object} -MD -MF ${object}.d
    DEPENDS ${source} test_msgs__rosidl_typesupport_cpp DEPFILE ${object}.d COMMENT "Fuzzing build of ${stem}" VERBATIM)
  list(APPEND objects ${object})
endforeach()
set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/fuzz_decode)
add_custom_command(OUTPUT ${program}
  COMMAND ${RANVIER_CLANGXX} ${flags} ${objects} -o ${program}
  DEPENDS ${objects} COMMENT "Linking fuzz_decode" VERBATIM)
add_custom_target(fuzz_decode DEPENDS ${program})
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found)

# New finds go to the build folder; a failing input is kept and named.
add_test(NAME interfaces.fuzz COMMAND ${program} -runs=60000 -seed=1 -max_len=2048
  -malloc_limit_mb=1 -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/fuzz/
  ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_corpus)
set_tests_properties(interfaces.fuzz PROPERTIES LABELS fuzz TIMEOUT 300)

# fuzz_identity: the inline QoS of requests and replies of other vendors.
set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/fuzz_identity)
set(room ${PROJECT_SOURCE_DIR}/src/ranvier/cyclone/wire)
set(sources ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_identity.cc ${room}/inline_identity.cc)
add_custom_command(OUTPUT ${program}
  COMMAND ${RANVIER_CLANGXX} -I${PROJECT_SOURCE_DIR}/src -std=c++20 -O1 -g1
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all ${sources} -o ${program}
  DEPENDS ${sources} ${room}/inline_identity.h COMMENT "Building fuzz_identity" VERBATIM)
add_custom_target(fuzz_identity DEPENDS ${program})
ranvier_programs_of_suite(fuzz fuzz_decode fuzz_identity)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_identity)
add_test(NAME interfaces.fuzz_identity COMMAND ${program} -runs=200000 -seed=1 -max_len=512
  -malloc_limit_mb=1 -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/fuzz/
  ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_identity
  ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_corpus_identity)
set_tests_properties(interfaces.fuzz_identity PROPERTIES LABELS fuzz TIMEOUT 300)

# fuzz_texts: parameters, their files, content filters, patterns of names, remap rules, and the
# files of policies.
set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/fuzz_texts)
set(room ${PROJECT_SOURCE_DIR}/src/ranvier)
set(sources ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_texts.cc ${room}/os/thread_settings.cc
  ${room}/run/round_rules.cc)
foreach(source arguments content_filter filter_tokens log_line names parameter_file remap yaml
    yaml_tree)
  list(APPEND sources ${room}/node/${source}.cc)
endforeach()
foreach(source group_id policy_file thread_file)
  list(APPEND sources ${room}/policy/${source}.cc)
endforeach()
add_custom_command(OUTPUT ${program}
  COMMAND ${RANVIER_CLANGXX} -I${PROJECT_SOURCE_DIR}/src -std=c++20 -O1 -g1
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all ${sources} -ldl -o ${program}
  DEPENDS ${sources} COMMENT "Building fuzz_texts" VERBATIM)
add_custom_target(fuzz_texts DEPENDS ${program})
ranvier_programs_of_suite(fuzz fuzz_texts)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_texts)
add_test(NAME interfaces.fuzz_texts COMMAND ${program} -runs=20000 -seed=1 -max_len=256
  -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/fuzz/
  ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_texts ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_corpus_texts)
set_tests_properties(interfaces.fuzz_texts PROPERTIES LABELS fuzz TIMEOUT 300)
