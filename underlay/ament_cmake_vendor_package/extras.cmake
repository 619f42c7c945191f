# ament_vendor(<target> [SATISFIED [<bool>]] VCS_URL <url> VCS_VERSION <version>
#   [VCS_TYPE <type>] [SOURCE_SUBDIR <folder>] [CMAKE_ARGS <argument>...] [PATCHES <folder>]
#   [SKIP_INSTALL] [GLOBAL_HOOK])
#
# What the caller found on the system (SATISFIED) is used. Otherwise the project is built
# from sources that -D<target>_SOURCE_DIR=<folder> names, with its PATCHES in them, and
# installed in opt/<package>. Nothing is ever downloaded.
include(ExternalProject)

function(ament_vendor target)
  cmake_parse_arguments(V "SKIP_INSTALL;GLOBAL_HOOK"
    "SATISFIED;VCS_TYPE;VCS_URL;VCS_VERSION;SOURCE_SUBDIR" "CMAKE_ARGS;PATCHES" ${ARGN})
  if(V_SATISFIED AND NOT FORCE_BUILD_VENDOR_PKG)
    return()
  endif()
  if(NOT IS_DIRECTORY "${${target}_SOURCE_DIR}")
    message(FATAL_ERROR "ament_vendor(${target}): the system does not have what package "
      "'${PROJECT_NAME}' vendors. Install the system's package of it, or get ${V_VCS_URL} "
      "(${V_VCS_VERSION}) and say -D${target}_SOURCE_DIR=<its folder>.")
  endif()
  set(installed ${CMAKE_CURRENT_BINARY_DIR}/${target}-install)
  ExternalProject_Add(${target}
    SOURCE_DIR ${${target}_SOURCE_DIR} SOURCE_SUBDIR "${V_SOURCE_SUBDIR}" DOWNLOAD_COMMAND ""
    CMAKE_ARGS -DCMAKE_INSTALL_PREFIX=${installed} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
      -DBUILD_TESTING=OFF -DBUILD_SHARED_LIBS=ON ${V_CMAKE_ARGS})
  if(NOT V_SKIP_INSTALL)
    install(DIRECTORY ${installed}/ DESTINATION opt/${PROJECT_NAME} USE_SOURCE_PERMISSIONS)
    set(extras ${CMAKE_CURRENT_BINARY_DIR}/${PROJECT_NAME}-vendored.cmake)
    file(WRITE ${extras} "list(PREPEND CMAKE_PREFIX_PATH "
      "\"\${CMAKE_CURRENT_LIST_DIR}/../../../opt/${PROJECT_NAME}\")\n")
    set(${PROJECT_NAME}_CONFIG_EXTRAS ${${PROJECT_NAME}_CONFIG_EXTRAS} ${extras} PARENT_SCOPE)
  endif()
endfunction()
