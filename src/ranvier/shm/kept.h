// How a received message is kept while it is under way.
#pragma once

#include "ranvier/msg/message.h"
#include "ranvier/ring/ring_reader.h"

namespace ranvier::shm {

using namespace ring;

/// What was received, for as long as `keeper` keeps it: where the publisher wrote it, or,
/// if it is small, in a copy, so that its claim ends once the message was handed on.
/// Contract: no allocation, once the block pool has had one for it.
Bytes keep(Received&& received, BytesKeeper& keeper);
/// How such bytes may be written, where the publisher's memory was not copied: in pages of this
/// process, which are copied as they are written.
WritableBytes writable_of(const BytesKeeper& keeper) noexcept;

}  // namespace ranvier::shm
