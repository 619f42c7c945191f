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

# ranvier_bag_plugin(<name> <base>): the plugin of api/<name> for the package <base>, under whose name what is
# built in is found. A library of its own: what registers classes has static objects, which programs do without.
function(ranvier_bag_plugin name base)
  set(dir ${PROJECT_SOURCE_DIR}/api/${name})
  add_library(${name}_plugin MODULE ${dir}/plugin/plugin.cc)
  target_compile_features(${name}_plugin PRIVATE cxx_std_17)
  target_link_libraries(${name}_plugin PRIVATE ranvier_warnings)
  ranvier_link_packages(${name}_plugin PRIVATE ${base} pluginlib ${ARGN})
  ranvier_in_prefix(${name}_plugin)
  install(TARGETS ${name}_plugin LIBRARY DESTINATION lib)
  install(FILES ${dir}/plugin_description.xml DESTINATION share/${name})
  set(index ${PROJECT_BINARY_DIR}/packages/${name}/plugins)
  file(WRITE ${index} "share/${name}/plugin_description.xml\n")
  install(FILES ${index} RENAME ${name}
    DESTINATION share/ament_index/resource_index/${base}__pluginlib__plugin)
endfunction()
