#include "extension/publisher.h"

#include <nanobind/stl/string.h>

#include "extension/qos.h"
#include "extension/snapshot.h"
#include "ranvier/proto/describe/types.h"
#include "ranvier/trace/trace.h"

namespace ranvier::python {
namespace {

constexpr const char* kFailedToPublish = "Failed to publish: ";

}  // namespace

Endpoint endpoint_of(const NodeHandle& node, nb::handle type, const std::string& topic,
                     const nb::tuple& qos, bool offers) {
  Endpoint endpoint;
  endpoint.topic = topic;
  endpoint.type = &python::type_info(type);
  remember_type(*endpoint.type);
  const Profile profile = profile_of(qos);
  Context& context = *node.core()->context();
  endpoint.qos = without_gil([&] { return to_core(profile, context, topic, offers); });
  endpoint.node = node.core()->name();
  return endpoint;
}

PublisherHandle::PublisherHandle(const NodeHandle& node, nb::handle type, const std::string& topic,
                                 const nb::tuple& qos)
    : type_(nb::borrow(type)), class_(message_class(type)), context_(node.core()->context()) {
  constexpr const char* kFailed = "Failed to create publisher: ";
  const std::shared_ptr<Node> of = node.living(kFailed);
  Endpoint endpoint = endpoint_of(node, type, topic, qos, true);
  core_ = value_or_raise(without_gil([&] { return Publisher::open(of, std::move(endpoint)); }),
                         kFailed);
}

void PublisherHandle::publish(nb::handle message) {
  const std::shared_ptr<Publisher> to = core();
  switch (to->audience(*travelling().id)) {
    case Publisher::Audience::kNobody:
      check_message(message, class_);
      require_valid(*context_, kFailedToPublish);
      RANVIER_TRACE(rclcpp_publish, static_cast<const void*>(message.ptr()));
      return;
    case Publisher::Audience::kTakesAdapted: return send_copy(to, message);
    case Publisher::Audience::kAny: return send(to, encode(message, class_));
  }
}

void PublisherHandle::send_copy(const std::shared_ptr<Publisher>& to, nb::handle message) {
  Copied copy = copied(message, class_, [&to](std::size_t size) { return to->lend_bytes(size); });
  require_valid(*context_, kFailedToPublish);
  void* const travels = to_travel(std::move(copy.message));
  check(without_gil([&] { return to->send_as_it_is(travelling(), travels, copy.size); }),
        kFailedToPublish);
}

void PublisherHandle::send(const std::shared_ptr<Publisher>& to, const Encoded& encoded) {
  require_valid(*context_, kFailedToPublish);
  const Result<void> sent = without_gil([&]() -> Result<void> {
    MessagePtr room = to->lend_bytes(encoded.size());
    if (!room) {
      return Error{Code::kWorld, "there is no memory for a message of " +
                                     std::to_string(encoded.size()) + " bytes"};
    }
    encoded.write_to(room->bytes());
    return to->send_lent(std::move(room));
  });
  check(sent, kFailedToPublish);
}

void PublisherHandle::publish_raw(const nb::bytes& message) {
  const std::shared_ptr<Publisher> to = core();
  require_valid(*context_, kFailedToPublish);
  const Bytes bytes{static_cast<const std::uint8_t*>(message.data()), message.size()};
  check(without_gil([&] { return to->send_bytes(bytes); }), kFailedToPublish);
}

void PublisherHandle::destroy() {
  without_gil([this] { core_.reset(); });
}

void bind_publisher(nb::module_& module) {
  nb::class_<PublisherHandle, Destroyable>(module, "Publisher", nb::is_weak_referenceable())
      .def(nb::init<const NodeHandle&, nb::handle, const std::string&, const nb::tuple&>(),
           nb::arg("node"), nb::arg("type"), nb::arg("topic"), nb::arg("qos"))
      .def("publish", &PublisherHandle::publish, nb::arg("message"))
      .def("publish_raw", &PublisherHandle::publish_raw, nb::arg("message"))
      .def("get_subscription_count",
           [](const PublisherHandle& self) {
             return self.living("failed to get subscription count: ")->matched();
           })
      .def("get_topic_name",
           [](const PublisherHandle& self) { return self.core()->endpoint().topic; })
      .def("get_logger_name",
           [](const PublisherHandle& self) { return self.core()->node()->logger_name(); })
      .def("actual_qos",
           [](const PublisherHandle& self) { return tuple_of(self.core()->endpoint().qos); })
      .def("assert_liveliness",
           [](const PublisherHandle& self) {
             without_gil([core = self.living("Failed to assert liveliness on the Publisher: ")] {
               core->assert_liveliness();
             });
           })
      .def(
          "wait_for_all_acked",
          [](const PublisherHandle& self, std::int64_t timeout) {
            const auto core = self.living("Failed to wait for all acknowledgements: ");
            return without_gil([&] {
              return core->wait_for_all_acked(std::chrono::nanoseconds(timeout));
            });
          },
          nb::arg("timeout_ns"));
}

}  // namespace ranvier::python
