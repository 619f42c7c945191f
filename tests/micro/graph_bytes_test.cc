// What a client makes of the bytes of a graph, whatever they are.
#include <gmock/gmock.h>

#include <cstring>

extern "C" {
#include "graph.h"
}

namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// CDR in the byte order that is asked for.
class Cdr {
 public:
  explicit Cdr(bool little_endian) : bytes_(4096) {
    xrce_cdr_init(&cdr_, bytes_.data(), bytes_.size(), little_endian);
  }
  Cdr& u32(std::uint32_t value) {
    xrce_put_u32(&cdr_, value);
    return *this;
  }
  Cdr& u8(std::uint8_t value) {
    xrce_put_u8(&cdr_, value);
    return *this;
  }
  Cdr& text(const char* value) {
    xrce_put_string(&cdr_, value);
    return *this;
  }
  Bytes done() const { return {bytes_.begin(), bytes_.begin() + cdr_.position}; }

 private:
  Bytes bytes_;
  xrce_cdr cdr_{};
};

Bytes graph_of_two(bool little_endian = true) {
  return Cdr(little_endian)
      .u32(2)
      .text("/a")
      .text("talker")
      .u32(3)
      .u8(MICRO_GRAPH_PUBLISHER)
      .text("/p")
      .u32(2)
      .text("x/msg/X")
      .text("y/msg/Y")
      .u8(MICRO_GRAPH_SUBSCRIBER)
      .text("/p")
      .u32(1)
      .text("x/msg/X")
      .u8(MICRO_GRAPH_SERVICE)
      .text("/s")
      .u32(0)
      .text("/")
      .text("other")
      .u32(0)
      .done();
}

// The session of a program that has a node, without an agent: it is told what came by hand.
class GraphBytesTest : public ::testing::Test {
 protected:
  GraphBytesTest() {
    static const xrce_platform platform{[] { return std::uint32_t{0}; }, nullptr};
    link_.open = [](xrce_transport*) { return true; };
    link_.close = [](xrce_transport*) {};
    link_.send = [](xrce_transport*, const std::uint8_t*, std::size_t) { return true; };
    link_.receive = [](xrce_transport*, std::uint8_t*, std::size_t, int) { return std::size_t{0}; };
    xrce_session_init(&session_, &link_, &platform, 1);
    context_.session = &session_;
    node_.context = &context_;
    node_.entity.kind = XRCE_PARTICIPANT;
    node_.entity.name = "n";
    node_.entity.type = "";
    xrce_add(&session_, &node_.entity);
    micro_graph_begin(&session_, &node_.entity);
    reader_ = node_.entity.next;
    rcl_reset_error();
  }
  ~GraphBytesTest() override { micro_graph_forget(); }

  void take(const Bytes& bytes, bool little_endian = true) {
    // In memory of just that size, so that a sanitizer sees what is read beyond.
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), exact.get());
    xrce_cdr cdr;
    xrce_cdr_init(&cdr, exact.get(), bytes.size(), little_endian);
    EXPECT_TRUE(reader_->take(reader_, &cdr, nullptr));
  }
  std::vector<std::string> nodes() {
    rcutils_string_array_t names = rcutils_get_zero_initialized_string_array(), spaces = names;
    EXPECT_EQ(rcl_get_node_names(&node_, rcl_get_default_allocator(), &names, &spaces), RCL_RET_OK);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < names.size; ++i) {
      all.push_back(std::string(spaces.data[i]) + " " + names.data[i]);
    }
    rcutils_string_array_fini(&names);
    rcutils_string_array_fini(&spaces);
    return all;
  }
  bool triggered() {
    auto* condition = micro_graph_condition();
    const bool was = condition->triggered;
    condition->triggered = false;
    return was;
  }

  xrce_transport link_{};
  xrce_session session_;
  rmw_context_t context_{};
  rcl_node_t node_{};
  xrce_entity* reader_ = nullptr;
};

TEST_F(GraphBytesTest, BeforeTheFirstGraphItIsEmpty) {
  EXPECT_THAT(nodes(), ElementsAre());
  EXPECT_FALSE(triggered());
}

