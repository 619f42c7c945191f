# What makes the client and rcl on it, in Ranvier's tree and from a prefix. Who includes this sets, for
# ranvier_micro_ros():
#   RANVIER_MICRO_GENERATOR  the folder with ranvier_rosidl
#   RANVIER_MICRO_INCLUDES   the include folders of rosidl_runtime_c and rosidl_typesupport_interface

# ranvier_micro_library(<target> [<define>...]): the client with maxima of one's own.
function(ranvier_micro_library target)
  set(sources wire/cdr.c wire/create.c wire/message.c wire/serial.c session/entities.c
    session/history.c session/publish.c session/reliable.c session/session.c session/time.c
    transport/framed.c)
  if(UNIX)
    list(APPEND sources transport/discovery.c transport/posix.c)
  endif()
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/)
  add_library(${target} STATIC ${sources})
  set_target_properties(${target} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${target} PUBLIC ${ARGN})
  if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla)
  endif()
  # Included as "ranvier_micro/session/session.h", whatever this folder is called.
  set(view ${CMAKE_CURRENT_BINARY_DIR}/include)
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${CMAKE_CURRENT_FUNCTION_LIST_DIR} ${view}/ranvier_micro SYMBOLIC)
  target_include_directories(${target} PUBLIC ${view})
endfunction()

# ranvier_micro_ros(<target> CLIENT <library> PACKAGES <package>... [PROFILE <file>]): rcl, rclc and
# rmw_microros on that library, with the C messages of these packages and of those
# that they use. With a profile, messages have static memory (rosidl/ranvier_rosidl/micro_profile.py).
function(ranvier_micro_ros target)
  cmake_parse_arguments(M "" "CLIENT;PROFILE" "PACKAGES" ${ARGN})
  set(profile)
  if(M_PROFILE)
    set(profile --profile ${M_PROFILE})
  endif()
  set(folder ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(ros ${folder}/ros)
  set(generator ${RANVIER_MICRO_GENERATOR})
  file(GLOB modules ${generator}/ranvier_rosidl/*.py)
  set(sources codec.c context.c endpoints.c executor.c executor_add.c graph.c graph_count.c
    graph_names.c graph_reader.c guard_condition.c publisher.c rcl.c rmw.c strings.c timer.c types.c wait.c)
  list(TRANSFORM sources PREPEND ${ros}/)
  add_library(${target} STATIC ${sources})
  ranvier_interface_closure(packages ${M_PACKAGES})
  if("rcl_interfaces" IN_LIST packages)
    target_sources(${target} PRIVATE ${ros}/parameter.c ${ros}/parameter_services.c)
  endif()
  if("lifecycle_msgs" IN_LIST packages)
    target_sources(${target} PRIVATE ${ros}/lifecycle.c ${ros}/lifecycle_states.c)
  endif()
  if("action_msgs" IN_LIST packages)
    target_sources(${target} PRIVATE ${ros}/action.c ${ros}/action_client.c ${ros}/action_server.c)
  endif()
  foreach(package ${packages})
    set(at)
    ranvier_interface_closure(used ${package})
    foreach(name ${used})
      get_property(root GLOBAL PROPERTY RANVIER_INTERFACES_${name}_ROOT)
      list(APPEND at --at ${name}=${root})
    endforeach()
    get_property(files GLOBAL PROPERTY RANVIER_INTERFACES_${package}_FILES)
    get_property(root GLOBAL PROPERTY RANVIER_INTERFACES_${package}_ROOT)
    set(inputs ${files})
    list(TRANSFORM inputs PREPEND ${root}/)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/micro_messages/${package})
    if(M_PROFILE) # messages of a profile are others
      set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_messages/${package})
    endif()
    add_custom_command(OUTPUT ${output}/src/${package}__micro.c
      COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${generator} ${RANVIER_ROSIDL_PYTHON} -B
        -m ranvier_rosidl.micro --package ${package} --output ${output} ${profile} ${at} ${files}
      DEPENDS ${inputs} ${modules} ${M_PROFILE} COMMENT "Generating C of ${package}" VERBATIM)
    target_sources(${target} PRIVATE ${output}/src/${package}__micro.c)
    # Default values of wide texts are u"..." in the generated headers, which C99 does not have.
    set_source_files_properties(${output}/src/${package}__micro.c PROPERTIES
      COMPILE_OPTIONS -std=c11)
    target_include_directories(${target} PUBLIC ${output}/include)
  endforeach()
  target_include_directories(${target} PUBLIC ${ros}/include
    ${RANVIER_MICRO_INCLUDES})
  set_target_properties(${target} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(UNIX)
    target_compile_definitions(${target} PUBLIC RANVIER_MICRO_POSIX RANVIER_MICRO_MEMBER_NAMES)
  endif()
  target_link_libraries(${target} PUBLIC ${M_CLIENT})
endfunction()
