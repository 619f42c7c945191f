// The yardstick of the containers bench: threads that hand the same messages
// over, with nothing between them but a queue, a lock and a condition.
//
// kind=single: one thread publishes and does the work of all in turn. kind=mt: a
// pool of threads, one of which waits for the period; kind=isolated: a thread
// for the publisher and one for each receiver, each with a queue of its own.
#include <array>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/common/work.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kSize = 500'000;
using Bytes = std::array<std::uint8_t, kSize>;
using Message = std::shared_ptr<const Bytes>;

/// Work for threads: what is queued, and a job that is due at its period.
class Pool final {
 public:
  using Job = std::function<void()>;

  void push(Job job) {
    bool wake;
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
      wake = asleep_ > 0;
    }
    if (wake) changed_.notify_one();
  }
  void set_timer(std::int64_t period_ns, Job job) {
    period_ns_ = period_ns;
    next_ns_ = now_ns();
    timer_ = std::move(job);
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

  void run() {
    std::unique_lock lock(mutex_);
    while (!stopped_) {
      if (Job job = next()) {
        lock.unlock();
        job();
        lock.lock();
      } else {
        sleep(lock);
      }
    }
  }

 private:
  Job next() {
    if (timer_ && now_ns() >= next_ns_) {
      next_ns_ += period_ns_;
      return timer_;
    }
    if (jobs_.empty()) return {};
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }

  // One of the idle threads waits for the period, the others for jobs alone.
  void sleep(std::unique_lock<std::mutex>& lock) {
    ++asleep_;
    if (timer_ && !waits_for_period_) {
      waits_for_period_ = true;
      changed_.wait_for(lock, std::chrono::nanoseconds(next_ns_ - now_ns()));
      waits_for_period_ = false;
    } else {
      changed_.wait(lock);
    }
    --asleep_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  Job timer_;
  std::int64_t period_ns_ = 0;
  std::int64_t next_ns_ = 0;
  int asleep_ = 0;
  bool waits_for_period_ = false;
  bool stopped_ = false;
};

class Containers final {
 public:
  explicit Containers(const Args& args)
      : kind_(args.text("kind")), steps_(static_cast<std::uint64_t>(args.integer("steps"))) {
    for (long i = 0; i < args.integer("subs"); ++i)
      logs_.push_back(std::make_unique<LatencyLog>(20'000));
    const std::size_t pools = kind_ == "isolated" ? logs_.size() + 1 : 1;
    for (std::size_t i = 0; i < pools; ++i) pools_.push_back(std::make_unique<Pool>());
    pools_.front()->set_timer(1'000'000'000 / args.integer("rate"), [this] { publish(); });
  }

  void run() {
    SessionThread control(session());
    std::vector<std::thread> threads;
    const int of_first = kind_ == "mt" ? std::max(2, core_count()) : 1;
    for (int i = 1; i < of_first; ++i) threads.emplace_back([this] { pools_.front()->run(); });
    for (std::size_t i = 1; i < pools_.size(); ++i) {
      threads.emplace_back([this, i] { pools_[i]->run(); });
    }
    pools_.front()->run();
    for (std::thread& thread : threads) thread.join();
    Findings findings = control.join();
    describe(findings);
    control.finish(findings);
  }

 private:
  // Made, zeroed and filled as the measured side makes and fills its message.
  void publish() {
    auto made = std::make_unique<Bytes>();
    std::memset(made->data(), 'x', kSize);
    const Stamp stamp = window_.stamp();
    std::memcpy(made->data(), &stamp, sizeof stamp);
    const Message message = std::move(made);
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      Pool& pool = *pools_[kind_ == "isolated" ? i + 1 : 0];
      pool.push([this, message, i] { take(*message, *logs_[i]); });
    }
  }

  void take(const Bytes& message, LatencyLog& log) {
    const std::int64_t entered = now_ns();
    work(steps_);
    Stamp stamp;
    std::memcpy(&stamp, message.data(), sizeof stamp);
    const std::lock_guard lock(logging_);  // two messages of one receiver may be under way
    log.record(stamp, entered);
  }

  std::uint64_t received() const {
    std::uint64_t sum = 0;
    for (const auto& log : logs_) sum += log->received();
    return sum;
  }

  Session session() {
    Session session;
    session.warm = [this] {
      return std::all_of(logs_.begin(), logs_.end(), [](const auto& log) { return log->warm(); });
    };
    session.window = &window_;
    session.fan = logs_.size();
    session.received = [this] { return received(); };
    session.end = [this] {
      for (const auto& pool : pools_) pool->stop();
    };
    return session;
  }

  void describe(Findings& findings) const {
    for (const auto& log : logs_) {
      Findings own;
      log->describe(own);
      for (const char* key : {"mean_us", "p99_us"}) {
        findings.numbers[key] += own.numbers[key] / static_cast<double>(logs_.size());
      }
    }
    findings.numbers["received"] = static_cast<double>(received());
  }

  const std::string kind_;
  const std::uint64_t steps_;
  Window window_;
  std::mutex logging_;
  std::vector<std::unique_ptr<LatencyLog>> logs_;
  std::vector<std::unique_ptr<Pool>> pools_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv,
                    [](int count, char** words) { Containers(Args(count, words)).run(); });
}
