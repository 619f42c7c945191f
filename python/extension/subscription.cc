#include "extension/subscription.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "extension/callback_name.h"
#include "extension/publisher.h"
#include "extension/qos.h"
#include "extension/snapshot.h"

namespace ranvier::python {
namespace {

using Reader = std::shared_ptr<MessageReader>;

std::shared_ptr<MessageReader> make_reader(nb::handle type, bool raw, bool with_info,
                                           const Function& callback) {
  // The last one to have it may be a thread of the core.
  std::shared_ptr<MessageReader> reader(new MessageReader, [](MessageReader* gone) {
    const TakeGil gil;
    delete gone;
  });
  reader->type = nb::borrow(type);
  reader->message_class = &message_class(type);
  reader->raw = raw;
  reader->with_info = with_info;
  reader->callback = callback.link();
  return reader;
}

// Runs the user's function where an executor spins.
void call_reader(void* state, MessagePtr message) {
  MessageReader& reader = **static_cast<Reader*>(state);
  const TakeGil gil;
  const nb::object callback = reader.callback->function();
  if (!callback) return;
  try {
    const nb::object argument = reader.read(message, reader.raw);
    if (!reader.with_info) {
      message.reset();
      callback(argument);
      return;
    }
    const nb::dict info = reader.info(message->header());
    message.reset();  // what the user has of it is all there is
    callback(argument, info);
  } catch (const DamagedMessage&) {
    throw Undecodable();
  }
}

using Filter = std::shared_ptr<const ContentFilter>;

// Null for an expression without words.
Result<Filter> parsed(const TypeInfo& type, const std::string& expression,
                      std::vector<std::string> parameters) {
  if (expression.empty()) return Filter();
  return ContentFilter::parse(type, expression, std::move(parameters));
}

}  // namespace

nb::object MessageReader::read(const MessagePtr& message, bool as_bytes) const {
  if (nb::object object = travelled(message, *message_class)) {
    return as_bytes ? serialized(object, *message_class) : object;
  }
  if (!as_bytes) return decode(message, *message_class);
  const Bytes bytes = message->bytes();
  return nb::bytes(bytes.data, bytes.size);
}

nb::dict MessageReader::info(const MessageHeader& header) {
  nb::dict out;
  out["source_timestamp"] = header.source_timestamp;
  out["received_timestamp"] = header.received_timestamp;
  out["publication_sequence_number"] = header.sequence;
  out["reception_sequence_number"] = ++received;
  return out;
}

SubscriptionHandle::SubscriptionHandle(const NodeHandle& node, nb::handle type,
                                       const std::string& topic, const nb::tuple& qos,
                                       const StrandHandle& group, nb::object callback, bool raw,
                                       bool with_info, const std::string& expression,
                                       std::vector<std::string> parameters)
    : function(std::move(callback)), reader_(make_reader(type, raw, with_info, function)) {
  constexpr const char* kFailed = "Failed to create subscription: ";
  const std::shared_ptr<Node> of = node.living(kFailed);
  Endpoint endpoint = endpoint_of(node, type, topic, qos, false);
  Subscription::Options options;
  options.filter = value_or_raise(parsed(*endpoint.type, expression, std::move(parameters)),
                                  "Failed to create subscription: ");
  MessageCallback to;
  to.call = &call_reader;
  to.state = new Reader(reader_);
  to.destroy = [](void* state) { delete static_cast<Reader*>(state); };
  to.takes = MessageCallback::Takes::kBytes;
  if (!raw) to.as_they_are = travelling().id;
  core_ = value_or_raise(without_gil([&] {
                           return Subscription::open(of, group.strand, std::move(endpoint),
                                                     std::move(options), to);
                         }),
                         kFailed);
  traced_ = to.state;
  trace_callback_name(traced_, function.object());
}

void SubscriptionHandle::set_callback(nb::object callback) {
  require();
  trace_callback_name(traced_, callback);
  function.set(std::move(callback));
}

nb::object SubscriptionHandle::take_message(bool raw) {
  const Ref<Subscription> from = core();
  const MessagePtr message = without_gil([&] { return from->take(); });
  if (!message) return nb::none();
  try {
    return nb::make_tuple(reader_->read(message, raw), reader_->info(message->header()));
  } catch (const DamagedMessage& damaged) {
    raise(exceptions().rmw, std::string("failed to take message: ") + damaged.what());
  }
}

void SubscriptionHandle::set_filter(const std::string& expression,
                                    std::vector<std::string> parameters) {
  const Ref<Subscription> of = core();
  check(without_gil([&]() -> Result<void> {
          auto filter = parsed(*of->endpoint().type, expression, std::move(parameters));
          if (!filter) return filter.error();
          return of->set_filter(std::move(*filter));
        }),
        "failed to set content filter: ");
}

nb::object SubscriptionHandle::filter() const {
  const Filter filter = core()->filter();
  if (!filter) return nb::none();
  return nb::make_tuple(filter->expression(), filter->parameters());
}

void SubscriptionHandle::destroy() {
  function.clear();
  if (!core_) return;
  without_gil([core = std::move(core_)]() mutable {
    core->close();
    core = {};
  });
}

void bind_subscription(nb::module_& module) {
  using Handle = SubscriptionHandle;
  nb::class_<Handle, Destroyable>(module, "Subscription", nb::is_weak_referenceable(),
                                  nb::type_slots(Collected<Handle>::slots))
      .def(nb::init<const NodeHandle&, nb::handle, const std::string&, const nb::tuple&,
                    const StrandHandle&, nb::object, bool, bool, const std::string&,
                    std::vector<std::string>>(),
           nb::arg("node"), nb::arg("type"), nb::arg("topic"), nb::arg("qos"), nb::arg("group"),
           nb::arg("callback"), nb::arg("raw"), nb::arg("with_info"), nb::arg("filter") = "",
           nb::arg("parameters") = std::vector<std::string>())
      .def(
          "take_message", [](Handle& self, nb::handle, bool raw) { return self.take_message(raw); },
          nb::arg("type"), nb::arg("raw"))
      .def("set_content_filter", &Handle::set_filter, nb::arg("expression"), nb::arg("parameters"))
      .def("content_filter", &Handle::filter)
      .def("set_callback", &Handle::set_callback)
      .def_prop_ro("work_id", &work_id<Handle>)
      .def("has_messages", [](const Handle& self) { return self.core()->has_messages(); })
      .def("get_publisher_count", [](const Handle& self) { return self.core()->matched(); })
      .def("get_topic_name", [](const Handle& self) { return self.core()->endpoint().topic; })
      .def("get_logger_name", [](const Handle& self) { return self.core()->node()->logger_name(); })
      .def("actual_qos", [](const Handle& self) { return tuple_of(self.core()->endpoint().qos); });
}

}  // namespace ranvier::python
