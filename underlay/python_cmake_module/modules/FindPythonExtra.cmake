# How extension modules of the system's Python are built: PythonExtra_INCLUDE_DIRS and
# _LIBRARIES, and what their file names end with (PythonExtra_EXTENSION_SUFFIX, such as
# .cpython-311-x86_64-linux-gnu, and _EXTENSION_EXTENSION, .so).
find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
set(PYTHON_EXECUTABLE "${Python3_EXECUTABLE}")
set(PYTHON_VERSION_MAJOR "${Python3_VERSION_MAJOR}")
set(PYTHON_VERSION_MINOR "${Python3_VERSION_MINOR}")
set(PythonExtra_INCLUDE_DIRS "${Python3_INCLUDE_DIRS}")
set(PythonExtra_LIBRARIES)  # the interpreter has them
set(PythonExtra_EXTENSION_EXTENSION ".so")
string(REGEX REPLACE "\\.so$" "" PythonExtra_EXTENSION_SUFFIX ".${Python3_SOABI}")
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PythonExtra REQUIRED_VARS PYTHON_EXECUTABLE
  PythonExtra_INCLUDE_DIRS
  REASON_FAILURE_MESSAGE "Install it: sudo apt install python3-dev")
