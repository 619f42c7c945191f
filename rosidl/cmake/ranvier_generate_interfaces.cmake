# From interface files to the targets of a message package. Behind both the
# packages of Ranvier's own tree and rosidl_generate_interfaces() of users.

# The Python that has rosidl's parsers: the distribution's own.
if(NOT RANVIER_ROSIDL_PYTHON)
  find_program(RANVIER_ROSIDL_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
endif()

# ranvier_generate_interfaces(<name> ROOT <folder> FILES <file>...
#   [PACKAGES <package>...] [TARGET <target>] [INTO <library>])
#
# FILES are relative to ROOT: msg/X.msg, srv/Y.srv, action/Z.action, or .idl there. PACKAGES
# are the interface packages whose types they use, those that services and
# actions imply included. Makes, with headers under <build>/<name>/include and Python modules
# under <build>/<name>/python:
#   <target>__rosidl_typesupport_cpp  shared library: structs, codecs, handles
#   <target>__rosidl_generator_cpp    the same, under the name for headers alone
#   <target>__rosidl_generator_c      the same, for the structs of C; their functions are inline
#   <target>__rosidl_typesupport_introspection_cpp  the same: its handles give members too
# TARGET is <name> unless given. INTO compiles the sources into a library of
# several packages instead, by ranvier_message_library().
function(ranvier_generate_interfaces name)
  cmake_parse_arguments(G "" "ROOT;TARGET;INTO" "FILES;PACKAGES" ${ARGN})
  if(NOT G_TARGET)
    set(G_TARGET ${name})
  endif()
  set(library ${G_TARGET}__rosidl_typesupport_cpp)
  ranvier_record_interfaces(${name} ROOT ${G_ROOT} FILES ${G_FILES} PACKAGES ${G_PACKAGES}
    LIBRARY ${name}::${library})

  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name})
  ranvier_generation_command(sources headers ${name} ${output} ${G_FILES})
  set_property(GLOBAL PROPERTY RANVIER_INTERFACES_${name}_SOURCES ${sources})
  if(G_INTO)
    target_sources(${G_INTO} PRIVATE ${sources} ${headers})
    target_include_directories(${G_INTO} PRIVATE ${output}/include)
    add_library(${library} INTERFACE)
    target_link_libraries(${library} INTERFACE ${G_INTO})
    set(scope INTERFACE)
  else()
    ranvier_message_library(${library} ${sources} ${headers})
    set(scope PUBLIC)
  endif()
  target_include_directories(${library} ${scope}
    $<BUILD_INTERFACE:${output}/include> $<INSTALL_INTERFACE:include/${name}>)
  foreach(package ${G_PACKAGES})
    get_property(used GLOBAL PROPERTY RANVIER_INTERFACES_${package}_LIBRARY)
    target_link_libraries(${library} ${scope} ${used})
  endforeach()
  foreach(other rosidl_generator_c rosidl_generator_cpp rosidl_typesupport_introspection_cpp)
    add_library(${G_TARGET}__${other} INTERFACE)
    target_link_libraries(${G_TARGET}__${other} INTERFACE ${library})
  endforeach()
endfunction()

# ranvier_name_library(<file name> <alias> [<folder>])
#
# Lets those who load a library by the other file name find it too: in the folder of this
# build, lib/ unless given, and where it is installed.
function(ranvier_name_library file alias)
  set(folder ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
  if(ARGN)
    set(folder ${ARGN})
  endif()
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${file} ${folder}/${alias} SYMBOLIC)
  install(FILES ${folder}/${alias} DESTINATION lib)
endfunction()

# A shared library for generated sources.
function(ranvier_message_library library)
  add_library(${library} SHARED ${ARGN})
  target_compile_features(${library} PUBLIC cxx_std_17)
  # Fewer symbols to look up when a program starts.
  target_compile_options(${library} PRIVATE -fvisibility-inlines-hidden)
  # The runtime knows the types that it ever saw until the process ends: a library that a
  # program closes does not take them along.
  target_link_options(${library} PRIVATE -Wl,-Bsymbolic-functions -Wl,-z,nodelete)
  target_link_libraries(${library} PUBLIC rosidl_runtime_cpp::rosidl_runtime_cpp
    PRIVATE $<BUILD_INTERFACE:rosidl_typesupport_ranvier::rosidl_typesupport_ranvier>)
endfunction()

# Notes where a package's interface files lie, what they use, and what to link.
function(ranvier_record_interfaces name)
  cmake_parse_arguments(N "" "ROOT;LIBRARY" "FILES;PACKAGES" ${ARGN})
  foreach(what ROOT LIBRARY FILES PACKAGES)
    set_property(GLOBAL PROPERTY RANVIER_INTERFACES_${name}_${what} ${N_${what}})
  endforeach()
endfunction()

