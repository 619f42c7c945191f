// Long sequences of an object that lie where its encoding lies.
//
// CDR has numbers one behind the other, as a vector has them. So the vector of a decoded
// object, which nobody writes, can refer to the encoded bytes, as long as those stay
// (docs/decisions/0037).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "ranvier/codec/bulk.h"
#include "ranvier/codec/vector_ends.h"

namespace ranvier::codec {

/// Which sequences of an object refer to the bytes that it was decoded from.
///
/// Such an object is only read. Before it is written, given away or destroyed, and before
/// the bytes go, own() or forget() is called.
///
/// Threads:  one at a time.
/// Lifetime: within that of the object and of the bytes. The end of it is a forget().
class LoanedBuffer final {
 public:
  static constexpr std::size_t kMost = 4;  ///< of an object; further ones are copied

  LoanedBuffer() = default;
  LoanedBuffer(LoanedBuffer&& other) noexcept : count_(other.count_) {
    for (std::size_t i = 0; i < count_; ++i) sequences_[i] = other.sequences_[i];
    other.count_ = 0;
  }
  LoanedBuffer& operator=(LoanedBuffer&&) = delete;
  ~LoanedBuffer() { forget(); }

  bool empty() const noexcept { return count_ == 0; }

  /// Makes `sequence`, which must not move from now on, refer to the `count` numbers at
  /// `from`. False, and then nothing is changed, if they are not worth it, not aligned, or
  /// too many sequences are lent already.
  template <typename T>
  bool lend(std::vector<T>& sequence, const void* from, std::size_t count) noexcept {
#ifdef __GLIBCXX__
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      if (count * sizeof(T) < kBulk || count_ == kMost) return false;
      if (reinterpret_cast<std::uintptr_t>(from) % alignof(T) != 0) return false;
      VectorEnds<T>::refer(sequence, static_cast<const T*>(from), count);
      sequences_[count_++] = {&sequence, &forget_one<T>, &own_one<T>};
      return true;
    }
#endif
    return false;
  }
  template <typename Sequence>
  bool lend(Sequence&, const void*, std::size_t) noexcept {
    return false;
  }

  /// Gives each sequence a copy that is its own.
  /// Contract: throws if memory runs out; what is still lent then stays so.
  void own() {
    for (; count_ > 0; --count_) sequences_[count_ - 1].own(sequences_[count_ - 1].vector);
  }
  /// Makes each sequence empty.
  void forget() noexcept {
    for (; count_ > 0; --count_) sequences_[count_ - 1].forget(sequences_[count_ - 1].vector);
  }

 private:
  struct Sequence {
    void* vector;
    void (*forget)(void* vector) noexcept;
    void (*own)(void* vector);
  };
#ifdef __GLIBCXX__
  template <typename T>
  static void forget_one(void* vector) noexcept {
    VectorEnds<T>::forget(*static_cast<std::vector<T>*>(vector));
  }
  template <typename T>
  static void own_one(void* vector) {
    auto& lent = *static_cast<std::vector<T>*>(vector);
    std::vector<T> own;
    assign_numbers(own, lent.data(), lent.size());
    VectorEnds<T>::forget(lent);
    lent.swap(own);
  }
#endif

  std::size_t count_ = 0;
  Sequence sequences_[kMost];
};

}  // namespace ranvier::codec
