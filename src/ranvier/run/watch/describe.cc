// Executors in words.
#include <sys/types.h>

#include <cstdio>
#include <map>
#include <set>
#include <string>

#include "ranvier/os/clock.h"
#include "ranvier/run/watch/stuck_watch.h"

namespace ranvier {
namespace {

std::string name_of_thread(pid_t thread) {
  char path[64], name[64] = "";
  std::snprintf(path, sizeof path, "/proc/self/task/%d/comm", thread);
  if (std::FILE* const file = std::fopen(path, "re")) {
    const std::size_t length = std::fread(name, 1, sizeof name - 1, file);
    std::fclose(file);
    name[length] = '\0';
  }
  std::string text = name;
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string thread_text(pid_t thread) {
  return "  thread " + std::to_string(thread) + " '" + name_of_thread(thread) + "': ";
}

// "node '/a': timer of 1 s, subscription '/b'".
std::string group_text(const std::vector<const Entity*>& entities) {
  std::string text, node;
  for (const Entity* one : entities) {
    const std::string whole = text_of(*one);
    const std::size_t split = whole.find(", ");
    const std::string its_node = whole.substr(0, split);
    text += its_node == node ? ", " : (node.empty() ? "" : "; ") + its_node + ": ";
    text += whole.substr(split + 2);
    node = its_node;
  }
  return text;
}

}  // namespace

std::int64_t StuckWatch::since_of(const RunLook& run, std::int64_t now) const {
  const auto known = seen_.find({run.thread, run.depth});
  return known != seen_.end() && known->second.number == run.number ? now - known->second.since : 0;
}

std::string StuckWatch::describe() {
  note_runs();
  const Entities entities;
  const Look look = look_at_executors();
  note_ready(look);
  std::string text;
  int number = 0;
  for (const EngineLook& engine : look.engines) {
    std::map<const Strand*, std::vector<const Entity*>> groups;
    for (const Entity& one : entities.all()) {
      if (one.engine == engine.engine) groups[one.strand].push_back(&one);
    }
    std::string threads;
    std::set<const Strand*> busy;
    for (const RunLook& run : engine.runs) {
      threads += thread_text(run.thread) + entities.text_of(run.work) + ", for " +
                 time_text(since_of(run, look.at));
      const Awaits awaits = ranvier::awaits_of(run);
      if (awaits.kind != Awaits::Kind::kNothing)
        threads += ", waits for " + text_of(awaits, entities);
      threads += '\n';
      busy.insert(run.strand);
    }
    for (const IdleLook& idle : engine.idle) threads += thread_text(idle.thread) + "idle\n";
    if (groups.empty() && threads.empty()) continue;  // of the runtime, or of nobody
    text += "executor " + std::to_string(++number) + "\n";
    text += threads.empty() ? "  no thread spins it\n" : threads;
    for (const auto& [strand, of_it] : groups) {
      text += std::string("  group, ") + (of_it.front()->exclusive ? "exclusive" : "reentrant") +
              (busy.contains(strand) ? ", busy: " : ": ") + group_text(of_it) + '\n';
    }
    for (const ReadyLook& one : engine.ready) {
      text += "  ready, for " + time_text(look.at - ready_[one.work]) + ": " +
              entities.text_of(one.work) + '\n';
    }
  }
  return text.empty() ? "no executor\n" : text;
}

}  // namespace ranvier
