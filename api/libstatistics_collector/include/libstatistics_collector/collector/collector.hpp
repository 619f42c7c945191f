// Something that measures between its start and its stop.
#ifndef LIBSTATISTICS_COLLECTOR__COLLECTOR__COLLECTOR_HPP_
#define LIBSTATISTICS_COLLECTOR__COLLECTOR__COLLECTOR_HPP_

#include <mutex>
#include <string>

#include "libstatistics_collector/collector/metric_details_interface.hpp"
#include "libstatistics_collector/moving_average_statistics/moving_average.hpp"
#include "libstatistics_collector/moving_average_statistics/types.hpp"
#include "libstatistics_collector/visibility_control.hpp"

namespace libstatistics_collector
{
namespace collector
{

/// Collects one kind of measurement. Threads: all functions from any thread.
class LIBSTATISTICS_COLLECTOR_PUBLIC Collector : public MetricDetailsInterface
{
public:
  Collector() = default;
  ~Collector() override = default;

  /// Counts one value, whether started or not.
  virtual void AcceptData(const double measurement);
  virtual moving_average_statistics::StatisticData GetStatisticsResults() const;
  virtual void ClearCurrentMeasurements();
  bool IsStarted() const;
  /// "started=true, " and the statistics as text.
  virtual std::string GetStatusString() const;

  /// What SetupStart() says; false, and nothing happens, if it is started already.
  virtual bool Start();
  /// What SetupStop() says, and the measurements are cleared; false, and nothing happens,
  /// if it is not started.
  virtual bool Stop();

private:
  /// Both run while no other thread starts, stops or asks whether it is started: they
  /// call none of these themselves.
  virtual bool SetupStart() = 0;
  virtual bool SetupStop() = 0;

  mutable std::mutex mutex_;
  bool started_ = false;  // guarded by mutex_
  moving_average_statistics::MovingAverageStatistics collected_data_;
};

}  // namespace collector
}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__COLLECTOR__COLLECTOR_HPP_
