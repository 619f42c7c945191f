// Intrusive reference counting for the few objects that threads share.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/race_checker.h"

namespace ranvier {

/// Base of objects that are deleted with their last Ref.
/// Threads: references may be taken and dropped from any thread.
class Counted {
 public:
  Counted() = default;
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

  RANVIER_HOT_INLINE void retain() const noexcept {
    references_.fetch_add(1, std::memory_order_relaxed);
  }
  RANVIER_HOT_INLINE void release() const noexcept {
    // release: our writes happen before the delete; acquire: so do the others'.
    race_checker::released(&references_);
    if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    race_checker::acquired(&references_);
    delete this;
  }

 protected:
  virtual ~Counted() = default;

 private:
  mutable std::atomic<std::uint32_t> references_{0};
};

/// A counted reference to a T that derives from Counted.
template <class T>
class Ref final {
 public:
  Ref() = default;
  explicit Ref(T* object) noexcept : object_(object) {
    if (object_) object_->retain();
  }
  Ref(const Ref& other) noexcept : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <class U>
  Ref(const Ref<U>& other) noexcept : Ref(other.get()) {}  // NOLINT: derived to base
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  RANVIER_HOT_INLINE ~Ref() {
    if (object_) object_->release();
  }

  T* get() const noexcept { return object_; }
  T* operator->() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  bool operator==(const Ref&) const = default;

 private:
  T* object_ = nullptr;
};

template <class T, class... Args>
Ref<T> make_ref(Args&&... args) {
  return Ref<T>(new T(std::forward<Args>(args)...));
}

}  // namespace ranvier
