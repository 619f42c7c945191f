// Requests and their answers, and goals of actions, as their events tell of them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/trace_model/model.h"
#include "analysis/trace_model/objects.h"

namespace ranvier::trace_model {

/// Joins the events of each request by its name, whose two ends may be in different
/// processes, and those of each goal by its id.
///
/// Threads: one. Order: events as they happened; but an end of a request may be reported
/// of before its begin, as clocks of several processes and older traces have it.
class Calls final {
 public:
  Calls(Objects& objects, Model& model, std::size_t threads)
      : objects_(objects), model_(model), taken_(threads, kNone) {}

  /// @param run  the callback that runs on the event's thread, or kNone.
  void see(const trace_read::EventView& event, Index run);
  /// A callback begins. @return the call that it is for, or kNone.
  Index begin_callback(Index thread, const Callback& callback, Index run);

 private:
  using View = trace_read::EventView;
  /// What names a request: numbers of small clients mean something within a process only.
  struct Name {
    Handle client;
    std::int64_t number;
    bool operator==(const Name&) const = default;
  };
  struct HashOfName {
    std::size_t operator()(const Name& name) const noexcept {
      return mixed(HashOfHandle{}(name.client), static_cast<std::uint64_t>(name.number));
    }
  };
  Index call(Name name);
  void request_send(const View& event, Index run);
  void request_take(const View& event);
  void response_send(const View& event);
  void response_take(const View& event);
  Goal& goal(const View& event, std::size_t id);
  void goal_status(const View& event);

  Objects& objects_;
  Model& model_;
  std::unordered_map<Name, Index, HashOfName> calls_;
  std::unordered_map<Index, Index> goals_;  // by the id, in Trace::texts
  std::vector<Index> taken_;                // by thread: a call whose callback has not begun
};

}  // namespace ranvier::trace_model
