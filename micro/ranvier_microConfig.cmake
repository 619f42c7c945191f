# The client for boards, from a prefix: compiled for each board by the functions of
# source/ranvier_micro.cmake, with any C compiler. Nothing of the prefix is linked.
get_filename_component(_share "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(_prefix "${_share}/.." ABSOLUTE)
set(RANVIER_MICRO_GENERATOR "${_share}/rosidl_default_generators")
set(RANVIER_MICRO_INCLUDES "${_prefix}/include/rosidl_runtime_c"
  "${_prefix}/include/rosidl_typesupport_interface")
# Where the files of the prefix's message packages lie, without what a host links.
file(GLOB _notes "${_share}/*/cmake/*-interfaces.cmake")
set(ranvier_micro_share "${_share}")
foreach(_note ${_notes})
  include("${_note}")
endforeach()
include("${ranvier_micro_share}/rosidl_default_generators/cmake/ranvier_generate_interfaces.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../source/ranvier_micro.cmake")
