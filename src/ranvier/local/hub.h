// Who is who inside one context: the meeting place of local endpoints.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/route/route.h"
#include "ranvier/route/type_report.h"

namespace ranvier {

class LocalWriter;
class LocalReader;
class LocalClient;
class LocalServer;

/// Matches the endpoints of a context by name, type and QoS.
///
/// Threads: all functions from any thread. Lock: "hub", the outermost of the
/// lock order; events are told under it.
class Hub final {
 public:
  explicit Hub(std::shared_ptr<TypeReport> report) : report_(std::move(report)) {}

  void add(LocalWriter& writer);
  void add(LocalReader& reader);
  void remove(LocalWriter& writer) noexcept;
  void remove(LocalReader& reader) noexcept;

  void add(LocalClient& client);
  void add(LocalServer& server);
  void remove(LocalClient& client) noexcept;
  void remove(LocalServer& server) noexcept;
  /// Gives a request to the servers of its service; how many there were.
  std::size_t request(LocalClient& from, const MessagePtr& request);
  /// Gives a reply to the client it is for; false if that is none of ours.
  bool reply(const MessagePtr& reply);
  bool has_server(const LocalClient& client) const;

  /// Ends the waits of keep-all writers, of those that come later too.
  void stop() noexcept;

 private:
  struct Topic {
    std::vector<LocalWriter*> writers;
    std::vector<LocalReader*> readers;
  };
  struct Service {
    std::vector<LocalServer*> servers;
    std::vector<LocalClient*> clients;
  };
  void match(LocalWriter& writer, LocalReader& reader) RANVIER_REQUIRES(mutex_);
  [[gnu::cold]] void say(const std::vector<TypeMismatch>& mismatches);
  void unmatch(LocalWriter& writer, LocalReader& reader) noexcept RANVIER_REQUIRES(mutex_);
  void tell_clients(const Service& service) RANVIER_REQUIRES(mutex_);

  const std::shared_ptr<TypeReport> report_;
  mutable Mutex mutex_{"hub"};
  std::unordered_map<std::string, Topic> topics_ RANVIER_GUARDED_BY(mutex_);
  std::unordered_map<std::string, Service> services_ RANVIER_GUARDED_BY(mutex_);
  std::unordered_map<std::uint64_t, LocalClient*> clients_ RANVIER_GUARDED_BY(mutex_);
  std::uint64_t next_client_ RANVIER_GUARDED_BY(mutex_) = 1;
  bool stopped_ RANVIER_GUARDED_BY(mutex_) = false;
};

}  // namespace ranvier
