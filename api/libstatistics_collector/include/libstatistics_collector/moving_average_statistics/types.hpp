// What statistics tell at one moment.
#ifndef LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__TYPES_HPP_
#define LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__TYPES_HPP_

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>

#include "libstatistics_collector/visibility_control.hpp"

namespace libstatistics_collector
{
namespace moving_average_statistics
{

/// NaN where nothing was measured.
struct LIBSTATISTICS_COLLECTOR_PUBLIC StatisticData
{
  double average = std::numeric_limits<double>::quiet_NaN();
  double min = std::numeric_limits<double>::quiet_NaN();
  double max = std::numeric_limits<double>::quiet_NaN();
  double standard_deviation = std::numeric_limits<double>::quiet_NaN();  ///< of all values
  uint64_t sample_count = 0;
};

/// "avg=2.000000, min=1.000000, max=3.000000, std_dev=0.816497, count=3".
LIBSTATISTICS_COLLECTOR_PUBLIC std::string StatisticsDataToString(const StatisticData & results);

}  // namespace moving_average_statistics
}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__TYPES_HPP_
