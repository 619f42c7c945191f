// What the bench of Nav2 does without Nav2, and how it tells what it found.
#include "bench/runner/nav2.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace ranvier::bench {
namespace {

using testing::HasSubstr;

// A folder as colcon installs into, with the given programs in it.
class Prefix {
 public:
  Prefix() {
    std::string pattern = std::filesystem::temp_directory_path() / "nav2 test's-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    std::ofstream(folder_ + "/setup.bash")
        << "export AMENT_PREFIX_PATH=\"$(dirname \"${BASH_SOURCE[0]}\")\"\n"
        << "echo this goes to nobody\n";
  }
  ~Prefix() { std::filesystem::remove_all(folder_); }
  void add(const std::string& program) const {
    const std::filesystem::path path = folder_ + "/lib/" + program;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "";
  }
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

TEST(Nav2Test, APrefixThatHasNotAllIsNamedWithWhatIsMissing) {
  EXPECT_THAT(why_no_nav2("/nowhere"), HasSubstr("'/nowhere' has no setup.bash"));
  const Prefix prefix;
  EXPECT_THAT(why_no_nav2(prefix.folder()), HasSubstr("lib/ranvier_nav2/loopback_robot"));
  for (const char* name : {"loopback_robot", "drive", "compose", "load"}) {
    prefix.add(std::string("ranvier_nav2/") + name);
  }
  EXPECT_THAT(why_no_nav2(prefix.folder()), HasSubstr("lib/nav2_map_server/map_server"));
}

TEST(Nav2Test, ProgramsAreFoundInWhatSetupBashNames) {
  const Prefix prefix;
  prefix.add("some_package/program");
  EXPECT_EQ(Nav2Prefix(prefix.folder()).program("some_package", "program"),
            prefix.folder() + "/lib/some_package/program");
}

TEST(Nav2Test, ADeploymentIsHeldAgainstTheProcessesAndATrialThatFailedIsTold) {
  const std::vector<Nav2Row> rows = {{"nav2/processes", {{50, 100, 9}, {54, 104, 9}}, {}},
                                     {"nav2/manual", {{39, 51, 9}}, {"it hit a wall"}}};
  std::ostringstream out;
  print_nav2(out, rows);
  EXPECT_THAT(out.str(), HasSubstr("52.00 +- 2.83"));
  EXPECT_THAT(out.str(), HasSubstr("-25.0 %"));
  EXPECT_THAT(out.str(), HasSubstr("-50.0 %"));
  EXPECT_THAT(out.str(), HasSubstr("1/2"));
  EXPECT_THAT(out.str(), HasSubstr("ERROR: it hit a wall"));
  const auto json = nav2_json(rows);
  EXPECT_EQ(json["cases"][1]["errors"].size(), 1u);
  EXPECT_EQ(json["cases"][0]["pss_mb"][1], 104);
}

}  // namespace
}  // namespace ranvier::bench
