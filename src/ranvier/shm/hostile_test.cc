// Peers that write nonsense. Whoever follows it outside of a segment crashes here.
#include <fcntl.h>
#include <sys/stat.h>

#include <cstddef>
#include <thread>
#include <vector>

#include "ranvier/codec/cdr.h"
#include "ranvier/ring/testing.h"
#include "ranvier/shm/attach_requests.h"
#include "seeded.h"

namespace ranvier::shm {
namespace {

using testing::connect;
using testing::open_ring_writer;
using testing::Place;
using testing::right;
using testing::send;

/// All of a segment's file, writable, as any process of the user could map it.
class Whole {
 public:
  Whole(const Place& place, const std::string& name) {
    const Result<Descriptor> file = place.folder().open_segment(name);
    struct stat status{};
    ::fstat(**file, &status);
    size_ = static_cast<std::uint64_t>(status.st_size);
    words_ = static_cast<std::uint64_t*>(
        ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, **file, 0));
  }
  ~Whole() { ::munmap(words_, size_); }
  Whole(const Whole&) = delete;
  std::uint64_t size() const { return size_; }
  void set(std::uint64_t offset, std::uint64_t value) {
    __atomic_store_n(words_ + offset / 8, value, __ATOMIC_RELAXED);
  }
  std::uint64_t get(std::uint64_t offset) const {
    return __atomic_load_n(words_ + offset / 8, __ATOMIC_RELAXED);
  }

 private:
  std::uint64_t size_ = 0;
  std::uint64_t* words_ = nullptr;
};

class HostileTest : public support::SeededTest {
 protected:
  std::uint64_t nonsense(std::uint64_t was, std::uint64_t file_size) {
    switch (random_.below(8)) {
      case 0: return 0;
      case 1: return UINT64_MAX - random_.below(3);
      case 2: return file_size - 64 * random_.below(3);
      case 3: return was + 64 * random_.below(5) - 128;
      case 4: return was ^ (std::uint64_t{1} << random_.below(64));
      case 5: return std::uint64_t{1} << random_.below(64);
      case 6: return random_.below(file_size);
      default: return random_.engine()() * std::uint64_t{0x100000001};
    }
  }
  /// Where the numbers lie that a reader believes: header, publication, rings.
  std::uint64_t place_of_a_number(std::uint64_t publication, std::uint64_t ring) {
    switch (random_.below(3)) {
      case 0: return kEventArea + 8 * random_.below(4);
      case 1: return publication + 8 * random_.below(sizeof(RingBlock) / 8);
      default: return ring + 8 * random_.below(kEntries * sizeof(Entry) / 8);
    }
  }
  static constexpr std::uint64_t kEntries = 16;

  // Reads every byte of it, after asking whether they lie in the file.
  static unsigned read_all(const Window& window, std::uint64_t file_size, const Received& message) {
    const std::byte* first = window.bytes(kFirstBlock, 1);
    EXPECT_GE(message.data(), first);
    const auto offset = static_cast<std::uint64_t>(message.data() - first) + kFirstBlock;
    EXPECT_LE(offset + message.size(), file_size);
    unsigned sum = 0;
    for (std::uint64_t i = 0; i < message.size(); ++i) {
      sum += static_cast<unsigned>(message.data()[i]);
    }
    return sum;
  }

