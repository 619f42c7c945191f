// The tables of `ranvier-trace columns`.
#pragma once

#include <string>
#include <vector>

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/chains.h"
#include "analysis/trace_model/culprits.h"
#include "analysis/trace_model/model.h"
#include "column_file.h"
#include "read_model.h"

namespace ranvier::apps {

/// The events as they were recorded: a table for each name of the event table.
void write_events(ColumnFile& file, const trace_read::Trace& trace);

/// Processes, threads, nodes, publishers, subscriptions, timers, services, clients,
/// transitions of managed nodes.
void write_objects(ColumnFile& file, const trace_model::Model& model);

/// Where each run of a callback is in the table `runs`, which has those of a callback in a
/// row: the first row of each callback (and behind them the number of runs), and the run of
/// each row and the row of each run in Model::runs.
struct RunOrder {
  explicit RunOrder(const trace_model::Model& model);
  std::vector<std::size_t> first;
  std::vector<trace_model::Index> run_at, row_of;
};

/// Callbacks with where their runs are, runs, publications, messages (with their stages), drops
/// and waits for a CPU.
void write_flow(ColumnFile& file, const trace_model::Model& model, const RunOrder& order);

/// What executors did; needs the events.
void write_executors(ColumnFile& file, const trace_read::Trace& trace,
                     const trace_model::Model& model, const trace_model::Spans& spans);

/// Statistics and histograms of callbacks and timers, starvation, topics.
/// @param starved  who waits longer.
void write_activity(ColumnFile& file, const trace_model::Model& model, const RunOrder& order,
                    trace_model::Nanoseconds starved);

/// Chains, their ways with all stages, and who made them late.
void write_chains(ColumnFile& file, const trace_model::Model& model,
                  const std::vector<trace_model::Chain>& chains,
                  const std::vector<trace_model::Culprits>& culprits, const RunOrder& order);

}  // namespace ranvier::apps
