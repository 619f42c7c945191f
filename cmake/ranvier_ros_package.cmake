# The packages that users find: api/<name> becomes, in the install prefix, what
# find_package(<name>), colcon and the ament index know as a ROS 2 package.
include(CMakePackageConfigHelpers)

# The target `prefix` builds what `make install` installs.
add_custom_target(prefix)

# ranvier_in_prefix(<target>...): they are installed. Headers alone need no building.
function(ranvier_in_prefix)
  foreach(target ${ARGN})
    get_target_property(kind ${target} TYPE)
    if(NOT kind STREQUAL "INTERFACE_LIBRARY")
      add_dependencies(prefix ${target})
    endif()
  endforeach()
endfunction()

# ranvier_ros_package(<name> [LIBRARY <lib> | TARGETS <header-only target>...]
#   [ROOMS <room>...] [FOLDERS <folder>...] [SHOWS <room>...] [DEPENDS <package>...] [OFFERS <package>...]
#   [EXTRAS <file.cmake>...])
#
# Builds and installs api/<name>: LIBRARY compiles src/, its folders too, against
# include/ and may see the ROOMS that it names (C++20 inside, C++17 in the headers); without
# one the package is headers alone, as TARGETS (default: <name>). FOLDERS of src/, lowest first:
# what a folder includes of src/ lies in it or lower, and tools/check_layers.py holds that.
# DEPENDS are
# packages of this tree. OFFERS are those of which users of the package get the headers, and
# the library if they call it: a program that does not call it does not load it. SHOWS names rooms of C++17 headers that are installed with
# the package. In the tree and out of it, link to <name>::<name>.
function(ranvier_ros_package name)
  cmake_parse_arguments(P "" "LIBRARY" "TARGETS;ROOMS;FOLDERS;SHOWS;DEPENDS;OFFERS;EXTRAS" ${ARGN})
  set(dir ${PROJECT_SOURCE_DIR}/api/${name})
  if(P_LIBRARY)
    set(P_TARGETS ${P_LIBRARY})
    ranvier_ros_library(${P_LIBRARY} ${dir} "${P_ROOMS}")
    set(scope PUBLIC)
  else()
    if(NOT P_TARGETS)
      set(P_TARGETS ${name})
    endif()
    set(scope INTERFACE)
    foreach(target ${P_TARGETS})
      add_library(${target} INTERFACE)
    endforeach()
  endif()
  ranvier_header_folders(folders ${name})
  foreach(target ${P_TARGETS})
    target_include_directories(${target} ${scope}
      "$<BUILD_INTERFACE:${folders}>" $<INSTALL_INTERFACE:include/${name}>)
    foreach(room ${P_SHOWS})
      target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/view/${room}>)
    endforeach()
    ranvier_link_packages(${target} ${scope} ${P_DEPENDS})
    ranvier_offer_packages(${target} ${scope} ${P_OFFERS})
  endforeach()
  list(TRANSFORM folders APPEND /)
  install(DIRECTORY ${folders} DESTINATION include/${name})
  foreach(room ${P_SHOWS})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/ranvier/${room} DESTINATION include/${name}/ranvier
      FILES_MATCHING PATTERN "*.h")
  endforeach()
  ranvier_install_ros_package(${name} TARGETS ${P_TARGETS} DEPENDS ${P_DEPENDS} ${P_OFFERS}
    EXTRAS ${P_EXTRAS})
endfunction()

# The headers of packages of this tree, and their libraries for who is linked out of it. One
# word of the linker's line each, for CMake takes doubled words away.
function(ranvier_offer_packages target scope)
  foreach(package ${ARGN})
    ranvier_header_folders(folders ${package})
    target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${folders}>"
      $<INSTALL_INTERFACE:include/${package}>)
    set(library "$<TARGET_FILE:${package}::${package}>")
    target_link_libraries(${target} INTERFACE
      "$<INSTALL_INTERFACE:-Wl,--push-state,--as-needed,${library},--pop-state>")
  endforeach()
endfunction()

# The shared library of a package: thin C++17 headers over the rooms it names;
# without rooms it does not need the core.
function(ranvier_ros_library library dir rooms)
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/src/*.cc ${dir}/src/*/*.cc)
  add_library(${library} SHARED ${sources})
  target_compile_features(${library} INTERFACE cxx_std_17 PRIVATE cxx_std_20)
  target_include_directories(${library} PRIVATE ${dir}/src)
  target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:ranvier_warnings>)
  if(rooms)
    target_link_libraries(${library} PRIVATE ranvier)
  endif()
  ranvier_small_library(${library})
  ranvier_tells_race_checkers(${library})
  foreach(room ${rooms})
    target_include_directories(${library} PRIVATE ${PROJECT_BINARY_DIR}/view/${room})
  endforeach()
endfunction()

