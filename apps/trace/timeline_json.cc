#include "timeline_json.h"

#include <algorithm>
#include <cinttypes>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/trace_model/apart.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;
using Json = nlohmann::ordered_json;

// In quotes, and ASCII alone; what is no UTF-8 is replaced.
std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
}

class Writing final {
 public:
  Writing(OutputFile& file, const Model& model, const Spans& spans)
      : file_(file), model_(model), spans_(spans) {}

  void run() {
    number_processes();
    add("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"begin_ns\":\"%" PRId64 "\"},",
        spans_.all.first);
    text_ += "\"traceEvents\":[";
    for (std::size_t i = 0; i < model_.processes.size(); ++i) name_process(i);
    for (std::size_t i = 0; i < model_.threads.size(); ++i) name_thread(i);
    for (std::size_t i = 0; i < model_.callbacks.size(); ++i) {
      callbacks_.push_back(quoted(model_.describe(static_cast<Index>(i))));
    }
    for (const Publisher& one : model_.publishers) {
      publishers_.push_back(quoted("publish " + one.topic + " of " + model_.name_of(one.node)));
    }
    for (const PublishedMessage& one : model_.publications) add_publication(one);
    for (std::size_t i = 0; i < model_.runs.size(); ++i) add_run(i);
    for (const CpuWait& one : model_.cpu_waits) add_wait(one);
    text_ += "\n]}\n";
    flush();
  }

 private:
  // Two hosts, or two runs, may have the same number for two processes.
  void number_processes() {
    std::set<std::int64_t> used;
    for (const trace_read::Process& one : model_.processes) {
      std::int64_t pid = one.pid;
      while (!used.insert(pid).second) pid += 10'000'000;
      pids_.push_back(pid);
    }
  }

  template <class... T>
  void add(const char* format, T... values) {
    char line[512];
    const int length = std::snprintf(line, sizeof line, format, values...);
    text_.append(line, static_cast<std::size_t>(std::clamp<int>(length, 0, sizeof line - 1)));
  }
  // Begins an event; its members follow.
  void begin(const char* phase, std::int64_t pid, std::int64_t tid) {
    text_ += is_first_ ? "\n" : ",\n";
    is_first_ = false;
    add("{\"ph\":\"%s\",\"pid\":%" PRId64 ",\"tid\":%" PRId64, phase, pid, tid);
  }
  void end() {
    text_ += '}';
    if (text_.size() > kPiece) flush();
  }
  void flush() {
    file_.write(text_);
    text_.clear();
  }
  void add_time(const char* name, Nanoseconds ns) {
    ns = std::max<Nanoseconds>(0, ns);
    add(",\"%s\":%" PRId64 ".%03d", name, ns / 1000, static_cast<int>(ns % 1000));
  }
  Nanoseconds since_first(Nanoseconds time) const { return apart(spans_.all.first, time); }

  void begin_on(const char* phase, Index thread, Nanoseconds time) {
    begin(phase, pids_[model_.threads[thread].process], model_.threads[thread].id);
    add_time("ts", since_first(time));
  }
  void add_slice(Index thread, Nanoseconds from, Nanoseconds to, std::string_view name,
                 const char* category) {
    begin_on("X", thread, from);
    add_time("dur", apart(from, to));
    add(",\"cat\":\"%s\",\"name\":", category);
    text_ += name;
    end();
  }
  // One end of an arrow; a viewer binds it to the slice that is there at the time.
  void add_arrow_end(const char* phase, Index thread, Nanoseconds time, std::size_t run) {
    begin_on(phase, thread, time);
    add(",\"id\":%zu,\"bp\":\"e\",\"cat\":\"message\",\"name\":\"message\"", run);
    end();
  }

  void name_process(std::size_t i) {
    const trace_read::Process& one = model_.processes[i];
    begin("M", pids_[i], 0);
    text_ += ",\"name\":\"process_name\",\"args\":{\"name\":" +
             quoted(one.host.empty() ? one.program : one.program + " on " + one.host) + "}";
    end();
  }
  void name_thread(std::size_t i) {
    begin("M", pids_[model_.threads[i].process], model_.threads[i].id);
    text_ += ",\"name\":\"thread_name\",\"args\":{\"name\":" + quoted(model_.threads[i].name) + "}";
    end();
  }

  void add_publication(const PublishedMessage& one) {
    // The last of what is known: kNever is the least of all.
    const Nanoseconds last = std::max({one.begin, one.handed, one.rcl, one.rmw});
    add_slice(one.thread, one.begin, last, publishers_[one.publisher], "publish");
  }
  // One that is exact lies within a slice of its thread or outside of all: who waits does
  // not come to an event.
  void add_wait(const CpuWait& one) {
    if (one.is_exact) {
      add_slice(one.thread, one.begin, one.end, "\"waits for a CPU\"", "cpu-wait");
    }
  }
  void add_run(std::size_t i) {
    const Run& run = model_.runs[i];
    const Nanoseconds end = run.end == kNever ? spans_.threads[run.thread].last : run.end;
    add_slice(run.thread, run.start, end, callbacks_[run.callback], "callback");
    const Index from = run.take == kNone ? kNone : model_.takes[run.take].publication;
    if (from == kNone) return;
    // An arrow of its own for each receiver: viewers end an arrow once.
    add_arrow_end("s", model_.publications[from].thread, model_.publications[from].begin, i);
    add_arrow_end("f", run.thread, run.start, i);
  }

  static constexpr std::size_t kPiece = 1 << 16;
  OutputFile& file_;
  const Model& model_;
  const Spans& spans_;
  std::vector<std::int64_t> pids_;                   // of each process, each its own
  std::vector<std::string> callbacks_, publishers_;  // their names, in quotes
  std::string text_;
  bool is_first_ = true;
};

}  // namespace

void write_timeline(OutputFile& file, const Model& model, const Spans& spans) {
  Writing(file, model, spans).run();
}

}  // namespace ranvier::apps
