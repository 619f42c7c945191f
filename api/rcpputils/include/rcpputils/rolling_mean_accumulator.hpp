// The mean of the newest values.
#ifndef RCPPUTILS__ROLLING_MEAN_ACCUMULATOR_HPP_
#define RCPPUTILS__ROLLING_MEAN_ACCUMULATOR_HPP_

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace rcpputils
{

/// The mean of the last values. Threads: one at a time.
template<typename T>
class RollingMeanAccumulator
{
public:
  /// @param rolling_window_size  how many values count, 1 at least.
  explicit RollingMeanAccumulator(size_t rolling_window_size)
  : window_(rolling_window_size, T{}) {}

  /// The oldest value of a full window goes.
  void accumulate(T val)
  {
    T & slot = window_[next_];
    sum_ = sum_ - slot + val;
    slot = val;
    next_ = (next_ + 1) % window_.size();
    count_ = std::min(count_ + 1, window_.size());
  }
  /// After accumulate() at least once.
  T getRollingMean() const
  {
    assert(count_ > 0);
    return sum_ / static_cast<T>(count_);
  }

private:
  std::vector<T> window_;
  size_t next_ = 0;
  size_t count_ = 0;
  T sum_{};
};

}  // namespace rcpputils

#endif  // RCPPUTILS__ROLLING_MEAN_ACCUMULATOR_HPP_
