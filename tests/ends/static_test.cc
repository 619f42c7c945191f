// What static objects of the user's are answered when main() has returned: the
// library's own objects that the process shares never go before them.
#include <cstdlib>
#include <string>
#include <vector>

#include "programs.hpp"

namespace {

using namespace ending;

struct Case {
  const char* what;
  std::vector<std::string> answers;
};

class EndsOfStatics : public Ends, public testing::WithParamInterface<Case> {
 protected:
  EndsOfStatics() {
    // A node that is kept for ever has threads that nobody joins.
    const char* options = std::getenv("TSAN_OPTIONS");
    ::setenv("TSAN_OPTIONS",
             (std::string(options ? options : "") + ":report_thread_leaks=0").c_str(), 1);
  }
};

TEST_P(EndsOfStatics, AreAnsweredAndTheProgramEnds) {
  Program program(ENDS_STATIC_PROGRAM, GetParam().what);
  for (const std::string& answer : GetParam().answers) EXPECT_EQ(program.line(), answer);
  expect_good_end(program);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, EndsOfStatics,
    testing::Values(Case{"ok", {"false"}}, Case{"ok_without_shutdown", {"false"}},
                    Case{"ok_without_init", {"false"}}, Case{"ok_of_a_kept_node", {"true"}},
                    Case{"shutdown", {"false"}}, Case{"shutdown_without_shutdown", {"false"}},
                    Case{"sleep", {"false", "false"}},
                    Case{"sleep_without_shutdown", {"false", "false"}},
                    Case{"init", {"true", "true"}}, Case{"init_without_shutdown", {"true", "true"}},
                    Case{"init_first", {"true", "true"}},
                    Case{"init_and_shutdown", {"true", "true", "true"}},
                    Case{"use_a_kept_node", {"true"}}, Case{"keep_a_node", {}}, Case{"loop", {}},
                    Case{"interrupt", {"false"}}, Case{"log", {"true"}},
                    Case{"log_first", {"true"}}, Case{"fail", {"true", "true"}},
                    Case{"keep_a_service", {}}, Case{"set_a_parameter", {"true"}}),
    [](const auto& info) { return std::string(info.param.what); });

}  // namespace
