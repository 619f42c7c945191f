# Whether this build makes the Python extension, and how.
#
# It needs the headers of the interpreter that the build runs (python3-dev) and nanobind, which
# PyPI has: it is looked for in .venv and beside that interpreter. The rest of the build needs
# neither, so without them it goes on, and says so.
set(RANVIER_PYTHON_MISSING "")
set(RANVIER_PYTHON_FOR ${Python3_EXECUTABLE} CACHE FILEPATH
  "the interpreter that the Python extension is for; the build itself runs Python3_EXECUTABLE")
set(Python_EXECUTABLE ${RANVIER_PYTHON_FOR})
find_package(Python COMPONENTS Interpreter Development.Module QUIET)
if(NOT Python_Development.Module_FOUND)
  set(RANVIER_PYTHON_MISSING "the headers of ${RANVIER_PYTHON_FOR} (python3-dev)")
else()
  foreach(python ${RANVIER_TEST_PYTHON} ${Python3_EXECUTABLE})
    execute_process(COMMAND ${python} -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_ROOT
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      break()
    endif()
  endforeach()
  if(failed)
    set(RANVIER_PYTHON_MISSING "nanobind (`tools/bootstrap.sh build` puts it into .venv)")
  endif()
endif()
set(default ON)
if(RANVIER_PYTHON_MISSING OR RANVIER_SANITIZE OR (CMAKE_CROSSCOMPILING AND RANVIER_CORE_ONLY))
  set(default OFF)
endif()
option(RANVIER_PYTHON "the Python extension: message classes and rclpy" ${default})
if(RANVIER_PYTHON AND RANVIER_PYTHON_MISSING)
  message(FATAL_ERROR "RANVIER_PYTHON is ON and there is no ${RANVIER_PYTHON_MISSING}. "
    "Install it, or configure with -DRANVIER_PYTHON=OFF.")
elseif(RANVIER_PYTHON_MISSING)
  message(STATUS "Without the Python extension: there is no ${RANVIER_PYTHON_MISSING}")
endif()

# ranvier_python_extension(<name> [FOLDER <folder>] [COMPONENT <component>] ROOMS <room>...
#   [LINKS <package>...])
#
# Makes python/<folder> (extension) into one module of that name, in lib/python3/site-packages of
# the build and of the prefix, in an install component (wheel). It stands above the core and sees
# the ROOMS alone. Its headers are included as "<folder>/x.h".
function(ranvier_python_extension name)
  cmake_parse_arguments(E "" "FOLDER;COMPONENT" "ROOMS;LINKS" ${ARGN})
  if(NOT E_FOLDER)
    set(E_FOLDER extension)
  endif()
  if(NOT E_COMPONENT)
    set(E_COMPONENT wheel)
  endif()
  find_package(nanobind CONFIG REQUIRED PATHS ${nanobind_ROOT} NO_DEFAULT_PATH)
  set(dir ${PROJECT_SOURCE_DIR}/python/${E_FOLDER})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cc)
  nanobind_add_module(${name} NB_STATIC NOMINSIZE ${sources})
  # nanobind's errors name its files, which lie in .venv: not where, for a wheel goes elsewhere. In a unit
  # they would be named from there. ccache may name them from the folder of the build.
  file(RELATIVE_PATH nanobind_beside ${PROJECT_BINARY_DIR} ${NB_DIR})
  target_compile_options(${name} PRIVATE -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
  target_compile_options(nanobind-static PUBLIC -ffile-prefix-map=${NB_DIR}/=nanobind/
    -ffile-prefix-map=${nanobind_beside}/=nanobind/)
  set_target_properties(nanobind-static PROPERTIES RANVIER_ALONE ON)
  # Without it nanobind asks at each count of a reference whether the thread has the GIL. It does
  # where a sanitizer looks; the extension has no asserts of its own.
  if(NOT RANVIER_SANITIZE)
    target_compile_definitions(${name} PRIVATE NDEBUG)
  endif()
  set(view ${PROJECT_BINARY_DIR}/view/python)
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${dir} ${view}/${E_FOLDER} SYMBOLIC)
  target_include_directories(${name} PRIVATE ${view})
  foreach(room ${E_ROOMS})
    target_include_directories(${name} PRIVATE ${PROJECT_BINARY_DIR}/view/${room})
  endforeach()
  target_compile_features(${name} PRIVATE cxx_std_20)
  ranvier_tells_race_checkers(${name})
  target_link_libraries(${name} PRIVATE ranvier ranvier_warnings ${CMAKE_DL_LIBS}
    ${E_LINKS}
    $<BUILD_INTERFACE:rosidl_runtime_c::rosidl_runtime_c>)
  set(site lib/python3/site-packages)
  # In a wheel the folder `ranvier` beside it is the prefix.
  set_target_properties(${name} PROPERTIES BUILD_RPATH "$ORIGIN/../.."
    INSTALL_RPATH "$ORIGIN/../..:$ORIGIN/ranvier/lib"
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${site})
  ranvier_in_prefix(${name})
  install(TARGETS ${name} LIBRARY DESTINATION ${site} COMPONENT ${E_COMPONENT})
endfunction()

# ranvier_wheel_parts(<target>...)
#
# The target `wheel_parts` builds what the install component `wheel` has: these, and the library
# of every message package. tools/wheel.sh makes a wheel of it.
function(ranvier_wheel_parts)
  add_custom_target(wheel_parts DEPENDS ${ARGN})
  get_property(packages GLOBAL PROPERTY RANVIER_INTERFACE_PACKAGES)
  foreach(package ${packages})
    add_dependencies(wheel_parts ${package}__rosidl_typesupport_cpp)
  endforeach()
endfunction()
