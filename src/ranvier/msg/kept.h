// Objects of messages behind counted pointers, for code that keeps them.
#pragma once

#include <memory>
#include <utility>

#include "ranvier/base/block_pool.h"
#include "ranvier/msg/message.h"

namespace ranvier {

/// Its object, for the caller alone: a copy if somebody else has the message.
/// Contract: it has an object.
inline std::shared_ptr<void> own_object(MessagePtr message) {
  const TypeInfo& type = message->type();
  void* object = Message::take_object(message);
  return {object ? object : type.clone(message->object()), type.destroy};
}

/// `part` of its object, which stays as long as this. No copy.
inline std::shared_ptr<const void> keep(MessagePtr message, const void* part) {
  return {std::allocate_shared<MessagePtr>(PoolAllocator<MessagePtr>(), std::move(message)), part};
}

}  // namespace ranvier
