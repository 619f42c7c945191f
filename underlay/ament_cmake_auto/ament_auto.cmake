# What Jazzy's ament_cmake_auto has and that of Debian 12 has not: libraries of headers alone, tests that
# find what runs them, and headers that are installed below the name of their package.

# ament_auto_add_library(<target> [STATIC|SHARED|MODULE|INTERFACE] [EXCLUDE_FROM_ALL] [DIRECTORY <folder>]
#   [NO_TARGET_LINK_LIBRARIES] <source>...)
#
# Links what was found, the include folder and the libraries before it.
macro(ament_auto_add_library target)
  cmake_parse_arguments(_auto_library "INTERFACE;NO_TARGET_LINK_LIBRARIES" "DIRECTORY" "" ${ARGN})
  set(_auto_sources ${_auto_library_UNPARSED_ARGUMENTS})
  if(_auto_library_DIRECTORY)
    file(GLOB_RECURSE _auto_found CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
      "${_auto_library_DIRECTORY}/*.c" "${_auto_library_DIRECTORY}/*.cc"
      "${_auto_library_DIRECTORY}/*.cpp" "${_auto_library_DIRECTORY}/*.cxx")
    if(NOT _auto_found)
      message(FATAL_ERROR "ament_auto_add_library(${target}): no sources in the folder \
'${_auto_library_DIRECTORY}' of '${CMAKE_CURRENT_SOURCE_DIR}'")
    endif()
    list(APPEND _auto_sources ${_auto_found})
  elseif(NOT _auto_sources AND NOT _auto_library_INTERFACE)
    message(FATAL_ERROR "ament_auto_add_library(${target}): name its sources, or say DIRECTORY or INTERFACE")
  endif()
  if(_auto_library_INTERFACE)
    add_library(${target} INTERFACE ${_auto_sources})
    set(_auto_reach INTERFACE)
    ament_target_dependencies(${target} INTERFACE ${${PROJECT_NAME}_FOUND_BUILD_DEPENDS})
  else()
    add_library(${target} ${_auto_sources})
    set(_auto_reach)
    ament_target_dependencies(${target} SYSTEM ${${PROJECT_NAME}_FOUND_BUILD_DEPENDS})
  endif()
  ranvier_auto_own(${target} "${_auto_reach}" ${_auto_library_NO_TARGET_LINK_LIBRARIES})
  list(APPEND ${PROJECT_NAME}_LIBRARIES ${target})
endmacro()

# ament_auto_add_gtest(<target> <source>... [<options of ament_add_gtest>...])
# ament_auto_add_gmock(<target> <source>... [<options of ament_add_gmock>...])
#
# They find ament_cmake_gtest or ament_cmake_gmock themselves: who uses them names neither.
macro(ament_auto_add_gtest target)
  find_package(ament_cmake_gtest REQUIRED)
  ament_add_gtest(${target} ${ARGN})
  ranvier_auto_test(${target})
endmacro()
macro(ament_auto_add_gmock target)
  find_package(ament_cmake_gmock REQUIRED)
  ament_add_gmock(${target} ${ARGN})
  ranvier_auto_test(${target})
endmacro()

# Gives a test what was found and what its own package has, where it was not left out.
macro(ranvier_auto_test target)
  if(TARGET ${target})
    ament_target_dependencies(${target}
      ${${PROJECT_NAME}_FOUND_BUILD_DEPENDS} ${${PROJECT_NAME}_FOUND_TEST_DEPENDS})
    ranvier_auto_own(${target} "" FALSE)
  endif()
endmacro()

# Gives a target what its own package has: headers, and the libraries that were added before it.
function(ranvier_auto_own target reach alone)
  if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include")
    set(visible PUBLIC)
    if(reach)
      set(visible ${reach})
    endif()
    target_include_directories(${target} ${visible}
      "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>")
  endif()
  if(NOT alone AND ${PROJECT_NAME}_LIBRARIES)
    target_link_libraries(${target} ${reach} ${${PROJECT_NAME}_LIBRARIES})
  endif()
endfunction()

# ament_auto_package([INSTALL_TO_PATH] [USE_SCOPED_HEADER_INSTALL_DIR] [INSTALL_TO_SHARE <folder>...]
#   [<options of ament_package>...])
#
# Installs and exports all that was added. With USE_SCOPED_HEADER_INSTALL_DIR headers are installed
# below include/<package>.
macro(ament_auto_package)
  cmake_parse_arguments(_auto "INSTALL_TO_PATH;USE_SCOPED_HEADER_INSTALL_DIR" "" "INSTALL_TO_SHARE" ${ARGN})
  foreach(_auto_dependency ${${PROJECT_NAME}_FOUND_BUILD_DEPENDS} ${${PROJECT_NAME}_FOUND_BUILDTOOL_DEPENDS})
    if(_auto_dependency IN_LIST ${PROJECT_NAME}_BUILD_EXPORT_DEPENDS
        OR _auto_dependency IN_LIST ${PROJECT_NAME}_BUILDTOOL_EXPORT_DEPENDS
        OR _auto_dependency IN_LIST ${PROJECT_NAME}_EXEC_DEPENDS)
      ament_export_dependencies(${_auto_dependency})
    endif()
  endforeach()
  if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include")
    set(_auto_headers include)
    if(_auto_USE_SCOPED_HEADER_INSTALL_DIR)
      set(_auto_headers include/${PROJECT_NAME})
    endif()
    install(DIRECTORY include/ DESTINATION ${_auto_headers})
    ament_export_include_directories(${_auto_headers})
  endif()
  foreach(_auto_library ${${PROJECT_NAME}_LIBRARIES})
    get_target_property(_auto_type ${_auto_library} TYPE)
    if(NOT _auto_type STREQUAL "INTERFACE_LIBRARY")
      install(TARGETS ${_auto_library}
        ARCHIVE DESTINATION lib LIBRARY DESTINATION lib RUNTIME DESTINATION bin)
      ament_export_libraries(${_auto_library})
    endif()
  endforeach()
  if(${PROJECT_NAME}_EXECUTABLES)
    set(_auto_programs lib/${PROJECT_NAME})
    if(_auto_INSTALL_TO_PATH)
      set(_auto_programs bin)
    endif()
    install(TARGETS ${${PROJECT_NAME}_EXECUTABLES} DESTINATION ${_auto_programs})
  endif()
  if(_auto_INSTALL_TO_SHARE)
    install(DIRECTORY ${_auto_INSTALL_TO_SHARE} DESTINATION share/${PROJECT_NAME})
  endif()
  set(_auto_options ${_auto_UNPARSED_ARGUMENTS})  # what extensions call may parse with the same words
  ament_execute_extensions(ament_auto_package)
  ament_package(${_auto_options})
endmacro()
