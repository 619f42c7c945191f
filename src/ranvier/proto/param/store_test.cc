#include "ranvier/proto/param/store.h"

#include <stdexcept>

#include <gmock/gmock.h>

#include "ranvier/node/arguments.h"

namespace ranvier::param {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Value integer(std::int64_t number) {
  Value value;
  value.type = Type::PARAMETER_INTEGER;
  value.integer_value = number;
  return value;
}

Parameter named(const std::string& name, const Value& value = Value()) {
  Parameter parameter;
  parameter.name = name;
  parameter.value = value;
  return parameter;
}

Value text(const std::string& words) {
  Value value;
  value.type = Type::PARAMETER_STRING;
  value.string_value = words;
  return value;
}

TEST(ParameterStoreTest, ADeclaredParameterHasItsOverrideOrItsInitialValue) {
  Store store({{{"b", integer(5)}}});
  EXPECT_EQ((*store.declare("a", integer(1)))->integer_value, 1);
  EXPECT_EQ((*store.declare("b", integer(1)))->integer_value, 5);
  EXPECT_EQ(store.declare("a", integer(1)).error().code, Code::kAlreadyExists);
  EXPECT_EQ(store.declare("", integer(1)).error().code, Code::kInvalidName);
  EXPECT_EQ(store.declare("c", Value()).error().code, kWrongType);
}

TEST(ParameterStoreTest, WhatIsDeclaredStaysWhereItIsAndFollowsWhatIsSet) {
  Store store({});
  const Value* declared = *store.declare("a", integer(1));
  EXPECT_TRUE(store.set({named("a", integer(2))})->successful);
  EXPECT_EQ(declared->integer_value, 2);
  EXPECT_EQ(store.set({named("b", integer(2))}).error().code, Code::kNotFound);
}

TEST(ParameterStoreTest, OverridesAreDeclaredWhenAskedFor) {
  Store store({{{"a", integer(1)}}, false, true});
  ASSERT_TRUE(store.declare_overrides());
  EXPECT_EQ(store.get("a")->integer_value, 1);
  EXPECT_TRUE(store.set({named("a", text("of any type"))})->successful);
}

TEST(ParameterStoreTest, OfArgumentsThoseOfTheNodeCountAndTheLastOneWins) {
  const std::vector<std::string> given{"--ros-args", "-p", "n:a:=1",    "-p",
                                       "a:=2",       "-p", "other:b:=3"};
  std::map<std::string, Value> overrides;
  add_overrides(*parse_arguments(given), "/n", overrides);
  ASSERT_EQ(overrides.size(), 1u);
  EXPECT_EQ(overrides.at("a").integer_value, 2);
}

TEST(ParameterStoreTest, ChangesAreTold) {
  Store store({{}, true, false});
  std::string told;
  store.set_event_sink([&](const std::unique_ptr<Event>& event) {
    for (const auto& one : event->new_parameters) told += "+" + one.name;
    for (const auto& one : event->changed_parameters) told += "~" + one.name;
    for (const auto& one : event->deleted_parameters) told += "-" + one.name;
  });
  ASSERT_TRUE(store.declare("a", integer(0)));
  ASSERT_TRUE(store.set({named("a", integer(1)), named("b", integer(1))}));
  ASSERT_TRUE(store.set({named("b")}));
  EXPECT_FALSE(store.set({named("a", text("wrong type"))})->successful);
  EXPECT_EQ(told, "+a+b~a-b");
  told.clear();
  ASSERT_TRUE(store.set({named("c")}));
  ASSERT_TRUE(store.set({named("c")}));
  ASSERT_TRUE(store.set({named("c", integer(1))}));
  EXPECT_EQ(told, "~c~c") << "it was declared first, without a value";
}

TEST(ParameterStoreTest, ACallbackIsInForceWhileItsOwnerLives) {
  Store store({});
  ASSERT_TRUE(store.declare("a", integer(0)));
  const auto refuses = [](const std::vector<Parameter>&) { return SetResult(); };
  auto owner = std::make_shared<int>();
  ASSERT_TRUE(store.add_on_set(owner, refuses));
  EXPECT_FALSE(store.set({named("a", integer(1))})->successful);
  owner.reset();
  EXPECT_TRUE(store.set({named("a", integer(1))})->successful);
  owner = std::make_shared<int>();
  ASSERT_TRUE(store.add_on_set(owner, refuses));
  EXPECT_TRUE(store.remove_on_set(owner.get()));
  EXPECT_EQ(store.remove_on_set(owner.get()).error().code, Code::kNotFound);
  EXPECT_TRUE(store.set({named("a", integer(2))})->successful);
}

TEST(ParameterStoreTest, ACallbackReadsButCannotChange) {
  Store store({});
  ASSERT_TRUE(store.declare("a", integer(0)));
  const auto owner = std::make_shared<int>();
  std::int64_t read = -1;
  ASSERT_TRUE(store.add_post_set(owner, [&](const std::vector<Parameter>&) {
    read = store.get("a")->integer_value;
    EXPECT_EQ(store.set({named("a", integer(9))}).error().code, kReentered);
    EXPECT_EQ(store.declare("b", integer(9)).error().code, kReentered);
    EXPECT_EQ(store.undeclare("a").error().code, kReentered);
    EXPECT_EQ(store.remove_post_set(owner.get()).error().code, kReentered);
  }));
  EXPECT_TRUE(store.set({named("a", integer(3))})->successful);
  EXPECT_EQ(read, 3);
  EXPECT_TRUE(store.set({named("a", integer(4))})->successful) << "outside it may change again";
}

TEST(ParameterStoreTest, ACallbackThatThrowsLeavesEverythingAsItWas) {
  Store store({});
  ASSERT_TRUE(store.declare("a", integer(0)));
  auto owner = std::make_shared<int>();
  ASSERT_TRUE(store.add_on_set(
      owner, [](const std::vector<Parameter>&) -> SetResult { throw std::runtime_error("no"); }));
  EXPECT_THROW((void)store.set({named("a", integer(1))}), std::runtime_error);
  owner.reset();
  EXPECT_EQ(store.get("a")->integer_value, 0);
  EXPECT_TRUE(store.set({named("a", integer(1))})->successful);
}

TEST(ParameterStoreTest, ListsAreByPrefixAndDepth) {
  Store store({});
  for (const auto* name : {"a", "b.c", "b.d.e"}) ASSERT_TRUE(store.declare(name, integer(0)));
  EXPECT_THAT(store.list({}, 1).names, ElementsAre("a"));
  EXPECT_THAT(store.list({"b"}, 0).names, ElementsAre("b.c", "b.d.e"));
  EXPECT_THAT(store.list({}, 0).prefixes, ElementsAre("b", "b.d"));
  EXPECT_EQ(store.below("b").size(), 2u);
}

TEST(ParameterStoreTest, WhatIsNotDeclaredIsNamed) {
  const Store store({});
  EXPECT_THAT(store.get("missing").error().what, HasSubstr("missing"));
  EXPECT_EQ(store.describe({"missing"}).error().code, Code::kNotFound);
  EXPECT_EQ(store.types({"missing"}).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ranvier::param
