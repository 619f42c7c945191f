#include "columns_tables.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

/// Of each row of a list, a member of it.
template <class T, class Member>
auto each(const std::vector<T>& list, Member T::* member) {
  return [&list, member](std::size_t row) -> const Member& { return list[row].*member; };
}

constexpr const char* kHandle = "its address in the process";
constexpr const char* kProcess = "the process it belongs to";
constexpr const char* kNode = "the node it belongs to";

void write_origins(ColumnFile& file, const Model& model) {
  using trace_read::Process;
  using trace_read::Thread;
  const auto& processes = model.processes;
  file.table("processes", "processes that were traced", processes.size())
      .text("program", "its name", each(processes, &Process::program))
      .int32("pid", "its process id, in its own namespace", each(processes, &Process::pid))
      .text("host", "the host it ran on", each(processes, &Process::host))
      .text("folder", "the folder of its trace", each(processes, &Process::folder))
      .text("clock", "equal for processes that share a clock",
            each(processes, &Process::clock_uuid))
      .span("clock_zero", "what was added to its clock to get the time since the epoch",
            each(processes, &Process::clock_zero));
  const auto& threads = model.threads;
  file.table("threads", "threads that have events", threads.size())
      .place("process", "processes", kProcess, each(threads, &Thread::process))
      .int32("tid", "its thread id of the kernel", each(threads, &Thread::id))
      .text("name", "its name", each(threads, &Thread::name));
}

void write_ends(ColumnFile& file, const Model& model) {
  const auto& publishers = model.publishers;
  file.table("publishers", "publishers", publishers.size())
      .place("process", "processes", kProcess, each(publishers, &Publisher::process))
      .place("node", "nodes", kNode, each(publishers, &Publisher::node))
      .text("topic", "the topic it publishes to", each(publishers, &Publisher::topic))
      .uint64("depth", "depth of its queue", each(publishers, &Publisher::depth))
      .uint64("handle", kHandle, each(publishers, &Publisher::handle));
  const auto& subscriptions = model.subscriptions;
  file.table("subscriptions", "subscriptions", subscriptions.size())
      .place("process", "processes", kProcess, each(subscriptions, &Subscription::process))
      .place("node", "nodes", kNode, each(subscriptions, &Subscription::node))
      .text("topic", "the topic it receives", each(subscriptions, &Subscription::topic))
      .uint64("depth", "depth of its queue", each(subscriptions, &Subscription::depth))
      .place("callback", "callbacks", "the callback for its messages",
             each(subscriptions, &Subscription::callback))
      .uint64("handle", kHandle, each(subscriptions, &Subscription::handle));
}

void write_services(ColumnFile& file, const Model& model) {
  const auto& services = model.services;
  file.table("services", "services", services.size())
      .place("process", "processes", kProcess, each(services, &Service::process))
      .place("node", "nodes", kNode, each(services, &Service::node))
      .text("name", "its name", each(services, &Service::name))
      .place("callback", "callbacks", "the callback that answers requests",
             each(services, &Service::callback))
      .uint64("handle", kHandle, each(services, &Service::handle));
  const auto& clients = model.clients;
  file.table("clients", "clients of services", clients.size())
      .place("process", "processes", kProcess, each(clients, &Client::process))
      .place("node", "nodes", kNode, each(clients, &Client::node))
      .text("service", "the service it calls", each(clients, &Client::service))
      .uint64("handle", kHandle, each(clients, &Client::handle));
}

}  // namespace

void write_objects(ColumnFile& file, const Model& model) {
  write_origins(file, model);
  const auto& nodes = model.nodes;
  file.table("nodes", "nodes", nodes.size())
      .place("process", "processes", kProcess, each(nodes, &Node::process))
      .text("name", "its name with the namespace", each(nodes, &Node::name))
      .uint64("handle", kHandle, each(nodes, &Node::handle));
  write_ends(file, model);
  const auto& timers = model.timers;
  file.table("timers", "timers", timers.size())
      .place("process", "processes", kProcess, each(timers, &Timer::process))
      .place("node", "nodes", kNode, each(timers, &Timer::node))
      .span("period", "its period", each(timers, &Timer::period))
      .place("callback", "callbacks", "the callback it calls", each(timers, &Timer::callback))
      .uint64("handle", kHandle, each(timers, &Timer::handle));
  write_services(file, model);
  const auto& transitions = model.transitions;
  file.table("transitions", "state changes of managed nodes", transitions.size())
      .place("node", "nodes", "the node", each(transitions, &Transition::node))
      .time("time", "time of the change", each(transitions, &Transition::time))
      .text("from", "the state before", each(transitions, &Transition::from))
      .text("to", "the state after", each(transitions, &Transition::to));
}

}  // namespace ranvier::apps
