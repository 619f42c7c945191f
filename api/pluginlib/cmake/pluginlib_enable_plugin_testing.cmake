# pluginlib_enable_plugin_testing(CMAKE_TARGET_VAR <var> AMENT_PREFIX_PATH_VAR <var>
#   PLUGIN_CATEGORY <category> PLUGIN_DESCRIPTIONS <file>... PLUGIN_LIBRARIES <target>...
#   [PACKAGE_NAME <name>] [PACKAGE_XML <file>])
#
# Makes a prefix in the build folder that has the plugins of this package, so that
# its own tests find them before it is installed. A test depends on the target
# that the first variable names, and has what the second one holds in its
# AMENT_PREFIX_PATH.
function(pluginlib_enable_plugin_testing)
  cmake_parse_arguments(ARG "" "CMAKE_TARGET_VAR;AMENT_PREFIX_PATH_VAR;PACKAGE_XML;PACKAGE_NAME;PLUGIN_CATEGORY"
    "PLUGIN_DESCRIPTIONS;PLUGIN_LIBRARIES" ${ARGN})
  foreach(needed CMAKE_TARGET_VAR AMENT_PREFIX_PATH_VAR PLUGIN_CATEGORY PLUGIN_DESCRIPTIONS PLUGIN_LIBRARIES)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "pluginlib_enable_plugin_testing(): ${needed} is missing")
    endif()
  endforeach()
  if(NOT ARG_PACKAGE_NAME)
    set(ARG_PACKAGE_NAME "${PROJECT_NAME}")
  endif()
  if(NOT ARG_PACKAGE_XML)
    set(ARG_PACKAGE_XML "${CMAKE_SOURCE_DIR}/package.xml")
  endif()
  set(target "pluginlib_enable_plugin_testing__${ARG_PLUGIN_CATEGORY}__${ARG_PACKAGE_NAME}")
  set(prefix "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  set(share "${prefix}/share/${ARG_PACKAGE_NAME}")
  set(index "${prefix}/share/ament_index/resource_index")

  configure_file("${ARG_PACKAGE_XML}" "${share}/package.xml" COPYONLY)
  file(WRITE "${index}/packages/${ARG_PACKAGE_NAME}" "")
  set(lines)
  foreach(description ${ARG_PLUGIN_DESCRIPTIONS})
    configure_file("${description}" "${share}/${description}" COPYONLY)
    string(APPEND lines "share/${ARG_PACKAGE_NAME}/${description}\n")
  endforeach()
  file(WRITE "${index}/${ARG_PLUGIN_CATEGORY}__pluginlib__plugin/${ARG_PACKAGE_NAME}" "${lines}")

  set(copies)
  foreach(library ${ARG_PLUGIN_LIBRARIES})
    list(APPEND copies COMMAND ${CMAKE_COMMAND} -E copy_if_different
      $<TARGET_FILE:${library}> "${prefix}/lib/$<TARGET_FILE_NAME:${library}>")
  endforeach()
  add_custom_target(${target} ALL
    COMMAND ${CMAKE_COMMAND} -E make_directory "${prefix}/lib" ${copies} VERBATIM)
  add_dependencies(${target} ${ARG_PLUGIN_LIBRARIES})
  set(${ARG_CMAKE_TARGET_VAR} "${target}" PARENT_SCOPE)
  set(${ARG_AMENT_PREFIX_PATH_VAR} "${prefix}" PARENT_SCOPE)
endfunction()
