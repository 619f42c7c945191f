# What packages call to have messages of their own, as in ROS 2.

# rosidl_generate_interfaces(<target> <file>... [DEPENDENCIES <package>...]
#   [LIBRARY_NAME <name>] [ADD_LINTER_TESTS] [SKIP_INSTALL]
#   [SKIP_GROUP_MEMBERSHIP_CHECK])
#
# Makes C++, structs of C and Python of the .msg, .srv, .action and .idl files, exports it through
# ament_package(), and makes <target> stand for all of it; LIBRARY_NAME is the
# first part of the library's file name, <target> unless given. A macro, since
# ament collects what a package exports in variables of its caller.
macro(rosidl_generate_interfaces target)
  cmake_parse_arguments(_rosidl "ADD_LINTER_TESTS;SKIP_INSTALL;SKIP_GROUP_MEMBERSHIP_CHECK"
    "LIBRARY_NAME" "DEPENDENCIES" ${ARGN})
  set(_rosidl_root ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}/interfaces)
  _rosidl_gather_files(_rosidl_files ${_rosidl_root} ${_rosidl_UNPARSED_ARGUMENTS})
  ranvier_interface_packages(_rosidl_packages ${PROJECT_NAME} FILES ${_rosidl_files}
    PACKAGES ${_rosidl_DEPENDENCIES})
  foreach(_rosidl_package ${_rosidl_packages} rosidl_runtime_cpp rosidl_typesupport_ranvier)
    find_package(${_rosidl_package} REQUIRED)
  endforeach()
  ranvier_generate_interfaces(${PROJECT_NAME} TARGET ${target} ROOT ${_rosidl_root}
    FILES ${_rosidl_files} PACKAGES ${_rosidl_packages})
  if(_rosidl_LIBRARY_NAME)
    set_target_properties(${target}__rosidl_typesupport_cpp PROPERTIES
      OUTPUT_NAME ${_rosidl_LIBRARY_NAME}__rosidl_typesupport_cpp)
  endif()
  add_custom_target(${target} ALL)
  add_dependencies(${target} ${target}__rosidl_typesupport_cpp)

  if(NOT _rosidl_SKIP_INSTALL)
    # Where Python packages go, and the hook by which a sourced prefix puts it into PYTHONPATH.
    find_package(ament_cmake_python REQUIRED)
    _ament_cmake_python_get_python_install_dir()
    _ament_cmake_python_register_environment_hook()
    _rosidl_install(${target} ${_rosidl_root} ${_rosidl_files})
    set(_rosidl_library ${target})
    if(_rosidl_LIBRARY_NAME)
      set(_rosidl_library ${_rosidl_LIBRARY_NAME})
    endif()
    ranvier_name_library(lib${_rosidl_library}__rosidl_typesupport_cpp.so
      lib${_rosidl_library}__rosidl_typesupport_introspection_cpp.so
      ${CMAKE_CURRENT_BINARY_DIR})
    ament_export_dependencies(rosidl_runtime_cpp ${_rosidl_packages})
    ament_export_targets(export_${target}_interfaces HAS_LIBRARY_TARGET)
    list(APPEND ${PROJECT_NAME}_CONFIG_EXTRAS
      ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}-interfaces.cmake)
  endif()
endmacro()

# rosidl_get_typesupport_target(<variable> <target> <typesupport>)
#
# Sets the variable to the library to link for messages of the same package.
function(rosidl_get_typesupport_target variable target typesupport)
  set(library ${target}__${typesupport})
  if(NOT TARGET ${library})
    message(FATAL_ERROR "rosidl_get_typesupport_target(${variable} ${target} ${typesupport}): "
      "there is no '${library}'. Ranvier makes rosidl_typesupport_cpp and "
      "rosidl_typesupport_introspection_cpp, by a call of "
      "rosidl_generate_interfaces(${target} ...) before this line.")
  endif()
  set(${variable} ${library} PARENT_SCOPE)
endfunction()

# rosidl_target_interfaces(<target> <interface target> <typesupport>)
#
# The older spelling of linking to what rosidl_get_typesupport_target() gives.
function(rosidl_target_interfaces target interface_target typesupport)
  rosidl_get_typesupport_target(library ${interface_target} ${typesupport})
  target_link_libraries(${target} ${library})
endfunction()

# Gathers the files in the folder `root`, by links: as msg/Name.msg, srv/Name.srv and
# action/Name.action wherever they lie, as in ROS 2, and .idl files by the folder they are in.
# A file is a path, or <base>:<file> with an absolute base. Gives their names below `root`.
function(_rosidl_gather_files result root)
  set(files)
  foreach(given ${ARGN})
    string(REGEX REPLACE "^(/.*):([^:]+)$" "\\1/\\2" file "${given}")
    cmake_path(ABSOLUTE_PATH file NORMALIZE)
    if(NOT EXISTS ${file})
      message(FATAL_ERROR "rosidl_generate_interfaces(): there is no file '${file}'.")
    endif()
    _rosidl_place_of(place ${file})
    if(place IN_LIST files)
      message(FATAL_ERROR "rosidl_generate_interfaces(): '${given}' is not the only file for "
        "${PROJECT_NAME}/${place}. Rename one of them.")
    endif()
    cmake_path(GET place PARENT_PATH folder)
    file(MAKE_DIRECTORY ${root}/${folder})
    file(CREATE_LINK ${file} ${root}/${place} SYMBOLIC)
    list(APPEND files ${place})
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# folder/Name.ext by which others know an interface file; another format or folder is refused by name.
function(_rosidl_place_of result file)
  cmake_path(GET file FILENAME name)
  if(name MATCHES "\\.(msg|srv|action)$")
    set(folder ${CMAKE_MATCH_1})
  else()
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    if(NOT "${folder}/${name}" MATCHES "^(msg|srv|action)/.+\\.idl$")
      message(FATAL_ERROR "rosidl_generate_interfaces(): '${file}' is no .msg, .srv or .action "
        "file, and no .idl file in a folder msg, srv or action; Ranvier reads no other format.")
    endif()
  endif()
  set(${result} ${folder}/${name} PARENT_SCOPE)
endfunction()

# Library, headers, Python modules, interface files and the markers by which tools find them.
function(_rosidl_install target root)
  install(TARGETS ${target}__rosidl_typesupport_cpp ${target}__rosidl_generator_cpp
    ${target}__rosidl_generator_c ${target}__rosidl_typesupport_introspection_cpp
    EXPORT export_${target}_interfaces LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}/include/
    DESTINATION include/${PROJECT_NAME})
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}/python/
    DESTINATION ${PYTHON_INSTALL_DIR} FILES_MATCHING PATTERN "*.py")
  install(CODE "execute_process(COMMAND \"${RANVIER_ROSIDL_PYTHON}\" -m compileall -q
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${PYTHON_INSTALL_DIR}/${PROJECT_NAME}\")")
  foreach(file ${ARGN})
    cmake_path(GET file PARENT_PATH folder)
    file(READ_SYMLINK ${root}/${file} source)
    install(FILES ${source} DESTINATION share/${PROJECT_NAME}/${folder})
  endforeach()
  list(JOIN ARGN "\n" lines)
  ament_index_register_resource("rosidl_interfaces" CONTENT "${lines}\n")
  ranvier_write_interfaces_note(${PROJECT_NAME}
    ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}-interfaces.cmake)
endfunction()
