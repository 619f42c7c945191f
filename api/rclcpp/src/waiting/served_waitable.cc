#include "rclcpp/detail/served_waitable.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/core_edge.hpp"
#include "ranvier/node/service.h"
#include "ranvier/node/subscription.h"
#include "ranvier/os/deadline.h"
#include "ranvier/run/timer.h"
#include "rclcpp/exceptions/exceptions.hpp"
#include "waiting/on_new.hpp"
#include "waiting/waited.hpp"

namespace rclcpp::detail
{
namespace
{

// How a handle of one kind gets into a wait set, and where it is then.
template<typename HandleT, auto kAddFunction, auto kRowMember, auto kSizeMember>
struct Kind
{
  using Handle = HandleT;
  static constexpr auto kAdd = kAddFunction;
  static constexpr auto kRow = kRowMember;
  static constexpr auto kSize = kSizeMember;
};
using Set = rcl_wait_set_t;
using Services = Kind<
  rcl_service_t, &rcl_wait_set_add_service, &Set::services, &Set::size_of_services>;
using Clients = Kind<
  rcl_client_t, &rcl_wait_set_add_client, &Set::clients, &Set::size_of_clients>;
using Subscriptions = Kind<
  rcl_subscription_t, &rcl_wait_set_add_subscription, &Set::subscriptions,
  &Set::size_of_subscriptions>;
using Timers = Kind<rcl_timer_t, &rcl_wait_set_add_timer, &Set::timers, &Set::size_of_timers>;

class TimerPartHandle final : public rcl_timer_t, public Waited
{
public:
  explicit TimerPartHandle(ranvier::Timer & timer)
  : rcl_timer_t{static_cast<Waited *>(this)}, timer_(&timer) {}
  bool ready() override {return timer_->due();}
  int64_t due() override
  {
    return ranvier::add_saturating(ranvier::steady_ns(), timer_->time_until_due());
  }
  void listen(const void *, std::function<void(size_t)>) override {}
  /// Nothing is taken of a timer: it is called or not.
  void call()
  {
    if (timer_->call()) {timer_->run_here();}
  }

private:
  const ranvier::Ref<ranvier::Timer> timer_;
};

struct Part
{
  explicit Part(int of)
  : id(of) {}
  virtual ~Part() = default;
  virtual rcl_ret_t add_to(rcl_wait_set_t & wait_set) = 0;
  virtual bool is_ready_in(const rcl_wait_set_t & wait_set) = 0;
  virtual ranvier::MessagePtr take() = 0;
  virtual void execute(ranvier::MessagePtr message) = 0;
  virtual void listen(std::function<void(size_t)>) = 0;
  virtual void listen_no_more() = 0;

  const int id;
};

template<typename KindT, typename HandleT>
struct HandledPart : Part
{
  HandledPart(int of, std::unique_ptr<HandleT> made)
  : Part(of), handle(std::move(made)) {}
  rcl_ret_t add_to(rcl_wait_set_t & wait_set) override
  {
    return KindT::kAdd(&wait_set, handle.get(), nullptr);
  }
  bool is_ready_in(const rcl_wait_set_t & wait_set) override
  {
    const auto row = wait_set.*KindT::kRow;
    const typename KindT::Handle * const it = handle.get();
    const auto end = row + wait_set.*KindT::kSize;
    return std::find(row, end, it) != end;
  }

  const std::unique_ptr<HandleT> handle;
};

template<typename KindT, typename CoreT>
struct InboxPart final : HandledPart<KindT, InboxHandle<typename KindT::Handle, CoreT>>
{
  using Handle = InboxHandle<typename KindT::Handle, CoreT>;
  InboxPart(int of, CoreT & core)
  : HandledPart<KindT, Handle>(
      of, std::make_unique<Handle>(
        sharing(ranvier::Ref<CoreT>(&core)),
        from_core(core.endpoint().qos).get_rmw_qos_profile())) {}
  ~InboxPart() override {listen_no_more();}
  CoreT & core() {return *this->handle->core();}
  ranvier::MessagePtr take() override {return core().take();}
  void execute(ranvier::MessagePtr message) override
  {
    if (message) {core().call_with(std::move(message));}
  }
  void listen(std::function<void(size_t)> callback) override
  {
    listen_to_new(core(), this, std::move(callback), "set_on_ready_callback");
  }
  void listen_no_more() override {core().ready_listeners().listen(this, nullptr);}
};

struct TimerPart final : HandledPart<Timers, TimerPartHandle>
{
  using HandledPart::HandledPart;
  ranvier::MessagePtr take() override {return {};}
  void execute(ranvier::MessagePtr) override {handle->call();}
  void listen(std::function<void(size_t)>) override {}
  void listen_no_more() override {}
};

// What take_data() gives to execute().
struct Taken
{
  Part & part;
  ranvier::MessagePtr message;  // null: somebody else took it
};

}  // namespace

struct ServedWaitable::Parts
{
  template<typename KindT, typename CoreT>
  void add(int id, CoreT & core)
  {
    all.push_back(std::make_unique<InboxPart<KindT, CoreT>>(id, core));
  }
  template<typename PartT>
  size_t count() const
  {
    return std::count_if(
      all.begin(), all.end(),
      [](const auto & part) {return dynamic_cast<PartT *>(part.get()) != nullptr;});
  }

