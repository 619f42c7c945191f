// The raw side's DDS: participants, endpoints and one loop, on Cyclone's C API.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/raw/blob.h"

namespace ranvier::bench {

/// The policies that the benches vary.
struct RawQos {
  bool reliable = true;
  bool transient_local = false;
  int depth = 10;         ///< of keep last; 0 is keep all
  int max_samples = 0;    ///< resource limit of keep all; 0 is none
  double lifespan_s = 0;  ///< 0 is infinite
};

/// Called with each sample; the reference stays with the caller.
using OnSample = std::function<void(const ddsi_serdata*)>;

/// A DDS writer of blobs.
struct RawWriter {
  dds_entity_t entity = 0;
  const ddsi_sertype* type = nullptr;

  /// One bulk copy of `bytes` (what an encoder does), then the write.
  void copy_and_write(const std::uint8_t* bytes, std::size_t size) const;
  /// Hands over a blob whose bytes were filled in place.
  void write(ddsi_serdata* blob) const;
  [[nodiscard]] std::size_t matched() const;
};

/// A DDS reader of blobs; `take` calls back for all that is there.
struct RawReader {
  dds_entity_t entity = 0;
  std::shared_ptr<OnSample> on_sample;  // address stays valid for the listener

  void take() const;
  [[nodiscard]] std::size_t matched() const;
};

/// One participant in the domain of ROS_DOMAIN_ID, with the files of the enclave that
/// ROS_SECURITY_ENCLAVE_OVERRIDE names if ROS_SECURITY_ENABLE is true.
///
/// Threads: one. Errors: std::runtime_error names the entity and the DDS code.
class RawParticipant final {
 public:
  RawParticipant();
  ~RawParticipant();
  RawParticipant(const RawParticipant&) = delete;
  RawParticipant& operator=(const RawParticipant&) = delete;

  RawWriter writer(const std::string& topic, const std::string& type, const RawQos& qos);
  /// With `inside_listener`, samples arrive on Cyclone's receive thread (or, for
  /// a writer in the same process, inside its write call); otherwise a RawLoop
  /// or take() fetches them.
  RawReader reader(const std::string& topic, const std::string& type, const RawQos& qos,
                   OnSample on_sample, bool inside_listener);
  [[nodiscard]] dds_entity_t entity() const { return entity_; }

 private:
  struct Topic {
    dds_entity_t entity;
    const ddsi_sertype* type;
  };
  const Topic& topic(const std::string& name, const std::string& type);

  dds_entity_t entity_;
  std::map<std::string, Topic> topics_;
  std::vector<std::shared_ptr<OnSample>> listeners_;  // called until entity_ is deleted
};

/// One thread that serves readers through a waitset, and timers: the raw
/// counterpart of a single-threaded executor.
///
/// Threads: run() on one thread; stop() from any.
class RawLoop final {
 public:
  explicit RawLoop(RawParticipant& participant);
  void add(RawReader reader);
  /// Calls `work` at first_ns + k * period_ns; a late call does not move the rest.
  void add_timer(std::int64_t first_ns, std::int64_t period_ns, std::function<void()> work);
  void run();
  void stop();

 private:
  struct Timer {
    std::int64_t next_ns;
    std::int64_t period_ns;
    std::function<void()> work;
  };
  void run_due_timers();
  [[nodiscard]] dds_time_t next_deadline() const;

  dds_entity_t waitset_;
  dds_entity_t wake_;
  std::vector<RawReader> readers_;
  std::vector<Timer> timers_;
  std::atomic<bool> running_{true};
};

}  // namespace ranvier::bench
