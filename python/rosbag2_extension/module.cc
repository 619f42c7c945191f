// Bags for Python; here, recorders and players (parts.h has the rest). They run on threads of their own, in a context of their own,
// and take no signals: the Python around them does (python/rosbag2_py/_transport.py).
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "extension/gil.h"
#include "ranvier/os/thread.h"
#include "rclcpp/rclcpp.hpp"
#include "rcutils/logging.h"
#include "rosbag2_extension/ending.h"
#include "rosbag2_extension/options.h"
#include "rosbag2_extension/parts.h"
#include "rosbag2_transport/player.hpp"
#include "rosbag2_transport/recorder.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using ranvier::python::LeaveGil;
using rosbag2_transport::Player;
using rosbag2_transport::Recorder;

rclcpp::Context::SharedPtr make_context() {
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  return context;
}

// A node that an executor of its own spins while this lives.
// Threads: all functions from any, without the GIL where they block.
template <class Node>
class Spun final : public Ending {
 public:
  template <class... Options>
  explicit Spun(const std::string& name, const Options&... options)
      : parts_(std::make_unique<Parts>(name, options...)) {
    remember();
    parts_->thread =
        ranvier::start_user_thread("A bag", [parts = parts_.get()] { parts->executor.spin(); });
  }
  ~Spun() {
    forget();
    end();
    if (!of_this_process()) static_cast<void>(parts_.release());  // a file of the parent's among them
  }

  /// Throws std::runtime_error in a child of fork().
  Node& node() {
    if (of_this_process()) return *parts_->node;
    throw std::runtime_error(
        "This recorder or player was begun before fork(), and goes on in the process that began "
        "it. Begin one here.");
  }
  void end() {
    if (!of_this_process()) return;
    const std::lock_guard lock(parts_->ending);
    if (!parts_->thread.joinable()) return;
    parts_->context->shutdown("it ends");
    parts_->thread.join();
  }
  void end_work() noexcept override try {
    node().stop();
    end();
  } catch (const std::exception& error) {
    RCLCPP_ERROR(node().get_logger(), "%s", error.what());
  }

 private:
  struct Parts {
    template <class... Options>
    explicit Parts(const std::string& name, const Options&... options)
        : node(std::make_shared<Node>(options..., name, rclcpp::NodeOptions().context(context))),
          executor(with(context)) {
      executor.add_node(node);
    }
    const rclcpp::Context::SharedPtr context = make_context();
    const std::shared_ptr<Node> node;
    rclcpp::executors::SingleThreadedExecutor executor;
    std::mutex ending;
    std::thread thread;
  };

  static rclcpp::ExecutorOptions with(const rclcpp::Context::SharedPtr& context) {
    rclcpp::ExecutorOptions options;
    options.context = context;
    return options;
  }

  std::unique_ptr<Parts> parts_;
};

using SpunRecorder = Spun<Recorder>;
using SpunPlayer = Spun<Player>;

std::unique_ptr<SpunRecorder> start_recorder(nb::handle storage, nb::handle record,
                                             const std::string& name) {
  const auto storage_options = storage_options_of(storage);
  const auto record_options = record_options_of(record);
  const LeaveGil left;
  const Making making;
  auto made = std::make_unique<SpunRecorder>(name, storage_options, record_options);
  made->node().record();
  return made;
}

std::unique_ptr<SpunPlayer> open_player(nb::handle storage, nb::handle play,
                                        const std::string& name) {
  const auto bags = all_storage_options_of(storage);
  const auto play_options = play_options_of(play);
  const LeaveGil left;
  const Making making;
  return std::make_unique<SpunPlayer>(name, bags, play_options);
}

void bind_recorder(nb::module_& module) {
  const auto free = nb::call_guard<LeaveGil>();
  nb::class_<SpunRecorder>(module, "Recorder")
      .def("stop", [](SpunRecorder& self) { self.node().stop(); }, free)
      .def("end", &SpunRecorder::end, free)
      .def("pause", [](SpunRecorder& self) { self.node().pause(); }, free)
      .def("resume", [](SpunRecorder& self) { self.node().resume(); }, free)
      .def("is_paused", [](SpunRecorder& self) { return self.node().is_paused(); }, free)
      .def("lost_messages", [](SpunRecorder& self) { return self.node().lost_messages(); })
      .def("kept_messages", [](SpunRecorder& self) { return self.node().kept_messages(); })
      .def("failure", [](SpunRecorder& self) { return self.node().failure(); });
  module.def("start_recorder", &start_recorder);
}

void bind_player(nb::module_& module) {
  const auto free = nb::call_guard<LeaveGil>();
  nb::class_<SpunPlayer>(module, "Player")
      .def("play", [](SpunPlayer& self) { return self.node().play(); }, free)
      .def("wait_for_end",
           [](SpunPlayer& self, double seconds) {
             return self.node().wait_for_playback_to_finish(std::chrono::duration<double>(seconds));
           },
           free)
      .def("stop", [](SpunPlayer& self) { self.node().stop(); }, free)
      .def("end", &SpunPlayer::end, free)
      .def("pause", [](SpunPlayer& self) { self.node().pause(); }, free)
      .def("resume", [](SpunPlayer& self) { self.node().resume(); }, free)
      .def("is_paused", [](SpunPlayer& self) { return self.node().is_paused(); }, free)
      .def("set_rate", [](SpunPlayer& self, double rate) { return self.node().set_rate(rate); },
           free)
      .def("get_rate", [](SpunPlayer& self) { return self.node().get_rate(); }, free)
      .def("play_next", [](SpunPlayer& self) { return self.node().play_next(); }, free)
      .def("burst", [](SpunPlayer& self, std::size_t count) { return self.node().burst(count); },
           free)
      .def("seek", [](SpunPlayer& self, std::int64_t time) { self.node().seek(time); }, free)
      .def("failure", [](SpunPlayer& self) { return self.node().failure(); });
  module.def("open_player", &open_player);
}

}  // namespace

void set_log_level(const std::string& name) {
  int level = 0;
  if (rcutils_logging_severity_level_from_string(name.c_str(), rcutils_get_default_allocator(),
                                                 &level) != RCUTILS_RET_OK) {
    throw std::runtime_error("'" + name + "' is no log level: give debug, info, warn, error " +
                             "or fatal");
  }
  rcutils_logging_set_default_logger_level(level);
}

NB_MODULE(_rosbag2, module) {
  nb::set_leak_warnings(false);  // objects of users may live as long as the process
  module.def("set_log_level", &set_log_level);
  module.def("end_at_exit", &end_at_exit);
  bind_qos(module);
  bind_metadata(module);
  bind_reader(module);
  bind_writer(module);
  bind_info(module);
  bind_rewrite(module);
  bind_recorder(module);
  bind_player(module);
}

}  // namespace rosbag2_extension
