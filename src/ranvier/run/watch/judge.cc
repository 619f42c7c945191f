#include "ranvier/run/watch/judge.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace ranvier {
namespace {

bool same(const RunLook& one, const RunLook& other) noexcept {
  return one.thread == other.thread && one.depth == other.depth && one.number == other.number;
}

bool is_of_runtime(const Entity& entity) {
  constexpr std::array<std::string_view, 12> kEnds{"/parameter_events",
                                                   "/rosout",
                                                   "/clock",
                                                   "/get_parameters",
                                                   "/set_parameters",
                                                   "/set_parameters_atomically",
                                                   "/get_parameter_types",
                                                   "/list_parameters",
                                                   "/describe_parameters",
                                                   "/get_type_description",
                                                   "/get_logger_levels",
                                                   "/set_logger_levels"};
  return std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view end) { return entity.name.ends_with(end); });
}

/// One round of the judgement: who is still taken for stuck.
class Judge final {
 public:
  Judge(const Look& look, const Entities& entities, std::vector<StuckRun> stuck)
      : look_(look), entities_(entities), stuck_(std::move(stuck)) {}

  std::vector<StuckRun> decide() && {
    for (bool changed = true; changed;) {
      std::vector<StuckRun> still;
      for (const StuckRun& one : stuck_) {
        const Hindrance why = why_stuck(one);
        if (why.kind != Hindrance::Kind::kNone) still.push_back({one.run, one.awaits, why});
      }
      changed = still.size() != stuck_.size();
      stuck_ = std::move(still);
    }
    return std::move(stuck_);
  }

 private:
  [[nodiscard]] bool is_stuck(const RunLook& run) const {
    return std::any_of(stuck_.begin(), stuck_.end(),
                       [&](const StuckRun& one) { return same(one.run, run); });
  }

  [[nodiscard]] Hindrance why_stuck(const StuckRun& one) const {
    switch (one.awaits.kind) {
      case Awaits::Kind::kReply: return why_no_reply(one.awaits.work);
      case Awaits::Kind::kServer: return why_no_server(one);
      case Awaits::Kind::kTransforms: return why_no_transforms();
      case Awaits::Kind::kMutex: return why_locked(one);
      case Awaits::Kind::kNothing: break;
    }
    return {};
  }

  // Both must run: the server, if it is one of this process, and then the client.
  [[nodiscard]] Hindrance why_no_reply(const void* work) const {
    const Entity* const client = entities_.find(work);
    if (client == nullptr) return {};
    if (const Hindrance why = hindrance(*client); why.kind != Hindrance::Kind::kNone) return why;
    if (is_ready(client->work)) return {};  // it is answered
    // What asked for the result of a goal may have been heard long ago, and any thread sends it.
    if (client->name.ends_with("/_action/get_result")) return {};
    return of_all([&](const Entity& one) {
      return one.kind == Entity::Kind::kService && one.name == client->name;
    });
  }

  // Nobody knows who would make it. What waits here may.
  [[nodiscard]] Hindrance why_no_server(const StuckRun& one) const {
    const Entity* const client = entities_.find(one.awaits.work);
    if (client == nullptr) return {};
    for (const Entity& other : entities_.all()) {
      if (other.kind == Entity::Kind::kService && other.name == client->name) return {};
    }
    for (const EngineLook& engine : look_.engines) {
      if (engine.engine != one.run.engine) continue;
      for (const ReadyLook& ready : engine.ready) {
        const Entity* const entity = entities_.find(ready.work);
        if (entity == nullptr || is_of_runtime(*entity)) continue;
        const Hindrance why = hindrance(*entity);
        if (why.kind == Hindrance::Kind::kThreads || same(why.by, one.run)) return why;
      }
    }
    return {};
  }

  [[nodiscard]] Hindrance why_no_transforms() const {
    return of_all([](const Entity& one) {
      return one.kind == Entity::Kind::kSubscription &&
             (one.name.ends_with("/tf") || one.name.ends_with("/tf_static"));
    });
  }

