#include "extension/topic_meter.h"

#include <nanobind/stl/string.h>

#include <bit>
#include <cstring>

#include "extension/publisher.h"
#include "ranvier/os/clock.h"

namespace ranvier::python {
namespace {

constexpr std::size_t kEncapsulation = 4;
constexpr std::int64_t kNsOfSecond = 1'000'000'000;

// The stamp of a message that begins with a std_msgs/msg/Header: seconds and nanoseconds.
std::int64_t delay_of(const Bytes& bytes) {
  std::uint32_t words[2];
  if (bytes.size < kEncapsulation + sizeof words) return 0;
  std::memcpy(words, bytes.data + kEncapsulation, sizeof words);
  const bool little = (bytes.data[1] & 1) != 0;
  if (little != (std::endian::native == std::endian::little)) {
    for (std::uint32_t& word : words) word = __builtin_bswap32(word);
  }
  return system_ns() - (std::int64_t{static_cast<std::int32_t>(words[0])} * kNsOfSecond + words[1]);
}

void count(void* state, MessagePtr message) {
  const Bytes bytes = message->bytes();
  (*static_cast<std::shared_ptr<Arrivals>*>(state))
      ->add({steady_ns(), bytes.size, delay_of(bytes)});
}

}  // namespace

void Arrivals::add(const Arrival& arrival) {
  Lock lock(mutex_);
  last_.push_back(arrival);
  if (last_.size() > most_) last_.pop_front();
}

std::deque<Arrival> Arrivals::all() const {
  Lock lock(mutex_);
  return last_;
}

TopicMeter::TopicMeter(const NodeHandle& node, nb::handle type, const std::string& topic,
                       const nb::tuple& qos, const StrandHandle& group, std::size_t most)
    : arrivals_(std::make_shared<Arrivals>(most)) {
  Endpoint endpoint = endpoint_of(node, type, topic, qos, false);
  MessageCallback to;
  to.call = &count;
  to.state = new std::shared_ptr<Arrivals>(arrivals_);
  to.destroy = [](void* state) { delete static_cast<std::shared_ptr<Arrivals>*>(state); };
  to.takes = MessageCallback::Takes::kBytes;
  const std::shared_ptr<Node>& of = node.core();
  core_ = value_or_raise(without_gil([&] {
                           return Subscription::open(of, group.strand, std::move(endpoint), {}, to);
                         }),
                         "Failed to create subscription: ");
}

nb::list TopicMeter::arrivals() const {
  nb::list out;
  for (const Arrival& one : arrivals_->all()) {
    out.append(nb::make_tuple(one.at, one.size, one.delay));
  }
  return out;
}

void TopicMeter::destroy() {
  if (!core_) return;
  without_gil([core = std::move(core_)]() mutable {
    core->close();
    core = {};
  });
}

void bind_topic_meter(nb::module_& module) {
  nb::class_<TopicMeter, Destroyable>(module, "TopicMeter")
      .def(nb::init<const NodeHandle&, nb::handle, const std::string&, const nb::tuple&,
                    const StrandHandle&, std::size_t>(),
           nb::arg("node"), nb::arg("type"), nb::arg("topic"), nb::arg("qos"), nb::arg("group"),
           nb::arg("most"))
      .def("arrivals", &TopicMeter::arrivals)
      .def("get_publisher_count", &TopicMeter::publishers);
}

}  // namespace ranvier::python
