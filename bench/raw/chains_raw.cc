// The yardstick of policies/chains: the same callbacks on POSIX threads that pick by priority, with
// boxes of one message between them.
#include <thread>

#include "bench/common/args.h"
#include "bench/common/chains.h"
#include "bench/common/placement.h"
#include "bench/common/realtime.h"
#include "bench/common/session.h"
#include "bench/raw/jobs.h"

namespace ranvier::bench {
namespace {

class Chains final {
 public:
  explicit Chains(const Args& args)
      : study_(make_study(args.text("half"), Placing::kPublished, args.number("raised"))),
        log_(study_),
        threads_(study_.threads.size()),
        takers_(study_.steps.size()) {
    for (std::size_t i = 0; i < study_.steps.size(); ++i) add(i);
  }

  void run() {
    SessionThread control(session());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < threads_.size(); ++i) threads.emplace_back([this, i] { serve(i); });
    for (std::thread& thread : threads) thread.join();
    Findings findings = control.join();
    log_.describe({window_.opened_ns(), window_.closed_ns()}, findings);
    real_time_.describe(findings);
    control.finish(findings);
  }

 private:
  struct Taker {
    JobThread* thread;
    Job* box;
  };

  void add(std::size_t i) {
    const Step& step = study_.steps[i];
    Job job;
    job.run = [this, i](const Stamp& stamp) { step_once(i, stamp); };
    job.priority = step.priority;
    job.period_ns = step.period;
    job.due_ns = start_ns_;
    job.depth = 1;
    JobThread& thread = threads_[step.thread];
    Job& added = thread.add(std::move(job));
    if (step.after) takers_[*step.after].push_back({&thread, &added});
  }

  void step_once(std::size_t i, const Stamp& stamp) {
    const Step& step = study_.steps[i];
    burn(work_ns_of(step));
    if (step.ends) log_.record(*step.ends, stamp.published_ns, now_ns());
    for (const Taker& taker : takers_[i]) taker.thread->post(*taker.box, stamp);
  }

  void serve(std::size_t i) {
    const StudyThread& thread = study_.threads[i];
    pin_this_thread({thread.core % core_count()});
    if (thread.fifo > 0) real_time_.take(thread.fifo);
    threads_[i].run();
  }

  Session session() {
    Session session;
    session.window = &window_;
    session.end = [this] {
      for (JobThread& thread : threads_) thread.stop();
    };
    return session;
  }

  const Study study_;
  const std::int64_t start_ns_ = now_ns();
  Window window_;
  RealTime real_time_;
  ChainLog log_;
  std::vector<JobThread> threads_;
  std::vector<std::vector<Taker>> takers_;  // of the message of a step
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    std::make_unique<Chains>(Args(count, words))->run();
  });
}