  std::vector<std::unique_ptr<Part>> all;
};

ServedWaitable::ServedWaitable(std::string name)
: name_(std::move(name)), parts_(std::make_unique<Parts>()) {}
ServedWaitable::~ServedWaitable() = default;

void ServedWaitable::add_part(int id, ranvier::Client & part) {parts_->add<Clients>(id, part);}
void ServedWaitable::add_part(int id, ranvier::Server & part) {parts_->add<Services>(id, part);}
void ServedWaitable::add_part(int id, ranvier::Subscription & part)
{
  parts_->add<Subscriptions>(id, part);
}
void ServedWaitable::add_part(int id, ranvier::Timer & part)
{
  parts_->all.push_back(
    std::make_unique<TimerPart>(id, std::make_unique<TimerPartHandle>(part)));
}

size_t ServedWaitable::get_number_of_ready_subscriptions()
{
  return parts_->count<InboxPart<Subscriptions, ranvier::Subscription>>();
}
size_t ServedWaitable::get_number_of_ready_timers() {return parts_->count<TimerPart>();}
size_t ServedWaitable::get_number_of_ready_clients()
{
  return parts_->count<InboxPart<Clients, ranvier::Client>>();
}
size_t ServedWaitable::get_number_of_ready_services()
{
  return parts_->count<InboxPart<Services, ranvier::Server>>();
}

void ServedWaitable::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  for (const auto & part : parts_->all) {
    const rcl_ret_t code = part->add_to(wait_set);
    if (code == RCL_RET_OK) {continue;}
    exceptions::throw_from_rcl_error(code, "add_to_wait_set() failed, " + name_);
  }
}

bool ServedWaitable::is_ready(const rcl_wait_set_t & wait_set)
{
  for (const auto & part : parts_->all) {
    if (!part->is_ready_in(wait_set)) {continue;}
    next_ready_ = part->id;
    return true;
  }
  next_ready_ = -1;
  return false;
}

std::shared_ptr<void> ServedWaitable::take_data()
{
  const int id = next_ready_.exchange(-1);
  if (id >= 0) {return take_data_by_entity_id(static_cast<size_t>(id));}
  throw std::runtime_error(
          "take_data() called but no data is ready, " + name_ + ": ask is_ready() first");
}

std::shared_ptr<void> ServedWaitable::take_data_by_entity_id(size_t id)
{
  for (const auto & part : parts_->all) {
    if (static_cast<size_t>(part->id) != id) {continue;}
    return std::make_shared<Taken>(Taken{*part, part->take()});
  }
  throw std::invalid_argument(
          name_ + " has no entity of the id " + std::to_string(id) +
          ": give one that its on-ready callback was given");
}

void ServedWaitable::execute(const std::shared_ptr<void> & data)
{
  if (!data) {
    throw std::runtime_error(
            "execute(): given data pointer was null, " + name_ + ": give what take_data() gave");
  }
  auto & taken = *static_cast<Taken *>(data.get());
  taken.part.execute(std::move(taken.message));
}

void ServedWaitable::set_on_ready_callback(std::function<void(size_t, int)> callback)
{
  check_callable(callback != nullptr, "set_on_ready_callback");
  for (const auto & part : parts_->all) {
    part->listen([callback, id = part->id](size_t count) {callback(count, id);});
  }
}

void ServedWaitable::clear_on_ready_callback()
{
  for (const auto & part : parts_->all) {part->listen_no_more();}
}

}  // namespace rclcpp::detail
