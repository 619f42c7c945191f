// Works and spinning threads for tests of the engine.
#pragma once

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "milliseconds.h"
#include "ranvier/run/engine.h"

namespace ranvier::support {

/// A work that runs what it is given.
class Job final : public Work {
 public:
  Job(Ref<Strand> strand, std::function<void()> what)
      : Work(std::move(strand)), what_(std::move(what)) {}

 private:
  void run() override { what_(); }
  void not_run() noexcept override { make_ready(); }
  const std::function<void()> what_;
};

/// A timer that runs what it is given; canceled at the end.
class TimerJob final : public Timer {
 public:
  TimerJob(Ref<Strand> strand, std::int64_t period, std::function<void()> what)
      : Timer(std::move(strand), period), what_(std::move(what)) {}

 private:
  void run() override {
    if (!canceled()) what_();
  }
  const std::function<void()> what_;
};

/// A strand that an engine has for as long as this lives.
class Attached final {
 public:
  Attached(Engine& engine, Strand::Kind kind = Strand::Kind::kExclusive)
      : engine_(engine), strand_(make_ref<Strand>(kind)) {
    strand_->attach(engine_);
  }
  ~Attached() { strand_->detach(engine_); }
  Attached(const Attached&) = delete;
  operator const Ref<Strand>&() const { return strand_; }  // NOLINT: stands for it
  Strand* operator->() const { return strand_.get(); }

 private:
  Engine& engine_;
  const Ref<Strand> strand_;
};

/// Threads that spin an engine until this ends.
class Spinners final {
 public:
  explicit Spinners(Engine& engine, int count = 1) : engine_(engine) {
    const auto stops = engine_.stops();
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this, stops] { engine_.spin(stops); });
    }
  }
  ~Spinners() {
    engine_.stop();
    for (auto& thread : threads_) thread.join();
  }

 private:
  Engine& engine_;
  std::vector<std::thread> threads_;
};

}  // namespace ranvier::support