# Every page of a library counts in the memory of a node: code that runs once,
# at start-up, is compiled for size, and only the API is visible. -fno-plt: as in rooms.
function(ranvier_small_library library)
  target_compile_options(${library} PRIVATE -Os -ffunction-sections -fdata-sections -fno-plt)
  # nodelete: what a library of users made here outlives it, if the program closes that one.
  target_link_options(${library} PRIVATE -Wl,--gc-sections -Wl,-z,nodelete)
  set_target_properties(${library} PROPERTIES CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# Links a target to every target of packages of this tree.
function(ranvier_link_packages target scope)
  foreach(package ${ARGN})
    get_property(linked GLOBAL PROPERTY RANVIER_PACKAGE_TARGETS_${package})
    if(NOT linked)
      message(FATAL_ERROR "'${target}' depends on package '${package}', which no line "
        "of CMakeLists.txt before it makes. Move it up or name the right package.")
    endif()
    target_link_libraries(${target} ${scope} ${linked})
  endforeach()
endfunction()

# ranvier_install_ros_package(<name> TARGETS <target>... [DEPENDS <package>...]
#   [FINDS <package>...] [EXTRAS <file.cmake>...])
#
# Makes targets that exist already into an installed package: libraries in lib/,
# <name>Config.cmake with <name>_TARGETS, <name>_LIBRARIES, <name>_INCLUDE_DIRS,
# package.xml and the marker of the ament index. Headers are the caller's to
# install, in include/<name>. FINDS are packages outside this tree that users of
# the headers need. EXTRAS are installed and included by the config file. The version is
# that of the package's row in api/versions.txt.
function(ranvier_install_ros_package name)
  cmake_parse_arguments(P "" "" "TARGETS;DEPENDS;FINDS;EXTRAS" ${ARGN})
  ranvier_package_version(P_VERSION ${name})
  if(NOT name IN_LIST P_TARGETS AND NOT TARGET ${name})
    add_library(${name} INTERFACE)  # so that <name>::<name> is always there
    target_link_libraries(${name} INTERFACE ${P_TARGETS})
    list(PREPEND P_TARGETS ${name})
  endif()
  set(P_EXPORTED)
  foreach(target ${P_TARGETS})
    add_library(${name}::${target} ALIAS ${target})
    list(APPEND P_EXPORTED ${name}::${target})
  endforeach()
  set_property(GLOBAL PROPERTY RANVIER_PACKAGE_TARGETS_${name} ${P_EXPORTED})
  set_property(GLOBAL APPEND PROPERTY RANVIER_PACKAGES ${name})

  ranvier_in_prefix(${P_TARGETS})
  install(TARGETS ${P_TARGETS} EXPORT ${name}
    LIBRARY DESTINATION lib ARCHIVE DESTINATION lib RUNTIME DESTINATION lib/${name})
  install(EXPORT ${name} NAMESPACE ${name}:: FILE ${name}Targets.cmake
    DESTINATION share/${name}/cmake)
  ranvier_install_ros_files(${name})
endfunction()

# The files that describe a package; reads name and P_* of its caller.
function(ranvier_install_ros_files name)
  set(made ${PROJECT_BINARY_DIR}/packages/${name})
  set(from ${PROJECT_SOURCE_DIR}/cmake/templates)
  set(P_EXTRA_NAMES)
  foreach(extra ${P_EXTRAS})
    cmake_path(GET extra FILENAME extra_name)
    list(APPEND P_EXTRA_NAMES ${extra_name})
  endforeach()
  configure_package_config_file(${from}/PackageConfig.cmake.in ${made}/${name}Config.cmake
    INSTALL_DESTINATION share/${name}/cmake)
  write_basic_package_version_file(${made}/${name}Config-version.cmake
    VERSION ${P_VERSION} COMPATIBILITY AnyNewerVersion)
  install(FILES ${made}/${name}Config.cmake ${made}/${name}Config-version.cmake ${P_EXTRAS}
    DESTINATION share/${name}/cmake)

  set(xml ${PROJECT_SOURCE_DIR}/api/${name}/package.xml)
  if(NOT EXISTS ${xml})
    set(xml ${made}/package.xml)
    list(TRANSFORM P_DEPENDS REPLACE "(.+)" "  <depend>\\1</depend>\n" OUTPUT_VARIABLE depends)
    string(JOIN "" P_XML_DEPENDS ${depends})
    configure_file(${from}/package.xml.in ${xml} @ONLY)
  endif()
  install(FILES ${xml} DESTINATION share/${name})
  file(WRITE ${made}/marker "")
  install(FILES ${made}/marker RENAME ${name}
    DESTINATION share/ament_index/resource_index/packages)
endfunction()

# The scripts that put the prefix into a shell's environment, wherever it lies.
function(ranvier_install_environment)
  set(from ${PROJECT_SOURCE_DIR}/cmake/templates)
  foreach(shell bash zsh)
    install(FILES ${from}/setup.${shell} DESTINATION .)
    install(FILES ${from}/setup.${shell} DESTINATION . RENAME local_setup.${shell})
  endforeach()
  install(FILES ${from}/tsan.supp DESTINATION share/ranvier)
  configure_file(${from}/interpreter.cmake.in ${PROJECT_BINARY_DIR}/interpreter.cmake @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/interpreter.cmake DESTINATION share/ranvier/cmake)
  # A plain sh cannot know where a sourced file lies: it is told at install time.
  install(CODE "set(from \"${from}\")")
  install(CODE [[
    get_filename_component(RANVIER_PREFIX "${CMAKE_INSTALL_PREFIX}" ABSOLUTE)
    set(out "$ENV{DESTDIR}${RANVIER_PREFIX}")
    configure_file("${from}/setup.sh.in" "${out}/setup.sh" @ONLY)
    configure_file("${from}/setup.sh.in" "${out}/local_setup.sh" @ONLY)
  ]])
endfunction()
