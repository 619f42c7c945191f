// What declaring and setting share; no part of the store's face.
#pragma once

#include "ranvier/proto/param/store.h"

namespace ranvier::param {

/// Marks that parameters are being changed, for as long as it lives.
class Store::Changing final {
 public:
  explicit Changing(bool& mark) : mark_(mark), reentered_(mark) { mark_ = true; }
  ~Changing() { mark_ = reentered_; }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

  /// Whether they were already: this call comes from a callback.
  bool reentered() const noexcept { return reentered_; }

  static Error error() {
    return {kReentered,
            "cannot set or declare a parameter, or change the callback from within set callback"};
  }
  static Error nameless() { return {Code::kInvalidName, "parameter name must not be empty"}; }

 private:
  bool& mark_;
  const bool reentered_;
};

}  // namespace ranvier::param
