// What declaring and setting share; no part of the store's face.
#pragma once

namespace ranvier::param {

/// Marks that parameters are being changed, for as long as it lives.
/// Threads: under the store's lock, which guards the mark.
class Changing final {
 public:
  explicit Changing(bool& mark) : mark_(mark), reentered_(mark) { mark_ = true; }
  ~Changing() { mark_ = reentered_; }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

  /// Whether they were already: this call comes from a callback.
  bool reentered() const noexcept { return reentered_; }

 private:
  bool& mark_;
  const bool reentered_;
};

}  // namespace ranvier::param
