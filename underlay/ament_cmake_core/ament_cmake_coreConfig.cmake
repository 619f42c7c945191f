# The ament_cmake_core that comes behind this one, such as Debian's, with the Python of this prefix.
#
# ament's modules ask a Python for its module ament_package: the first on PATH, if none is named.
# Every package of ament finds this one first, so it is right also where nothing else of this
# prefix was found before.
include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/interpreter.cmake")

# Whoever named a Python, or found one before, may have one without that module.
set(_ranvier_python "${Python3_EXECUTABLE}")
if(TARGET Python3::Interpreter)
  get_target_property(_ranvier_python Python3::Interpreter IMPORTED_LOCATION)
endif()
if(_ranvier_python AND NOT _ranvier_python STREQUAL _ranvier_own_python)
  execute_process(COMMAND "${_ranvier_python}" -c "import ament_package"
    RESULT_VARIABLE _ranvier_missing OUTPUT_QUIET ERROR_QUIET)
endif()
if(_ranvier_missing)
  set(ament_cmake_core_FOUND FALSE)
  set(ament_cmake_core_NOT_FOUND_MESSAGE
    "ament needs a Python that has the module ament_package. '${_ranvier_python}' has none: it was \
named, or find_package(Python3) came before. Configure with -DPython3_EXECUTABLE=${_ranvier_own_python}")
else()
  include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_behind.cmake")
  ranvier_find_behind(ament_cmake_core)
endif()
unset(_ranvier_missing)
unset(_ranvier_python)
