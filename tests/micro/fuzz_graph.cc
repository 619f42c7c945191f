// The graph on a board, given whatever bytes an agent may send: every call of rcl/graph.h must end,
// within its memory.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

extern "C" {
#include "graph.h"
}

namespace {

const xrce_platform kPlatform{[] { return std::uint32_t{0}; }, nullptr};

// What the calls read, so that the compiler leaves none of it out and sanitizers see it.
std::size_t bytes_of(const rcutils_string_array_t& texts) {
  std::size_t all = 0;
  for (std::size_t i = 0; i < texts.size; ++i) all += std::strlen(texts.data[i]);
  return all;
}

void call_all(const rcl_node_t& node) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcutils_string_array_t names = rcutils_get_zero_initialized_string_array(), spaces = names;
  if (rcl_get_node_names(&node, allocator, &names, &spaces) == RCL_RET_OK) {
    if (names.size != spaces.size || bytes_of(names) + bytes_of(spaces) > XRCE_GRAPH_BYTES) abort();
  }
  rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
  if (rcl_get_topic_names_and_types(&node, &allocator, false, &of) == RCL_RET_OK) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < of.names.size; ++i) {
      if (bytes_of(of.types[i]) > XRCE_GRAPH_BYTES) abort();
      rcl_count_publishers(&node, of.names.data[i], &count);
    }
    rcl_names_and_types_fini(&of);
  }
  if (names.size != 0) {
    const rcl_ret_t ret = rcl_get_service_names_and_types_by_node(&node, &allocator, names.data[0],
                                                                  spaces.data[0], &of);
    if (ret != RCL_RET_OK) abort();  // it was just told
    rcl_names_and_types_fini(&of);
  }
  rcutils_string_array_fini(&names);
  rcutils_string_array_fini(&spaces);
  rcl_client_t client = rcl_get_zero_initialized_client();
  client.of.context = node.context;
  client.of.entity.type = "a::srv::dds_::T_";
  std::memcpy(client.of.name, "/s", 3);
  bool available = false;
  rcl_service_server_is_available(&node, &client, &available);
}

}  // namespace

// The first byte: the byte order.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  xrce_transport link{};
  link.open = [](xrce_transport*) { return true; };
  link.close = [](xrce_transport*) {};
  link.send = [](xrce_transport*, const std::uint8_t*, std::size_t) { return true; };
  link.receive = [](xrce_transport*, std::uint8_t*, std::size_t, int) { return std::size_t{0}; };
  static xrce_session session;
  xrce_session_init(&session, &link, &kPlatform, 1);
  rmw_context_t context{};
  context.session = &session;
  rcl_node_t node = rcl_get_zero_initialized_node();
  node.context = &context;
  node.entity.kind = XRCE_PARTICIPANT;
  node.entity.name = "n";
  node.entity.type = "";
  xrce_add(&session, &node.entity);
  micro_graph_begin(&session, &node.entity);
  xrce_entity* reader = node.entity.next;
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[size - 1]);
  std::memcpy(exact.get(), data + 1, size - 1);
  xrce_cdr sample;
  xrce_cdr_init(&sample, exact.get(), size - 1, (data[0] & 1) != 0);
  reader->take(reader, &sample, nullptr);
  call_all(node);
  micro_graph_end(&session, &node.entity);
  micro_graph_forget();
  return 0;
}
