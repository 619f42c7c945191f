// Waiting by hand, for who does not leave it to an executor.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "extension/context.h"
#include "ranvier/run/event_count.h"

namespace ranvier::python {

/// Something that is ready or not.
///
/// Threads: any, without the GIL, also after the end of the handle that it was made for.
class Waited {
 public:
  virtual ~Waited() = default;
  virtual bool ready() = 0;
  /// When it is ready by itself, steady ns.
  virtual std::int64_t due() { return kForever; }
  /// Calls `changed` when it may have become ready, instead of the last one of `who`; null
  /// ends it. Contract: without the GIL.
  virtual void listen(const void* who, std::function<void()> changed) = 0;
};

/// What a handle of Python is to who waits. Raises TypeError if it is none to wait for.
std::unique_ptr<Waited> waited(nb::handle handle);

/// Threads: under the GIL; one waits at a time, without it, and nobody changes it then.
class WaitSetHandle final : public Destroyable {
 public:
  explicit WaitSetHandle(ContextHandle& context) : context_(context.core()) {}
  ~WaitSetHandle() override { end(); }

  void clear();
  std::size_t add(nb::handle handle);
  /// Until one is ready, `timeout` ns at most, for ever if negative, or the context ends.
  /// Raises InvalidHandle if one was destroyed before, or is while none is ready.
  void wait(std::int64_t timeout);
  bool is_ready(std::size_t index) const { return ready_.at(index); }
  /// Whether a thread waits now.
  bool waits() const noexcept { return waits_; }

 private:
  void destroy() override { clear(); }
  /// Raises RuntimeError while a thread waits.
  void require_rest() const;
  bool look();
  bool any_ended() const noexcept;
  void require_all() const;

  const std::shared_ptr<Context> context_;
  EventCount changes_;
  std::vector<nb::object> handles_;
  std::vector<const Destroyable*> entities_;  // what handles_ keeps
  std::vector<std::unique_ptr<Waited>> waited_;
  std::vector<bool> ready_;
  bool waits_ = false;
};

void bind_wait_set(nb::module_& module);

}  // namespace ranvier::python
