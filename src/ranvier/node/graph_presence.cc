#include "ranvier/node/graph_presence.h"

namespace ranvier {

Result<std::unique_ptr<GraphPresence>> GraphPresence::open(std::shared_ptr<Node> node,
                                                           Endpoint endpoint) {
  std::unique_ptr<GraphPresence> here(new GraphPresence(std::move(node)));
  endpoint.read = false;
  const auto networks = here->node_->context()->networks();
  for (std::size_t i = 0; i < networks.size(); ++i) {
    auto reader = networks[i]->open_reader(on_network(endpoint, i), *here);
    if (!reader) return reader.error();
    here->node_->show(i, (*reader)->gid(), {});
    here->readers_.add_network(std::move(*reader));
  }
  return here;
}

GraphPresence::~GraphPresence() {
  for (std::size_t i = 0; i < readers_.networks().size(); ++i) {
    node_->hide(i, readers_.networks()[i]->gid(), {});
  }
}

}  // namespace ranvier
