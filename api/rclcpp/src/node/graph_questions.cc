#include "node/graph_questions.hpp"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <set>
#include <string_view>

#include "rclcpp/logging.hpp"

namespace rclcpp::detail
{
namespace
{

using ranvier::GraphEndpoint;
using Kind = GraphEndpoint::Kind;

constexpr std::string_view kHashPrefix = "RIHS01_";

// The hash of "RIHS01_<64 hex>"; zeros for anything else.
rosidl_type_hash_t parse_hash(const std::string & text)
{
  rosidl_type_hash_t hash{};
  constexpr size_t kBytes = sizeof(hash.value);
  if (text.size() != kHashPrefix.size() + 2 * kBytes || text.rfind(kHashPrefix, 0) != 0) {
    return hash;
  }
  const char * digits = text.data() + kHashPrefix.size();
  for (size_t i = 0; i < kBytes; ++i, digits += 2) {
    const auto [end, error] = std::from_chars(digits, digits + 2, hash.value[i], 16);
    if (error != std::errc() || end != digits + 2) {return rosidl_type_hash_t{};}
  }
  hash.version = 1;
  return hash;
}

// Logged once for each topic and type: peers without hashes keep none of theirs from us.
void tell_of_no_hash(const GraphEndpoint & endpoint)
{
  static std::mutex & mutex = *new std::mutex;  // outlives all that may ask at the end
  static auto & told = *new std::set<std::pair<std::string, std::string>>;
  {
    const std::lock_guard lock(mutex);
    if (!told.emplace(endpoint.name, endpoint.type).second) {return;}
  }
  RCLCPP_WARN(
    get_logger("rclcpp"), "Failed to parse type hash for topic '%s' with type '%s' from USER_DATA "
    "'%s'. The peer is of an older ROS 2, or of none: whether its type is the one of that name "
    "here is not known.", endpoint.name.c_str(), endpoint.type.c_str(),
    endpoint.hash.empty() ? "(null)" : endpoint.hash.c_str());
}

}  // namespace

bool is_topics(const GraphEndpoint & endpoint)
{
  return endpoint.kind == Kind::kPublisher || endpoint.kind == Kind::kSubscription;
}

bool is_services(const GraphEndpoint & endpoint) {return !is_topics(endpoint);}

void add(NamesAndTypes & to, const GraphEndpoint & endpoint)
{
  auto & types = to[endpoint.name];
  if (std::find(types.begin(), types.end(), endpoint.type) == types.end()) {
    types.push_back(endpoint.type);
  }
}

void sort_types(NamesAndTypes & of)
{
  for (auto & [name, types] : of) {std::sort(types.begin(), types.end());}
}

bool has_node(ranvier::Graph * graph, const ranvier::NodeName & node)
{
  if (graph == nullptr) {return false;}
  const auto nodes = graph->nodes();
  return std::any_of(
    nodes.begin(), nodes.end(), [&](const auto & one) {return one.node == node;});
}

size_t count_of(ranvier::Graph * graph, const std::string & full, Kind kind)
{
  if (graph == nullptr) {return 0;}
  const auto all = graph->endpoints_of(full);
  return std::count_if(
    all.begin(), all.end(), [&](const GraphEndpoint & e) {return e.kind == kind;});
}

rosidl_type_hash_t hash_of(const GraphEndpoint & endpoint)
{
  const rosidl_type_hash_t hash = parse_hash(endpoint.hash);
  if (hash.version == 0) {tell_of_no_hash(endpoint);}
  return hash;
}

}  // namespace rclcpp::detail
