# fuzz_mcap: files of MCAP, whole and damaged, read in every order; a bounded run as a test.
find_program(RANVIER_CLANGXX NAMES clang++ clang++-14 clang++-18)
if(NOT RANVIER_CLANGXX)
  return()
endif()
set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/fuzz_mcap)
set(room ${PROJECT_SOURCE_DIR}/src/bag/storage)
set(sources ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_mcap.cc)
foreach(source compression file mcap_chunk mcap_cursor mcap_index mcap_load mcap_reader mcap_records
    mcap_scan mcap_walk)
  list(APPEND sources ${room}/${source}.cc)
endforeach()
file(GLOB headers ${room}/*.h)
add_custom_command(OUTPUT ${program}
  COMMAND ${RANVIER_CLANGXX} -I${PROJECT_SOURCE_DIR}/src -std=c++20 -O1 -g1
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all ${sources} -lz -lzstd -llz4
    -o ${program}
  DEPENDS ${sources} ${headers} COMMENT "Building fuzz_mcap" VERBATIM)
add_custom_target(fuzz_mcap DEPENDS ${program})
ranvier_programs_of_suite(fuzz fuzz_mcap)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_mcap)
add_test(NAME bag.fuzz_mcap COMMAND ${program} -runs=20000 -seed=1 -max_len=4096
  -malloc_limit_mb=128 -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/fuzz/
  ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found_mcap ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_corpus_mcap)
set_tests_properties(bag.fuzz_mcap PROPERTIES LABELS fuzz TIMEOUT 300)