TEST_F(GraphBytesTest, BothByteOrdersAreRead) {
  for (const bool little_endian : {true, false}) {
    take(graph_of_two(little_endian), little_endian);
    EXPECT_TRUE(triggered());
    EXPECT_THAT(nodes(), ElementsAre("/a talker", "/ other"));
  }
}

TEST_F(GraphBytesTest, ATopicIsToldOnceWithEachOfItsTypesAndCountedAsOftenAsItIsThere) {
  take(graph_of_two());
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
  ASSERT_EQ(rcl_get_topic_names_and_types(&node_, &allocator, false, &of), RCL_RET_OK);
  ASSERT_EQ(of.names.size, 1u);
  EXPECT_STREQ(of.names.data[0], "/p");
  ASSERT_EQ(of.types[0].size, 2u);
  EXPECT_STREQ(of.types[0].data[1], "y/msg/Y");
  EXPECT_EQ(rcl_get_topic_names_and_types(&node_, &allocator, false, &of), RCL_RET_INVALID_ARGUMENT)
      << "what it has would leak";
  EXPECT_EQ(rcl_names_and_types_fini(&of), RCL_RET_OK);
  std::size_t count = 9;
  EXPECT_EQ(rcl_count_publishers(&node_, "/p", &count), RCL_RET_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(rcl_count_publishers(&node_, "p", &count), RCL_RET_TOPIC_NAME_INVALID);
}

TEST_F(GraphBytesTest, WhatTheWireDoesNotTellIsUnsupported) {
  take(graph_of_two());
  rcl_allocator_t allocator = rcl_get_default_allocator();
  auto infos = rcl_get_zero_initialized_topic_endpoint_info_array();
  EXPECT_EQ(rcl_get_publishers_info_by_topic(&node_, &allocator, "/p", false, &infos),
            RCL_RET_UNSUPPORTED);
  EXPECT_THAT(rcl_get_error_string().str, HasSubstr("no QoS"));
  rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
  EXPECT_EQ(rcl_get_topic_names_and_types(&node_, &allocator, true, &of), RCL_RET_UNSUPPORTED);
  EXPECT_EQ(rcl_get_client_names_and_types_by_node(&node_, &allocator, "talker", "/b", &of),
            RCL_RET_NODE_NAME_NON_EXISTENT);
}

TEST_F(GraphBytesTest, AGraphThatEndsTooSoonChangesNothing) {
  take(graph_of_two());
  triggered();
  const Bytes other =
      Cdr(true).u32(1).text("/b").text("new").u32(1).u8(0).text("/q").u32(1).text("x/msg/X").done();
  for (std::size_t size = 0; size < other.size(); ++size) {
    take(Bytes(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_FALSE(triggered()) << size;
    EXPECT_THAT(nodes(), ElementsAre("/a talker", "/ other")) << size;
  }
  EXPECT_THAT(rcl_get_error_string().str, HasSubstr("no micro_ros_msgs/Graph"));
  take(other);
  EXPECT_THAT(nodes(), ElementsAre("/b new"));
}

TEST_F(GraphBytesTest, HostileCountsAndTextsChangeNothing) {
  take(graph_of_two());
  triggered();
  const std::uint32_t most = 0xffffffffu;
  const Bytes hostile[] = {
      Cdr(true).u32(most).done(),
      Cdr(true).u32(1).u32(most).done(),                                              // a text
      Cdr(true).u32(1).text("/").text("n").u32(most).done(),                          // entities
      Cdr(true).u32(1).text("/").text("n").u32(1).u8(0).text("/p").u32(most).done(),  // types
      Cdr(true).u32(1).u32(3).u8('a').u8('b').u8('c').text("n").u32(0).done(),  // without a zero
      Cdr(true).u32(1).u32(3).u8('a').u8(0).u8(0).text("n").u32(0).done(),      // a zero within
  };
  for (const Bytes& bytes : hostile) {
    take(bytes);
    EXPECT_FALSE(triggered());
    EXPECT_THAT(nodes(), ElementsAre("/a talker", "/ other"));
  }
}

TEST_F(GraphBytesTest, OneThatIsLargerThanTheBufferIsSaidToBeUntilOneFits) {
  take(Bytes(XRCE_GRAPH_BYTES + 1));
  EXPECT_TRUE(triggered());
  std::size_t count = 9;
  EXPECT_EQ(rcl_count_publishers(&node_, "/p", &count), RCL_RET_ERROR);
  EXPECT_EQ(count, 0u);
  EXPECT_THAT(rcl_get_error_string().str, HasSubstr("raise XRCE_GRAPH_BYTES"));
  take(graph_of_two());
  EXPECT_EQ(rcl_count_publishers(&node_, "/p", &count), RCL_RET_OK);
}

TEST_F(GraphBytesTest, AStatusOfTheAgentSaysThatItIsTooLarge) {
  const auto object = xrce_object_id(reader_->number, XRCE_DATA_READER);
  std::size_t count = 9;
  session_.unread(&session_, static_cast<std::uint16_t>(object + 16), XRCE_STATUS_RESOURCES);
  session_.unread(&session_, object, XRCE_STATUS_DDS_ERROR);
  EXPECT_FALSE(triggered()) << "of others, or of another kind";
  session_.unread(&session_, object, XRCE_STATUS_RESOURCES);
  EXPECT_TRUE(triggered());
  EXPECT_EQ(rcl_count_publishers(&node_, "/p", &count), RCL_RET_ERROR);
}

// The allocations that a call may make yet; negative: any.
int allocations_left = -1;

TEST_F(GraphBytesTest, WithoutMemoryNothingIsFilledAndNothingIsLost) {
  take(graph_of_two());
  rcl_allocator_t scarce = rcl_get_default_allocator();
  static int blocks;
  blocks = 0;
  scarce.allocate = [](std::size_t size, void*) -> void* {
    if (allocations_left == 0) return nullptr;
    --allocations_left;
    ++blocks;
    return std::malloc(size);
  };
  scarce.reallocate = [](void* before, std::size_t size, void*) -> void* {
    if (allocations_left == 0) return nullptr;
    --allocations_left;
    if (before == nullptr) ++blocks;
    return std::realloc(before, size);
  };
  scarce.deallocate = [](void* block, void*) {
    if (block != nullptr) --blocks;
    std::free(block);
  };
  rcl_ret_t ret = RCL_RET_BAD_ALLOC;
  int most = 0;
  for (; ret != RCL_RET_OK; ++most) {
    rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
    allocations_left = most;
    ret = rcl_get_topic_names_and_types(&node_, &scarce, false, &of);
    if (ret == RCL_RET_OK) {
      rcl_names_and_types_fini(&of);
    } else {
      ASSERT_EQ(ret, RCL_RET_BAD_ALLOC);
      EXPECT_EQ(of.names.size, 0u);
    }
    EXPECT_EQ(blocks, 0) << "after " << most << " allocations";
  }
  EXPECT_GT(most, 4);
  allocations_left = -1;
}

TEST_F(GraphBytesTest, AnAllocatorWithoutFunctionsIsRefused) {
  rcl_allocator_t none = rcutils_get_zero_initialized_allocator();
  rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
  EXPECT_EQ(rcl_get_topic_names_and_types(&node_, &none, false, &of), RCL_RET_INVALID_ARGUMENT);
}

TEST_F(GraphBytesTest, WhenItsNodeGoesAnotherOneReadsTheGraph) {
  xrce_entity other{};
  other.kind = XRCE_PARTICIPANT;
  other.name = "o";
  other.type = "";
  xrce_add(&session_, &other);
  ASSERT_EQ(reader_->node, &node_.entity);
  micro_graph_end(&session_, &other);
  EXPECT_EQ(reader_->node, &node_.entity) << "it did not read";
  micro_graph_end(&session_, &node_.entity);
  EXPECT_EQ(reader_->node, &other);
  EXPECT_EQ(other.next, reader_);
}

}  // namespace
