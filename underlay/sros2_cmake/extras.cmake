# sros2_generate_artifacts([ENCLAVES <name>...])
#
# When CMake configures, makes what is missing of a keystore: these enclaves, and with
# -DPOLICY_FILE=<file> those of a policy with their permissions. Only with -DSECURITY=ON.
# The keystore is ROS_SECURITY_KEYSTORE of the environment, else DEFAULT_KEYSTORE.
# What cannot be made is a warning, as in ROS 2.
set(_sros2_cmake_dir ${CMAKE_CURRENT_LIST_DIR})

function(sros2_generate_artifacts)
  cmake_parse_arguments(A "" "" "ENCLAVES" ${ARGN})
  if(NOT SECURITY)
    message(STATUS "sros2_generate_artifacts: no keys are made without -DSECURITY=ON")
    return()
  endif()
  set(keystore "${DEFAULT_KEYSTORE}")
  if(DEFINED ENV{ROS_SECURITY_KEYSTORE})
    set(keystore "$ENV{ROS_SECURITY_KEYSTORE}")
  endif()
  set(words "")
  if(A_ENCLAVES)
    list(APPEND words -e ${A_ENCLAVES})
  endif()
  if(POLICY_FILE)
    list(APPEND words -p ${POLICY_FILE})
  endif()
  find_program(ranvier_security ranvier-security NO_CACHE
    HINTS ${_sros2_cmake_dir}/../../../bin ${_sros2_cmake_dir}/../../../lib/ranvier)
  execute_process(COMMAND ${ranvier_security} generate_artifacts -k "${keystore}" ${words}
    RESULT_VARIABLE status ERROR_VARIABLE said ERROR_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(WARNING "sros2_generate_artifacts: ${said}")
  endif()
endfunction()
