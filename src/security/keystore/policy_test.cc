#include "security/keystore/policy.h"

#include <gmock/gmock.h>

#include "keystore_files.h"
#include "security/keystore/permissions.h"

namespace ranvier::security {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A policy with one profile of node /ns/node in enclave /e.
std::string policy_of(const std::string& inside) {
  return "<policy version=\"0.2.0\"><enclaves><enclave path=\"/e\"><profiles>\n"
         "<profile ns=\"/ns\" node=\"node\">\n" +
         inside + "\n</profile></profiles></enclave></enclaves></policy>";
}

std::string faults_of(const std::string& text) {
  const auto policy = read_policy_text(text, "p.xml");
  return policy ? "" : policy.error().what;
}

struct Row {
  const char* inside;
  TopicPatterns publish, subscribe;
};

TopicPatterns calls(const std::string& begin, const std::string& name, const std::string& end) {
  return {begin + name + "/_action/cancel_goal" + end, begin + name + "/_action/get_result" + end,
          begin + name + "/_action/send_goal" + end};
}
TopicPatterns with_topics(TopicPatterns patterns, const std::string& name) {
  patterns.insert({"rt" + name + "/_action/feedback", "rt" + name + "/_action/status"});
  return patterns;
}

TEST(PolicyTest, EachAccessBecomesTheTopicsOfDds) {
  const Row rows[] = {
      {"<topics publish='ALLOW'><topic>/t</topic></topics>", {"rt/t"}, {}},
      {"<topics subscribe='ALLOW'><topic>/t</topic></topics>", {}, {"rt/t"}},
      {"<services request='ALLOW'><service>/s</service></services>",
       {"rq/sRequest"},
       {"rr/sReply"}},
      {"<services reply='ALLOW'><service>/s</service></services>", {"rr/sReply"}, {"rq/sRequest"}},
      {"<actions call='ALLOW'><action>/a</action></actions>", calls("rq", "/a", "Request"),
       with_topics(calls("rr", "/a", "Reply"), "/a")},
      {"<actions execute='ALLOW'><action>/a</action></actions>",
       with_topics(calls("rr", "/a", "Reply"), "/a"), calls("rq", "/a", "Request")},
  };
  for (const Row& row : rows) {
    const auto policy = read_policy_text(policy_of(row.inside), "p.xml");
    ASSERT_TRUE(is_good(policy)) << row.inside;
    const auto rules = rules_of(policy->front(), 5);
    ASSERT_THAT(rules, SizeIs(2)) << row.inside;
    EXPECT_EQ(rules[0].publish, row.publish) << row.inside;
    EXPECT_EQ(rules[0].subscribe, row.subscribe) << row.inside;
    EXPECT_EQ(rules[1].publish, TopicPatterns{"ros_discovery_info"});
    EXPECT_EQ(rules[1].subscribe, TopicPatterns{"ros_discovery_info"});
  }
}

TEST(PolicyTest, NamesAreOfTheNamespaceOfTheNodeOrAbsolute) {
  const Profile profile{"/ns", "node", {}}, top{"/", "node", {}};
  EXPECT_EQ(expanded("/a", profile), "/a");
  EXPECT_EQ(expanded("a/b", profile), "/ns/a/b");
  EXPECT_EQ(expanded("~/a", profile), "/ns/node/a");
  EXPECT_EQ(expanded("~a", profile), "/ns/node/a");
  EXPECT_EQ(expanded("~", profile), "/ns/node");
  EXPECT_EQ(expanded("a", top), "/a");
  EXPECT_EQ(expanded("~/a", top), "/node/a");
}

TEST(PolicyTest, ThePermissionsOfADenialAndAnAllowanceAreThisText) {
  const auto policy = read_policy_text(
      policy_of("<topics publish='ALLOW' subscribe='DENY'><topic>b</topic><topic>/a&amp;</topic>"
                "<topic>b</topic></topics>"),
      "p.xml");
  ASSERT_TRUE(is_good(policy));
  const Validity dates{*read_time("2026-01-02T03:04:05"), *read_time("2036-01-02")};
  EXPECT_EQ(permissions_text({{"/e", "CN=/e", dates, rules_of(policy->front(), 5), false}}),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:noNamespaceSchemaLocation="http://www.omg.org/spec/DDS-SECURITY/20170901/omg_shared_ca_permissions.xsd">
  <permissions>
    <grant name="/e">
      <subject_name>CN=/e</subject_name>
      <validity>
        <not_before>2026-01-02T03:04:05</not_before>
        <not_after>2036-01-02T00:00:00</not_after>
      </validity>
      <deny_rule>
        <domains>
          <id>5</id>
        </domains>
        <subscribe>
          <topics>
            <topic>rt/a&amp;</topic>
            <topic>rt/ns/b</topic>
          </topics>
        </subscribe>
      </deny_rule>
      <allow_rule>
        <domains>
          <id>5</id>
        </domains>
        <publish>
          <topics>
            <topic>rt/a&amp;</topic>
            <topic>rt/ns/b</topic>
          </topics>
        </publish>
      </allow_rule>
      <allow_rule>
        <domains>
          <id>5</id>
        </domains>
        <publish>
          <topics>
            <topic>ros_discovery_info</topic>
          </topics>
        </publish>
        <subscribe>
          <topics>
            <topic>ros_discovery_info</topic>
          </topics>
        </subscribe>
      </allow_rule>
      <default>DENY</default>
    </grant>
  </permissions>
</dds>
)");
}

TEST(PolicyTest, FilesAndPartsOfThemAreIncluded) {
  const Folder folder;
  put(folder / "common/node.xml",
      "<profile ns='/' node='x'><topics publish='ALLOW'><topic>/rosout</topic></topics></profile>");
  put(folder / "all.xml",
      "<profiles><profile ns='/' node='y'><services reply='ALLOW'><service>~/s</service>"
      "</services></profile></profiles>");
  put(folder / "p.xml",
      "<policy version='0.2.0' xmlns:xi='http://www.w3.org/2001/XInclude'>"
      "<enclaves><enclave path='/e'>"
      "<xi:include href='all.xml'/>"
      "<profiles><profile ns='/n' node='z'><xi:include href='common/node.xml' "
      "xpointer='xpointer(/profile/*)'/></profile></profiles></enclave></enclaves></policy>");
  const auto policy = read_policy(folder / "p.xml");
  ASSERT_TRUE(is_good(policy));
  const Rule rule = rules_of(policy->front(), 0)[0];
  EXPECT_EQ(rule.publish, (TopicPatterns{"rr/y/sReply", "rt/rosout"}));
  put(folder / "all.xml", "<profiles>\n<profile ns='/' node='y'>\n<topic/></profile></profiles>");
  EXPECT_THAT(read_policy(folder / "p.xml").error().what, HasSubstr("all.xml:3: <topic> does not"));
  fs::remove(folder / "all.xml");
  EXPECT_THAT(read_policy(folder / "p.xml").error().what, HasSubstr("all.xml"));
}

TEST(PolicyTest, WhatNoPolicyHasIsNamedWithItsLine) {
  EXPECT_THAT(faults_of(policy_of("<topics publish='ALLOW'><topic>/a</topic></topics>")),
              IsEmpty());
  EXPECT_THAT(faults_of(policy_of("<topic/>")), HasSubstr("p.xml:3: <topic> does not belong here"));
  EXPECT_THAT(faults_of(policy_of("<topics publish='allow'/>")),
              HasSubstr("p.xml:3: publish=\"allow\" is none of \"ALLOW\", \"DENY\""));
  EXPECT_THAT(faults_of(policy_of("<topics request='ALLOW'/>")),
              HasSubstr("<topics> has no attribute 'request'"));
  EXPECT_THAT(faults_of(policy_of("<topics publish='ALLOW'><service>/a</service></topics>")),
              HasSubstr("<service> does not belong here. A policy has <topic>"));
  EXPECT_THAT(faults_of(policy_of("<topics publish='ALLOW'><topic> </topic></topics>")),
              HasSubstr("is empty"));
  EXPECT_THAT(faults_of("<policy version='0.1.0'><enclaves/></policy>"),
              HasSubstr("version=\"0.1.0\" is not \"0.2.0\""));
  EXPECT_THAT(faults_of("<policy version='0.2.0'/>"), HasSubstr("needs one <enclaves>"));
  EXPECT_THAT(faults_of("<dds/>"), HasSubstr("<dds> is no <policy>"));
  EXPECT_THAT(faults_of("<policy"), HasSubstr("p.xml:1: "));
  EXPECT_THAT(faults_of("<!DOCTYPE policy [<!ENTITY a 'b'>]><policy>&a;</policy>"),
              HasSubstr("document type"));
}

TEST(PolicyTest, MergedPoliciesHaveEachNodeOnceAndReadTheSameAgain) {
  const auto a =
      read_policy_text(policy_of("<topics publish='ALLOW'><topic>b</topic></topics>"), "a.xml");
  const auto b = read_policy_text(
      policy_of("<topics publish='ALLOW' subscribe='DENY'><topic>/a</topic></topics>"), "b.xml");
  Policy sum = *a;
  add_policy(sum, *b);
  add_policy(sum, {{"/d", {{"/", "other", {{{Access::kCall, true}, {"go"}}}}}}});
  const std::string text = policy_text(sum);
  EXPECT_LT(text.find("path=\"/d\""), text.find("path=\"/e\"")) << text;
  const auto again = read_policy_text(text, "again.xml");
  ASSERT_TRUE(is_good(again));
  EXPECT_EQ(policy_text(*again), text);
  EXPECT_THAT((*again)[1].profiles, SizeIs(1));
  EXPECT_THAT(((*again)[1].profiles[0].names.at({Access::kPublish, true})), SizeIs(2));
  const auto one = gather(sum, {}, "/container");
  ASSERT_TRUE(is_good(one));
  EXPECT_THAT(one->profiles, SizeIs(2));
  EXPECT_EQ(gather(sum, {"/d"}, "/c")->profiles.front().node, "other");
  EXPECT_THAT(gather(sum, {"/nobody"}, "/c").error().what, HasSubstr("No policy that was given"));
}

class GrantTest : public ::testing::Test {
 protected:
  static constexpr const char* kText = R"(<dds><permissions><grant name="g">
<subject_name>CN = /t , O=Robots</subject_name>
<validity><not_before>2020-01-01T00:00:00Z</not_before><not_after>2030-01-01</not_after></validity>
<deny_rule><domains><id>1</id></domains><publish><topics><topic>rt/secret*</topic></topics></publish>
</deny_rule>
<allow_rule><domains><id_range><min>1</min><max>3</max></id_range></domains>
<publish><topics><topic>rt/*</topic></topics></publish>
<subscribe><topics><topic>rt/?</topic></topics></subscribe></allow_rule>
<default>DENY</default></grant></permissions></dds>)";
  GrantTest() : permissions(read_permissions(kText, "p.xml")) {}
  const Grant& grant() const { return *grant_of(*permissions, "O=Robots,CN=/t"); }
  Result<Permissions> permissions;
};

TEST_F(GrantTest, TheFirstRuleThatNamesTheTopicDecides) {
  ASSERT_TRUE(is_good(permissions));
  const auto denied = decide(grant(), 1, Direction::kPublish, "rt/secret/a");
  EXPECT_FALSE(denied.allowed);
  EXPECT_EQ(denied.rule, 0u);
  EXPECT_EQ(denied.pattern, "rt/secret*");
  const auto elsewhere = decide(grant(), 2, Direction::kPublish, "rt/secret/a");
  EXPECT_TRUE(elsewhere.allowed);
  EXPECT_EQ(elsewhere.rule, 1u);
  EXPECT_TRUE(decide(grant(), 3, Direction::kSubscribe, "rt/a").allowed);
  const auto otherwise = decide(grant(), 3, Direction::kSubscribe, "rt/ab");
  EXPECT_FALSE(otherwise.allowed);
  EXPECT_EQ(otherwise.rule, Decision::kByDefault);
  EXPECT_FALSE(decide(grant(), 4, Direction::kPublish, "rt/a").allowed);
}

TEST_F(GrantTest, IsThatOfTheSubjectHoweverItIsSpaced) {
  EXPECT_NE(grant_of(*permissions, "CN=/t, O=Robots"), nullptr);
  EXPECT_EQ(grant_of(*permissions, "CN=/t"), nullptr);
  EXPECT_EQ(grant().validity.not_after, *read_time("2030-01-01T00:00:00"));
}

TEST_F(GrantTest, WrittenAndReadAgainItSaysTheSame) {
  const std::string text = permissions_text(*permissions);
  EXPECT_EQ(permissions_text(*read_permissions(text, "again.xml")), text);
}

TEST(PermissionsTest, WhatIsBrokenIsNamedWithItsLine) {
  const auto fault = [](const std::string& text) {
    const auto read = read_permissions(text, "p.xml");
    return read ? "" : read.error().what;
  };
  EXPECT_THAT(fault("<dds/>"), HasSubstr("p.xml:1: <dds> needs one <permissions>"));
  EXPECT_THAT(fault("<dds><permissions>\n<grant name='a'/></permissions></dds>"),
              HasSubstr("p.xml:2: <grant> needs one <subject_name>"));
  EXPECT_THAT(fault("<dds><permissions><grant><subject_name>CN=a</subject_name><validity>\n"
                    "<not_before>2020-02-30</not_before></validity></grant></permissions></dds>"),
              HasSubstr("p.xml:2: '2020-02-30' is no date"));
}

TEST(PolicyTest, TheLineThatWouldAllowATopicIsOfTheServiceOrActionThatItIsPartOf) {
  EXPECT_EQ(policy_line(Direction::kPublish, "rt/chatter"),
            "<topics publish=\"ALLOW\"><topic>/chatter</topic></topics>");
  EXPECT_EQ(policy_line(Direction::kSubscribe, "rq/n/get_parametersRequest"),
            "<services reply=\"ALLOW\"><service>/n/get_parameters</service></services>");
  EXPECT_EQ(policy_line(Direction::kSubscribe, "rr/addReply"),
            "<services request=\"ALLOW\"><service>/add</service></services>");
  EXPECT_EQ(policy_line(Direction::kPublish, "rq/go/_action/send_goalRequest"),
            "<actions call=\"ALLOW\"><action>/go</action></actions>");
  EXPECT_EQ(policy_line(Direction::kPublish, "rt/go/_action/status"),
            "<actions execute=\"ALLOW\"><action>/go</action></actions>");
  EXPECT_EQ(policy_line(Direction::kPublish, "ros_discovery_info"), "");
}

TEST(ValidityTest, DatesAreReadAndWrittenInUtc) {
  EXPECT_EQ(time_text(*read_time("2026-11-29T05:20:47+01:00")), "2026-11-29T04:20:47");
  EXPECT_EQ(time_text(*read_time("2026-02-28")), "2026-02-28T00:00:00");
  for (const char* text :
       {"", "2026", "2026-13-01", "2026-02-29", "2026-01-01T25:00:00", "2026-01-01T00:00:00x",
        "2026-01-01 00:00:00", "2026-01-01+99:00", "9999-12-31T23:00:00-02:00"}) {
    EXPECT_FALSE(read_time(text)) << text;
  }
}

}  // namespace
}  // namespace ranvier::security
