include("${CMAKE_CURRENT_LIST_DIR}/../../ranvier/cmake/find_system_library.cmake")
ranvier_find_system_library(osqp
  REMEDY "Debian 12 has no package of it: build OSQP 0.6 (github.com/osqp/osqp), and name where it is \
installed in CMAKE_PREFIX_PATH"
  TARGETS osqp::osqp)
