# ranvier_check_cyclone(): finds whether Cyclone's headers are as src/ranvier/cyclone/internals
# expects (decision 0072). If not, without.cc stands for that folder: what this library does with
# Cyclone's inside is left out, and ROS 2 on Fast DDS can neither call its services nor be called.
# When a program starts, the library looks once more, at the Cyclone that it runs with.
function(ranvier_check_cyclone)
  if(CycloneDDS_VERSION AND NOT CycloneDDS_VERSION MATCHES "^0\\.10\\.")
    message(FATAL_ERROR "Cyclone DDS ${CycloneDDS_VERSION} was found; this needs version 0.10")
  endif()
  try_compile(RANVIER_CYCLONE_IS_AS_EXPECTED ${PROJECT_BINARY_DIR}/checks
    SOURCES ${PROJECT_SOURCE_DIR}/cmake/checks/cyclone_inside.cc
    LINK_LIBRARIES CycloneDDS::ddsc
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON OUTPUT_VARIABLE why)
  set(folder ${PROJECT_SOURCE_DIR}/src/ranvier/cyclone/internals)
  set(left_out ${folder}/without.cc)
  if(NOT RANVIER_CYCLONE_IS_AS_EXPECTED)
    message(STATUS "Cyclone DDS is not built as version 0.10.2 is: services will speak its own "
      "dialect alone, and not that of ROS 2 on Fast DDS. checks/why.txt has the errors.")
    file(WRITE ${PROJECT_BINARY_DIR}/checks/why.txt "${why}")
    file(GLOB left_out ${folder}/*.cc)
    list(REMOVE_ITEM left_out ${folder}/without.cc)
  endif()
  set_property(GLOBAL PROPERTY RANVIER_LEFT_OUT ${left_out})
endfunction()
