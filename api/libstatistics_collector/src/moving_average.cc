#include "libstatistics_collector/moving_average_statistics/moving_average.hpp"

#include <algorithm>

#include "ranvier/base/numbers.h"

namespace libstatistics_collector::moving_average_statistics
{

double MovingAverageStatistics::Average() const {return GetStatistics().average;}
double MovingAverageStatistics::Max() const {return GetStatistics().max;}
double MovingAverageStatistics::Min() const {return GetStatistics().min;}
double MovingAverageStatistics::StandardDeviation() const
{
  return GetStatistics().standard_deviation;
}

StatisticData MovingAverageStatistics::GetStatistics() const
{
  const std::lock_guard lock(mutex_);
  if (count_ == 0) {return {};}
  return {average_, min_, max_, std::sqrt(squares_ / static_cast<double>(count_)), count_};
}

void MovingAverageStatistics::Reset()
{
  const std::lock_guard lock(mutex_);
  count_ = 0;
  average_ = squares_ = 0;
}

// Welford's way: the average and the squares follow each value, which is then forgotten.
void MovingAverageStatistics::AddMeasurement(const double item)
{
  if (std::isnan(item)) {return;}
  const std::lock_guard lock(mutex_);
  min_ = count_ == 0 ? item : std::min(min_, item);
  max_ = count_ == 0 ? item : std::max(max_, item);
  ++count_;
  const double from_average = item - average_;
  average_ += from_average / static_cast<double>(count_);
  squares_ += from_average * (item - average_);
}

uint64_t MovingAverageStatistics::GetCount() const
{
  const std::lock_guard lock(mutex_);
  return count_;
}

std::string StatisticsDataToString(const StatisticData & results)
{
  using ranvier::number_text;
  return "avg=" + number_text(results.average) + ", min=" + number_text(results.min) + ", max=" +
         number_text(results.max) + ", std_dev=" + number_text(results.standard_deviation) +
         ", count=" + number_text(results.sample_count);
}

}  // namespace libstatistics_collector::moving_average_statistics
