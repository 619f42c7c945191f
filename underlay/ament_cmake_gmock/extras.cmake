# ament_add_gmock(), ament_add_gmock_executable(), ament_add_gmock_test(): as
# ament_add_gtest() and its parts, with the system's GoogleMock.
find_package(ament_cmake_gtest REQUIRED)

macro(ament_find_gmock)
  find_package(GTest QUIET)
  if(TARGET GTest::gmock)
    set(GMOCK_FOUND TRUE)
    set(GMOCK_LIBRARIES GTest::gmock GTest::gtest)
    set(GMOCK_MAIN_LIBRARIES GTest::gmock_main)
  else()
    message(WARNING "Tests with GoogleMock are left out. Install it: sudo apt install libgmock-dev")
  endif()
endmacro()

macro(ament_add_gmock_executable target)
  ament_find_gmock()
  if(GMOCK_FOUND)
    _ranvier_add_test_program(${target} GTest::gmock_main GTest::gmock ${ARGN})
  endif()
endmacro()

macro(ament_add_gmock_test target)
  if(TARGET ${target})
    _ranvier_run_test_program(${target} ${ARGN})
  endif()
endmacro()

macro(ament_add_gmock target)
  ament_add_gmock_executable(${target} ${ARGN})
  ament_add_gmock_test(${target} ${ARGN})
endmacro()
