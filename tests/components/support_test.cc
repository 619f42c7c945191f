// The index of packages, and the small helpers that packages use beside it.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>

#include "ament_index_cpp/get_package_share_directory.hpp"
#include "ament_index_cpp/get_package_share_path.hpp"
#include "ament_index_cpp/get_packages_with_prefixes.hpp"
#include "ament_index_cpp/get_resource.hpp"
#include "ament_index_cpp/get_resources.hpp"
#include "ament_index_cpp/get_search_paths.hpp"
#include "ament_index_cpp/has_resource.hpp"
#include "covers.h"
#include "rcpputils/asserts.hpp"
#include "rcpputils/env.hpp"
#include "rcpputils/filesystem_helper.hpp"
#include "rcpputils/find_and_replace.hpp"
#include "rcpputils/find_library.hpp"
#include "rcpputils/join.hpp"
#include "rcpputils/pointer_traits.hpp"
#include "rcpputils/scope_exit.hpp"
#include "rcpputils/shared_library.hpp"
#include "rcpputils/split.hpp"

namespace {

namespace fs = rcpputils::fs;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class IndexTest : public testing::Test {
 protected:
  IndexTest() {
    add("first", "packages", "one", "");
    add("first", "plan", "one", "a\nb\n");
    add("second", "packages", "one", "");
    add("second", "packages", "two", "");
    add("second", "packages", ".hidden", "");
    add("second", "plan", "one", "other");
    rcpputils::set_env_var("AMENT_PREFIX_PATH", (at("first") + ":/none::" + at("second")).c_str());
  }
  ~IndexTest() override {
    rcpputils::set_env_var("AMENT_PREFIX_PATH", nullptr);
    fs::remove_all(folder_);
  }
  std::string at(const std::string& prefix) const { return (folder_ / prefix).string(); }
  void add(const std::string& prefix, const std::string& type, const std::string& name,
           const std::string& content) {
    const fs::path to = folder_ / prefix / "share/ament_index/resource_index" / type;
    fs::create_directories(to);
    std::ofstream((to / name).string()) << content;
  }
  const fs::path folder_ = fs::create_temp_directory("ranvier-index-");
};

TEST_F(IndexTest, TheFirstPrefixThatHasAResourceGivesIt) {
  EXPECT_THAT(ament_index_cpp::get_search_paths(), ElementsAre(at("first"), at("second")));
  std::string content, prefix;
  EXPECT_TRUE(ament_index_cpp::get_resource("plan", "one", content, &prefix));
  EXPECT_EQ(content, "a\nb\n");
  EXPECT_EQ(prefix, at("first"));
  EXPECT_TRUE(ament_index_cpp::has_resource("packages", "two", &prefix));
  EXPECT_EQ(prefix, at("second"));
  EXPECT_FALSE(ament_index_cpp::has_resource("plan", "two"));
  EXPECT_FALSE(ament_index_cpp::get_resource("plan", "../packages/one", content));
  EXPECT_THAT(ament_index_cpp::get_packages_with_prefixes(),
              ElementsAre(Pair("one", at("first")), Pair("two", at("second"))));
  EXPECT_THAT(ament_index_cpp::get_resources("nothing"), IsEmpty());
  EXPECT_EQ(ament_index_cpp::get_package_share_directory("two"), at("second") + "/share/two");
}

TEST_F(IndexTest, TheShareOfAPackageIsAPathToo) {
  COVERS("ament_index_cpp", "get_package_share_path");
  const std::filesystem::path share = ament_index_cpp::get_package_share_path("two");
  EXPECT_EQ(share / "launch", std::filesystem::path(at("second")) / "share/two/launch");
  EXPECT_THROW(ament_index_cpp::get_package_share_path("three"),
               ament_index_cpp::PackageNotFoundError);
}

TEST_F(IndexTest, AnswersWithPathsToo) {
  using Path = std::filesystem::path;
  EXPECT_THAT(ament_index_cpp::get_searcheable_paths(),
              ElementsAre(Path(at("first")), Path(at("second"))));
  const auto plan = ament_index_cpp::get_resource("plan", "one");
  EXPECT_EQ(plan.resourcePath, Path(at("first")));
  EXPECT_EQ(plan.contents, "a\nb\n");
  EXPECT_FALSE(ament_index_cpp::get_resource("plan", "two").resourcePath);
  EXPECT_EQ(ament_index_cpp::is_resource_available("packages", "two"), Path(at("second")));
  EXPECT_FALSE(ament_index_cpp::is_resource_available("plan", "two"));
  EXPECT_EQ(ament_index_cpp::get_resources_by_name("packages").at("two"), Path(at("second")));
  Path path = "as it was";
  EXPECT_THROW(ament_index_cpp::get_package_prefix("three", path),
               ament_index_cpp::PackageNotFoundError);
  EXPECT_EQ(path, "as it was");
  ament_index_cpp::get_package_prefix("two", path);
  EXPECT_EQ(path, at("second"));
  ament_index_cpp::get_package_share_directory("two", path);
  EXPECT_EQ(path, Path(at("second")) / "share/two");
}

TEST_F(IndexTest, SaysWhatIsWrong) {
  try {
    ament_index_cpp::get_package_prefix("three");
    FAIL();
  } catch (const ament_index_cpp::PackageNotFoundError& error) {
    EXPECT_EQ(error.package_name, "three");
    EXPECT_EQ(std::string(error.what()),
              "package 'three' not found, searching: [" + at("first") + ", " + at("second") + "]");
  }
  EXPECT_THROW(ament_index_cpp::has_resource("", "one"), std::runtime_error);
  EXPECT_THROW(ament_index_cpp::has_resource("plan", ""), std::runtime_error);
  rcpputils::set_env_var("AMENT_PREFIX_PATH", "");
  EXPECT_THROW(ament_index_cpp::get_search_paths(), std::runtime_error);
}

TEST(TextTest, SplitsJoinsAndReplaces) {
  EXPECT_THAT(rcpputils::split("a;;b;", ';'), ElementsAre("a", "", "b"));
  EXPECT_THAT(rcpputils::split("a;;b;", ';', true), ElementsAre("a", "b"));
  EXPECT_THAT(rcpputils::split("", ';'), IsEmpty());
  std::list<std::string> parts;
  auto into = std::back_inserter(parts);
  rcpputils::split("x y", ' ', into);
  EXPECT_THAT(parts, ElementsAre("x", "y"));
  EXPECT_EQ(rcpputils::join(std::vector<int>{1, 2, 3}, ", "), "1, 2, 3");
  EXPECT_EQ(rcpputils::join(std::vector<std::string>{}, ", "), "");
  EXPECT_EQ(rcpputils::find_and_replace("aXbX", "X", "XX"), "aXXbXX");
  EXPECT_EQ(rcpputils::find_and_replace("a", "", "b"), "a");
}

TEST(ScopeExitTest, RunsOnceAtTheEndUnlessCancelled) {
  int ran = 0;
  {
    RCPPUTILS_SCOPE_EXIT(++ran);
    auto first = rcpputils::make_scope_exit([&] { ++ran; });
    const auto moved = std::move(first);
    auto cancelled = rcpputils::make_scope_exit([&] { ran += 100; });
    cancelled.cancel();
    EXPECT_EQ(ran, 0);
  }
  EXPECT_EQ(ran, 2);
}

TEST(PointerTraitsTest, SmartAndRawAlike) {
  static_assert(rcpputils::is_pointer<int*>::value);
  static_assert(rcpputils::is_pointer<const std::shared_ptr<int>&>::value);
  static_assert(rcpputils::is_pointer<std::unique_ptr<int>>::value);
  static_assert(!rcpputils::is_pointer<int>::value);
  static_assert(std::is_same_v<rcpputils::remove_pointer<std::shared_ptr<int>>::type, int>);
  static_assert(std::is_same_v<rcpputils::remove_pointer<const int* const&>::type, const int>);
}

TEST(AssertsTest, EachThrowsItsOwn) {
  EXPECT_THROW(rcpputils::require_true(false), std::invalid_argument);
  EXPECT_THROW(rcpputils::check_true(false, "no"), rcpputils::IllegalStateException);
  EXPECT_THROW(rcpputils::assert_true(false), rcpputils::AssertionException);
  rcpputils::require_true(true);
}

TEST(EnvTest, SetsUnsetsAndRefusesBadNames) {
  EXPECT_EQ(rcpputils::get_env_var("RANVIER_NOT_SET"), "");
  rcpputils::set_env_var("RANVIER_NOT_SET", "1");
  EXPECT_EQ(rcpputils::get_env_var("RANVIER_NOT_SET"), "1");
  rcpputils::set_env_var("RANVIER_NOT_SET", nullptr);
  EXPECT_EQ(rcpputils::get_env_var("RANVIER_NOT_SET"), "");
  EXPECT_THROW(rcpputils::set_env_var("a=b", "1"), std::runtime_error);
  EXPECT_THROW(rcpputils::get_env_var(nullptr), std::runtime_error);
}

TEST(PathTest, ReadsAndMakes) {
  const fs::path path("/a/b/c.tar.gz");
  EXPECT_THAT(std::vector<std::string>(path.cbegin(), path.cend()),
              ElementsAre("", "a", "b", "c.tar.gz"));
  EXPECT_TRUE(path.is_absolute());
  EXPECT_FALSE(fs::path("a/b").is_absolute());
  EXPECT_EQ(path.parent_path().string(), "/a/b");
  EXPECT_EQ(path.filename().string(), "c.tar.gz");
  EXPECT_EQ(path.extension().string(), ".gz");
  EXPECT_EQ(fs::remove_extension(path, 2).string(), "/a/b/c");
  EXPECT_EQ((fs::path("/a") / "b").string(), "/a/b");
  const fs::path made = fs::create_temp_directory("ranvier-path-");
  const fs::path file = made / "f";
  std::ofstream(file.string()) << "four";
  EXPECT_TRUE(made.is_directory() && file.is_regular_file() && file.exists());
  EXPECT_EQ(file.file_size(), 4u);
  EXPECT_TRUE(fs::remove(file));
  EXPECT_FALSE(fs::remove(file));
  EXPECT_TRUE(fs::remove_all(made));
  EXPECT_FALSE(fs::exists(made));
}

TEST(SharedLibraryTest, GivesItsSymbols) {
  rcpputils::SharedLibrary library(TEST_PLUGINS);
  EXPECT_EQ(library.get_library_path(), TEST_PLUGINS);
  EXPECT_FALSE(library.has_symbol("no_such_symbol"));
  EXPECT_THROW(library.get_symbol("no_such_symbol"), std::runtime_error);
  library.unload_library();
  EXPECT_THROW(library.unload_library(), std::runtime_error);
  EXPECT_THROW(library.get_library_path(), std::runtime_error);
  EXPECT_THROW(rcpputils::SharedLibrary("/no/lib.so"), std::runtime_error);
}

TEST(FindLibraryTest, LooksInTheFoldersOfTheLoader) {
  const fs::path plugins(TEST_PLUGINS);
  const std::string folder = plugins.parent_path().string();
  EXPECT_EQ(rcpputils::path_for_library(folder, "test_plugins"), TEST_PLUGINS);
  EXPECT_EQ(rcpputils::path_for_library(folder, "none"), "");
  EXPECT_EQ(rcpputils::filename_for_library("a"), "liba.so");
  const std::string before = rcpputils::get_env_var("LD_LIBRARY_PATH");
  rcpputils::set_env_var("LD_LIBRARY_PATH", ("/none:" + folder).c_str());
  EXPECT_EQ(rcpputils::find_library_path("test_plugins"), TEST_PLUGINS);
  rcpputils::set_env_var("LD_LIBRARY_PATH", before.c_str());
  EXPECT_EQ(rcpputils::get_platform_library_name("a", true), "libad.so");
}

}  // namespace
