# pybind11 itself is left to who asks for this package: it binds to the Python that was found before.
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
find_path(pybind11_vendor_HEADERS pybind11/pybind11.h)
mark_as_advanced(pybind11_vendor_HEADERS)
if(NOT pybind11_vendor_HEADERS)
  ranvier_say_what_is_missing(pybind11 "Install it: sudo apt install pybind11-dev")
endif()
