# ranvier_room(<name> [IN <folder>] [USES <room>...] [LINKS <target>...] [SMALL <pattern>...])
#
# One folder, src/ranvier/<name>, is one layer; its folders are parts of it. Its objects see the include
# folders of the rooms that USES names and of no other, so a forbidden #include
# does not compile; tools/check_layers.py reads the same lines and says why.
# LINKS names the targets outside the rooms that this room alone may see. SMALL
# names what is compiled for size, since it runs at start-up or on request: patterns of sources,
# relative to the folder.
#
# IN names a folder of src/ beside ranvier. Such a room is no part of the core: programs
# that see it link its objects. Its headers are included as "<folder>/<name>/x.h".
#
# What the global property RANVIER_LEFT_OUT names is not compiled.
#
# Beside each source may stand <file>_test.cc (GoogleTest) and <file>_bench.cc
# (Google Benchmark); they become test and bench programs of the room.
function(ranvier_room name)
  cmake_parse_arguments(R "" "IN" "USES;LINKS;SMALL" ${ARGN})
  set(whole_program OFF)
  if(R_IN)
    set_property(GLOBAL APPEND PROPERTY RANVIER_ROOMS_BESIDE ${name})
  else()
    set(R_IN ranvier)
    set(whole_program ${RANVIER_WHOLE_PROGRAM})
    set_property(GLOBAL APPEND PROPERTY RANVIER_ROOMS_OF_CORE ${name})
  endif()
  set(dir ${PROJECT_SOURCE_DIR}/src/${R_IN}/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cc ${dir}/*/*.cc)
  list(FILTER sources EXCLUDE REGEX "_(test|bench)\\.cc$")
  get_property(left_out GLOBAL PROPERTY RANVIER_LEFT_OUT)
  list(REMOVE_ITEM sources ${left_out})

  set(view ${PROJECT_BINARY_DIR}/view/${name})  # a folder with this room alone
  file(MAKE_DIRECTORY ${view}/${R_IN})
  file(CREATE_LINK ${dir} ${view}/${R_IN}/${name} SYMBOLIC)
  if(NOT sources)  # a room of headers alone still makes an object
    set(sources ${view}/headers_alone.cc)
    file(TOUCH ${sources})
  endif()

  add_library(ranvier_${name} OBJECT ${sources})
  target_compile_features(ranvier_${name} PUBLIC cxx_std_20)
  set_target_properties(ranvier_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION ${whole_program})
  # The core has few thread-local words: they fit where the loader keeps room for
  # libraries that come late, and reading one is then no call. Those of another library may lie
  # elsewhere by then, so the core uses none: no std::call_once, which has one, and no promise.
  # What other libraries have is called through a word and not through a stub of code:
  # one page less for whoever calls after a pause.
  target_compile_options(ranvier_${name} PRIVATE -ftls-model=initial-exec -fno-plt)
  foreach(pattern ${R_SMALL})
    file(GLOB small CONFIGURE_DEPENDS ${dir}/${pattern}.cc)
    set_source_files_properties(${small} PROPERTIES COMPILE_OPTIONS -Os RANVIER_SMALL ON)
  endforeach()
  set_target_properties(ranvier_${name} PROPERTIES VISIBILITY_INLINES_HIDDEN ON)
  ranvier_tells_race_checkers(ranvier_${name})
  target_link_libraries(ranvier_${name} PUBLIC ranvier_warnings ${R_LINKS})
  foreach(room ${name} ${R_USES})
    target_include_directories(ranvier_${name} PRIVATE ${PROJECT_BINARY_DIR}/view/${room})
  endforeach()
  set_property(GLOBAL PROPERTY RANVIER_ROOM_USES_${name} ${name} ${R_USES})
  set_property(GLOBAL PROPERTY RANVIER_ROOM_LINKS_${name} ${R_LINKS})
  set_property(GLOBAL APPEND PROPERTY RANVIER_ROOMS ${name})
  set_property(GLOBAL PROPERTY RANVIER_ROOM_FOLDER_${name} ${dir})
endfunction()

# Gathers the rooms of src/ranvier into one private shared library: one core per process.
function(ranvier_core)
  get_property(rooms GLOBAL PROPERTY RANVIER_ROOMS_OF_CORE)
  add_library(ranvier SHARED)
  foreach(room ${rooms})
    target_sources(ranvier PRIVATE $<TARGET_OBJECTS:ranvier_${room}>)
    get_property(links GLOBAL PROPERTY RANVIER_ROOM_LINKS_${room})
    target_link_libraries(ranvier PRIVATE ${links})
  endforeach()
  target_link_libraries(ranvier PRIVATE Threads::Threads)
  # -fno-plt: to those that compile while they link. nodelete: its threads run until the end.
  target_link_options(ranvier PRIVATE -fno-plt -Wl,-z,nodelete)
  set_target_properties(ranvier PROPERTIES LINKER_LANGUAGE CXX
    INTERPROCEDURAL_OPTIMIZATION ${RANVIER_WHOLE_PROGRAM})
  ranvier_in_prefix(ranvier)
  install(TARGETS ranvier EXPORT ranvier LIBRARY DESTINATION lib COMPONENT wheel)
  install(EXPORT ranvier NAMESPACE ranvier:: FILE ranvierConfig.cmake
    DESTINATION share/ranvier/cmake)
endfunction()

# Code of our libraries tells the ThreadSanitizer of a user's program how it orders memory.
function(ranvier_tells_race_checkers target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${PROJECT_SOURCE_DIR}/src/ranvier/base/race_checker.h>)
endfunction()

# ranvier_core_face(<name> [INCLUDES <name>...] [ROOMS <room>...])
#
# Compiles api/<name>/src, C functions that public packages call, into the core,
# so that a process loads one library for all of them. INCLUDES are the other
# api folders, ROOMS the rooms that these sources may see.
function(ranvier_core_face name)
  cmake_parse_arguments(F "" "" "INCLUDES;ROOMS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/api/${name}/src/*.cc)
  add_library(ranvier_face_${name} OBJECT ${sources})
  target_compile_features(ranvier_face_${name} PRIVATE cxx_std_20)
  set_target_properties(ranvier_face_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(ranvier_face_${name} PRIVATE ranvier_warnings)
  foreach(seen ${name} ${F_INCLUDES})
    ranvier_header_folders(folders ${seen})
    target_include_directories(ranvier_face_${name} PRIVATE ${folders})
  endforeach()
  foreach(room ${F_ROOMS})
    target_include_directories(ranvier_face_${name} PRIVATE ${PROJECT_BINARY_DIR}/view/${room})
  endforeach()
  target_sources(ranvier PRIVATE $<TARGET_OBJECTS:ranvier_face_${name}>)
  set_property(GLOBAL PROPERTY RANVIER_PACKAGE_TARGETS_ranvier ranvier)
endfunction()

# The tests of each room, one program a room: build/bin/test_<room>. The target
# core_tests builds them and what they need, and nothing else. tools/suites.txt leaves
# rooms out of the sanitizers and of arm64.
function(ranvier_room_tests)
  add_custom_target(core_tests)
  get_property(rooms GLOBAL PROPERTY RANVIER_ROOMS)
  foreach(room ${rooms})
    get_property(folder GLOBAL PROPERTY RANVIER_ROOM_FOLDER_${room})
    file(GLOB tests CONFIGURE_DEPENDS ${folder}/*_test.cc ${folder}/*/*_test.cc)
    get_property(left_out GLOBAL PROPERTY RANVIER_LEFT_OUT)
    list(REMOVE_ITEM tests ${left_out})
    ranvier_suite_has(wanted ${room})
    if(tests AND wanted)
      add_executable(test_${room} ${tests})
      add_dependencies(core_tests test_${room})
      if(RANVIER_SANITIZE STREQUAL "address")
        # gcc 12 finds uninitialized functions in std::regex, under a sanitizer alone.
        set(regex_tests ${tests})
        list(FILTER regex_tests INCLUDE REGEX "_property_test\\.cc$")
        foreach(test ${regex_tests})
          set_source_files_properties(${test} PROPERTIES COMPILE_OPTIONS -Wno-maybe-uninitialized)
        endforeach()
      endif()
      ranvier_sees_room(test_${room} ${room})
      target_include_directories(test_${room} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
      target_link_libraries(test_${room} PRIVATE ranvier GTest::gmock GTest::gtest_main
        Threads::Threads)
      gtest_discover_tests(test_${room} TEST_PREFIX ${room}. DISCOVERY_MODE PRE_TEST
        PROPERTIES TIMEOUT 120 LABELS unit)
    endif()
  endforeach()
endfunction()

# Lets a program of ours see what one room sees (tests, benches, api sources).
function(ranvier_sees_room target room)
  get_property(uses GLOBAL PROPERTY RANVIER_ROOM_USES_${room})
  get_property(links GLOBAL PROPERTY RANVIER_ROOM_LINKS_${room})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE ranvier_warnings ${links})
  get_property(beside GLOBAL PROPERTY RANVIER_ROOMS_BESIDE)
  foreach(used ${uses})
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/view/${used})
    if(used IN_LIST beside)
      target_link_libraries(${target} PRIVATE ranvier_${used})
    endif()
  endforeach()
endfunction()
