# fuzz_keystore: the files of a keystore, damaged; compiled by clang with libFuzzer and sanitizers,
# and a bounded run over the corpus as a test.
find_program(RANVIER_CLANGXX NAMES clang++ clang++-14 clang++-18)
if(NOT RANVIER_CLANGXX)
  message(STATUS "There is no clang++: the files of keystores are not fuzzed.")
  return()
endif()
set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/fuzz_keystore)
set(room ${PROJECT_SOURCE_DIR}/src/security/keystore)
set(sources ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_keystore.cc)
file(GLOB of_room CONFIGURE_DEPENDS ${room}/*.cc ${room}/*.h)
set(depends ${sources} ${of_room})
list(FILTER of_room INCLUDE REGEX "\\.cc$")
list(FILTER of_room EXCLUDE REGEX "_test\\.cc$")
list(TRANSFORM of_room REPLACE "${PROJECT_SOURCE_DIR}/src/(.*)" "#include \"\\1\"\n")
list(JOIN of_room "" text)
set(unit ${CMAKE_CURRENT_BINARY_DIR}/fuzz/room.cc)  # read at once: what all include is read once
file(CONFIGURE OUTPUT ${unit} CONTENT "${text}")
list(TRANSFORM LIBXML2_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE xml_folders)
add_custom_command(OUTPUT ${program}
  COMMAND ${RANVIER_CLANGXX} -I${PROJECT_SOURCE_DIR}/src ${xml_folders} -std=c++20 -O1
    -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all ${sources} ${unit}
    ${LIBXML2_LIBRARIES} ${OPENSSL_CRYPTO_LIBRARIES} -o ${program}
  DEPENDS ${depends} ${unit} COMMENT "Building fuzz_keystore" VERBATIM)
add_custom_target(fuzz_keystore DEPENDS ${program})
ranvier_programs_of_suite(fuzz fuzz_keystore)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found)
# New finds go to the build folder; a failing input is kept and named.
add_test(NAME security.fuzz COMMAND ${program} -runs=20000 -seed=1 -max_len=4096
  -malloc_limit_mb=64 -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/fuzz/
  ${CMAKE_CURRENT_BINARY_DIR}/fuzz/found ${CMAKE_CURRENT_SOURCE_DIR}/fuzz_corpus)
set_tests_properties(security.fuzz PROPERTIES LABELS fuzz TIMEOUT 300)