  const Place place_;
  const Ref<Segment> there_ = place_.segment(kSmallestLimit);
  const Ref<Segment> here_ = place_.segment();
  RingWriter::Ptr ring_writer_ = open_ring_writer(there_, 8);
};

TEST_F(HostileTest, ASubscriberNeverReadsOutsideOfThePublishersSegment) {
  for (std::uint64_t sequence = 1; sequence <= 10; ++sequence) {
    ASSERT_TRUE(send(*ring_writer_, sequence, 1000));
  }
  Whole file(place_, there_->name());
  int refused = 0, broken = 0, taken = 0;
  for (int round = 0; round < 5'000; ++round) {
    auto reader = connect(*ring_writer_, there_, here_, here_, {.wants_history = true});
    ASSERT_TRUE(reader);
    const std::uint64_t ring = ring_offset(file.get(ring_writer_->where() + 8));
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spoiled;
    for (std::size_t count = 1 + random_.below(4); count > 0; --count) {
      const std::uint64_t at = place_of_a_number(ring_writer_->where(), ring);
      spoiled.emplace_back(at, file.get(at));
      file.set(at, nonsense(file.get(at), file.size()));
    }
    // The ring reader's own window was opened before, the new one after.
    for (int take = 0; take < 20; ++take) {
      if (const auto message = reader->take()) {
        ++taken;
        read_all(*there_, file.size(), *message);
      }
    }
    broken += reader->broken();
    const bool look_anew = round % 8 == 0;
    const Ref<Window> window = look_anew ? place_.window(there_) : Ref<Window>();
    refused += look_anew && !window;
    if (window) {
      const auto another = RingReader::open(here_, window, ring_writer_->where(), {});
      if (another) (void)(*another)->take();
    }
    reader.reset();
    while (!spoiled.empty()) {
      file.set(spoiled.back().first, spoiled.back().second);
      spoiled.pop_back();
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(broken, 0);
  EXPECT_GT(taken, 0);
}

TEST_F(HostileTest, ADirectoryOfNonsenseLeadsNowhereOutside) {
  const std::uint64_t number = 5;
  ASSERT_TRUE(there_->enter(number, ring_writer_->where()));
  Whole file(place_, there_->name());
  const Ref<Window> window = place_.window(there_);
  ASSERT_TRUE(window);
  ASSERT_EQ(window->find(number), ring_writer_->where());
  const std::uint64_t pages = kEventArea + offsetof(Header, directory);
  const std::uint64_t page = file.get(pages);
  int found = 0;
  for (int round = 0; round < 20'000; ++round) {
    file.set(pages, random_.below(2) ? page : nonsense(page, file.size()));
    file.set(page + 8 * number, nonsense(ring_writer_->where(), file.size()));
    const auto reader = RingReader::open(here_, window, window->find(number), {});
    found += static_cast<bool>(reader);
    find_request(*window, window->find(number), Gid{}, Gid{});
    file.set(page + 8 * number, 0);
  }
  EXPECT_GT(found, 0);
}

TEST_F(HostileTest, PlacesOfMoreReadersAndWishesThatAreNowhereLeadNowhereOutside) {
  const auto requests = *AttachRequests::open(there_);
  requests->set_owner(Gid{});
  Gid nobody;
  nobody.bytes.fill(0x5a);
  const Ref<Window> window = place_.window(there_);
  const auto waiting = *RingReader::open(here_, window, ring_writer_->where(), {});
  FoundRequest last;
  last.place = kMostRequests - 1;
  last.number = UINT64_MAX;
  Whole file(place_, there_->name());
  for (int round = 0; round < 20'000; ++round) {
    file.set(ring_writer_->where() + offsetof(RingBlock, more), nonsense(0, file.size()));
    file.set(requests->where() + offsetof(SubscriptionBlock, more), nonsense(0, file.size()));
    EXPECT_FALSE(waiting->accepted());
    EXPECT_EQ(find_request(*window, requests->where(), Gid{}, nobody).kind,
              FoundRequest::Kind::kNone);
    EXPECT_FALSE(still_there(*window, requests->where(), last));
  }
}

// The numbers change between a look and the next one.
TEST_F(HostileTest, NumbersThatChangeWhileTheyAreReadDoNoHarm) {
  for (std::uint64_t sequence = 1; sequence <= 10; ++sequence) {
    ASSERT_TRUE(send(*ring_writer_, sequence, 1000));
  }
  Whole file(place_, there_->name());
  const std::uint64_t publication = ring_writer_->where();
  const std::uint64_t ring = ring_offset(file.get(publication + 8));
  const Ref<Window> window = place_.window(there_);
  std::atomic<bool> over{false};
  const std::uint64_t next = file.get(publication + offsetof(RingBlock, next));
  std::thread scribbler([&] {
    std::mt19937_64 random(random_.seed());
    while (!over) {
      const std::uint64_t entry = ring + sizeof(Entry) * (random() % kEntries);
      // Often inside, often not: offset, then size.
      file.set(entry + 8, kFirstBlock + random() % (file.size() - kFirstBlock / 2));
      file.set(entry + 16, random() % (random() % 4 == 0 ? 2 * file.size() : 2000));
      file.set(publication + offsetof(RingBlock, next), next + random() % 3);
    }
  });
  int taken = 0;
  for (int round = 0; round < 5'000 || taken < 100; ++round) {  // the scribbler may stand still
    // Its own segment is the ring writer's to look at, and sound.
    const auto reader = connect(*ring_writer_, window, here_, here_, {.wants_history = true});
    if (!reader) continue;
    for (int take = 0; take < 10; ++take) {
      const auto message = reader->take();
      if (!message || message->size() == 0) continue;
      ++taken;
      volatile std::byte last = message->data()[message->size() - 1];
      static_cast<void>(last);
    }
  }
  over = true;
  scribbler.join();
}

using codec::Decoder;
using codec::Encoder;

std::vector<std::byte> words_encoded(std::uint32_t count) {
  std::vector<std::byte> bytes(16 * count + 4);
  Encoder to(bytes.data(), bytes.size());
  to.put(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    to.put(std::uint32_t{12});
    to.put_bytes("eleven char", 12);
  }
  EXPECT_TRUE(to.ok());
  return bytes;
}

// As the codecs do it: what a length promises is checked, then relied upon.
bool decode_words(Decoder from, std::vector<std::string>& words) {
  std::size_t count = 0;
  if (!from.get_count(4, count)) return false;
  words.resize(count);
  for (std::string& word : words) {
    std::size_t size = 0;
    if (!from.get_count(1, size)) return false;
    word.assign(reinterpret_cast<const char*>(from.take(size)), size);
  }
  return true;
}

TEST_F(HostileTest, LengthsThatChangeWhileAMessageIsDecodedWhereItLiesDoNoHarm) {
  const std::vector<std::byte> bytes = words_encoded(64);
  Result<Loan> loan = ring_writer_->borrow(bytes.size());
  ASSERT_TRUE(loan);
  std::copy(bytes.begin(), bytes.end(), loan->data());
  ASSERT_TRUE(ring_writer_->publish(*loan, bytes.size(), {}));
  const auto reader =
      connect(*ring_writer_, place_.window(there_), here_, here_, {.wants_history = true});
  ASSERT_TRUE(reader);
  const auto message = reader->take();
  ASSERT_TRUE(message);
  ASSERT_FALSE(message->copied());
  const Decoder payload(message->data(), message->size());
  std::vector<std::string> words;
  ASSERT_TRUE(decode_words(payload, words));

  Whole file(place_, there_->name());
  const std::uint64_t ring = ring_offset(file.get(ring_writer_->where() + 8));
  const std::uint64_t at = file.get(ring + sizeof(Entry) + offsetof(Entry, offset));
  std::atomic<bool> over{false};
  std::thread scribbler([&] {
    std::mt19937 random(random_.seed());
    const std::uint32_t lengths[] = {0, 13, 20'000, UINT32_MAX};
    while (!over) {
      // Of every second word of 8 bytes the upper half is a length.
      const std::uint64_t length = at + 16 * (random() % 64);
      const std::uint64_t right = file.get(length);
      for (int i = 0; i < 100; ++i) {
        file.set(length, (right & UINT32_MAX) | std::uint64_t{lengths[random() % 4]} << 32);
        file.set(length, right);  // so that decoding comes far, now and then
      }
    }
  });
  int changed = 0;
  std::vector<std::string> before;
  for (int round = 0; round < 20'000 || changed < 100; ++round) {
    static_cast<void>(decode_words(payload, words));
    changed += words != before;
    before.swap(words);
  }
  over = true;
  scribbler.join();
}

TEST_F(HostileTest, APublisherAndItsOtherReadersAreSafeFromAReader) {
  const Ref<Segment> evil = place_.segment();
  const auto reader = connect(*ring_writer_, place_.window(there_), evil, place_.window(evil));
  const auto honest = connect(*ring_writer_, place_.window(there_), here_, place_.window(here_));
  ASSERT_TRUE(reader && honest);
  Whole file(place_, evil->name());
  for (std::uint64_t sequence = 1; sequence <= 20'000; ++sequence) {
    const std::uint64_t at =
        random_.one_in(4) ? kEventArea + 64 * random_.below(4)
                          : reader->where() + 8 * (1 + random_.below(sizeof(ReaderBlock) / 8 - 1));
    file.set(at,
             random_.one_in(2) ? nonsense(file.get(at), file.size()) : sequence - random_.below(9));
    ASSERT_TRUE(send(*ring_writer_, sequence, 1 + random_.below(2000))) << sequence;
    const auto message = honest->take();
    ASSERT_TRUE(message) << sequence;
    ASSERT_EQ(message->sequence(), sequence);
    ASSERT_TRUE(right(*message));
  }
}

TEST_F(HostileTest, AReaderBlockOfNonsenseIsRefusedOrHarmless) {
  const Ref<Window> window = place_.window(here_);
  const Block block = *here_->allocate(sizeof(ReaderBlock));
  auto* words = reinterpret_cast<std::uint64_t*>(here_->data(block));
  auto& reader = *reinterpret_cast<ReaderBlock*>(words);
  for (std::uint64_t sequence = 1; sequence <= 5'000; ++sequence) {
    for (std::size_t i = 0; i < sizeof(ReaderBlock) / 8; ++i) {
      words[i] = nonsense(words[i], kSmallestLimit);
    }
    reader.waited_for = 0;
    if (!random_.one_in(4)) reader.kind = kReader;
    static_cast<void>(ring_writer_->attach(window, block.offset));
    ASSERT_TRUE(send(*ring_writer_, sequence, 1 + random_.below(2000))) << sequence;
  }
  reader.kind = kReader;
  reader.ticket = 0;
  EXPECT_EQ(ring_writer_->attach(window, block.offset).error().code, Code::kNotFound);
  ASSERT_TRUE(send(*ring_writer_, 5'001, 100));
  EXPECT_EQ(ring_writer_->readers(), 0u);
}

}  // namespace
}  // namespace ranvier::shm
