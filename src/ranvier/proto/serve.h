// Services that a node has for its peers and that answer at once.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "ranvier/node/service.h"
#include "rosidl_typesupport_cpp/message_type_support.hpp"
#include "rosidl_typesupport_cpp/service_type_support.hpp"

namespace ranvier {

template <class MessageT>
const TypeInfo& type_of() {
  return *static_cast<const TypeInfo*>(
      rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>()->data);
}

/// What a service does, before it is opened: who has the node decides where it runs.
struct NodeService {
  std::string name;  ///< "~/get_parameters"; who has remap rules resolves it before it is opened
  const rosidl_service_type_support_t* type;
  /// Fills a response that is empty. Contract: called on spinning threads; must not throw.
  std::function<void(const void* request, void* response)> answer;
};

template <class ServiceT, class AnswerT>
NodeService node_service(const char* name, AnswerT answer) {
  return {name, rosidl_typesupport_cpp::get_service_type_support_handle<ServiceT>(),
          [answer = std::move(answer)](const void* request, void* response) {
            answer(*static_cast<const typename ServiceT::Request*>(request),
                   *static_cast<typename ServiceT::Response*>(response));
          }};
}

/// A pointer that keeps a counted object and calls close() at its end.
template <class T>
std::shared_ptr<T> closing(Ref<T> ref) {
  T* object = ref.get();
  return std::shared_ptr<T>(object, [ref = std::move(ref)](T*) { ref->close(); });
}

/// Serves it on the node's default strand while the result lives. The core knows no remap rules:
/// its name is expanded alone.
Result<std::shared_ptr<Server>> serve(const std::shared_ptr<Node>& node, NodeService service,
                                      const Qos& qos = {});

}  // namespace ranvier
