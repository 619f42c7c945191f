include(${PROJECT_SOURCE_DIR}/rosidl/cmake/ranvier_generate_interfaces.cmake)

# ranvier_interface_package(<name> [DEPENDS <package>...] [INTO <library>])
#
# Builds and installs interfaces/<name>, a message package of this tree: its
# library and headers, its .msg, .srv and .action files, and its markers in the
# ament index. DEPENDS are interface packages of this tree. INTO names a library
# of ranvier_message_bundle() that holds it.
function(ranvier_interface_package name)
  cmake_parse_arguments(I "" "INTO" "DEPENDS" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY RANVIER_INTERFACE_PACKAGES ${name})
  set(root ${PROJECT_SOURCE_DIR}/interfaces/${name})
  file(GLOB files RELATIVE ${root} CONFIGURE_DEPENDS
    ${root}/msg/*.msg ${root}/srv/*.srv ${root}/action/*.action)
  ranvier_interface_packages(packages ${name} FILES ${files} PACKAGES ${I_DEPENDS})
  ranvier_generate_interfaces(${name} ROOT ${root} FILES ${files} PACKAGES ${packages}
    INTO ${I_INTO})
  if(IS_DIRECTORY ${root}/include)  # headers of the package beside its messages
    target_include_directories(${name}__rosidl_typesupport_cpp PUBLIC
      $<BUILD_INTERFACE:${root}/include>)
    install(DIRECTORY ${root}/include/ DESTINATION include/${name})
  endif()
  if(I_INTO)
    ranvier_name_library(lib${I_INTO}.so lib${name}__rosidl_typesupport_cpp.so)
  else()
    target_link_libraries(${name}__rosidl_typesupport_cpp
      PRIVATE $<BUILD_INTERFACE:ranvier_warnings>)
  endif()

  ranvier_name_library(lib${name}__rosidl_typesupport_cpp.so
    lib${name}__rosidl_typesupport_introspection_cpp.so)
  ranvier_install_interface_files(${name} ${root} ${files})
  ranvier_install_ros_package(${name}
    TARGETS ${name}__rosidl_typesupport_cpp ${name}__rosidl_generator_cpp
    ${name}__rosidl_generator_c ${name}__rosidl_typesupport_introspection_cpp
    DEPENDS ${I_INTO} rosidl_runtime_cpp rosidl_typesupport_ranvier ${packages}
    EXTRAS ${PROJECT_BINARY_DIR}/packages/${name}/${name}-interfaces.cmake)
endfunction()

# One shared library for packages that every node uses: a process loads,
# relocates and dirties the pages of one instead of many. A package of its own.
function(ranvier_message_bundle library)
  ranvier_message_library(${library})
  target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:ranvier_warnings>)
  ranvier_install_ros_package(${library} TARGETS ${library} DEPENDS rosidl_runtime_cpp)
endfunction()

# Headers, Python modules, interface files, the list of them in the ament index, and the note
# by which packages of users find them.
function(ranvier_install_interface_files name root)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name})
  install(DIRECTORY ${generated}/include/ DESTINATION include/${name})
  set(site lib/python3/site-packages)  # as python/ has it
  install(DIRECTORY ${generated}/python/ DESTINATION ${site} FILES_MATCHING PATTERN "*.py")
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${site})
  file(CREATE_LINK ${generated}/python/${name} ${PROJECT_BINARY_DIR}/${site}/${name} SYMBOLIC)
  foreach(folder msg srv action)
    if(IS_DIRECTORY ${root}/${folder})
      install(DIRECTORY ${root}/${folder} DESTINATION share/${name})
    endif()
  endforeach()
  set(made ${PROJECT_BINARY_DIR}/packages/${name})
  list(JOIN ARGN "\n" lines)
  file(CONFIGURE OUTPUT ${made}/rosidl_interfaces CONTENT "${lines}\n")
  install(FILES ${made}/rosidl_interfaces RENAME ${name}
    DESTINATION share/ament_index/resource_index/rosidl_interfaces)
  ranvier_write_interfaces_note(${name} ${made}/${name}-interfaces.cmake)
endfunction()
