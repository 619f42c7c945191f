# How a package lists its components in the ament index, and makes programs of them.

# rclcpp_components_register_nodes(<shared library> <class>...
#   [RESOURCE_INDEX <type of resource>])
#
# Lists classes that the library offers by RCLCPP_COMPONENTS_REGISTER_NODE, by
# the names written there. The library, SHARED or MODULE, is installed in lib/, by its package.
function(rclcpp_components_register_nodes target)
  cmake_parse_arguments(ARG "" "RESOURCE_INDEX" "" ${ARGN})
  set(classes ${ARG_UNPARSED_ARGUMENTS})
  list(REMOVE_DUPLICATES classes)
  if(NOT "${classes}" STREQUAL "${ARG_UNPARSED_ARGUMENTS}")
    message(FATAL_ERROR "rclcpp_components_register_nodes(${target}) names a class twice: "
      "'${ARG_UNPARSED_ARGUMENTS}'.")
  endif()
  _rclcpp_components_list("${target}" "${ARG_RESOURCE_INDEX}" ${classes})
endfunction()

# rclcpp_components_register_node(<shared library> PLUGIN <class>
#   EXECUTABLE <program> [EXECUTOR <class>] [RESOURCE_INDEX <type of resource>]
#   [NO_UNDEFINED_SYMBOLS])
#
# The same for one class, and makes a program that runs it alone, installed in
# lib/<project>. The ament index says which class the program runs (component_executables):
# launch can then run the class in a container instead. EXECUTOR is the name of an executor of rclcpp, with or without
# its namespace; by default SingleThreadedExecutor. NO_UNDEFINED_SYMBOLS: a symbol that the library
# uses and nothing that it links has ends the build, not the loading.
function(rclcpp_components_register_node target)
  cmake_parse_arguments(ARG "NO_UNDEFINED_SYMBOLS" "PLUGIN;EXECUTABLE;EXECUTOR;RESOURCE_INDEX" "" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rclcpp_components_register_node(${target}) does not know "
      "'${ARG_UNPARSED_ARGUMENTS}'. It takes PLUGIN, EXECUTABLE, EXECUTOR, RESOURCE_INDEX and "
      "NO_UNDEFINED_SYMBOLS.")
  endif()
  foreach(needed PLUGIN EXECUTABLE)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "rclcpp_components_register_node(${target}) lacks ${needed} <name>.")
    endif()
  endforeach()
  _rclcpp_components_list("${target}" "${ARG_RESOURCE_INDEX}" "${ARG_PLUGIN}")
  if(ARG_NO_UNDEFINED_SYMBOLS)
    _rclcpp_components_refuse_undefined_symbols("${target}")
  endif()

  set(component ${ARG_PLUGIN})
  set(node ${ARG_EXECUTABLE})
  set(executor SingleThreadedExecutor)
  if(ARG_EXECUTOR)
    set(executor ${ARG_EXECUTOR})
  endif()
  set(library_name "$<TARGET_FILE_NAME:${target}>")
  set(made ${PROJECT_BINARY_DIR}/rclcpp_components/${node})
  configure_file(
    ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/node_main.cpp.in ${made}.cpp.in @ONLY)
  file(GENERATE OUTPUT ${made}.cpp INPUT ${made}.cpp.in)
  add_executable(${node} ${made}.cpp)
  # Without PRIVATE: packages go on to link it by ament_target_dependencies().
  target_link_libraries(${node} rclcpp_components::component)
  install(TARGETS ${node} DESTINATION lib/${PROJECT_NAME})
  _rclcpp_components_add_to_index(component_executables "${node};${component}")
endfunction()

# _rclcpp_components_refuse_undefined_symbols(<target>)
#
# By the options of the linker that it knows.
function(_rclcpp_components_refuse_undefined_symbols target)
  include(CheckLinkerFlag)
  foreach(option no-undefined no-allow-shlib-undefined)
    string(MAKE_C_IDENTIFIER "_rclcpp_components_linker_has_${option}" known)
    check_linker_flag(CXX "LINKER:--${option}" ${known})
    if(${known})
      target_link_options(${target} PRIVATE "LINKER:--${option}")
    endif()
  endforeach()
endfunction()

# _rclcpp_components_list(<target> <type of resource, or ""> <class>...)
#
# One file of the index for each type of resource: the first call of a project
# says how it is made and installed, each adds its lines. They hang on a target,
# so that calls from functions and other folders add to the same.
function(_rclcpp_components_list target index)
  set(type)
  if(TARGET "${target}")
    get_target_property(type ${target} TYPE)
  endif()
  if(NOT type MATCHES "^(SHARED|MODULE)_LIBRARY$")
    message(FATAL_ERROR "'${target}' is no shared library of this project, so it has no "
      "components to register. Make it with add_library(${target} SHARED ...) first.")
  endif()
  if(NOT index)
    set(index rclcpp_components)
  endif()
  foreach(class ${ARGN})
    _rclcpp_components_add_to_index(${index} "${class};lib/$<TARGET_FILE_NAME:${target}>")
  endforeach()
endfunction()

# _rclcpp_components_add_to_index(<type of resource> <line>)
#
# A line that is there already stands once: a class may have a second program.
function(_rclcpp_components_add_to_index index line)
  set(holder _rclcpp_components_${PROJECT_NAME}_${index})
  if(NOT TARGET ${holder})
    add_custom_target(${holder})
    set(made ${PROJECT_BINARY_DIR}/rclcpp_components/index/${index})
    file(GENERATE OUTPUT ${made} CONTENT "$<GENEX_EVAL:$<TARGET_PROPERTY:${holder},LINES>>")
    install(FILES ${made} DESTINATION share/ament_index/resource_index/${index}
      RENAME ${PROJECT_NAME})
  endif()
  get_target_property(lines ${holder} LINES)
  string(FIND "\n${lines}" "\n${line}\n" found)
  if(found EQUAL -1)
    set_property(TARGET ${holder} APPEND_STRING PROPERTY LINES "${line}\n")
  endif()
endfunction()
