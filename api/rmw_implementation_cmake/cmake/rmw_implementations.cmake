# What the tests of packages ask: which middlewares there are, and one call of a
# macro of theirs for each.

macro(get_available_rmw_implementations var)
  set(${var} "rmw_cyclonedds_cpp")
endmacro()

# Fails if the variable names one that is not there; else sets it to the one that runs.
macro(get_default_rmw_implementation var)
  get_available_rmw_implementations(_rmw_available)
  if("${${var}}" STREQUAL "")
    list(GET _rmw_available 0 ${var})
  endif()
  list(FIND _rmw_available "${${var}}" _rmw_index)
  if(_rmw_index EQUAL -1)
    message(FATAL_ERROR "There is no rmw implementation '${${var}}'. There are: ${_rmw_available}. "
      "Unset the variable '${var}' or name one of these.")
  endif()
endmacro()

# call_for_each_rmw_implementation(<macro> [GENERATE_DEFAULT])
#
# Calls the macro with rmw_implementation and target_suffix ("__" and its name)
# set; with GENERATE_DEFAULT once more with an empty suffix.
macro(call_for_each_rmw_implementation macro_to_call)
  get_available_rmw_implementations(_rmw_implementations)
  foreach(_rmw_option ${ARGN})
    if(NOT _rmw_option STREQUAL "GENERATE_DEFAULT")
      message(FATAL_ERROR "call_for_each_rmw_implementation() was called with '${_rmw_option}': "
        "it knows GENERATE_DEFAULT alone.")
    endif()
    list(GET _rmw_implementations 0 rmw_implementation)
    set(target_suffix "")
    cmake_language(CALL ${macro_to_call})
  endforeach()
  foreach(rmw_implementation ${_rmw_implementations})
    set(target_suffix "__${rmw_implementation}")
    cmake_language(CALL ${macro_to_call})
  endforeach()
endmacro()
