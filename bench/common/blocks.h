// The blocks of time in which processes record in turn, or do not.
//
// They lie on the clock that all processes of a host share, so that nobody need tell
// anybody when to begin. Two that follow each other are a pair, one of either kind; which
// of them comes first changes from pair to pair, so that a drift of the machine meets both.
#pragma once

#include <cstdint>

namespace ranvier::bench {

inline constexpr std::int64_t kBlockNs = 400'000'000;
/// What a block begins with and does not count: recordings start and stop here.
inline constexpr std::int64_t kBlockGuardNs = 80'000'000;

inline std::int64_t block_at(std::int64_t ns) noexcept { return ns / kBlockNs; }
inline std::int64_t begin_of_block(std::int64_t block) noexcept { return block * kBlockNs; }
inline std::int64_t pair_of_block(std::int64_t block) noexcept { return block / 2; }

/// Off, on, on, off, and so on.
inline bool block_records(std::int64_t block) noexcept { return block % 4 == 1 || block % 4 == 2; }
/// Whether what is published then counts.
inline bool block_counts(std::int64_t ns) noexcept { return ns % kBlockNs >= kBlockGuardNs; }
/// The part of a block that counts, in seconds.
inline constexpr double kBlockSeconds = static_cast<double>(kBlockNs - kBlockGuardNs) / 1e9;

}  // namespace ranvier::bench
