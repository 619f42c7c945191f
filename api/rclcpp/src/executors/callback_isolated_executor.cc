#include "rclcpp/executors/callback_isolated_executor.hpp"

#include "executors/executor_impl.hpp"

namespace rclcpp::executors
{

CallbackIsolatedExecutor::CallbackIsolatedExecutor(
  const ExecutorOptions & options, size_t reentrant_parallelism)
: Executor(options)
{
  using Groups = Executor::Impl::Groups;
  impl_->groups_on_threads =
    std::make_unique<Groups>(*impl_, Groups::Which::kAll, reentrant_parallelism);
}

CallbackIsolatedExecutor::~CallbackIsolatedExecutor() = default;

void CallbackIsolatedExecutor::spin() {spin_on(1);}

}  // namespace rclcpp::executors
