# The rooms of src/bag as one shared library, for the packages of rosbag2 and the Python extension:
# a process that loads several of them has their code, and the table of storages, once.
#
# ranvier_bag_library() makes lib/libranvier_bag.so of the rooms that lie in src/bag.
# ranvier_sees_bags(<target>) lets a package, a program or a test use them.
set(RANVIER_BAG_ROOMS storage define inspect rewrite record play)

function(ranvier_bag_library)
  list(TRANSFORM RANVIER_BAG_ROOMS REPLACE "(.+)" "$<TARGET_OBJECTS:ranvier_\\1>" OUTPUT_VARIABLE objects)
  add_library(ranvier_bag_library SHARED ${objects})
  set_target_properties(ranvier_bag_library PROPERTIES OUTPUT_NAME ranvier_bag
    LINKER_LANGUAGE CXX)
  get_property(links GLOBAL PROPERTY RANVIER_ROOM_LINKS_storage)
  target_link_libraries(ranvier_bag_library PRIVATE ranvier ${links} Threads::Threads)
  # nodelete: its threads run until the end.
  target_link_options(ranvier_bag_library PRIVATE -fno-plt -Wl,-z,nodelete)
  ranvier_in_prefix(ranvier_bag_library)
  install(TARGETS ranvier_bag_library LIBRARY DESTINATION lib)
endfunction()

function(ranvier_sees_bags target)
  # By its file: a target would have to be one of the package's that is installed.
  target_link_libraries(${target} PRIVATE $<TARGET_FILE:ranvier_bag_library>)
  add_dependencies(${target} ranvier_bag_library)
  foreach(room ${RANVIER_BAG_ROOMS} base os node)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/view/${room})
  endforeach()
endfunction()
