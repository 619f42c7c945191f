// Calls what the target of rclcpp brings besides.
#include <cmath>

#include "libstatistics_collector/moving_average_statistics/moving_average.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rcpputils/shared_library.hpp"

int main()
{
  libstatistics_collector::moving_average_statistics::MovingAverageStatistics numbers;
  numbers.AddMeasurement(1.0);
  numbers.AddMeasurement(3.0);
  const bool named = !rcpputils::get_platform_library_name("chatter").empty();
  return named && std::abs(numbers.Average() - 2.0) < 1e-9 ? 0 : 1;
}
