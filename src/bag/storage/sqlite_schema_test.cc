// Files of every schema that rosbag2 has had, made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bag/storage/bag_index.h"
#include "bag/storage/bag_reader.h"
#include "bag/storage/bag_testing.h"
#include "bag/storage/sqlite_db.h"

namespace ranvier::bag {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The tables of a schema version, with two topics and three messages, one out of the order of time.
std::string sql_of(int version) {
  const std::string qos = version >= 2 ? ", offered_qos_profiles TEXT NOT NULL" : "";
  const std::string hash = version >= 4 ? ", type_description_hash TEXT NOT NULL" : "";
  const std::string values =
      std::string(version >= 2 ? ", '- depth: 1'" : "") + (version >= 4 ? ", 'RIHS01_7'" : "");
  std::string sql =
      "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,"
      " serialization_format TEXT NOT NULL" +
      qos + hash +
      ");"
      "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL,"
      " timestamp INTEGER NOT NULL, data BLOB NOT NULL);"
      "CREATE INDEX timestamp_idx ON messages (timestamp ASC);"
      "INSERT INTO topics VALUES(3, '/a', 't/msg/A', 'cdr'" +
      values +
      ");"
      "INSERT INTO topics VALUES(9, '/b', 't/msg/B', 'cdr'" +
      values +
      ");"
      "INSERT INTO messages VALUES(1, 9, 20, x'62');"
      "INSERT INTO messages VALUES(2, 3, 10, x'61');"
      "INSERT INTO messages VALUES(3, 3, 30, x'');";
  if (version >= 3) {
    sql +=
        "CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);"
        "INSERT INTO schema VALUES(" +
        std::to_string(version) +
        ", 'humble');"
        "CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL,"
        " metadata TEXT NOT NULL);"
        "INSERT INTO metadata VALUES(1, 7, 'rosbag2_bagfile_information:\n  version: 7\n"
        "  custom_data: {robot: r2}\n');";
  }
  if (version >= 4) {
    sql +=
        "CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, topic_type TEXT NOT NULL,"
        " encoding TEXT NOT NULL, encoded_message_definition TEXT NOT NULL,"
        " type_description_hash TEXT NOT NULL);"
        "INSERT INTO message_definitions VALUES(1, 't/msg/A', 'ros2msg', 'int32 a', '');";
  }
  return sql;
}

void make_file(const std::string& path, const std::string& sql) {
  auto file = sqlite::Database::create(path);
  ASSERT_TRUE(file) << file.error().what;
  const auto done = file->run(sql);
  ASSERT_TRUE(done) << done.error().what;
}

class SqliteSchemaTest : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(folder_.in("bag"));
    make_file(folder_.in("bag/bag_0.db3"), sql_of(GetParam()));
  }
  const TestFolder folder_;
};

TEST_P(SqliteSchemaTest, IsReadWithAllThatItHas) {
  const int version = GetParam();
  const auto opened = BagReader::open({.uri = folder_.in("bag")});
  ASSERT_TRUE(opened) << opened.error().what;
  BagReader& bag = **opened;
  const Topic a{"/a", "t/msg/A", "cdr", version >= 4 ? "RIHS01_7" : "",
                version >= 2 ? "- depth: 1" : ""};
  ASSERT_EQ(bag.topics().size(), 2U);
  EXPECT_EQ(bag.topics()[0], (TopicCount{a, 2}));
  EXPECT_EQ(bag.definitions()[0].text, version >= 4 ? "int32 a" : "");
  EXPECT_EQ(bag.metadata().start_ns, 10);
  EXPECT_EQ(bag.metadata().duration_ns, 20);
  EXPECT_EQ(bag.metadata().custom_data.size(), version >= 3 ? 1U : 0U);
  std::vector<std::string> read;
  for (auto next = bag.next(); next && *next; next = bag.next()) {
    read.push_back(bag.topics()[(*next)->topic].topic.name + std::string(text_of((*next)->data)));
  }
  EXPECT_THAT(read, ElementsAre("/aa", "/bb", "/a"));
}

TEST_P(SqliteSchemaTest, IsIndexedAnew) {
  const auto made = reindex(folder_.in("bag"), "sqlite3");
  ASSERT_TRUE(made) << made.error().what;
  EXPECT_EQ(made->messages, 3U);
  EXPECT_EQ(read_bag_metadata(folder_.in("bag"), "")->storage_id, "sqlite3");
}

INSTANTIATE_TEST_SUITE_P(Versions, SqliteSchemaTest, ::testing::Values(1, 2, 3, 4),
                         [](const auto& info) { return "Schema" + std::to_string(info.param); });

TEST(SqliteReaderTest, AViewInThePlaceOfATableIsRefusedAndRunsNothing) {
  const TestFolder folder;
  std::string sql = sql_of(1);
  sql +=
      "DROP TABLE messages; CREATE VIEW messages AS WITH RECURSIVE n(x) AS"
      " (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, 3 AS topic_id,"
      " x AS timestamp, x'61' AS data FROM n;";
  {
    // The views of a file that is made by hand are allowed there.
    sqlite3* raw = nullptr;
    ASSERT_EQ(::sqlite3_open(folder.in("view_0.db3").c_str(), &raw), SQLITE_OK);
    ASSERT_EQ(::sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    ::sqlite3_close(raw);
  }
  const auto opened = BagReader::open({.uri = folder.in("view_0.db3")});
  if (opened) {
    EXPECT_THAT((*opened)->damage(), Contains(HasSubstr("view_0.db3")));
    const auto next = (*opened)->next();
    EXPECT_TRUE(!next || !*next);
  } else {
    EXPECT_THAT(opened.error().what, AllOf(HasSubstr("view_0.db3"), HasSubstr("view")));
  }
}

}  // namespace
}  // namespace ranvier::bag
