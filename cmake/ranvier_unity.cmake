# The sanitizers and arm64 compile several sources of a library at once: what they include is
# read once. Main compiles each source alone, so a missing include is found there; tests are
# compiled alone everywhere (docs/decisions/0056).
#
# A source stands alone here whose unnamed namespace has a name that another one's has too. The
# compiler says so: a redefinition in unity_<n>_cxx.cxx. Rename, or add it.
if(NOT RANVIER_CORE_ONLY)
  return()
endif()
set(CMAKE_UNITY_BUILD ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)  # sources are included
set_source_files_properties(
  api/rclcpp/src/endpoints/client_handle.cc
  api/rclcpp/src/endpoints/service_handle.cc
  api/rclcpp/src/endpoints/topic_handles.cc
  api/rclcpp/src/node/node_handle.cc
  api/rclcpp/src/time/time.cc
  python/extension/errors.cc
  src/analysis/trace_read/event_layout.cc
  src/analysis/trace_read/layout.cc
  src/analysis/trace_read/shape.cc
  src/ranvier/cyclone/identity_space.cc
  src/ranvier/cyclone/inline_identity.cc
  src/ranvier/node/clock.cc
  src/ranvier/proto/param/store_set.cc
  src/ranvier/trace/member.cc
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
