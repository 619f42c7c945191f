// One sample on its way from a publisher to any number of subscriptions.
//
// A message is born from an object (a local publish) or from bytes (a network
// route). The other form is made at most once, when somebody needs it, and is
// shared: one encode for all remote routes, one decode for all subscriptions
// of the process.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <typeinfo>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/race_checker.h"
#include "ranvier/codec/loaned_buffer.h"
#include "ranvier/codec/type_info.h"
#include "ranvier/msg/gid.h"

namespace ranvier {

namespace detail {
/// States of a form of a message (object or bytes) that is made on demand.
enum FormState : std::uint8_t { kAbsent, kBeingMade, kReady, kImpossible };
}  // namespace detail

using codec::TypeInfo;

/// Names a request on the wire, and the reply that answers it.
struct RequestId {
  std::uint64_t client = 0;
  std::int64_t sequence = 0;
  bool operator==(const RequestId&) const = default;
};

/// What travels beside the payload.
struct MessageHeader {
  std::int64_t source_timestamp = 0;    ///< ns since the epoch, when published
  std::int64_t received_timestamp = 0;  ///< ns since the epoch, when it came in
  std::uint64_t sequence = 0;           ///< of its publisher, from 1
  Gid publisher{};
  std::int64_t expires = INT64_MAX;  ///< ns since the epoch: the end of its lifespan
  RequestId request{};               ///< of service messages
};

/// CDR bytes with the 4-byte encapsulation header in front.
struct Bytes {
  const std::uint8_t* data = nullptr;
  std::size_t size = 0;
};

/// Keeps the memory of Bytes, or of an object, alive; released exactly once.
struct BytesKeeper {
  void (*release)(void* keeper) noexcept = nullptr;
  void* keeper = nullptr;
};

/// Finds memory with the same bytes that one may write who alone has the message; it lasts
/// until the keeper is released. Null if there is none.
using WritableBytes = std::uint8_t* (*)(void* keeper, Bytes bytes) noexcept;
/// For bytes that their keeper alone refers to: these themselves.
inline std::uint8_t* writable_in_place(void*, Bytes bytes) noexcept {
  return const_cast<std::uint8_t*>(bytes.data);
}

/// A type of the user's own whose objects travel instead of ROS objects, and are
/// made into those only for whoever needs one.
struct AdaptedType {
  const std::type_info* id;  ///< names it, whatever library it is of
  /// A new ROS object; may throw. Null: there is none, and who does not take the objects as they
  /// are gets no message.
  void* (*to_ros)(const void* custom);
  void* (*clone)(const void* custom);
  void (*destroy)(void* custom);
};

class MessagePtr;

/// A counted sample; immutable once sent.
///
/// Threads: header() is written before the message is shared; object() and
///          bytes() from any thread (the first caller converts, others wait).
/// Memory:  the envelope comes from a pool; what it holds is released with the
///          last MessagePtr.
class Message final {
 public:
  /// Takes over an object that `type.create` or a `new T` made.
  static MessagePtr from_object(const TypeInfo& type, void* object);
  /// Takes over an object of the user's own type; object() makes the ROS object,
  /// when first asked, and throws what making it threw.
  /// @param payload_size  what payload_size() says of it, if that is known.
  static MessagePtr from_adapted(const TypeInfo& type, const AdaptedType& adapted, void* custom,
                                 std::size_t payload_size = 0);
  /// Whether up to three zero bytes lie behind the encoded ones.
  enum class Padded : bool { kNo, kYes };
  /// Takes over encoded bytes; decoding happens in object(), when first asked.
  static MessagePtr from_bytes(const TypeInfo& type, Bytes bytes, BytesKeeper keeper,
                               Padded padded = Padded::kNo);

  /// Room on the heap for `size` encoded bytes, which are still to be written, at
  /// bytes(), before the message is shared; null if memory ran out.
  static MessagePtr with_room(const TypeInfo& type, std::size_t size);

  /// Refers to an object that is part of what `keeper` keeps: it is nobody's to take
  /// or to destroy, so the type must have a fixed size. It may still be made after
  /// this, before the message is shared.
  /// @param born_here  false if it came from another process.
  static MessagePtr from_place(const TypeInfo& type, const void* object, BytesKeeper keeper,
                               bool born_here);

  /// Encodes an object that stays the caller's; null if memory ran out.
  static MessagePtr from_encoded(const TypeInfo& type, const void* object);

  const TypeInfo& type() const noexcept { return *type_; }
  const MessageHeader& header() const noexcept { return header_; }
  MessageHeader& header() noexcept { return header_; }
  /// True if it came in as an object: it never left the process.
  bool born_as_object() const noexcept { return born_ != Born::kBytes && born_ != Born::kFound; }
  bool born_adapted() const noexcept { return born_ == Born::kAdapted; }
  /// True if it has neither a ROS object nor an encoded form: AdaptedType::to_ros is null.
  bool only_adapted() const noexcept;
  /// True if bytes() may be sent as a multiple of four bytes: what follows is zero.
  bool padded() const noexcept { return padded_ == Padded::kYes; }
  /// What keeps the bytes or the object that it was born with; none: itself.
  const BytesKeeper& keeper() const noexcept { return keeper_; }

