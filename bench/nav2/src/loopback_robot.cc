// A robot without a robot: drives as cmd_vel says, exactly, and tells odometry, transforms and a
// laser scan that is cast in the map. It stops at walls, and where no command comes.
//
// Parameters: x, y, yaw (where it starts in the map: m, rad).
// Topics: in cmd_vel, map; out odom and /tf at 50 Hz, scan at 10 Hz, /tf_static.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "geometry_msgs/msg/transform_stamped.hpp"
#include "geometry_msgs/msg/twist.hpp"
#include "nav_msgs/msg/occupancy_grid.hpp"
#include "nav_msgs/msg/odometry.hpp"
#include "rclcpp/rclcpp.hpp"
#include "sensor_msgs/msg/laser_scan.hpp"
#include "tf2_msgs/msg/tf_message.hpp"

namespace {

using geometry_msgs::msg::Twist;
using nav_msgs::msg::OccupancyGrid;
using std::chrono_literals::operator""ms;

constexpr int kRays = 360;
constexpr double kFar = 12.0;  // metres that the laser sees
constexpr double kStepSeconds = 0.02;
constexpr int kStepsPerScan = 5;
constexpr double kCommandLives = 0.5;  // seconds
constexpr double kLaserHeight = 0.2;

struct Pose {
  double x = 0, y = 0, yaw = 0;
};

class LoopbackRobot : public rclcpp::Node {
 public:
  LoopbackRobot()
      : Node("loopback_robot"),
        start_{declare_parameter("x", 2.0), declare_parameter("y", 2.0),
               declare_parameter("yaw", 0.0)},
        place_(start_),
        commanded_at_(now()),
        odometry_(create_publisher<nav_msgs::msg::Odometry>("odom", 10)),
        scan_(create_publisher<sensor_msgs::msg::LaserScan>("scan", rclcpp::SensorDataQoS())),
        tf_(create_publisher<tf2_msgs::msg::TFMessage>("/tf", 100)),
        tf_static_(create_publisher<tf2_msgs::msg::TFMessage>("/tf_static",
                                                              rclcpp::QoS(1).transient_local())) {
    command_ = create_subscription<Twist>("cmd_vel", 10, [this](const Twist& twist) {
      twist_ = twist;
      commanded_at_ = now();
    });
    map_ = create_subscription<OccupancyGrid>(
        "map", rclcpp::QoS(1).transient_local(),
        [this](OccupancyGrid::ConstSharedPtr map) { grid_ = std::move(map); });
    tell_where_the_parts_are();
    timer_ = create_wall_timer(20ms, [this] { step(); });
  }

 private:
  bool wall_at(double x, double y) const {
    const auto& info = grid_->info;
    const double column = std::floor((x - info.origin.position.x) / info.resolution);
    const double row = std::floor((y - info.origin.position.y) / info.resolution);
    if (column < 0 || row < 0 || column >= info.width || row >= info.height) {
      return false;
    }
    return grid_->data[static_cast<std::size_t>(row) * info.width +
                       static_cast<std::size_t>(column)] > 50;
  }

  void step() {
    const auto time = now();
    if ((time - commanded_at_).seconds() > kCommandLives) {
      twist_ = Twist();
    }
    Pose next = place_;
    next.yaw += twist_.angular.z * kStepSeconds;
    next.x += twist_.linear.x * kStepSeconds * std::cos(next.yaw);
    next.y += twist_.linear.x * kStepSeconds * std::sin(next.yaw);
    if (!grid_ || !wall_at(next.x, next.y)) {
      place_ = next;
    }
    tell_odometry(time);
    if (grid_ && ++steps_ % kStepsPerScan == 0) {
      tell_scan(time);
    }
  }

  // Where it is from where it started.
  Pose driven() const {
    const double dx = place_.x - start_.x, dy = place_.y - start_.y;
    const double c = std::cos(start_.yaw), s = std::sin(start_.yaw);
    return {c * dx + s * dy, c * dy - s * dx, place_.yaw - start_.yaw};
  }

  void tell_odometry(const rclcpp::Time& time) {
    const Pose pose = driven();
    geometry_msgs::msg::TransformStamped transform;
    transform.header.stamp = time;
    transform.header.frame_id = "odom";
    transform.child_frame_id = "base_footprint";
    transform.transform.translation.x = pose.x;
    transform.transform.translation.y = pose.y;
    transform.transform.rotation.z = std::sin(pose.yaw / 2);
    transform.transform.rotation.w = std::cos(pose.yaw / 2);
    nav_msgs::msg::Odometry odometry;
    odometry.header = transform.header;
    odometry.child_frame_id = transform.child_frame_id;
    odometry.pose.pose.position.x = pose.x;
    odometry.pose.pose.position.y = pose.y;
    odometry.pose.pose.orientation = transform.transform.rotation;
    odometry.twist.twist = twist_;
    tf2_msgs::msg::TFMessage message;
    message.transforms.push_back(transform);
    tf_->publish(message);
    odometry_->publish(odometry);
  }

  void tell_scan(const rclcpp::Time& time) {
    auto message = std::make_unique<sensor_msgs::msg::LaserScan>();
    message->header.stamp = time;
    message->header.frame_id = "base_scan";
    message->angle_min = static_cast<float>(-M_PI);
    message->angle_increment = static_cast<float>(2 * M_PI / kRays);
    message->angle_max = message->angle_min + (kRays - 1) * message->angle_increment;
    message->scan_time = static_cast<float>(kStepsPerScan * kStepSeconds);
    message->range_min = 0.05f;
    message->range_max = static_cast<float>(kFar);
    message->ranges.reserve(kRays);
    for (int i = 0; i < kRays; ++i) {
      message->ranges.push_back(
          static_cast<float>(distance(place_.yaw - M_PI + i * 2 * M_PI / kRays)));
    }
    scan_->publish(std::move(message));
  }

  double distance(double angle) const {
    const double step = grid_->info.resolution / 4.0;
    const double dx = std::cos(angle), dy = std::sin(angle);
    for (double far = step; far < kFar; far += step) {
      if (wall_at(place_.x + far * dx, place_.y + far * dy)) {
        return far;
      }
    }
    return std::numeric_limits<double>::infinity();
  }

  void tell_where_the_parts_are() {
    tf2_msgs::msg::TFMessage message;
    for (const auto& [parent, child, height] : {std::tuple{"base_footprint", "base_link", 0.0},
                                                {"base_link", "base_scan", kLaserHeight}}) {
      geometry_msgs::msg::TransformStamped transform;
      transform.header.stamp = now();
      transform.header.frame_id = parent;
      transform.child_frame_id = child;
      transform.transform.translation.z = height;
      transform.transform.rotation.w = 1;
      message.transforms.push_back(transform);
    }
    tf_static_->publish(message);
  }

  const Pose start_;
  Pose place_;
  Twist twist_;
  rclcpp::Time commanded_at_;
  OccupancyGrid::ConstSharedPtr grid_;
  int steps_ = 0;
  rclcpp::Publisher<nav_msgs::msg::Odometry>::SharedPtr odometry_;
  rclcpp::Publisher<sensor_msgs::msg::LaserScan>::SharedPtr scan_;
  rclcpp::Publisher<tf2_msgs::msg::TFMessage>::SharedPtr tf_;
  rclcpp::Publisher<tf2_msgs::msg::TFMessage>::SharedPtr tf_static_;
  rclcpp::Subscription<Twist>::SharedPtr command_;
  rclcpp::Subscription<OccupancyGrid>::SharedPtr map_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<LoopbackRobot>());
  rclcpp::shutdown();
}
