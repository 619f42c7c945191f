# Flags that every target of ours shares. RANVIER_SANITIZE is empty, "address"
# (with undefined behaviour) or "thread".
set(RANVIER_SANITIZE "" CACHE STRING "empty, address or thread")
option(RANVIER_CORE_ONLY "the rooms and their tests, no package (sanitizers, arm64)" OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2")  # asserts stay: NDEBUG is not defined
set(CMAKE_C_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_INSTALL_RPATH "$ORIGIN:$ORIGIN/../lib")
# An installation writes that over the one of the build, which would leave its length in the file.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# What an assertion prints names no folder of the machine that compiled it (with ccache:
# CCACHE_BASEDIR, in tools/lib.sh).
find_program(CCACHE ccache)
if(NOT CCACHE)
  add_compile_options(-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
endif()
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# The rooms are optimized as one program: a message crosses several of them.
set(RANVIER_WHOLE_PROGRAM OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT RANVIER_SANITIZE AND NOT RANVIER_CORE_ONLY)
  set(RANVIER_WHOLE_PROGRAM ON)
endif()

# Our libraries call their own functions directly: nobody interposes them, and a
# call through the PLT is a cold cache line more on the way of a message.
add_compile_options($<$<OR:$<CXX_COMPILER_ID:GNU>,$<CXX_COMPILER_ID:Clang>>:-fno-semantic-interposition>)
add_link_options(-Wl,-Bsymbolic-functions)

add_library(ranvier_warnings INTERFACE)
# g++ takes a source that is compiled with others for a header, where such a member is a fault.
target_compile_options(ranvier_warnings INTERFACE -Wall -Wextra
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<COMPILE_LANGUAGE:CXX>>:-Wno-subobject-linkage>
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>)
# Those of Debian 12 and Ubuntu 24.04: a new warning of a newer compiler stops nobody's build.
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14) OR
   (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19))
  target_compile_options(ranvier_warnings INTERFACE -Werror)
endif()
if(RANVIER_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELEASE "-O1")  # with the checks in it, -O2 takes much longer to compile
endif()
option(RANVIER_CHECK_LOCKS "check the order in which threads take locks (os/lock_order.h)" OFF)
if(RANVIER_CHECK_LOCKS OR RANVIER_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(RANVIER_CHECK_LOCKS)
endif()
if(RANVIER_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
elseif(RANVIER_SANITIZE STREQUAL "thread")
  # It does not model fences, and says so (-Wtsan); ours order atomics alone.
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer -g1
    $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  add_link_options(-fsanitize=thread)
endif()

# The build runs the system's Python, for which Debian packages what it imports; never one
# that merely comes first on PATH. The tests run that of .venv (tools/bootstrap.sh), which
# sees the same packages and has what PyPI adds.
if(NOT Python3_EXECUTABLE)
  find_program(Python3_EXECUTABLE python3 REQUIRED NO_DEFAULT_PATH PATHS /usr/bin)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(RANVIER_TEST_PYTHON ${Python3_EXECUTABLE})
if(EXISTS ${PROJECT_SOURCE_DIR}/.venv/bin/python)
  set(RANVIER_TEST_PYTHON ${PROJECT_SOURCE_DIR}/.venv/bin/python)
endif()
