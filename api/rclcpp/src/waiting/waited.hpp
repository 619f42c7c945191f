// What a wait set can wait for, behind the handles of the C structures.
#ifndef WAITED_HPP_
#define WAITED_HPP_

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "ranvier/os/futex.h"
#include "ranvier/os/mutex.h"
#include "ranvier/run/ready_listeners.h"
#include "rmw/types.h"

namespace rclcpp::detail
{

/// Threads: all functions from any thread.
class Waited
{
public:
  /// Whether it is ready now. A guard condition or an event is reset by this.
  virtual bool ready() = 0;
  /// When it will be ready by itself, steady ns; kForever if nobody knows.
  virtual int64_t due() {return ranvier::kForever;}
  /// Tells when it may have become ready; null ends it (ranvier::ReadyListeners::listen).
  virtual void listen(const void * who, ranvier::ReadyListeners::Listener listener) = 0;

  /// Null for a handle of nothing.
  template<typename HandleT>
  static Waited * of(const HandleT * handle)
  {
    return handle ? static_cast<Waited *>(handle->impl) : nullptr;
  }

protected:
  ~Waited() = default;
};

/// Made when first asked for, then the same for all. Threads: any.
template<typename T>
class Lazy final
{
public:
  template<typename Make>
  std::shared_ptr<T> get(Make make)
  {
    const std::lock_guard lock(mutex_);
    if (!made_) {made_ = make();}
    return made_;
  }

private:
  ranvier::Mutex mutex_{nullptr};  // in no order: what makes one may ask for another
  std::shared_ptr<T> made_;
};

/// The handle of an entity with an inbox. Keeps the entity's core alive.
template<typename HandleT, typename CoreT>
class InboxHandle final : public HandleT, public Waited
{
public:
  InboxHandle(std::shared_ptr<CoreT> core, const rmw_qos_profile_t & actual_qos)
  : HandleT{static_cast<Waited *>(this)}, qos(actual_qos), core_(std::move(core)) {}

  /// Null, without an error set, for a handle of nothing or of something else.
  static InboxHandle * of(const HandleT * handle)
  {
    return dynamic_cast<InboxHandle *>(Waited::of(handle));
  }

  const rmw_qos_profile_t qos;

  const std::shared_ptr<CoreT> & core() const {return core_;}
  bool ready() override {return core_->waiting() != 0;}
  void listen(const void * who, ranvier::ReadyListeners::Listener listener) override
  {
    core_->ready_listeners().listen(who, std::move(listener));
  }

private:
  const std::shared_ptr<CoreT> core_;
};

}  // namespace rclcpp::detail
#endif  // WAITED_HPP_
