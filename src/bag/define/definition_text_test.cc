#include "bag/define/definition_text.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace ranvier::bag {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kLine = std::string(80, '=') + "\n";

class DefinitionTextTest : public testing::Test {
 protected:
  DefinitionTextTest() {
    std::string path = (fs::temp_directory_path() / "definitions-XXXXXX").string();
    EXPECT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  ~DefinitionTextTest() override { fs::remove_all(folder_); }
  void write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  Result<Definition> read(const std::string& type) {
    return read_definition(type, {"/nowhere", folder_.string()});
  }

  fs::path folder_;
};

TEST_F(DefinitionTextTest, AMessageAloneIsItsFile) {
  write("a/msg/X.msg", "# about\nint32 x 5\nstring<=3[] names\nuint8 K=3\n");
  const auto found = read("a/msg/X");
  ASSERT_TRUE(found) << found.error().what;
  EXPECT_EQ(found->encoding, "ros2msg");
  EXPECT_EQ(found->text, "# about\nint32 x 5\nstring<=3[] names\nuint8 K=3\n");
}

TEST_F(DefinitionTextTest, WhatItUsesFollowsEachOnceBehindALine) {
  write("a/msg/X.msg", "Y y\nb/Z[3] z\nb/Z other # b/No\n");
  write("a/msg/Y.msg", "b/Z z\n");
  write("b/msg/Z.msg", "int8 n\n");
  const auto found = read("a/msg/X");
  ASSERT_TRUE(found) << found.error().what;
  EXPECT_EQ(found->text, "Y y\nb/Z[3] z\nb/Z other # b/No\n\n" + kLine + "MSG: a/Y\nb/Z z\n\n" +
                             kLine + "MSG: b/Z\nint8 n\n");
}

TEST_F(DefinitionTextTest, AnEventHasTheDefinitionOfItsService) {
  write("a/srv/Add.srv", "int64 a\n---\nint64 sum\n");
  for (const char* type : {"a/srv/Add", "a/srv/Add_Event"}) {
    const auto found = read(type);
    ASSERT_TRUE(found) << found.error().what;
    EXPECT_EQ(found->text, kLine + "SRV: a/srv/Add\nint64 a\n---\nint64 sum\n");
  }
}

TEST_F(DefinitionTextTest, OneFileOfIdlMakesAllOfItIdl) {
  write("a/msg/X.msg", "b/Z z\n");
  write("a/msg/X.idl", "#include \"b/msg/Z.idl\"\nmodule a {};\n");
  write("b/msg/Z.idl", "module b {};\n");
  const auto found = read("a/msg/X");
  ASSERT_TRUE(found) << found.error().what;
  EXPECT_EQ(found->encoding, "ros2idl");
  EXPECT_EQ(found->text, kLine + "IDL: a/msg/X\n#include \"b/msg/Z.idl\"\nmodule a {};\n\n" +
                             kLine + "IDL: b/msg/Z\nmodule b {};\n");
}

TEST_F(DefinitionTextTest, AMissingFileIsNamedWithWhoNeedsIt) {
  write("a/msg/X.msg", "b/Z z\n");
  const auto found = read("a/msg/X");
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().what, HasSubstr("'b/msg/Z', which the definition of 'a/msg/X' needs"));
}

TEST_F(DefinitionTextTest, ANameThatLeadsOutOfTheFoldersIsRefused) {
  for (const char* type : {"", "x", "../a/msg/X", "a/../X", "a/msg/..", "a/msg/X/Y", "/msg/X"}) {
    const auto found = read(type);
    ASSERT_FALSE(found) << type;
    EXPECT_EQ(found.error().code, Code::kInvalidArgument) << type;
  }
}

TEST_F(DefinitionTextTest, TypesThatUseEachOtherEnd) {
  write("a/msg/X.msg", "Y y\n");
  write("a/msg/Y.msg", "X x\n");
  EXPECT_TRUE(read("a/msg/X"));
}

}  // namespace
}  // namespace ranvier::bag