  [[nodiscard]] Hindrance why_locked(const StuckRun& one) const {
    const RunLook* holder = nullptr;
    for (const EngineLook& engine : look_.engines) {
      for (const RunLook& run : engine.runs) {
        if (run.thread == one.awaits.owner && run.innermost) holder = &run;
      }
    }
    if (holder == nullptr) return why_kept(one);
    return is_stuck(*holder) ? Hindrance{Hindrance::Kind::kHolder, nullptr, *holder} : Hindrance{};
  }

  // Its thread runs no callback: the last one there did not unlock it. Another one of its group
  // may, but for us.
  [[nodiscard]] Hindrance why_kept(const StuckRun& one) const {
    for (const EngineLook& engine : look_.engines) {
      for (const IdleLook& idle : engine.idle) {
        if (idle.thread != one.awaits.owner) continue;
        const Entity* const last = entities_.find(idle.last);
        if (last == nullptr || !last->exclusive || last->strand != one.run.strand) return {};
        return {Hindrance::Kind::kKept, idle.last, one.run};
      }
    }
    return {};
  }

  // Of the first, if none of those that are wanted can run; nothing if nobody is.
  template <class Wanted>
  [[nodiscard]] Hindrance of_all(Wanted wanted) const {
    Hindrance first;
    for (const Entity& one : entities_.all()) {
      if (!wanted(one)) continue;
      const Hindrance why = hindrance(one);
      if (why.kind == Hindrance::Kind::kNone) return {};
      if (first.kind == Hindrance::Kind::kNone) first = why;
    }
    return first;
  }

  [[nodiscard]] bool is_ready(const Work* work) const {
    return std::any_of(look_.engines.begin(), look_.engines.end(), [&](const EngineLook& engine) {
      return std::any_of(engine.ready.begin(), engine.ready.end(),
                         [&](const ReadyLook& one) { return one.work == work; });
    });
  }

  // The callback that has its mutually exclusive group; another executor may have begun it.
  [[nodiscard]] const RunLook* run_in_group(const Entity& entity) const {
    if (!entity.exclusive) return nullptr;
    for (const EngineLook& engine : look_.engines) {
      for (const RunLook& run : engine.runs) {
        if (run.strand == entity.strand) return &run;
      }
    }
    return nullptr;
  }

  // Why the entity's callback cannot begin.
  [[nodiscard]] Hindrance hindrance(const Entity& entity) const {
    if (entity.engine == nullptr) return {};  // an executor may come
    const auto at =
        std::find_if(look_.engines.begin(), look_.engines.end(),
                     [&](const EngineLook& one) { return one.engine == entity.engine; });
    if (at == look_.engines.end()) return {};
    if (const RunLook* const run = run_in_group(entity)) {
      return is_stuck(*run) ? Hindrance{Hindrance::Kind::kGroup, entity.work, *run} : Hindrance{};
    }
    if (!at->idle.empty() || at->runs.empty()) return {};
    for (const RunLook& run : at->runs) {
      if (run.pulled || !is_stuck(run)) return {};
    }
    return {Hindrance::Kind::kThreads, entity.work, at->runs.front()};
  }

  const Look& look_;
  const Entities& entities_;
  std::vector<StuckRun> stuck_;
};

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] += 'A' - 'a';
  return text;
}

std::string wanted_text(const StuckRun& stuck, const Entities& entities) {
  const std::string wanted = entities.text_of(stuck.why.wanted);
  switch (stuck.awaits.kind) {
    case Awaits::Kind::kServer:
      return "No node offers it. If what waits behind it would (" + wanted + "), that";
    case Awaits::Kind::kTransforms: return "Transforms come with " + wanted + ", which";
    default: return "It comes with " + wanted + ", which";
  }
}

std::string hindrance_text(const StuckRun& stuck, const Entities& entities) {
  const RunLook& by = stuck.why.by;
  const bool itself = same(by, stuck.run);
  const std::string other = entities.text_of(by.work);
  if (stuck.why.kind == Hindrance::Kind::kGroup) {
    return " cannot run: it is of the same mutually exclusive callback group as " +
           (itself ? std::string("this callback, which is under way")
                   : "the callback of " + other + ", which is stuck too");
  }
  return itself ? " cannot run: its executor has no thread but this one, or all are stuck"
                : " cannot run: the threads of its executor are in callbacks that are stuck, as "
                  "that of " +
                      other;
}

