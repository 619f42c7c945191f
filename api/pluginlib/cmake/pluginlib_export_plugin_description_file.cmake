# pluginlib_export_plugin_description_file(<category> <file>)
#
# Installs a description of plugins into share/<project>/, below the folders that
# it lies in here, and tells the ament index of it. <category> is the package of
# the base class. May be called several times.
function(pluginlib_export_plugin_description_file plugin_category relative_filename)
  if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${relative_filename}")
    message(FATAL_ERROR "pluginlib_export_plugin_description_file(): the description "
      "'${CMAKE_CURRENT_SOURCE_DIR}/${relative_filename}' does not exist")
  endif()
  get_filename_component(folder "${relative_filename}" DIRECTORY)
  install(FILES "${relative_filename}" DESTINATION "share/${PROJECT_NAME}/${folder}")

  # One file of the index for each category, with a line for each description.
  set(type "${plugin_category}__pluginlib__plugin")
  set(index "${PROJECT_BINARY_DIR}/pluginlib/${type}")
  get_property(lines GLOBAL PROPERTY PLUGINLIB_INDEX_${PROJECT_NAME}_${type})
  if(NOT lines)
    install(FILES "${index}" RENAME "${PROJECT_NAME}"
      DESTINATION "share/ament_index/resource_index/${type}")
  endif()
  string(APPEND lines "share/${PROJECT_NAME}/${relative_filename}\n")
  set_property(GLOBAL PROPERTY PLUGINLIB_INDEX_${PROJECT_NAME}_${type} "${lines}")
  file(WRITE "${index}" "${lines}")
endfunction()
