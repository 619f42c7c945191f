#include "rclcpp/waitable.hpp"

#include <stdexcept>

#include "waiting/raw_wait_set.hpp"
#include "rclcpp/detail/served_waitable.hpp"
#include "waiting/waitable_work.hpp"

namespace rclcpp
{

// The pairs of Waitable call each other, the deprecated ones too.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

Waitable::Waitable() = default;
Waitable::~Waitable() = default;
size_t Waitable::get_number_of_ready_subscriptions() {return 0;}
size_t Waitable::get_number_of_ready_timers() {return 0;}
size_t Waitable::get_number_of_ready_clients() {return 0;}
size_t Waitable::get_number_of_ready_events() {return 0;}
size_t Waitable::get_number_of_ready_services() {return 0;}
size_t Waitable::get_number_of_ready_guard_conditions() {return 0;}

void Waitable::add_to_wait_set(rcl_wait_set_t * wait_set) {add_to_wait_set(*wait_set);}
void Waitable::add_to_wait_set(rcl_wait_set_t & wait_set) {add_to_wait_set(&wait_set);}
bool Waitable::is_ready(rcl_wait_set_t * wait_set)
{
  return is_ready(static_cast<const rcl_wait_set_t &>(*wait_set));
}
bool Waitable::is_ready(const rcl_wait_set_t & wait_set)
{
  return is_ready(const_cast<rcl_wait_set_t *>(&wait_set));
}
void Waitable::execute(std::shared_ptr<void> & data)
{
  execute(static_cast<const std::shared_ptr<void> &>(data));
}
void Waitable::execute(const std::shared_ptr<void> & data)
{
  execute(const_cast<std::shared_ptr<void> &>(data));
}

std::shared_ptr<void> Waitable::take_data_by_entity_id(size_t)
{
  throw detail::NotOverridden("take_data_by_entity_id");
}
void Waitable::set_on_ready_callback(std::function<void(size_t, int)>)
{
  throw detail::NotOverridden("set_on_ready_callback");
}
void Waitable::clear_on_ready_callback()
{
  throw detail::NotOverridden(
          "clear_on_ready_callback", " and make sure to call it on the waitable destructor");
}
bool Waitable::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return in_use_by_wait_set_.exchange(in_use_state);
}

namespace detail
{

NotOverridden::NotOverridden(const char * function, const char * and_what)
: std::runtime_error(
    "Custom waitables should override " + std::string(function) + " if they want to use it" +
    and_what + ".") {}

WaitableWork::WaitableWork(
  ranvier::Ref<ranvier::Strand> strand, const std::shared_ptr<Waitable> & waitable)
: Work(std::move(strand)), waitable_(waitable) {}

void WaitableWork::start(Waitable & waitable)
{
  // The callback owns us as long as the waitable keeps it, and we not the waitable.
  const auto on_ready = [self = ranvier::Ref<WaitableWork>(this)](size_t count, int id) {
      self->on_ready(count, id);
    };
  try {
    waitable.set_on_ready_callback(on_ready);
  } catch (const NotOverridden &) {
    polled_ = true;
    make_ready();  // it may be ready already, and then listens
  }
}

void WaitableWork::stop()
{
  retire();
  const auto waitable = waitable_.lock();
  if (!waitable) {return;}
  try {
    waitable->clear_on_ready_callback();
  } catch (const NotOverridden &) {
    // It has no callback to clear.
  }
}

void WaitableWork::on_ready(size_t count, int id)
{
  {
    const std::lock_guard lock(mutex_);
    ready_.push_back({count, id});
  }
  make_ready();
}

bool WaitableWork::next(int & id, bool & more)
{
  const std::lock_guard lock(mutex_);
  while (!ready_.empty() && ready_.front().count == 0) {ready_.pop_front();}
  if (ready_.empty()) {return false;}
  id = ready_.front().id;
  if (--ready_.front().count == 0) {ready_.pop_front();}
  more = !ready_.empty();
  return true;
}

void WaitableWork::run()
{
  const auto waitable = waitable_.lock();
  if (!waitable) {return;}
  if (polled_) {return poll(*waitable);}
  int id = 0;
  bool more = false;
  if (!next(id, more)) {return;}
  if (more) {make_ready();}
  std::shared_ptr<void> data;
  try {
    data = waitable->take_data_by_entity_id(static_cast<size_t>(id));
  } catch (const NotOverridden &) {
    data = waitable->take_data();
  }
  waitable->execute(std::as_const(data));
}

void WaitableWork::listen(RawWaitSet & wait_set)
{
  for (Waited * one : wait_set.all()) {
    one->listen(
      this, [one, self = ranvier::Ref<WaitableWork>(this)](size_t) {
        if (self->retired()) {return one->listen(self.get(), nullptr);}
        self->make_ready();
      });
  }
}

// The set is made each time, as its entities may be others by then.
void WaitableWork::poll(Waitable & waitable)
{
  RawWaitSet wait_set;
  waitable.add_to_wait_set(wait_set.c());
  listen(wait_set);
  wait_set.keep_ready();
  if (!waitable.is_ready(std::as_const(wait_set.c()))) {return;}
  make_ready();  // it may have more, which nobody will tell
  const std::shared_ptr<void> data = waitable.take_data();
  waitable.execute(data);
}

}  // namespace detail
}  // namespace rclcpp
