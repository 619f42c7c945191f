// Average, extremes and deviation of values that are not kept.
#ifndef LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__MOVING_AVERAGE_HPP_
#define LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__MOVING_AVERAGE_HPP_

#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>

#include "libstatistics_collector/moving_average_statistics/types.hpp"
#include "libstatistics_collector/visibility_control.hpp"

namespace libstatistics_collector
{
namespace moving_average_statistics
{

/// Mean, deviation and extremes of a stream. Threads: all functions from any thread. No allocation.
class LIBSTATISTICS_COLLECTOR_PUBLIC MovingAverageStatistics
{
public:
  MovingAverageStatistics() = default;
  virtual ~MovingAverageStatistics() = default;

  /// NaN until something is measured, as the three that follow.
  double Average() const;
  double Max() const;
  double Min() const;
  double StandardDeviation() const;
  /// All of one moment.
  StatisticData GetStatistics() const;

  /// As if nothing had been measured.
  void Reset();
  /// NaN is left out.
  virtual void AddMeasurement(const double item);
  /// How many values count.
  uint64_t GetCount() const;

private:
  mutable std::mutex mutex_;  // guards all that follow
  uint64_t count_ = 0;
  double average_ = 0;
  double squares_ = 0;  // of the distances from the average, summed
  double min_ = 0;
  double max_ = 0;
};

}  // namespace moving_average_statistics
}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__MOVING_AVERAGE_STATISTICS__MOVING_AVERAGE_HPP_
