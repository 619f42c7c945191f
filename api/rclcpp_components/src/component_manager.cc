#include "rclcpp_components/component_manager.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include "ament_index_cpp/get_resource.hpp"
#include "class_loader/class_loader.hpp"
#include "rcl_interfaces/msg/integer_range.hpp"
#include "rclcpp/detail/callbacks_running.hpp"
#include "rclcpp/detail/loads_component.hpp"
#include "rcpputils/split.hpp"

namespace rclcpp_components
{
namespace
{

using std::placeholders::_1;
using std::placeholders::_2;
using std::placeholders::_3;

bool boolean(const rclcpp::Parameter & argument)
{
  if (argument.get_type() != rclcpp::ParameterType::PARAMETER_BOOL) {
    throw ComponentManagerException(
            "Extra component argument '" + argument.get_name() + "' must be a boolean");
  }
  return argument.as_bool();
}

// The extra argument "arguments": those of the node, as its own program would be given them.
std::vector<std::string> texts(const rclcpp::Parameter & argument)
{
  if (argument.get_type() != rclcpp::ParameterType::PARAMETER_STRING_ARRAY) {
    throw ComponentManagerException(
            "Extra component argument '" + argument.get_name() + "' must be an array of strings");
  }
  return argument.as_string_array();
}

std::vector<std::string> arguments_of(const composition_interfaces::srv::LoadNode::Request & request)
{
  std::vector<std::string> arguments{"--ros-args"};
  const auto remap = [&](const std::string & rule) {
      arguments.push_back("-r");
      arguments.push_back(rule);
    };
  for (const auto & rule : request.remap_rules) {remap(rule);}
  if (!request.node_name.empty()) {remap("__node:=" + request.node_name);}
  if (!request.node_namespace.empty()) {remap("__ns:=" + request.node_namespace);}
  return arguments;
}

[[noreturn]] void raise_failed(const std::string & what, const std::string & why = "")
{
  throw ComponentManagerException(what + " threw an exception" + why);
}

// What `ask` gives, which calls code of a component: it may throw anything.
template<typename Ask>
auto asked(const std::string & what, const Ask & ask)
{
  try {
    return ask();
  } catch (const std::exception & error) {
    raise_failed(what, std::string(": ") + error.what());
  } catch (...) {
    raise_failed(what);
  }
}

// A node that has a base interface. Throws ComponentManagerException with what is missing.
NodeInstanceWrapper made_by(NodeFactory & factory, const rclcpp::NodeOptions & options)
{
  auto node = asked(
    "Component constructor", [&] {
      const rclcpp::detail::LoadsComponent now;
      return factory.create_node_instance(options);
    });
  if (!node.get_node_instance()) {
    throw ComponentManagerException(
            "Component factory gave no node: its create_node_instance() must return one");
  }
  const auto base = asked(
    "Component's get_node_base_interface()", [&] {return node.get_node_base_interface();});
  if (!base) {
    throw ComponentManagerException(
            "Component has no base interface: its get_node_base_interface() returned null, and "
            "must return that of a node");
  }
  return node;
}

// Why `work`, which calls code of a library or of a container of users, failed; empty if it
// did not.
template<typename Work>
std::string reason_of(const Work & work)
{
  std::string why = "an exception without a message";
  try {
    work();
    return "";
  } catch (const std::exception & error) {
    if (*error.what() != '\0') {why = error.what();}
  } catch (...) {
  }
  return why;
}

bool idle(NodeInstanceWrapper & node)
{
  return !rclcpp::detail::callbacks_running(*node.get_node_base_interface());
}

}  // namespace

ComponentManager::ComponentManager(
  std::weak_ptr<rclcpp::Executor> executor, std::string node_name,
  const rclcpp::NodeOptions & node_options)
: Node(node_name, node_options), executor_(std::move(executor))
{
  // Whoever composes a system asks for many nodes at once.
  const auto many = rclcpp::ServicesQoS().keep_last(200);
  loadNode_srv_ = create_service<LoadNode>(
    "~/_container/load_node", std::bind(&ComponentManager::on_load_node, this, _1, _2, _3), many);
  unloadNode_srv_ = create_service<UnloadNode>(
    "~/_container/unload_node", std::bind(&ComponentManager::on_unload_node, this, _1, _2, _3),
    many);
  listNodes_srv_ = create_service<ListNodes>(
    "~/_container/list_nodes", std::bind(&ComponentManager::on_list_nodes, this, _1, _2, _3));

  const auto cores = static_cast<int64_t>(std::max(std::thread::hardware_concurrency(), 1u));
  rcl_interfaces::msg::ParameterDescriptor threads;
  threads.description = "Number of threads of a container that has several";
  threads.read_only = true;
  threads.integer_range.resize(1);
  threads.integer_range[0].from_value = 1;
  threads.integer_range[0].to_value = cores;
  declare_parameter("thread_num", cores, threads);
}

ComponentManager::~ComponentManager()
{
  const auto executor = executor_.lock();
  for (auto & [id, node] : node_wrappers_) {
    try {
      if (executor) {executor->remove_node(node.get_node_base_interface());}
    } catch (const std::exception & error) {  // a container of users may have another for it
      RCLCPP_DEBUG(get_logger(), "%s", error.what());
    }
    leaving_.push_back(std::move(node));
  }
  node_wrappers_.clear();
  for (auto & node : leaving_) {
    while (!idle(node)) {std::this_thread::sleep_for(std::chrono::milliseconds(1));}
  }
}

std::vector<ComponentManager::ComponentResource> ComponentManager::get_component_resources(
  const std::string & package_name, const std::string & resource_index) const
{
  std::string content, prefix;
  if (!ament_index_cpp::get_resource(resource_index, package_name, content, &prefix)) {
    throw ComponentManagerException("Could not find requested resource in ament index");
  }
  std::vector<ComponentResource> resources;
  for (const auto & line : rcpputils::split(content, '\n', true)) {
    const auto parts = rcpputils::split(line, ';');
    if (parts.size() != 2 || parts[1].empty()) {
      throw ComponentManagerException("Invalid resource entry");
    }
    const bool absolute = parts[1].front() == '/';
    resources.emplace_back(parts[0], absolute ? parts[1] : prefix + "/" + parts[1]);
  }
  return resources;
}

std::shared_ptr<NodeFactory> ComponentManager::create_component_factory(
  const ComponentResource & resource)
{
  const auto & [class_name, library_path] = resource;
  auto & loader = loaders_[library_path];
  if (!loader) {
    RCLCPP_INFO(get_logger(), "Load Library: %s", library_path.c_str());
    try {
      loader = std::make_unique<class_loader::ClassLoader>(library_path);
    } catch (const std::exception & error) {
      loaders_.erase(library_path);
      throw ComponentManagerException("Failed to load library: " + std::string(error.what()));
    }
  }
  const std::string factory = "rclcpp_components::NodeFactoryTemplate<" + class_name + ">";
  for (const auto & found : loader->getAvailableClasses<NodeFactory>()) {
    RCLCPP_INFO(get_logger(), "Found class: %s", found.c_str());
    if (found == class_name || found == factory) {
      RCLCPP_INFO(get_logger(), "Instantiate class: %s", found.c_str());
      return loader->createInstance<NodeFactory>(found);
    }
  }
  return nullptr;
}

void ComponentManager::set_executor(const std::weak_ptr<rclcpp::Executor> executor)
{
  executor_ = executor;
}

rclcpp::NodeOptions ComponentManager::create_node_options(
  const std::shared_ptr<LoadNode::Request> request)
{
  std::vector<rclcpp::Parameter> parameters;
  for (const auto & parameter : request->parameters) {
    parameters.push_back(rclcpp::Parameter::from_parameter_msg(parameter));
  }
  auto options = rclcpp::NodeOptions().context(get_node_base_interface()->get_context())
    .use_global_arguments(false).parameter_overrides(parameters)
    .arguments(arguments_of(*request));
  for (const auto & message : request->extra_arguments) {
    const auto argument = rclcpp::Parameter::from_parameter_msg(message);
    if (argument.get_name() == "use_intra_process_comms") {
      options.use_intra_process_comms(boolean(argument));
    } else if (argument.get_name() == "arguments") {
      auto arguments = texts(argument);
      const auto more = arguments_of(*request);
      arguments.insert(arguments.end(), more.begin(), more.end());
      options.arguments(arguments);
    } else if (argument.get_name() == "forward_global_arguments") {
      options.use_global_arguments(boolean(argument));
      if (boolean(argument)) {
        RCLCPP_WARN(
          get_logger(), "'forward_global_arguments' is true: the arguments of this container, "
          "such as its own name and remap rules, now hold for the loaded node too. Give what "
          "the node needs in the request instead.");
      }
    }
  }
  return options;
}

void ComponentManager::add_node_to_executor(uint64_t node_id)
{
  if (const auto executor = executor_.lock()) {
    executor->add_node(node_wrappers_[node_id].get_node_base_interface());
  }
}

void ComponentManager::remove_node_from_executor(uint64_t node_id)
{
  if (const auto executor = executor_.lock()) {
    executor->remove_node(node_wrappers_[node_id].get_node_base_interface());
  }
}

uint64_t ComponentManager::start(NodeFactory & factory, const rclcpp::NodeOptions & options)
{
  const uint64_t id = unique_id_++;
  node_wrappers_[id] = made_by(factory, options);
  try {
    add_node_to_executor(id);
  } catch (...) {
    node_wrappers_.erase(id);
    throw;
  }
  return id;
}

uint64_t ComponentManager::load(const std::shared_ptr<LoadNode::Request> & request)
{
  for (const auto & resource : get_component_resources(request->package_name)) {
    if (resource.first != request->plugin_name) {continue;}
    const auto factory = create_component_factory(resource);
    if (factory) {return start(*factory, create_node_options(request));}
  }
  RCLCPP_ERROR(
    get_logger(), "Failed to find class with the requested plugin name '%s' in the loaded library",
    request->plugin_name.c_str());
  throw ComponentManagerException("Failed to find class with the requested plugin name.");
}

void ComponentManager::on_load_node(
  const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<LoadNode::Request> request,
  std::shared_ptr<LoadNode::Response> response)
{
  response->error_message = reason_of(
    [&] {
      response->unique_id = load(request);
      response->full_node_name =
        node_wrappers_[response->unique_id].get_node_base_interface()->get_fully_qualified_name();
    });
  response->success = response->error_message.empty();
  if (!response->success) {RCLCPP_ERROR(get_logger(), "%s", response->error_message.c_str());}
}

void ComponentManager::drop(NodeInstanceWrapper node)
{
  if (idle(node)) {return;}
  leaving_.push_back(std::move(node));
  if (leaving_timer_) {
    leaving_timer_->reset();
  } else {
    leaving_timer_ =
      create_wall_timer(std::chrono::milliseconds(10), [this] {drop_idle();});
  }
}

void ComponentManager::drop_idle()
{
  leaving_.erase(std::remove_if(leaving_.begin(), leaving_.end(), idle), leaving_.end());
  if (leaving_.empty()) {leaving_timer_->cancel();}
}

void ComponentManager::on_unload_node(
  const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<UnloadNode::Request> request,
  std::shared_ptr<UnloadNode::Response> response)
{
  response->error_message = reason_of([&] {unload(request->unique_id);});
  response->success = response->error_message.empty();
  if (!response->success) {RCLCPP_WARN(get_logger(), "%s", response->error_message.c_str());}
}

void ComponentManager::unload(uint64_t id)
{
  const auto found = node_wrappers_.find(id);
  if (found == node_wrappers_.end()) {
    throw ComponentManagerException("No node found with unique_id: " + std::to_string(id));
  }
  remove_node_from_executor(id);
  NodeInstanceWrapper node = std::move(found->second);
  node_wrappers_.erase(found);
  drop(std::move(node));
}

void ComponentManager::on_list_nodes(
  const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<ListNodes::Request>,
  std::shared_ptr<ListNodes::Response> response)
{
  for (auto & [id, node] : node_wrappers_) {
    response->unique_ids.push_back(id);
    response->full_node_names.push_back(
      node.get_node_base_interface()->get_fully_qualified_name());
  }
}

}  // namespace rclcpp_components
