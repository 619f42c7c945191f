// The yardstick of policies/pingpong: two POSIX threads on one core, the high one with the period, the
// high callback and both answers, with boxes between them.
#include <thread>

#include "bench/common/paths.h"
#include "bench/common/placement.h"
#include "bench/common/realtime.h"
#include "bench/raw/jobs.h"

namespace ranvier::bench {
namespace {

class Priority final {
 public:
  explicit Priority(const Args& args) : args_(args) {
    Job timer;
    timer.run = [this](const Stamp&) { ping(); };
    timer.period_ns = args_.period_ns;
    timer.due_ns = now_ns();
    high_.add(std::move(timer));
    add_path(high_, args_.high_ns, of_high_, to_high_);
    add_path(low_, args_.low_ns, of_low_, to_low_);
  }

  void run() {
    SessionThread control(session());
    std::thread high([this] { serve(high_, PathArgs::kHighPriority); });
    std::thread low([this] { serve(low_, PathArgs::kLowPriority); });
    high.join();
    low.join();
    Findings findings = control.join();
    of_high_.describe("high", window_, findings);
    of_low_.describe("low", window_, findings);
    real_time_.describe(findings);
    control.finish(findings);
  }

 private:
  void add_path(JobThread& thread, std::int64_t work_ns, PathLog& log, Job*& pings) {
    Job& answers = high_.add(box([&log](const Stamp& stamp) { log.record(stamp); }));
    pings = &thread.add(box([this, work_ns, &answers](const Stamp& stamp) {
      burn(work_ns);
      high_.post(answers, stamp);
    }));
  }

  static Job box(std::function<void(const Stamp&)> run) {
    Job job;
    job.run = std::move(run);
    job.depth = PathArgs::kDepth;
    return job;
  }

  void ping() {
    const Stamp stamp = window_.stamp();
    high_.post(*to_high_, stamp);
    low_.post(*to_low_, stamp);
  }

  void serve(JobThread& thread, int priority) {
    pin_this_thread(args_.cores);
    real_time_.take(priority);
    thread.run();
  }

  Session session() {
    Session session;
    session.window = &window_;
    session.received = [this] { return of_high_.answered(); };
    session.end = [this] {
      high_.stop();
      low_.stop();
    };
    return session;
  }

  const PathArgs args_;
  Window window_;
  RealTime real_time_;
  PathLog of_high_, of_low_;
  JobThread high_, low_;
  Job *to_high_ = nullptr, *to_low_ = nullptr;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    std::make_unique<Priority>(Args(count, words))->run();
  });
}
