#include "ranvier/cyclone/endpoints/reader_cache.h"

#include <cstring>
#include <memory>
#include <utility>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/dds_error.h"
#include "ranvier/os/clock.h"

namespace ranvier::cyclone {
namespace {

struct Cache final : dds_rhc {
  std::unique_ptr<SampleSink> sink;
  ddsi_tkmap* instances = nullptr;
  // Keyless types have one instance. Holding it keeps Cyclone from making and
  // retiring it with every sample.
  std::atomic<ddsi_tkmap_instance*> instance{nullptr};
};

Cache& as_cache(ddsi_rhc* rhc) { return *static_cast<Cache*>(reinterpret_cast<dds_rhc*>(rhc)); }
Cache& as_cache(dds_rhc* rhc) { return *static_cast<Cache*>(rhc); }

void hold_instance(Cache& cache, ddsi_tkmap_instance* instance) {
  ddsi_tkmap_instance* none = nullptr;
  if (cache.instance.load(std::memory_order_relaxed)) return;
  ddsi_tkmap_instance_ref(instance);
  if (!cache.instance.compare_exchange_strong(none, instance)) {
    ddsi_tkmap_instance_unref(cache.instances, instance);
  }
}

bool expired(const ddsi_writer_info& writer) {
  return writer.lifespan_exp.v != DDS_NEVER && writer.lifespan_exp.v <= steady_ns();
}

// Calls a sink. If it throws, there was no memory, and what it was called with is lost.
template <class Tell>
void tell(Tell&& sink) noexcept {
  try {
    sink();
  } catch (...) {}
}

// Of a sample of our own the status is Cyclone's while a packet is built (serdata_ops.cc).
bool has_content(ddsi_serdata& sample) {
  if (sample.kind != SDK_DATA) return false;
  return static_cast<CdrSample&>(sample).outgoing || sample.statusinfo == 0;
}

// Always "stored": a refusal would make Cyclone deliver the sample once more to
// the readers before this one.
bool store(ddsi_rhc* rhc, const ddsi_writer_info* writer, ddsi_serdata* sample,
           ddsi_tkmap_instance* instance) {
  Cache& cache = as_cache(rhc);
  hold_instance(cache, instance);
  if (has_content(*sample) && !expired(*writer)) {
    tell([&] { cache.sink->accept(*static_cast<CdrSample*>(sample), *writer); });
  }
  return true;
}

void unregister_writer(ddsi_rhc* rhc, const ddsi_writer_info* writer) {
  as_cache(rhc).sink->writer_gone(*writer);
}

void relinquish_ownership(ddsi_rhc*, const uint64_t) {}
void set_qos(ddsi_rhc*, const dds_qos*) {}

void free_cache(ddsi_rhc* rhc) {
  Cache& cache = as_cache(rhc);
  ddsi_tkmap_instance* instance = cache.instance.load();
  if (instance) ddsi_tkmap_instance_unref(cache.instances, instance);
  delete &cache;
}

// Nothing is ever there to be read: samples were handed on.
int32_t read_nothing(dds_rhc*, bool, void**, dds_sample_info_t*, uint32_t, uint32_t,
                     dds_instance_handle_t, dds_readcond*) {
  return 0;
}
int32_t read_no_cdr(dds_rhc*, bool, ddsi_serdata**, dds_sample_info_t*, uint32_t, uint32_t,
                    uint32_t, uint32_t, dds_instance_handle_t) {
  return 0;
}
bool add_condition(dds_rhc*, dds_readcond*) { return false; }
void remove_condition(dds_rhc*, dds_readcond*) {}
uint32_t lock_samples(dds_rhc*) { return 0; }

dds_return_t associate(dds_rhc* rhc, dds_reader*, const ddsi_sertype*, ddsi_tkmap* instances) {
  as_cache(rhc).instances = instances;
  return DDS_RETCODE_OK;
}

// --- Built-in topics --------------------------------------------------------------

struct EndpointCache final : dds_rhc {
  EndpointSink* sink = nullptr;
  Side side{};
  Gid own;  // our participant
};

struct FreeEndpoint {
  void operator()(dds_builtintopic_endpoint_t* endpoint) const noexcept {
    dds_builtintopic_free_endpoint(endpoint);
  }
};

bool store_endpoint(ddsi_rhc* rhc, const ddsi_writer_info*, ddsi_serdata* sample,
                    ddsi_tkmap_instance* instance) {
  const auto& cache = *static_cast<EndpointCache*>(reinterpret_cast<dds_rhc*>(rhc));
  const std::unique_ptr<dds_builtintopic_endpoint_t, FreeEndpoint> endpoint(
      static_cast<dds_builtintopic_endpoint_t*>(dds_alloc(sizeof(dds_builtintopic_endpoint_t))));
  ddsi_serdata_to_sample(sample, endpoint.get(), nullptr, nullptr);
  if (sample->statusinfo == 0 && sample->kind == SDK_DATA) {
    if (to_gid(endpoint->participant_key) == cache.own) return true;
    tell([&] { cache.sink->appeared(cache.side, *endpoint, instance->m_iid); });
  } else {
    tell([&] { cache.sink->gone(to_gid(endpoint->key)); });
  }
  return true;
}

void unregister_nothing(ddsi_rhc*, const ddsi_writer_info*) {}
void free_endpoint_cache(ddsi_rhc* rhc) {
  delete static_cast<EndpointCache*>(reinterpret_cast<dds_rhc*>(rhc));
}
dds_return_t associate_nothing(dds_rhc*, dds_reader*, const ddsi_sertype*, ddsi_tkmap*) {
  return DDS_RETCODE_OK;
}

dds_rhc_ops make_cache_ops(const ddsi_rhc_ops& receive) {
  dds_rhc_ops ops{};
  ops.rhc_ops = receive;
  ops.read = ops.take = for_c<read_nothing>();
  ops.readcdr = ops.takecdr = for_c<read_no_cdr>();
  ops.add_readcondition = for_c<add_condition>();
  ops.remove_readcondition = for_c<remove_condition>();
  ops.lock_samples = for_c<lock_samples>();
  return ops;
}

}  // namespace

void SampleSink::writer_gone(const ddsi_writer_info&) {}

dds_entity_t create_reader(dds_entity_t subscriber, dds_entity_t topic, const dds_qos_t* qos,
                           const dds_listener_t* listener, std::unique_ptr<SampleSink> sink) {
  static const dds_rhc_ops ops = [] {
    dds_rhc_ops made =
        make_cache_ops({for_c<store>(), for_c<unregister_writer>(), for_c<relinquish_ownership>(),
                        for_c<set_qos>(), for_c<free_cache>()});
    made.associate = for_c<associate>();
    return made;
  }();
  auto cache = std::make_unique<Cache>();
  cache->common.ops = &ops;
  cache->sink = std::move(sink);
  const dds_entity_t reader = dds_create_reader_rhc(subscriber, topic, qos, listener, cache.get());
  if (reader > 0) static_cast<void>(cache.release());  // Cyclone frees it with the reader
  return reader;
}

Result<Handle> open_builtin_reader(dds_entity_t participant, Side side, EndpointSink& sink) {
  static const dds_rhc_ops ops = [] {
    dds_rhc_ops made = make_cache_ops({for_c<store_endpoint>(), for_c<unregister_nothing>(),
                                       for_c<relinquish_ownership>(), for_c<set_qos>(),
                                       for_c<free_endpoint_cache>()});
    made.associate = for_c<associate_nothing>();
    return made;
  }();
  auto cache = std::make_unique<EndpointCache>();
  cache->common.ops = &ops;
  cache->sink = &sink;
  cache->side = side;
  cache->own = gid_of(participant);
  const dds_entity_t topic = side == Side::kWriter ? DDS_BUILTIN_TOPIC_DCPSPUBLICATION
                                                   : DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION;
  Handle reader(dds_create_reader_rhc(participant, topic, nullptr, nullptr, cache.get()));
  if (reader.get() < 0) return dds_error(reader.get(), "Cannot listen to the endpoints of peers");
  static_cast<void>(cache.release());  // Cyclone frees it with the reader
  return reader;
}

}  // namespace ranvier::cyclone
