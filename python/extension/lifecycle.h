// The state machine of a managed node for Python.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "extension/clock.h"
#include "extension/node.h"
#include "ranvier/proto/lifecycle/machine.h"

namespace ranvier::python {

class MachineHandle final : public Destroyable {
 public:
  /// @param callback  called with the number of a transition state and that of the state
  ///                  before; gives the number of a TransitionCallbackReturn.
  MachineHandle(NodeHandle& node, const ClockHandle& clock, nb::object callback, bool serve);
  ~MachineHandle() override { end(); }

  /// The outcome of its callback. Raises RCLError if the state has no such transition.
  int trigger(std::uint8_t id);
  int trigger(const std::string& label);
  const std::shared_ptr<lifecycle::Machine>& core() const {
    require();
    return core_;
  }

  Function function;

 private:
  void destroy() override;
  template <class Which>
  int run(const Which& which);
  std::shared_ptr<lifecycle::Machine> core_;
};

void bind_lifecycle(nb::module_& module);

}  // namespace ranvier::python
