#include "extension/service.h"

#include <nanobind/stl/string.h>

#include "extension/callback_name.h"
#include "extension/qos.h"
#include "ranvier/proto/describe/types.h"

namespace ranvier::python {
namespace {

// Calls Python with each request. Lives as long as the core's server.
class PythonCallback final : public RequestCallback {
 public:
  PythonCallback(std::shared_ptr<Link> link, nb::object type)
      : link_(std::move(link)), type_(std::move(type)), class_(message_class(type_)) {}
  ~PythonCallback() override {
    const TakeGil gil;
    type_.reset();
  }
  bool takes_bytes() const noexcept override { return true; }
  void call(MessagePtr message, Server& server) override {
    const TakeGil gil;
    const nb::object function = link_->function();
    if (!function) return;
    nb::object request;
    try {
      request = decode(message, class_);
    } catch (const DamagedMessage& damaged) {
      const LeaveGil released;
      return server.node()->log_error("Service '" + server.endpoint().service +
                                      "': a request is no " + server.endpoint().type->name + ": " +
                                      damaged.what());
    }
    const MessageHeader& header = message->header();
    function(request, RequestHeader{header.request, header.source_timestamp});
  }

 private:
  const std::shared_ptr<Link> link_;
  nb::object type_;
  MessageClass& class_;
};

}  // namespace

ServiceEndpoint service_endpoint(const NodeHandle& node, nb::handle type, const std::string& name,
                                 const nb::tuple& qos) {
  ServiceEndpoint endpoint;
  endpoint.service = name;
  endpoint.type = &service_type_info(type);
  remember_type(*endpoint.type);
  endpoint.qos = to_core(profile_of(qos));
  endpoint.node = node.core()->name();
  return endpoint;
}

MessagePtr encoded_message(nb::handle object, nb::handle type, const TypeInfo& info) {
  const Encoded encoded = encode(object, message_class(type));
  MessagePtr message = without_gil([&] {
    MessagePtr room = Message::with_room(info, encoded.size());
    if (room) encoded.write_to(room->bytes());
    return room;
  });
  if (!message) throw std::bad_alloc();
  return message;
}

void configure(std::unique_ptr<Introspection>& introspection, ServiceObserver& observer,
               const std::shared_ptr<Node>& node, const ServiceEndpoint& endpoint,
               const ClockHandle& clock, const nb::tuple& qos, int state) {
  if (state < 0 || state > 2) {
    raise(PyExc_ValueError,
          "introspection state " + std::to_string(state) + " is none of ServiceIntrospectionState");
  }
  constexpr const char* kFailed = "Failed to configure service introspection: ";
  require_valid(*node->context(), kFailed);
  if (!introspection) introspection = std::make_unique<Introspection>(node, endpoint);
  const Qos core_qos = to_core(profile_of(qos));
  check(without_gil([&] {
          return introspection->configure(observer, clock.core(), core_qos,
                                          static_cast<Introspection::State>(state));
        }),
        kFailed);
}

ServiceHandle::ServiceHandle(const NodeHandle& node, nb::handle type, const std::string& name,
                             const nb::tuple& qos, const StrandHandle& group, nb::object callback,
                             nb::handle named)
    : function(std::move(callback)),
      request_type_(type.attr("Request")),
      response_type_(type.attr("Response")) {
  constexpr const char* kFailed = "Failed to create service: ";
  const std::shared_ptr<Node> of = node.living(kFailed);
  ServiceEndpoint endpoint = service_endpoint(node, type, name, qos);
  auto calls = std::make_unique<PythonCallback>(function.link(), request_type_);
  const void* traced = static_cast<const RequestCallback*>(calls.get());
  core_ =
      value_or_raise(without_gil([&] {
                       return Server::open(of, group.strand, std::move(endpoint), std::move(calls));
                     }),
                     kFailed);
  trace_callback_name(traced, named);
}

void ServiceHandle::send_response(nb::handle response, const RequestHeader& header) {
  const Ref<Server> to = core();
  MessagePtr message = encoded_message(response, response_type_, *to->endpoint().type->response);
  check(without_gil([&] { return to->reply(header.id, std::move(message)); }),
        "failed to send response: ");
}

nb::object ServiceHandle::take_request() {
  const Ref<Server> from = core();
  const MessagePtr message = without_gil([&] { return from->take(); });
  if (!message) return nb::make_tuple(nb::none(), nb::none());
  const MessageHeader& header = message->header();
  try {
    return nb::make_tuple(decode(message, message_class(request_type_)),
                          RequestHeader{header.request, header.source_timestamp});
  } catch (const DamagedMessage& damaged) {
    raise(exceptions().rmw, std::string("failed to take request: ") + damaged.what());
  }
}

void ServiceHandle::configure_introspection(const ClockHandle& clock, const nb::tuple& qos,
                                            int state) {
  configure(introspection_, core()->observer(), core()->node(), core()->endpoint(), clock, qos,
            state);
}

void ServiceHandle::destroy() {
  function.clear();
  if (!core_) return;
  without_gil([this, core = std::move(core_)]() mutable {
    core->observer().set(nullptr);
    core->close();
    core = {};
    introspection_.reset();
  });
}

void bind_service(nb::module_& module) {
  nb::class_<RequestHeader>(module, "rmw_request_id_t")
      .def_prop_ro("sequence_number", [](const RequestHeader& self) { return self.id.sequence; })
      .def_prop_ro("source_timestamp",
                   [](const RequestHeader& self) { return self.source_timestamp; })
      .def_prop_ro("header", [](nb::handle self) { return nb::borrow(self); })
      .def_prop_ro("request_id", [](nb::handle self) { return nb::borrow(self); });
  using Handle = ServiceHandle;
  nb::class_<Handle, Destroyable>(module, "Service", nb::is_weak_referenceable(),
                                  nb::type_slots(Collected<Handle>::slots))
      .def(nb::init<const NodeHandle&, nb::handle, const std::string&, const nb::tuple&,
                    const StrandHandle&, nb::object, nb::handle>(),
           nb::arg("node"), nb::arg("type"), nb::arg("name"), nb::arg("qos"), nb::arg("group"),
           nb::arg("callback"), nb::arg("named"))
      .def("service_send_response", &Handle::send_response, nb::arg("response"), nb::arg("header"))
      .def("service_take_request", [](Handle& self, nb::handle) { return self.take_request(); })
      .def("configure_introspection", &Handle::configure_introspection, nb::arg("clock"),
           nb::arg("qos"), nb::arg("state"))
      .def("set_callback", &set_callback<Handle>)
      .def_prop_ro("work_id", &work_id<Handle>)
      .def_prop_ro("name", [](const Handle& self) { return self.core()->endpoint().service; })
      .def("get_logger_name", [](const Handle& self) { return self.core()->node()->logger_name(); })
      .def("actual_qos", [](const Handle& self) { return tuple_of(self.core()->endpoint().qos); });
}

}  // namespace ranvier::python
