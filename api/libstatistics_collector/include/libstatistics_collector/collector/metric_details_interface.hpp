// What is measured, and in what unit.
#ifndef LIBSTATISTICS_COLLECTOR__COLLECTOR__METRIC_DETAILS_INTERFACE_HPP_
#define LIBSTATISTICS_COLLECTOR__COLLECTOR__METRIC_DETAILS_INTERFACE_HPP_

#include <string>

#include "libstatistics_collector/visibility_control.hpp"

namespace libstatistics_collector
{
namespace collector
{

class LIBSTATISTICS_COLLECTOR_PUBLIC MetricDetailsInterface
{
public:
  virtual ~MetricDetailsInterface() = default;
  virtual std::string GetMetricName() const = 0;
  virtual std::string GetMetricUnit() const = 0;
};

}  // namespace collector
}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__COLLECTOR__METRIC_DETAILS_INTERFACE_HPP_
