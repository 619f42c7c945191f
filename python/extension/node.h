// A node as Python has it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "extension/context.h"
#include "extension/executor.h"
#include "ranvier/node/node.h"
#include "ranvier/node/service.h"
#include "ranvier/proto/describe/rosout.h"
#include "ranvier/proto/serve.h"

namespace ranvier::python {

/// The core's node, with what else is always a node's and needs no Python: its lines on
/// /rosout, and services that the core answers.
class NodeHandle final : public Destroyable {
 public:
  /// Names are remapped here. Raises ValueError for a bad one: Python has checked them.
  NodeHandle(ContextHandle& context, const std::string& name, const std::string& space,
             const std::vector<std::string>& arguments, bool use_global_arguments,
             bool enable_rosout, const StrandHandle& default_group);
  ~NodeHandle() override { end(); }

  const std::shared_ptr<Node>& core() const {
    require();
    return core_;
  }
  /// The same. Raises RCLError if its context has ended: `failed` says what was tried.
  const std::shared_ptr<Node>& living(const char* failed) const {
    require_valid(*core()->context(), failed);
    return core_;
  }
  const NodeName& name() const noexcept { return name_; }
  std::string resolve(const std::string& name, bool service, bool only_expand) const;
  /// What is wrong with a name, or with what it stands for: that, the rule, and where. None
  /// if nothing is.
  nb::object fault_of(const std::string& name) const;
  /// What arguments and files set for this node: name and value, later ones last.
  nb::list parameter_overrides() const;
  /// The services of the core. Raises RCLError; warns of what the enclave denies, if the node
  /// can do without.
  void serve_type_descriptions();
  void serve_loggers();
  enum class Need : std::uint8_t { kAlways, kUnlessDenied };
  void serve(std::vector<NodeService> services, Need need = Need::kAlways);

 private:
  void destroy() override;
  RemapRules rules() const;

  const Arguments own_;
  const Arguments global_;  // empty if they are not used
  NodeName name_;
  std::shared_ptr<Node> core_;
  std::unique_ptr<RosoutPublisher> rosout_;
  std::vector<std::shared_ptr<Server>> servers_;
};

void bind_node(nb::module_& module);

}  // namespace ranvier::python