  /// The typed object, to be read only; null if the bytes do not decode (then for every
  /// caller). Long sequences of it lie where the bytes lie.
  /// Contract: may decode and allocate, once a message.
  RANVIER_HOT_INLINE const void* object() {
    if (object_state_.load(std::memory_order_acquire) != detail::kReady) return made_object();
    race_checker::acquired(&object_state_);
    return object_;
  }
  /// The encoded form; null if there is none (a string or sequence is too long).
  /// Contract: may encode and allocate, once a message. Throws what encoded_size_of()
  /// does (bounds.h) to the first caller.
  RANVIER_HOT_INLINE Bytes bytes() {
    if (bytes_state_.load(std::memory_order_acquire) != detail::kReady) return made_bytes();
    race_checker::acquired(&bytes_state_);
    return bytes_;
  }
  /// How many bytes() there will be, if there is memory, without encoding yet; 0 if there is
  /// no encoded form. Makes the object of an adapted one.
  /// Contract: throws what bytes() would throw.
  std::size_t encoded_size();
  /// Bytes of the encoded payload, encoded or not; a rough figure for what cannot
  /// be encoded. Contract: computed once; the message must still have its object
  /// or its bytes.
  std::size_t payload_size() noexcept;
  /// Gives the object to the caller, who then owns it, if it was born as an
  /// object or is decoded, does not lie in a keeper's memory, and `only` is the last
  /// reference; else null.
  /// Contract: copies what the object does not own of itself yet; throws if memory runs
  /// out for that.
  static void* take_object(const MessagePtr& only);
  /// Says that bytes() may be written, and how. Contract: before the message is shared.
  void let_write(WritableBytes writable) noexcept { writable_ = writable; }
  /// Memory with what bytes() has, to be written, if it was born as such bytes and `only` is
  /// the last reference; else null, and who wants to write copies. bytes() may show what is
  /// written, or not. Contract: copies nothing; may map pages.
  static std::uint8_t* writable_bytes(const MessagePtr& only) noexcept;
  /// The user's own object that it was born as, if its type is that one; else null.
  const void* adapted(const std::type_info& id) const noexcept;
  /// Gives that object to the caller if `only` is the last reference; else null.
  static void* take_adapted(const MessagePtr& only, const std::type_info& id) noexcept;

 private:
  friend class MessagePtr;
  // kPlaced, kFound: from_place(), here and elsewhere.
  enum class Born : std::uint8_t { kBytes, kObject, kAdapted, kPlaced, kFound };
  struct Adapted;
  Message(const TypeInfo& type, Born born, Padded padded = Padded::kYes) noexcept
      : born_(born), padded_(padded), type_(&type) {}
  Adapted& adapted() const noexcept;
  bool in_place() const noexcept { return born_ == Born::kPlaced || born_ == Born::kFound; }
  ~Message();
  const void* made_object();
  Bytes made_bytes();
  void decode();
  void own_lent();
  void return_lent() noexcept;
  void encode();

  std::atomic<std::uint32_t> references_{1};
  std::atomic<std::uint8_t> object_state_{detail::kAbsent};
  std::atomic<std::uint8_t> bytes_state_{detail::kAbsent};
  const Born born_;
  const Padded padded_;  // what encode() makes is
  const TypeInfo* type_;
  void* object_ = nullptr;
  codec::LoanedBuffer* lent_ = nullptr;  // of the object; in a block of the pool
  Bytes bytes_{};
  BytesKeeper keeper_{};
  WritableBytes writable_ = nullptr;
  MessageHeader header_{};
  std::atomic<std::size_t> payload_size_{0};  // 0: not computed yet
};

/// A reference to a Message.
class MessagePtr final {
 public:
  MessagePtr() = default;
  MessagePtr(const MessagePtr& other) noexcept : message_(other.message_) {
    if (message_) message_->references_.fetch_add(1, std::memory_order_relaxed);
  }
  MessagePtr(MessagePtr&& other) noexcept : message_(std::exchange(other.message_, nullptr)) {}
  MessagePtr& operator=(MessagePtr other) noexcept {
    std::swap(message_, other.message_);
    return *this;
  }
  ~MessagePtr() { reset(); }

  void reset() noexcept {
    if (message_) let_go();
  }
  Message* operator->() const noexcept { return message_; }
  Message& operator*() const noexcept { return *message_; }
  Message* get() const noexcept { return message_; }
  explicit operator bool() const noexcept { return message_ != nullptr; }
  /// True if nobody else refers to the message.
  bool unique() const noexcept {
    const bool only = message_->references_.load(std::memory_order_acquire) == 1;
    if (only) race_checker::acquired(&message_->references_);
    return only;
  }

  /// Gives the reference away as a plain pointer (C callbacks); adopt() takes it back.
  Message* release() noexcept { return std::exchange(message_, nullptr); }
  static MessagePtr adopt(Message* message) noexcept {
    MessagePtr p;
    p.message_ = message;
    return p;
  }

 private:
  friend class Message;
  void let_go() noexcept;
  Message* message_ = nullptr;
};

}  // namespace ranvier
