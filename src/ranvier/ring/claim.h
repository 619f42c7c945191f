// How a reader says "I read this one" and a writer finds that out, without a lock.
//
// The reader writes the claim, then looks whether the message is still there. The
// writer takes the message away, then looks for claims. All four are sequentially
// consistent, so one of the two sees the other: either the reader finds the message
// gone and drops the claim, or the writer finds the claim and leaves the memory
// alone. Each word has one writer, and nobody waits for anybody.
//
// The writes are exchanges: a read-modify-write is a full barrier to emulators too.
// With stores, kill_test read wrong bytes as an arm64 program under qemu on x86, and
// with exchanges it has not. On x86 both are the same instruction.
#pragma once

#include <atomic>

#include "ranvier/ring/layout.h"

namespace ranvier::ring {

/// Where a test stops one side and runs another; nothing, otherwise.
struct NoPause {
  void operator()() const noexcept {}
};

/// The reader's side: true if `sequence` stays readable until unclaim().
/// What else the entry says must have been read before.
template <class Pause = NoPause>
bool claim(const Word& entry_sequence, Word& claim_word, std::uint64_t sequence,
           Pause pause = {}) noexcept {
  claim_word.exchange(sequence, std::memory_order_seq_cst);  // pairs with retire()'s look
  pause();
  if (entry_sequence.load(std::memory_order_seq_cst) == sequence) return true;
  pause();
  claim_word.store(0, std::memory_order_release);
  return false;
}

/// Ends a claim. seq_cst: before the look whether the writer waits for room.
inline void unclaim(Word& claim_word) noexcept {
  claim_word.exchange(0, std::memory_order_seq_cst);
}

/// The writer's side: true if the memory of the message that `entry_sequence`
/// stood for is free; else some claim holds it, and claimed() is to be asked again.
/// @param claimed  bool(): whether any reader claims it, read by seq_cst loads.
template <class Claimed, class Pause = NoPause>
bool retire(Word& entry_sequence, Claimed claimed, Pause pause = {}) noexcept {
  entry_sequence.exchange(0, std::memory_order_seq_cst);  // pairs with claim()'s look
  pause();
  return !claimed();
}

}  // namespace ranvier::ring
