#include "ranvier/msg/message.h"
#include "ranvier/base/annotations.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include "ranvier/base/block_pool.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/msg/bounds.h"

namespace ranvier {
namespace {

using enum detail::FormState;

// In front of what is encoded: the payload behind the header is then aligned as
// the heap's blocks are, and views can refer to every number of it.
constexpr std::size_t kLead = 16 - codec::kEncapsulationSize;

// Lets the first caller through to make a form; the others wait for it.
// True for the one that must make it, under a FormMade.
bool claim_form(std::atomic<std::uint8_t>& state) noexcept {
  std::uint8_t seen = state.load(std::memory_order_acquire);  // pairs with FormMade
  while (seen == kAbsent) {
    if (state.compare_exchange_weak(seen, kBeingMade, std::memory_order_acquire)) return true;
  }
  while (seen == kBeingMade) {
    state.wait(kBeingMade, std::memory_order_acquire);
    seen = state.load(std::memory_order_acquire);
  }
  race_checker::acquired(&state);
  return false;
}

// Publishes at its end what became of a form, also when making it threw: nobody
// may wait for ever.
class FormMade final {
 public:
  explicit FormMade(std::atomic<std::uint8_t>& state) noexcept : state_(state) {}
  ~FormMade() {
    race_checker::released(&state_);
    state_.store(made ? kReady : kImpossible, std::memory_order_release);
    state_.notify_all();
  }
  bool made = false;

 private:
  std::atomic<std::uint8_t>& state_;
};

void free_bytes(const Bytes& bytes) noexcept {
  std::free(const_cast<std::uint8_t*>(bytes.data) - kLead);
}

// Encodes into a block of its own, to be freed by free_bytes().
Bytes encoded(const TypeInfo& type, const void* object) {
  using namespace ranvier::codec;
  const std::size_t payload = encoded_size_of(type, object);
  // Routes send multiples of four bytes: padding, not what the heap held before.
  const std::size_t padded = align_up(kEncapsulationSize + payload, 4);
  auto* block = static_cast<std::uint8_t*>(std::malloc(kLead + padded));
  if (block == nullptr) return {};
  std::uint8_t* const data = block + kLead;
  std::memset(data + padded - 4, 0, 4);
  write_encapsulation(data);
  Encoder to(data + kEncapsulationSize, payload);
  type.encode(object, to);
  return {data, kEncapsulationSize + payload};
}

// What a length beyond its bound makes impossible to encode still takes memory.
std::size_t encoded_size_or_more(const TypeInfo& type, const void* object) noexcept {
  try {
    return type.encoded_size(object);
  } catch (...) {
    return type.size;
  }
}

}  // namespace

static_assert(sizeof(Message) <= BlockPool::kBlockSize);
static_assert(sizeof(codec::LoanedBuffer) <= BlockPool::kBlockSize);

// What the keeper of a message that was born adapted keeps.
struct Message::Adapted {
  AdaptedType type;
  void* custom;

