# The system's Eigen, by its own config file: target Eigen3::Eigen.
find_package(Eigen3 QUIET NO_MODULE)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Eigen3
  REQUIRED_VARS Eigen3_DIR VERSION_VAR Eigen3_VERSION
  REASON_FAILURE_MESSAGE "Install it: sudo apt install libeigen3-dev")
if(Eigen3_FOUND)
  get_target_property(Eigen3_INCLUDE_DIRS Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  set(EIGEN3_INCLUDE_DIR ${Eigen3_INCLUDE_DIRS})
  set(EIGEN3_INCLUDE_DIRS ${Eigen3_INCLUDE_DIRS})
  set(Eigen3_TARGETS Eigen3::Eigen)
  set(Eigen3_DEFINITIONS)
  set(Eigen3_LIBRARIES)
endif()
