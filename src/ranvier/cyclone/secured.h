// A participant under DDS Security: its properties, and in words what the plugins say.
//
// Cyclone reports to its log alone why a participant or a peer was refused: on any thread, with
// locks held, and of a refused peer once a second.
#pragma once

#include <dds/dds.h>

#include <functional>
#include <string>

#include "ranvier/base/result.h"
#include "ranvier/cyclone/worker.h"
#include "ranvier/msg/gid.h"
#include "ranvier/route/network.h"

namespace ranvier::cyclone {

/// Names the plugins and the files of the enclave in the QoS of a participant.
void add_security(dds_qos_t& qos, const SecurityFiles& files);

/// Whether a participant has keys, which its GUID shows (DDS Security 1.1, 9.3.3). One of a vendor
/// that draws its GUIDs by lot may seem to have some.
inline bool has_keys(const Gid& participant) noexcept { return (participant.bytes[0] & 0x80) != 0; }

/// Takes Cyclone's log for as long as one of these lives in the process. Each text is logged once
/// in a process, by the worker of one of them.
///
/// Threads:  made and destroyed on any; Cyclone's threads give it lines.
/// Lifetime: the worker outlives it.
class SecurityLog final {
 public:
  using Warn = std::function<void(const std::string&)>;
  SecurityLog(Worker& worker, Warn warn);
  ~SecurityLog();
  SecurityLog(const SecurityLog&) = delete;
  SecurityLog& operator=(const SecurityLog&) = delete;

  /// A participant of a peer is known: logs, once in a process, that one has no keys. Cyclone lets
  /// its endpoints be, without a word.
  /// Contract: any thread; blocks on a lock of its own.
  void saw(const Gid& peer);

 private:
  friend class LinesOfThread;
  static void on_line(const dds_log_data_t& line);
  void tell(const std::string& text);

  Worker& worker_;
  const Warn warn_;
};

/// Collects what Cyclone logs on this thread while it lives, instead of logging it.
/// Threads: made and ended on one thread, and not nested. Needs a SecurityLog.
class LinesOfThread final {
 public:
  LinesOfThread();
  ~LinesOfThread();
  LinesOfThread(const LinesOfThread&) = delete;
  LinesOfThread& operator=(const LinesOfThread&) = delete;
  /// Joined by spaces; empty if there were none.
  const std::string& text() const noexcept { return text_; }

 private:
  friend class SecurityLog;
  std::string text_;
};

/// Warns from thirty days before the permissions of the enclave end, and when they have ended: DDS
/// ends all communication of this process then, and logs nothing.
/// Lifetime: cancelled with `owner` at the worker.
void watch_expiry(Worker& worker, const void* owner, const SecurityFiles& files,
                  SecurityLog::Warn warn);

/// Seconds since 1970 at which signed permissions end: <not_after>, in UTC unless it names a zone;
/// none if the text does not say so, or its grants end at different times.
std::optional<std::int64_t> end_of_permissions(const std::string& text);

}  // namespace ranvier::cyclone
