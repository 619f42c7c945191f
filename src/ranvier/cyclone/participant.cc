#include "ranvier/cyclone/participant.h"

#include <cstring>

#include "ranvier/cyclone/config.h"
#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/foreign_writers.h"
#include "ranvier/cyclone/endpoints/type_watch.h"
#include "ranvier/cyclone/gate.h"
#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/cyclone/wire/cdr_type.h"

namespace ranvier::cyclone {

Gid to_gid(const dds_guid_t& guid) noexcept {
  Gid gid;
  static_assert(sizeof gid.bytes == sizeof guid.v);
  std::memcpy(gid.bytes.data(), guid.v, sizeof guid.v);
  return gid;
}

Gid gid_of(dds_entity_t entity) {
  dds_guid_t guid{};
  dds_get_guid(entity, &guid);
  return to_gid(guid);
}

Participant::Participant(const NetworkOptions& options)
    : options_(options),
      type_report_(options.type_report ? options.type_report
                                       : std::make_shared<TypeReport>(options.warn)) {}

namespace {

Result<std::shared_ptr<Domain>> join_as(const DomainRequest& request) {
  Result<std::string> config = domain_config(request);
  if (!config) return config.error();
  return Domain::join(request.options.domain, *config);
}

// Of more processes than a host has indexes the last go without.
Result<std::shared_ptr<Domain>> join_domain(const NetworkOptions& options) {
  const DomainRequest request{.options = options};
  if (keeps_to_this_host(request) && options.warn) {
    options.warn(
        "No network interface is up but loopback, so this process reaches the processes of this "
        "host alone, also when a network comes up later. Start it again then to reach other "
        "hosts, or set ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST.");
  }
  Result<std::shared_ptr<Domain>> domain = join_as(request);
  if (domain || !takes_an_index(options)) return domain;
  Result<std::shared_ptr<Domain>> without =
      join_as({.options = options, .indexing = Indexing::kNone});
  if (!without) return domain;
  if (options.warn) {
    options.warn("All participant indexes of this host are taken in DDS domain " +
                 std::to_string(options.domain) +
                 ". This process goes without one: where there is no multicast, other such "
                 "processes do not find it. Run fewer processes in one domain, or set another "
                 "ROS_DOMAIN_ID.");
  }
  return without;
}

}  // namespace

Result<std::unique_ptr<Participant>> Participant::open(const NetworkOptions& options) {
  if (const auto ignored = ignored_peers(options); ignored && options.warn) options.warn(*ignored);
  Result<std::shared_ptr<Domain>> domain = join_domain(options);
  if (!domain) return domain.error();
  std::unique_ptr<Participant> participant(new Participant(options));
  participant->domain_ = *domain;
  if (Result<void> created = participant->create(); !created) return created.error();
  Result<std::unique_ptr<TypeWatch>> types = TypeWatch::open(*participant);
  if (!types) return types.error();
  participant->types_ = std::move(*types);
  auto writers = ForeignWriters::open(*participant);
  if (!writers) return writers.error();
  participant->foreign_writers_ = std::move(*writers);
  return participant;
}

Result<void> Participant::create() {
  const std::string user_data = "enclave=" + options_.enclave + ";";
  QosPtr qos(dds_create_qos());
  dds_qset_userdata(qos.get(), user_data.data(), user_data.size());
  if (options_.security) {
    if (auto secured = create_secured(*qos); !secured) return secured;
  } else {
    entity_ = Handle(dds_create_participant(options_.domain, qos.get(), nullptr));
  }
  if (entity_.get() > 0) publisher_ = Handle(dds_create_publisher(entity(), nullptr, nullptr));
  if (entity_.get() > 0) subscriber_ = Handle(dds_create_subscriber(entity(), nullptr, nullptr));
  for (const Handle* handle : {&entity_, &publisher_, &subscriber_}) {
    if (handle->get() > 0) continue;
    return dds_error(handle->get(), "Cannot join DDS domain " + std::to_string(options_.domain) +
                                        ". See what Cyclone printed; check the network and "
                                        "CYCLONEDDS_URI");
  }
  gid_ = gid_of(entity());
  return {};
}

// The reason comes through Cyclone's log alone.
Result<void> Participant::create_secured(dds_qos_t& qos) {
  const SecurityFiles& files = *options_.security;
  add_security(qos, files);
  security_log_.emplace(worker_, options_.warn);
  const LinesOfThread said;
  entity_ = Handle(dds_create_participant(options_.domain, &qos, nullptr));
  if (entity_.get() <= 0) {
    return dds_error(entity_.get(), "Cannot join DDS domain " + std::to_string(options_.domain) +
                                        " as enclave '" + files.enclave + "' with the files in '" +
                                        files.folder + "': " + said.text() +
                                        " Mend that file, or make the enclave anew with `ros2 "
                                        "security create_enclave`");
  }
  watch_expiry(worker_, this, files, options_.warn);
  return {};
}

Participant::~Participant() {
  close();
  worker_.cancel(this);
}

Result<std::shared_ptr<Topic>> Participant::topic(const TopicName& name) {
  Lock lock(mutex_);
  std::weak_ptr<Topic>& known = topics_[name];
  if (auto topic = known.lock()) return topic;
  Result<std::shared_ptr<Topic>> made = create_topic(name);
  if (made) known = *made;
  return made;
}

const ddsi_domaingv* Participant::internals() const noexcept {
  return tricks_work() ? internals_.load(std::memory_order_acquire) : nullptr;
}

void Participant::warn_of_tricks() const {
  if (const std::string why = why_no_tricks(); !why.empty()) warn(why);
}

bool Topic::has_room(dds_entity_t writer) const noexcept {
  const ddsi_domaingv* const domain = internals_of(*type);
  return domain == nullptr || has_send_room(*domain, gid_of(writer));
}

Result<std::shared_ptr<Topic>> Participant::create_topic(const TopicName& name) {
  const Dialect of_cyclone = options_.fast_everywhere ? Dialect::kFast : Dialect::kCyclone;
  ddsi_sertype* type = make_cdr_type(*name.type, name.dds_type.c_str(), name.framing, of_cyclone);
  const dds_entity_t entity =
      dds_create_topic_sertype(this->entity(), name.name.c_str(), &type, nullptr, nullptr, nullptr);
  if (entity < 0) {
    ddsi_sertype_unref(type);
    return dds_error(
        entity, "Cannot create the DDS topic '" + name.name + "' of type '" + name.dds_type + "'");
  }
  check_tricks(*type, this->entity());
  warn_of_tricks();
  if (const ddsi_domaingv* const inside = internals_of(*type)) {
    if (range_of(options_) != DiscoveryRange::kOff) send_over_loopback_to_this_host(*inside);
    mend_packets_for_fast(*inside);
    internals_.store(inside, std::memory_order_release);
  }
  auto topic = std::make_shared<Topic>();
  topic->entity = Handle(entity);
  topic->type = type;
  return topic;
}

void Participant::dispose(Handle entity, std::shared_ptr<void> keep) {
  if (!Gate::this_thread_is_inside()) return entity.reset();
  auto later = std::make_shared<Handle>(std::move(entity));
  worker_.run(nullptr, [later, keep] { later->reset(); });
}

}  // namespace ranvier::cyclone
