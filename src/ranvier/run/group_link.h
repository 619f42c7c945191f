// Tells those who trace which callback group a work is of.
#pragma once

namespace ranvier {

class Work;

/// Records ranvier_group_link. To be called once, by the work's owner, when it has recorded
/// of its callback. Contract: any thread; a lock and a copy.
void tell_group(const Work& work) noexcept;

}  // namespace ranvier
