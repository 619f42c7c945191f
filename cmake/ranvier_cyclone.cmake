# ranvier_check_cyclone(): finds whether Cyclone's inside is as src/ranvier/cyclone expects
# (decisions 0058 and 0059). If not, services speak Cyclone's own dialect alone: ROS 2 on
# Fast DDS cannot call them, and they cannot call it. When a program starts, the library
# looks once more, at the Cyclone that it runs with.
function(ranvier_check_cyclone)
  if(CycloneDDS_VERSION AND NOT CycloneDDS_VERSION MATCHES "^0\\.10\\.")
    message(FATAL_ERROR "Cyclone DDS ${CycloneDDS_VERSION} was found; this needs version 0.10")
  endif()
  try_compile(RANVIER_CYCLONE_IS_AS_EXPECTED ${PROJECT_BINARY_DIR}/checks
    SOURCES ${PROJECT_SOURCE_DIR}/cmake/checks/cyclone_inside.cc
    LINK_LIBRARIES CycloneDDS::ddsc
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON OUTPUT_VARIABLE why)
  if(NOT RANVIER_CYCLONE_IS_AS_EXPECTED)
    message(STATUS "Cyclone DDS is not built as version 0.10.2 is: services will speak its own "
      "dialect alone, and not that of ROS 2 on Fast DDS. checks/why.txt has the errors.")
    file(WRITE ${PROJECT_BINARY_DIR}/checks/why.txt "${why}")
    add_compile_definitions(RANVIER_CYCLONE_IS_OTHERWISE)
  endif()
endfunction()
