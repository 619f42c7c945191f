#include "ranvier/cyclone/endpoints/qos_map.h"

#include <gtest/gtest.h>

namespace ranvier::cyclone {
namespace {

Qos every_policy() {
  Qos qos;
  qos.depth = 7;
  qos.reliability = Reliability::kBestEffort;
  qos.durability = Durability::kTransientLocal;
  qos.deadline = std::chrono::milliseconds(10);
  qos.lifespan = std::chrono::seconds(2);
  qos.liveliness = Liveliness::kManualByTopic;
  qos.lease = std::chrono::seconds(3);
  return qos;
}

void change(std::size_t& depth) { ++depth; }
void change(std::chrono::nanoseconds& time) { time = std::chrono::seconds(3); }
void change(bool& flag) { flag = !flag; }
template <typename Choice>
void change(Choice& of_two) {
  of_two = of_two == Choice{} ? Choice{1} : Choice{};
}

TEST(QosMapTest, EachPolicyComesBackAsItWent) {
  each_policy([](QosPolicy policy, const char* name, auto member, Matching) {
    if (policy == QosPolicy::kAvoidRosNamespace) return;  // the name of the topic tells it
    Qos qos;
    change(qos.*member);
    const QosPtr writer = endpoint_qos(qos, Side::kWriter, true, "");
    EXPECT_EQ(ros_qos(*writer, Side::kWriter), qos) << name;
  });
}

TEST(QosMapTest, AllPoliciesTogetherComeBackAsTheyWent) {
  const QosPtr writer = endpoint_qos(every_policy(), Side::kWriter, true, "");
  EXPECT_EQ(ros_qos(*writer, Side::kWriter), every_policy());
  const QosPtr plain = endpoint_qos({}, Side::kWriter, true, "");
  EXPECT_EQ(ros_qos(*plain, Side::kWriter), Qos{});
}

// The wire has 32 bits of seconds: peers would read what is longer as negative.
TEST(QosMapTest, ATimeThatTheWireCannotHoldNeverEnds) {
  using std::chrono::nanoseconds;
  const nanoseconds longest = std::chrono::seconds(INT32_MAX) + nanoseconds(999'999'999);
  Qos qos;
  qos.deadline = longest;
  qos.lifespan = longest + nanoseconds(1);
  qos.lease = nanoseconds::max() - nanoseconds(1);
  const QosPtr writer = endpoint_qos(qos, Side::kWriter, true, "");
  dds_duration_t deadline = 0, lifespan = 0, lease = 0;
  ASSERT_TRUE(dds_qget_deadline(writer.get(), &deadline));
  ASSERT_TRUE(dds_qget_lifespan(writer.get(), &lifespan));
  ASSERT_TRUE(dds_qget_liveliness(writer.get(), nullptr, &lease));
  EXPECT_EQ(deadline, longest.count());
  EXPECT_EQ(lifespan, DDS_INFINITY);
  EXPECT_EQ(lease, DDS_INFINITY);
}

TEST(QosMapTest, AReaderHasNoLifespan) {
  const QosPtr reader = endpoint_qos(every_policy(), Side::kReader, true, "");
  EXPECT_EQ(ros_qos(*reader, Side::kReader).lifespan, Qos::kInfinite);
}

TEST(QosMapTest, AWriterKeepsForLateJoinersWhatItsHistorySaysAndDisposesNothing) {
  const QosPtr writer = endpoint_qos(every_policy(), Side::kWriter, true, "");
  dds_history_kind_t history;
  std::int32_t depth, samples, instances, per_instance;
  dds_duration_t cleanup;
  ASSERT_TRUE(dds_qget_durability_service(writer.get(), &cleanup, &history, &depth, &samples,
                                          &instances, &per_instance));
  EXPECT_EQ(history, DDS_HISTORY_KEEP_LAST);
  EXPECT_EQ(depth, 7);
  bool autodispose = true;
  ASSERT_TRUE(dds_qget_writer_data_lifecycle(writer.get(), &autodispose));
  EXPECT_FALSE(autodispose);
}

TEST(QosMapTest, OnlyEndpointsThatTheLocalRouteServesIgnoreTheirParticipant) {
  dds_ignorelocal_kind_t ignore;
  ASSERT_TRUE(dds_qget_ignorelocal(endpoint_qos({}, Side::kReader, true, "").get(), &ignore));
  EXPECT_EQ(ignore, DDS_IGNORELOCAL_PARTICIPANT);
  ASSERT_TRUE(dds_qget_ignorelocal(endpoint_qos({}, Side::kReader, false, "").get(), &ignore));
  EXPECT_EQ(ignore, DDS_IGNORELOCAL_NONE);
}

TEST(UserDataTest, AValueIsFoundByItsWholeKey) {
  const std::string data = "serviceid=01.02;typehash=RIHS01_ab;id=x";
  EXPECT_EQ(user_data_value(data, "typehash"), "RIHS01_ab");
  EXPECT_EQ(user_data_value(data, "id"), "x");
  EXPECT_EQ(user_data_value(data, "serviceid"), "01.02");
  EXPECT_EQ(user_data_value(data, "hash"), "");
  EXPECT_EQ(user_data_value("", "id"), "");
  EXPECT_EQ(user_data_value("id=", "id"), "");
  EXPECT_EQ(user_data_value("id", "id"), "");
}

TEST(UserDataTest, AnEndpointCarriesItsTypeHash) {
  EXPECT_EQ(type_hash_user_data("RIHS01_ab"), "typehash=RIHS01_ab;");
  EXPECT_EQ(type_hash_user_data(nullptr), "");
  const QosPtr qos = endpoint_qos({}, Side::kReader, true, type_hash_user_data("RIHS01_ab"));
  EXPECT_EQ(user_data_of(*qos), "typehash=RIHS01_ab;");
}

}  // namespace
}  // namespace ranvier::cyclone
