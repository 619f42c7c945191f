# What parses the bytes of bags, compiled by clang with libFuzzer and sanitizers; bounded runs as
# tests: fuzz_mcap and fuzz_db3 read files, whole and damaged, in every order; fuzz_bag_texts reads
# metadata.yaml and interface files.
find_program(RANVIER_CLANGXX NAMES clang++ clang++-14 clang++-18)
if(NOT RANVIER_CLANGXX)
  return()
endif()

# ranvier_bag_fuzzer(<name> <runs> <max bytes> SOURCES <below src>... LINKS <flag>...)
#
# Its own source is <name>.cc here, and its corpus fuzz_corpus_<name without fuzz_>.
function(ranvier_bag_fuzzer name runs bytes)
  cmake_parse_arguments(F "" "" "SOURCES;LINKS" ${ARGN})
  set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  list(TRANSFORM F_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/src/)
  list(TRANSFORM F_SOURCES APPEND .cc)
  set(sources ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cc ${F_SOURCES})
  file(GLOB headers ${PROJECT_SOURCE_DIR}/src/bag/*/*.h)
  add_custom_command(OUTPUT ${program}
    COMMAND ${RANVIER_CLANGXX} -I${PROJECT_SOURCE_DIR}/src -std=c++20 -O1 -g1
      -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all ${sources} ${F_LINKS}
      -o ${program}
    DEPENDS ${sources} ${headers} COMMENT "Building ${name}" VERBATIM)
  add_custom_target(${name} DEPENDS ${program})
  ranvier_programs_of_suite(fuzz ${name})
  string(REPLACE "fuzz_" "" part ${name})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/fuzz)
  file(MAKE_DIRECTORY ${folder}/found_${part})
  add_test(NAME bag.${name} COMMAND ${program} -runs=${runs} -seed=1 -max_len=${bytes}
    -malloc_limit_mb=128 -artifact_prefix=${folder}/ ${folder}/found_${part}
    ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_corpus_${part})
  set_tests_properties(bag.${name} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()

set(mcap compression file mcap_chunk mcap_cursor mcap_index mcap_load mcap_loader mcap_reader
  mcap_records mcap_scan mcap_walk)
list(TRANSFORM mcap PREPEND bag/storage/)
list(APPEND mcap ranvier/os/thread)
ranvier_bag_fuzzer(fuzz_mcap 20000 4096 SOURCES ${mcap} LINKS -lz -lzstd -llz4)
ranvier_bag_fuzzer(fuzz_db3 5000 16384 SOURCES bag/storage/file bag/storage/sqlite_db
  bag/storage/sqlite_reader LINKS -lsqlite3)
ranvier_bag_fuzzer(fuzz_bag_texts 10000 2048 SOURCES bag/define/definition_text
  bag/define/field_types
  bag/storage/metadata bag/storage/metadata_read bag/storage/yaml_writer ranvier/node/yaml
  ranvier/node/yaml_tree LINKS -ldl)
ranvier_bag_fuzzer(fuzz_definition 20000 2048 SOURCES bag/define/definition_shape
  bag/define/definition_shape_read bag/define/field_types LINKS)
