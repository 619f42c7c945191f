// A DDS reader's history cache that keeps nothing: it hands each sample on, on
// the thread that received it.
//
// Cyclone lets a reader bring its own cache. With this one nothing is stored,
// no status is raised, no listener runs and nothing is taken again, once per
// reader and sample (docs/decisions, "reader cache").
#pragma once

#include "ranvier/cyclone/endpoints/qos_map.h"
#include "ranvier/cyclone/handle.h"
#include "ranvier/cyclone/internals/extension.h"
#include "ranvier/cyclone/wire/sertype.h"

namespace ranvier::cyclone {

/// Takes the samples of one DDS reader. What it throws ends at the cache, which drops the
/// sample: DDS never sees it.
///
/// Threads:  called by Cyclone's receive threads and by the threads of DDS
///           writers in this process, with locks of Cyclone held; in order per
///           writer.
/// Lifetime: belongs to the DDS reader once it has a cache; freed with it.
class SampleSink {
 public:
  virtual ~SampleSink() = default;
  /// A sample with content. `writer` is valid during the call.
  virtual void accept(CdrSample& sample, const ddsi_writer_info& writer) = 0;
  /// A writer is gone: no more samples of it come.
  virtual void writer_gone(const ddsi_writer_info& writer);
};

/// A reader of `topic` whose samples go to `sink`, which it owns from now on,
/// also when this fails.
/// @return the reader's handle, or a negative return code.
dds_entity_t create_reader(dds_entity_t subscriber, dds_entity_t topic, const dds_qos_t* qos,
                           const dds_listener_t* listener, std::unique_ptr<SampleSink> sink);

/// Is called with the endpoints of peers: not with those of our participant. Threads, and what it throws: as
/// SampleSink.
class EndpointSink {
 public:
  /// It came, or its QoS changed. The endpoint is valid during the call; `handle`
  /// is what statuses of matched endpoints call it.
  virtual void appeared(Side side, const dds_builtintopic_endpoint_t& endpoint,
                        dds_instance_handle_t handle) = 0;
  virtual void gone(const Gid& gid) = 0;

 protected:
  ~EndpointSink() = default;
};

/// A reader of the built-in topic of writers or of readers that stores nothing: the endpoints
/// that are there and those that come go to `sink`, which outlives it.
Result<Handle> open_builtin_reader(dds_entity_t participant, Side side, EndpointSink& sink);

}  // namespace ranvier::cyclone
