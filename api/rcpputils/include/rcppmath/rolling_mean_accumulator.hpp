// The name that rcpputils::RollingMeanAccumulator had.
#ifndef RCPPMATH__ROLLING_MEAN_ACCUMULATOR_HPP_
#define RCPPMATH__ROLLING_MEAN_ACCUMULATOR_HPP_

#include "rcpputils/rolling_mean_accumulator.hpp"

namespace rcppmath
{

template<typename T>
using RollingMeanAccumulator [[deprecated("use rcpputils::RollingMeanAccumulator")]] =
  rcpputils::RollingMeanAccumulator<T>;

}  // namespace rcppmath

#endif  // RCPPMATH__ROLLING_MEAN_ACCUMULATOR_HPP_
