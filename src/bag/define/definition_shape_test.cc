#include "bag/define/definition_shape.h"

#include <gmock/gmock.h>

namespace ranvier::bag {
namespace {

using testing::HasSubstr;

const std::string kHead = std::string(80, '=') + "\n";

Definition of_text(const std::string& text) { return {"ros2msg", text}; }

TypeShapes shapes_of(const std::string& text) {
  const auto shapes = read_shapes("pkg/msg/Root", of_text(text));
  EXPECT_TRUE(shapes) << shapes.error().what;
  return shapes ? *shapes : TypeShapes();
}

std::string error_of(const std::string& text) {
  const auto shapes = read_shapes("pkg/msg/Root", of_text(text));
  EXPECT_FALSE(shapes);
  return shapes ? "" : shapes.error().what;
}

TEST(DefinitionShapeTest, ReadsEachKindOfField) {
  const TypeShapes shapes = shapes_of(
      "# a comment\n"
      "bool flag true  # with a default\n"
      "uint8 KIND=3\n"
      "string NAME = \"a # b\"\n"
      "char[4] letters\n"
      "string<=10[<=3] words\n"
      "float64[] numbers [1.0, 2.0]\n"
      "Part part\n"
      "other/Thing[] things\n\n" +
      kHead + "MSG: pkg/Part\nint32 x\n\n" + kHead + "MSG: other/Thing\n");
  const TypeShape root{"pkg/msg/Root",
                       {{"flag", 15},
                        {"letters", 48 + 3, 4},
                        {"words", 96 + 21, 3, 10},
                        {"numbers", 144 + 11},
                        {"part", 1, 0, 0, "pkg/msg/Part"},
                        {"things", 144 + 1, 0, 0, "other/msg/Thing"}}};
  EXPECT_EQ(shapes.root, root);
  ASSERT_EQ(shapes.referenced.size(), 2u);
  EXPECT_EQ(shapes.referenced[0].name, "other/msg/Thing");  // by name
  EXPECT_EQ(shapes.referenced[0].fields.at(0).name, "structure_needs_at_least_one_member");
  EXPECT_EQ(shapes.referenced[1], (TypeShape{"pkg/msg/Part", {{"x", 6}}}));
}

TEST(DefinitionShapeTest, ADefinitionThatIsMadeOfTheStructureSaysTheSame) {
  const TypeShapes shapes = shapes_of(
      "bool flag\nchar[4] letters\nwstring<=10[<=3] words\nbyte[] data\nPart[2] parts\n\n" + kHead +
      "MSG: pkg/Part\nother/Thing thing\nint64 x\n\n" + kHead + "MSG: other/Thing\n");
  const auto made = make_definition(shapes);
  ASSERT_TRUE(made) << made.error().what;
  const auto again = read_shapes("pkg/msg/Root", *made);
  ASSERT_TRUE(again) << again.error().what << made->text;
  EXPECT_EQ(*again, shapes);
}

TEST(DefinitionShapeTest, TextsAreJoinedAndSplitAsTheyWere) {
  for (const char* end : {"", "\n", "\n\n"}) {
    const std::vector<TypeText> texts{{"pkg/msg/Root", "msg", std::string("Part part") + end},
                                      {"pkg/msg/Part", "msg", std::string("int32 x") + end},
                                      {"a/msg/B", "msg", std::string("int8 y") + end}};
    const auto joined = join_texts(texts);
    ASSERT_TRUE(joined);
    const auto split = split_texts("pkg/msg/Root", *joined);
    ASSERT_TRUE(split);
    ASSERT_EQ(split->size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      EXPECT_EQ((*split)[i].name, texts[i].name);
      EXPECT_EQ((*split)[i].text, texts[i].text);
    }
  }
}

TEST(DefinitionShapeTest, FewerSignsBetweenTypesDoToo) {
  EXPECT_EQ(shapes_of("Part part\n================\nMSG: pkg/Part\nint32 x\n"),
            shapes_of("Part part\n" + kHead + "MSG: pkg/Part\nint32 x\n"));
}

TEST(DefinitionShapeTest, WhatIsNoDefinitionIsSaid) {
  EXPECT_THAT(error_of("int32\n"), HasSubstr("'int32'"));
  EXPECT_THAT(error_of("int32[0] x\n"), HasSubstr("'int32[0] x'"));
  EXPECT_THAT(error_of("int32<=4 x\n"), HasSubstr("no field"));
  EXPECT_THAT(error_of("int32 a\xf6\n"), HasSubstr("name of letters"));
  EXPECT_THAT(error_of(std::string("int32 a\r b\n")), HasSubstr("name of letters"));
  EXPECT_THAT(error_of("Part part\n"), HasSubstr("has no 'pkg/msg/Part'"));
  EXPECT_THAT(error_of(kHead + "Part\n"), HasSubstr("no head"));
  EXPECT_FALSE(read_shapes("pkg/msg/Root", {"ros2idl", ""}));
}

TEST(DefinitionShapeTest, TheTextOfTheHashIsThatOfTheStandard) {
  const auto text = description_text(shapes_of("int32 x\n"));
  ASSERT_TRUE(text);
  EXPECT_EQ(*text,
            "{\"type_description\": {\"type_name\": \"pkg/msg/Root\", \"fields\": [{\"name\": "
            "\"x\", \"type\": {\"type_id\": 6, \"capacity\": 0, \"string_capacity\": 0, "
            "\"nested_type_name\": \"\"}}]}, \"referenced_type_descriptions\": []}");
  TypeShapes odd;
  odd.root.name = "a\"b";
  EXPECT_FALSE(description_text(odd));
}

TEST(DefinitionShapeTest, AKindThatFilesCannotSayIsNamed) {
  TypeShapes shapes;
  shapes.root = {"pkg/msg/Root", {{"x", 12}}};  // a long double
  const auto made = make_definition(shapes);
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().what, HasSubstr("'x'"));
}

}  // namespace
}  // namespace ranvier::bag
