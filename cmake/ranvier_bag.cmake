# The rooms of src/bag as one shared library, for the packages of rosbag2 and the Python extension:
# a process that loads several of them has their code, and the table of storages, once.
#
# ranvier_bag_library() makes lib/libranvier_bag.so of the rooms that lie in src/bag.
# ranvier_sees_bags(<target>) lets a package, a program or a test use them.
function(ranvier_bag_library)
  add_library(ranvier_bag_library SHARED $<TARGET_OBJECTS:ranvier_storage>)
  set_target_properties(ranvier_bag_library PROPERTIES OUTPUT_NAME ranvier_bag
    LINKER_LANGUAGE CXX)
  get_property(links GLOBAL PROPERTY RANVIER_ROOM_LINKS_storage)
  target_link_libraries(ranvier_bag_library PRIVATE ranvier ${links} Threads::Threads)
  # nodelete: its threads run until the end.
  target_link_options(ranvier_bag_library PRIVATE -fno-plt -Wl,-z,nodelete)
  ranvier_in_prefix(ranvier_bag_library)
  install(TARGETS ranvier_bag_library LIBRARY DESTINATION lib COMPONENT wheel)
endfunction()

function(ranvier_sees_bags target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:ranvier_bag_library>)
  foreach(room storage base os node)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/view/${room})
  endforeach()
endfunction()
