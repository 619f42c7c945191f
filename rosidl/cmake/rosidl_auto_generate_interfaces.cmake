# What packages call to have messages of their own without naming the files, as in ROS 2.

# rosidl_auto_generate_interfaces([TARGETS <target>...] [TYPESUPPORT <typesupport>]
#   [LIBRARY_NAME <name>] [ADD_LINTER_TESTS] [SKIP_INSTALL])
#
# rosidl_generate_interfaces(${PROJECT_NAME} ...) of all files in msg/, srv/ and action/, with
# what package.xml names for building as DEPENDENCIES; TARGETS are linked to the messages. The
# package must say in package.xml that it has interfaces.
macro(rosidl_auto_generate_interfaces)
  cmake_parse_arguments(_rosidl_auto "ADD_LINTER_TESTS;SKIP_INSTALL" "TYPESUPPORT;LIBRARY_NAME"
    "TARGETS" ${ARGN})
  if(_rosidl_auto_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rosidl_auto_generate_interfaces(): '${_rosidl_auto_UNPARSED_ARGUMENTS}' "
      "is no argument. It takes TARGETS, TYPESUPPORT, LIBRARY_NAME, ADD_LINTER_TESTS, SKIP_INSTALL.")
  endif()
  if(NOT _AMENT_PACKAGE_NAME)
    ament_package_xml()
  endif()
  _rosidl_expect_interface_package()
  file(GLOB _rosidl_auto_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}
    msg/*.msg msg/*.idl srv/*.srv srv/*.idl action/*.action action/*.idl)
  if(_rosidl_auto_files)
    _rosidl_auto_options(_rosidl_auto_options)
    _rosidl_with_interfaces(_rosidl_auto_packages ${${PROJECT_NAME}_BUILD_DEPENDS})
    rosidl_generate_interfaces(${PROJECT_NAME} ${_rosidl_auto_files} ${_rosidl_auto_options}
      DEPENDENCIES ${_rosidl_auto_packages})
    ament_export_dependencies(rosidl_default_runtime)
    _rosidl_auto_link(${_rosidl_auto_TARGETS})
  else()
    message(WARNING "rosidl_auto_generate_interfaces(): there is no .msg, .srv, .action or .idl "
      "file in msg/, srv/ or action/ of ${CMAKE_CURRENT_SOURCE_DIR}, so nothing is made.")
  endif()
endmacro()

# Ends the configuration unless package.xml has the three entries of a package of interfaces.
function(_rosidl_expect_interface_package)
  set(missing)
  if(NOT rosidl_default_generators IN_LIST ${PROJECT_NAME}_BUILDTOOL_DEPENDS)
    string(APPEND missing " <buildtool_depend>rosidl_default_generators</buildtool_depend>")
  endif()
  if(NOT rosidl_default_runtime IN_LIST ${PROJECT_NAME}_EXEC_DEPENDS)
    string(APPEND missing " <exec_depend>rosidl_default_runtime</exec_depend>")
  endif()
  if(NOT rosidl_interface_packages IN_LIST ${PROJECT_NAME}_MEMBER_OF_GROUPS)
    string(APPEND missing " <member_of_group>rosidl_interface_packages</member_of_group>")
  endif()
  if(missing)
    message(FATAL_ERROR "rosidl_auto_generate_interfaces(): add to package.xml of "
      "'${PROJECT_NAME}':${missing}")
  endif()
endfunction()

# The options of the caller that rosidl_generate_interfaces() takes too.
function(_rosidl_auto_options result)
  set(options)
  foreach(option ADD_LINTER_TESTS SKIP_INSTALL)
    if(_rosidl_auto_${option})
      list(APPEND options ${option})
    endif()
  endforeach()
  if(_rosidl_auto_LIBRARY_NAME)
    list(APPEND options LIBRARY_NAME ${_rosidl_auto_LIBRARY_NAME})
  endif()
  set(${result} ${options} PARENT_SCOPE)
endfunction()

# Those of the packages that have interfaces; package.xml names others too, such as rclcpp.
function(_rosidl_with_interfaces result)
  set(found)
  foreach(package ${ARGN})
    find_package(${package} QUIET)
    get_property(root GLOBAL PROPERTY RANVIER_INTERFACES_${package}_ROOT)
    if(root)
      list(APPEND found ${package})
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# The structs of C lie in the library of those of C++.
function(_rosidl_auto_link)
  set(typesupport rosidl_typesupport_cpp)
  if(_rosidl_auto_TYPESUPPORT AND NOT _rosidl_auto_TYPESUPPORT STREQUAL rosidl_typesupport_c)
    set(typesupport ${_rosidl_auto_TYPESUPPORT})
  endif()
  rosidl_get_typesupport_target(library ${PROJECT_NAME} ${typesupport})
  foreach(target ${ARGN})
    target_link_libraries(${target} ${library})
  endforeach()
endfunction()