# Writes that note as a file of the installed package, for its config to include.
function(ranvier_write_interfaces_note name file)
  set(note "# What packages that use types of ${name} need to know of it.\n")
  string(APPEND note "get_filename_component(_root \"\${CMAKE_CURRENT_LIST_DIR}/..\" ABSOLUTE)\n"
    "set_property(GLOBAL PROPERTY RANVIER_INTERFACES_${name}_ROOT \"\${_root}\")\n")
  foreach(what LIBRARY FILES PACKAGES)
    get_property(known GLOBAL PROPERTY RANVIER_INTERFACES_${name}_${what})
    string(APPEND note
      "set_property(GLOBAL PROPERTY RANVIER_INTERFACES_${name}_${what} \"${known}\")\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${note}" @ONLY)
endfunction()

# PACKAGES, and those that the wrapping of services and actions uses.
#   ranvier_interface_packages(<result> <name> FILES <file>... [PACKAGES <package>...])
function(ranvier_interface_packages result name)
  cmake_parse_arguments(G "" "" "FILES;PACKAGES" ${ARGN})
  set(packages ${G_PACKAGES})
  if("${G_FILES}" MATCHES "(^|;)(srv|action)/")
    list(APPEND packages service_msgs builtin_interfaces)
  endif()
  if("${G_FILES}" MATCHES "(^|;)action/")
    list(APPEND packages action_msgs unique_identifier_msgs)
  endif()
  list(REMOVE_DUPLICATES packages)
  list(REMOVE_ITEM packages ${name})
  set(${result} ${packages} PARENT_SCOPE)
endfunction()

# All packages that `name` needs, itself first.
function(ranvier_interface_closure result)
  set(known)
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open name)
    if(NOT name IN_LIST known)
      get_property(root GLOBAL PROPERTY RANVIER_INTERFACES_${name}_ROOT)
      if(NOT root)
        message(FATAL_ERROR "Interface package '${name}' is used but not known here. "
          "Call find_package(${name} REQUIRED) first.")
      endif()
      list(APPEND known ${name})
      get_property(packages GLOBAL PROPERTY RANVIER_INTERFACES_${name}_PACKAGES)
      list(APPEND open ${packages})
    endif()
  endwhile()
  set(${result} ${known} PARENT_SCOPE)
endfunction()

# Declares the one run of the generator for a package, with all its outputs.
function(ranvier_generation_command sources_result headers_result name output)
  set(generator ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/..)
  file(GLOB modules ${generator}/ranvier_rosidl/*.py)
  set(at)
  set(inputs)
  ranvier_interface_closure(packages ${name})
  foreach(package ${packages})
    get_property(root GLOBAL PROPERTY RANVIER_INTERFACES_${package}_ROOT)
    get_property(files GLOBAL PROPERTY RANVIER_INTERFACES_${package}_FILES)
    list(APPEND at --at ${package}=${root})
    list(TRANSFORM files PREPEND ${root}/)
    list(APPEND inputs ${files})
  endforeach()

  ranvier_generated_files(sources headers ${name} ${output} ${ARGN})
  list(LENGTH sources count)
  add_custom_command(OUTPUT ${sources} ${headers}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${generator} ${RANVIER_ROSIDL_PYTHON} -B
      -m ranvier_rosidl --package ${name} --output ${output} --sources ${count} ${at} ${ARGN}
    DEPENDS ${inputs} ${modules}
    COMMENT "Generating C++ and Python of ${name}" VERBATIM)
  set(${sources_result} ${sources} PARENT_SCOPE)
  set(${headers_result} ${headers} PARENT_SCOPE)
endfunction()

# What the generator writes: sources of about sixteen interfaces each, so that
# two cores share a large package; ten headers for every interface, and a Python module.
function(ranvier_generated_files sources_result headers_result name output)
  set(headers ${output}/python/${name}/__init__.py)
  foreach(file ${ARGN})
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET file STEM stem)
    ranvier_snake_case(snake ${stem})
    list(APPEND headers ${output}/include/${name}/${folder}/${snake}.hpp
      ${output}/include/${name}/${folder}/${snake}.h
      ${output}/include/${name}/${folder}/view/${snake}.hpp)
    list(APPEND headers ${output}/python/${name}/${folder}/__init__.py
      ${output}/python/${name}/${folder}/_${snake}.py)
    foreach(part struct functions)
      list(APPEND headers ${output}/include/${name}/${folder}/detail/${snake}__${part}.h)
    endforeach()
    foreach(part struct builder traits type_support rosidl_typesupport_ranvier)
      list(APPEND headers ${output}/include/${name}/${folder}/detail/${snake}__${part}.hpp)
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(LENGTH ARGN count)
  math(EXPR last "(${count} - 1) / 16")
  set(sources)
  foreach(index RANGE ${last})
    list(APPEND sources ${output}/src/${name}__${index}.cpp)
  endforeach()
  set(${sources_result} ${sources} PARENT_SCOPE)
  set(${headers_result} ${headers} PARENT_SCOPE)
endfunction()

# "PointCloud2" -> "point_cloud2", as the generator's snake() has it.
function(ranvier_snake_case result name)
  string(REGEX REPLACE "(.)([A-Z][a-z]+)" "\\1_\\2" name "${name}")
  string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1_\\2" name "${name}")
  string(TOLOWER "${name}" name)
  set(${result} ${name} PARENT_SCOPE)
endfunction()