std::string remedy(const StuckRun& stuck, const Entities& entities) {
  const bool group = stuck.why.kind == Hindrance::Kind::kGroup;
  const std::string what = stuck.awaits.kind == Awaits::Kind::kTransforms ? "the listener"
                           : stuck.awaits.kind == Awaits::Kind::kServer   ? "what offers it"
                                                                          : "the client or server";
  std::string way = group ? "Give " + what +
                                " a callback group of its own and a "
                                "MultiThreadedExecutor"
                          : "Give " + what +
                                " a thread: a MultiThreadedExecutor, or an executor "
                                "of its own";
  if (stuck.awaits.kind == Awaits::Kind::kReply) {
    const Entity* const client = entities.find(stuck.awaits.work);
    const bool of_action = client != nullptr && client->name.find("/_action/") != client->name.npos;
    way += of_action ? "; or do not wait: take the answer in a callback of SendGoalOptions, in "
                       "Python with await of send_goal_async()"
                     : "; or do not wait: take the answer in a callback of async_send_request(), "
                       "in Python with await of call_async()";
  } else if (stuck.awaits.kind == Awaits::Kind::kTransforms) {
    way += " (TransformListener with spin_thread: the default in C++, and not in Python)";
  } else if (stuck.awaits.kind == Awaits::Kind::kServer) {
    way += "; or look with service_is_ready() in a timer";
  }
  return way + ".";
}

std::string text_of_lock(const StuckRun& stuck, const Entities& entities) {
  if (stuck.why.kind == Hindrance::Kind::kKept) {
    return "The callback of " + entities.text_of(stuck.why.wanted) +
           " ended and kept it locked. No callback of their mutually exclusive group can unlock "
           "it while this one waits. Unlock it before the callback ends.";
  }
  if (same(stuck.why.by, stuck.run)) {
    return "Its own thread has locked that already. Unlock it before it is locked again, or keep "
           "no lock when the callback ends.";
  }
  return "It is held by the callback of " + entities.text_of(stuck.why.by.work) +
         ", which is stuck too. Do not wait while a mutex is held, or lock all mutexes in one "
         "order.";
}

}  // namespace

std::vector<StuckRun> find_stuck(const Look& look, const Entities& entities,
                                 const std::vector<RunLook>& runs,
                                 const std::vector<Awaits>& awaits) {
  std::vector<StuckRun> known;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (awaits[i].kind != Awaits::Kind::kNothing) known.push_back({runs[i], awaits[i], {}});
  }
  return Judge(look, entities, std::move(known)).decide();
}

std::string text_of(const Awaits& awaits, const Entities& entities) {
  const Entity* const entity = entities.find(awaits.work);
  const std::string service = entity != nullptr ? " '" + entity->name + "'" : "";
  switch (awaits.kind) {
    case Awaits::Kind::kReply: return "the answer of service" + service;
    case Awaits::Kind::kServer: return "a server of service" + service;
    case Awaits::Kind::kTransforms: return "a transform of tf2";
    case Awaits::Kind::kMutex:
      return "a mutex that thread " + std::to_string(awaits.owner) + " has";
    case Awaits::Kind::kNothing: break;
  }
  return "what is not known";
}

std::string text_of(const StuckRun& stuck, const Entities& entities, std::int64_t waited) {
  // Who waits for a server may be right: what comes from elsewhere comes in spite of it.
  const bool holds_up = stuck.awaits.kind == Awaits::Kind::kServer;
  const std::string who =
      capital(entities.text_of(stuck.run.work)) + " (thread " + std::to_string(stuck.run.thread) +
      "): its callback " + (holds_up ? "holds up others. For " : "is stuck. For ") +
      time_text(waited) + " it has waited for " + text_of(stuck.awaits, entities) + ". ";
  if (stuck.awaits.kind == Awaits::Kind::kMutex) return who + text_of_lock(stuck, entities);
  return who + wanted_text(stuck, entities) + hindrance_text(stuck, entities) + ". " +
         remedy(stuck, entities);
}

}  // namespace ranvier
