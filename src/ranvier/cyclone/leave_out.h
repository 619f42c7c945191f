// Leaving one peer's reader out of DDS, which has no word for it, while it stays
// known: its proxy is exchanged for one that nothing matches
// (docs/decisions/0031).
#pragma once

#include <dds/ddsi/ddsi_sertype.h>

#include <functional>

#include "ranvier/msg/gid.h"

namespace ranvier::cyclone {

enum class Part { kLeftOut, kTakesPart };

enum class Outcome {
  kDone,
  kUntouched,  ///< no peer's reader that DDS knows now, or one under DDS security
  kGone,       ///< it has ended while it was exchanged
};

/// A peer's reader whose part is to change.
struct Leaver {
  Gid reader;
  /// Whether it has begun to close: true before its end is said in DDS. May be asked for as
  /// long as the reader is known.
  std::function<bool()> closing;
  /// For tests: called where the reader is not known.
  std::function<void()> between = {};
};

/// Exchanges this process's proxy of the reader: for one that no writer matches, so that none
/// sends to it or waits for it, or back. The built-in topics go on having it, under the same
/// handle (their topic's name says which it is), and so does its end.
///
/// It concerns all writers of this process in that domain, those to come too. The writers'
/// matches with it end on another thread, or begin on this one.
///
/// The reader must not announce itself anew meanwhile; ours never do. One that was left out
/// may take part again only when `after_ends()` of that exchange has come.
///
/// @param type  of any topic of ours in that domain.
/// Contract: any thread but those that hear of samples or endpoints from DDS (their locks are
/// wanted); one at a time for a reader. Waits for no writer, also not for one that blocks.
Outcome exchange(const ddsi_sertype& type, const Leaver& leaver, Part part) noexcept;

/// Calls `done`, on a thread of DDS, when all ends of matches have been told that were under
/// way, and what began to match meanwhile has done so.
void after_ends(const ddsi_sertype& type, std::function<void()> done) noexcept;

/// True inside exchange(): what the built-in topics tell this thread then is no reader's end.
bool exchanging_here() noexcept;

/// The topic's name without the mark of a reader that is left out; it has that name.
const char* name_without_mark(const char* topic) noexcept;

}  // namespace ranvier::cyclone
