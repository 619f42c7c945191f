// Durations.
#ifndef RCPPUTILS__TIME_HPP_
#define RCPPUTILS__TIME_HPP_

#include <chrono>
#include <stdexcept>

namespace rcpputils
{

/// What is below a nanosecond is cut.
/// @throws std::invalid_argument if it does not fit into std::chrono::nanoseconds.
template<typename DurationRepT, typename DurationT>
std::chrono::nanoseconds convert_to_nanoseconds(
  const std::chrono::duration<DurationRepT, DurationT> & time)
{
  using Wide = std::chrono::duration<double, std::nano>;  // no long duration overflows it
  const Wide wide(time);
  if (wide > Wide(std::chrono::nanoseconds::max())) {
    throw std::invalid_argument("time must be less than std::chrono::nanoseconds::max()");
  }
  if (wide < Wide(std::chrono::nanoseconds::min())) {
    throw std::invalid_argument("time must be bigger than std::chrono::nanoseconds::min()");
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time);
}

}  // namespace rcpputils

#endif  // RCPPUTILS__TIME_HPP_