  static void release(void* keeper) noexcept {
    auto* adapted = static_cast<Adapted*>(keeper);
    if (adapted->custom) adapted->type.destroy(adapted->custom);
    BlockPool::process().give(adapted);
  }
};

Message::Adapted& Message::adapted() const noexcept {
  return *static_cast<Adapted*>(keeper_.keeper);
}

MessagePtr Message::from_adapted(const TypeInfo& type, const AdaptedType& adapted, void* custom,
                                 std::size_t payload_size) {
  auto* message = new (BlockPool::process().take()) Message(type, Born::kAdapted);
  message->payload_size_.store(payload_size, std::memory_order_relaxed);
  auto* keeper = new (BlockPool::process().take()) Adapted{adapted, custom};
  message->keeper_ = {&Adapted::release, keeper};
  return MessagePtr::adopt(message);
}

bool Message::only_adapted() const noexcept {
  return born_adapted() && adapted().type.to_ros == nullptr;
}

const void* Message::adapted(const std::type_info& id) const noexcept {
  return born_adapted() && *adapted().type.id == id ? adapted().custom : nullptr;
}

void* Message::take_adapted(const MessagePtr& only, const std::type_info& id) noexcept {
  if (!only.unique() || only->adapted(id) == nullptr) return nullptr;
  return std::exchange(only->adapted().custom, nullptr);
}

RANVIER_HOT MessagePtr Message::from_object(const TypeInfo& type, void* object) {
  auto* message = new (BlockPool::process().take()) Message(type, Born::kObject);
  message->object_ = object;
  message->object_state_.store(kReady, std::memory_order_relaxed);
  return MessagePtr::adopt(message);
}

RANVIER_HOT MessagePtr Message::from_bytes(const TypeInfo& type, Bytes bytes, BytesKeeper keeper,
                                           Padded padded) {
  auto* message = new (BlockPool::process().take()) Message(type, Born::kBytes, padded);
  message->bytes_ = bytes;
  message->keeper_ = keeper;
  message->bytes_state_.store(kReady, std::memory_order_relaxed);
  return MessagePtr::adopt(message);
}

MessagePtr Message::with_room(const TypeInfo& type, std::size_t size) {
  constexpr std::size_t kPadding = 3;
  auto* block = static_cast<std::uint8_t*>(std::malloc(kLead + size + kPadding));
  if (block == nullptr) return {};
  std::memset(block + kLead + size, 0, kPadding);
  MessagePtr message =
      from_bytes(type, {block + kLead, size},
                 {[](void* memory) noexcept { std::free(memory); }, block}, Padded::kYes);
  message->let_write(&writable_in_place);
  return message;
}

RANVIER_HOT MessagePtr Message::from_place(const TypeInfo& type, const void* object,
                                           BytesKeeper keeper, bool born_here) {
  auto* message =
      new (BlockPool::process().take()) Message(type, born_here ? Born::kPlaced : Born::kFound);
  message->object_ = const_cast<void*>(object);  // destroyed and given away by nobody
  message->object_state_.store(kReady, std::memory_order_relaxed);
  message->keeper_ = keeper;
  return MessagePtr::adopt(message);
}

MessagePtr Message::from_encoded(const TypeInfo& type, const void* object) {
  const Bytes bytes = encoded(type, object);
  if (bytes.data == nullptr) return {};
  return from_bytes(type, bytes,
                    {[](void* block) noexcept { std::free(block); },
                     const_cast<std::uint8_t*>(bytes.data) - kLead},
                    Padded::kYes);
}

RANVIER_HOT Message::~Message() {
  if (lent_) return_lent();
  if (object_ && !in_place()) type_->destroy(object_);
  if (keeper_.release) keeper_.release(keeper_.keeper);
  if (born_ != Born::kBytes && bytes_.data) free_bytes(bytes_);
}

RANVIER_HOT const void* Message::made_object() {
  if (claim_form(object_state_)) decode();
  return object_;
}

RANVIER_HOT Bytes Message::made_bytes() {
  if (claim_form(bytes_state_)) encode();
  return bytes_;
}

void Message::decode() {
  using namespace ranvier::codec;
  FormMade form(object_state_);
  if (only_adapted()) return;
  if (born_adapted()) {
    object_ = adapted().type.to_ros(adapted().custom);
    form.made = true;
    return;
  }
  std::unique_ptr<void, void (*)(void*)> object(type_->create(), type_->destroy);
  LoanedBuffer lent;  // goes before the object
  Decoder from(nullptr, 0);
  if (!open_payload(bytes_.data, bytes_.size, from)) return;
  from.lend_to(lent);
  if (!type_->decode(object.get(), from)) return;
  if (!lent.empty()) lent_ = new (BlockPool::process().take()) LoanedBuffer(std::move(lent));
  object_ = object.release();
  form.made = true;
}

RANVIER_COLD void Message::own_lent() {
  lent_->own();
  return_lent();
}

RANVIER_COLD void Message::return_lent() noexcept {
  lent_->~LoanedBuffer();
  BlockPool::process().give(std::exchange(lent_, nullptr));
}

void Message::encode() {
  FormMade form(bytes_state_);
  const void* object = this->object();
  if (object == nullptr) return;
  bytes_ = encoded(*type_, object);
  form.made = bytes_.data != nullptr;
}

std::size_t Message::encoded_size() {
  if (bytes_state_.load(std::memory_order_acquire) == kReady) return bytes_.size;
  const void* object = this->object();
  if (object == nullptr) return 0;
  return codec::kEncapsulationSize + encoded_size_of(*type_, object);
}

std::size_t Message::payload_size() noexcept {
  std::size_t size = payload_size_.load(std::memory_order_relaxed);
  if (size != 0) return size;
  if (bytes_state_.load(std::memory_order_acquire) == kReady) {
    size = bytes_.size;
  } else if (object_state_.load(std::memory_order_acquire) != kReady) {
    size = type_->size;  // of an adapted object: converting it to know is not worth it
  } else {
    size = codec::kEncapsulationSize + encoded_size_or_more(*type_, object_);
  }
  payload_size_.store(size, std::memory_order_relaxed);
  return size;
}

RANVIER_HOT void* Message::take_object(const MessagePtr& only) {
  Message& message = *only.message_;
  if (!only.unique() || message.in_place() ||
      message.object_state_.load(std::memory_order_acquire) != kReady) {
    return nullptr;
  }
  if (message.lent_) message.own_lent();
  message.object_state_.store(kImpossible, std::memory_order_relaxed);
  return std::exchange(message.object_, nullptr);
}

std::uint8_t* Message::writable_bytes(const MessagePtr& only) noexcept {
  const Message& message = *only.message_;
  if (!only.unique() || message.writable_ == nullptr) return nullptr;
  return message.writable_(message.keeper_.keeper, message.bytes_);
}

RANVIER_HOT void MessagePtr::let_go() noexcept {
  Message* message = std::exchange(message_, nullptr);
  race_checker::released(&message->references_);
  if (message->references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  race_checker::acquired(&message->references_);
  message->~Message();
  BlockPool::process().give(message);
}

}  // namespace ranvier
