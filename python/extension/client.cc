#include <nanobind/stl/string.h>

#include <optional>

#include "extension/qos.h"
#include "extension/service.h"
#include "ranvier/os/deadline.h"
#include "ranvier/run/watched.h"

namespace ranvier::python {
namespace {

// Gives Python one response.
class PythonReply final : public ReplyCallback {
 public:
  PythonReply(nb::object function, nb::object type)
      : function_(std::move(function)), type_(std::move(type)) {}
  ~PythonReply() override {
    const TakeGil gil;
    function_.reset();
    type_.reset();
  }
  void call(MessagePtr reply) override {
    const TakeGil gil;
    nb::object response;
    try {
      response = decode(reply, message_class(type_));
    } catch (const DamagedMessage& damaged) {
      raise(exceptions().rmw, std::string("failed to take response: ") + damaged.what());
    }
    reply.reset();
    function_(response);
  }

 private:
  nb::object function_;
  nb::object type_;
};

// For `with`: the callback of the calling thread waits for a response. Null: for none.
class WaitsForReply final {
 public:
  explicit WaitsForReply(Ref<Client> client) : client_(std::move(client)) {}
  void enter() {
    if (client_) says_.emplace(WaitsFor::kReply, static_cast<const Work*>(client_.get()));
  }
  void exit() { says_.reset(); }

 private:
  const Ref<Client> client_;
  std::optional<SaysWait> says_;
};

}  // namespace

ClientHandle::ClientHandle(const NodeHandle& node, nb::handle type, const std::string& name,
                           const nb::tuple& qos, const StrandHandle& group)
    : request_type_(type.attr("Request")),
      response_type_(type.attr("Response")),
      node_(node.core()) {
  constexpr const char* kFailed = "Failed to create client: ";
  require_valid(*node_->context(), kFailed);
  ServiceEndpoint endpoint = service_endpoint(node, type, name, qos);
  core_ = value_or_raise(without_gil([&] {
                           return Client::open(node_, group.strand, std::move(endpoint),
                                               Client::Takes::kBytes);
                         }),
                         kFailed);
}

std::int64_t ClientHandle::send_request(nb::handle request, nb::object on_response) {
  const Ref<Client> by = core();
  MessagePtr message = encoded_message(request, request_type_, *by->endpoint().type->request);
  auto reply = std::make_unique<PythonReply>(std::move(on_response), response_type_);
  return value_or_raise(without_gil([&] { return by->send(std::move(message), std::move(reply)); }),
                        "failed to send request: ");
}

void ClientHandle::configure_introspection(const ClockHandle& clock, const nb::tuple& qos,
                                           int state) {
  configure(introspection_, core()->observer(), node_, core()->endpoint(), clock, qos, state);
}

void ClientHandle::destroy() {
  if (!core_) return;
  without_gil([this, core = std::move(core_)]() mutable {
    core->observer().set(nullptr);
    core->close();
    core = {};
    introspection_.reset();
  });
}

void bind_client(nb::module_& module) {
  using Handle = ClientHandle;
  nb::class_<WaitsForReply>(module, "WaitsForReply")
      .def("__enter__", &WaitsForReply::enter)
      .def("__exit__", [](WaitsForReply& self, const nb::args&) { self.exit(); });
  nb::class_<Handle, Destroyable>(module, "Client", nb::is_weak_referenceable())
      .def(nb::init<const NodeHandle&, nb::handle, const std::string&, const nb::tuple&,
                    const StrandHandle&>(),
           nb::arg("node"), nb::arg("type"), nb::arg("name"), nb::arg("qos"), nb::arg("group"))
      .def("send_request", &Handle::send_request, nb::arg("request"), nb::arg("on_response"))
      .def(
          "waiting",
          [](const Handle& self) {  // no error: who waits hears of every end from its own wait
            return new WaitsForReply(self.core_or_null());
          },
          nb::rv_policy::take_ownership)
      .def("service_server_is_available",
           [](const Handle& self) { return self.living()->server_available(); })
      .def(
          "wait_for_server",
          [](const Handle& self, std::int64_t timeout) {
            return without_gil([core = self.living(), timeout] {
              return core->wait_for_server(deadline_after(std::chrono::nanoseconds(timeout)));
            });
          },
          nb::arg("timeout_ns"))
      .def(
          "remove_pending",
          [](const Handle& self, std::int64_t number) {
            return without_gil(
                [core = self.core(), number] { return core->remove_pending(number); });
          },
          nb::arg("number"))
      .def("configure_introspection", &Handle::configure_introspection, nb::arg("clock"),
           nb::arg("qos"), nb::arg("state"))
      .def_prop_ro("work_id", &work_id<Handle>)
      .def_prop_ro("service_name",
                   [](const Handle& self) { return self.core()->endpoint().service; });
}

}  // namespace ranvier::python
