# ranvier_component_program(<name> LIBRARY <shared library> CLASS <component>)
#
# A program of this tree that runs a component, as rclcpp_components_register_node() makes it for a
# package.
function(ranvier_component_program name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "LIBRARY;CLASS" "")
  set(component ${ARG_CLASS})
  set(node ${name})
  set(executor SingleThreadedExecutor)
  set(library_name lib${ARG_LIBRARY}.so)
  configure_file(${PROJECT_SOURCE_DIR}/api/rclcpp_components/cmake/node_main.cpp.in
    ${name}_main.cpp @ONLY)
  add_executable(${name} ${CMAKE_CURRENT_BINARY_DIR}/${name}_main.cpp)
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_link_libraries(${name} PRIVATE component)
  add_dependencies(${name} ${ARG_LIBRARY})
endfunction()
