// A reader of one of DDS's built-in topics.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "ranvier/cyclone/participant.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Reads what a built-in topic shows just now.
///
/// Cyclone lends a reader's samples out of one array that it keeps, and fills in as many
/// pointers as that array has places, however few are asked for (dds_read, 0.10). So
/// there must always be room for the most that was ever asked for, and one thread at
/// a time may ask.
///
/// Threads: any; the lock is held while `visit` is called.
class BuiltinReader final {
 public:
  BuiltinReader(Handle reader) : reader_(std::move(reader)) {}  // NOLINT: it is one

  /// Calls `visit` with each Sample that is alive.
  template <class Sample, class Visit>
  void for_each_alive(Visit&& visit) RANVIER_EXCLUDES(mutex_) {
    Lock lock(mutex_);
    Samples taken;
    take_gone(taken);
    dds_return_t count = 0;
    while ((count = ask(dds_read_mask, DDS_ALIVE_INSTANCE_STATE, taken)) ==
           static_cast<dds_return_t>(room_)) {
      give_back(taken, count);
      room_ *= 2;
    }
    for (dds_return_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (taken.infos[at].valid_data) visit(*static_cast<const Sample*>(taken.samples[at]));
    }
    if (count > 0) give_back(taken, count);
  }

  /// Takes the samples of entities that have gone: Cyclone keeps each, some hundred
  /// bytes, until it is taken.
  void forget_gone() RANVIER_EXCLUDES(mutex_) {
    Lock lock(mutex_);
    Samples taken;
    take_gone(taken);
  }

 private:
  struct Samples {
    std::vector<void*> samples;
    std::vector<dds_sample_info_t> infos;
  };

  void take_gone(Samples& taken) RANVIER_REQUIRES(mutex_) {
    const std::uint32_t gone =
        DDS_NOT_ALIVE_DISPOSED_INSTANCE_STATE | DDS_NOT_ALIVE_NO_WRITERS_INSTANCE_STATE;
    dds_return_t count = 0;
    while ((count = ask(dds_take_mask, gone, taken)) > 0) give_back(taken, count);
  }

  template <class Operation>
  dds_return_t ask(Operation operation, std::uint32_t instances, Samples& taken)
      RANVIER_REQUIRES(mutex_) {
    taken.samples.assign(room_, nullptr);
    taken.infos.resize(room_);
    return operation(reader_.get(), taken.samples.data(), taken.infos.data(), room_,
                     static_cast<std::uint32_t>(room_),
                     instances | DDS_ANY_SAMPLE_STATE | DDS_ANY_VIEW_STATE);
  }
  void give_back(Samples& taken, dds_return_t count) {
    static_cast<void>(dds_return_loan(reader_.get(), taken.samples.data(), count));
  }

  const Handle reader_;
  Mutex mutex_{"builtin reader"};                      // outside DDS
  std::size_t room_ RANVIER_GUARDED_BY(mutex_) = 256;  // the most that was ever asked for
};

}  // namespace ranvier::cyclone
