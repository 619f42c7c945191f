#include "bench/raw/node_endpoints.h"

namespace ranvier::bench {
namespace {

struct ServiceName {
  const char* name;
  const char* dds_type;  // without _Request_ and _Response_
};

constexpr ServiceName kServices[] = {
    {"get_parameters", "rcl_interfaces::srv::dds_::GetParameters"},
    {"get_parameter_types", "rcl_interfaces::srv::dds_::GetParameterTypes"},
    {"set_parameters", "rcl_interfaces::srv::dds_::SetParameters"},
    {"set_parameters_atomically", "rcl_interfaces::srv::dds_::SetParametersAtomically"},
    {"describe_parameters", "rcl_interfaces::srv::dds_::DescribeParameters"},
    {"list_parameters", "rcl_interfaces::srv::dds_::ListParameters"},
    {"get_type_description", "type_description_interfaces::srv::dds_::GetTypeDescription"},
};

void ignore(const ddsi_serdata*) {}

}  // namespace

void add_node_endpoints(RawParticipant& participant, const std::string& name) {
  RawQos parameters;
  parameters.depth = 1000;
  for (const auto& service : kServices) {
    const RawQos qos = std::string(service.name) == "get_type_description" ? RawQos{} : parameters;
    const std::string path = "/" + name + "/" + service.name;
    participant.reader("rq" + path + "Request", std::string(service.dds_type) + "_Request_", qos,
                       ignore, false);
    participant.writer("rr" + path + "Reply", std::string(service.dds_type) + "_Response_", qos);
  }
  RawQos rosout = parameters;
  rosout.transient_local = true;
  rosout.lifespan_s = 10;
  participant.writer("rt/rosout", "rcl_interfaces::msg::dds_::Log_", rosout);
  const char* event = "rcl_interfaces::msg::dds_::ParameterEvent_";
  participant.writer("rt/parameter_events", event, parameters);
  participant.reader("rt/parameter_events", event, parameters, ignore, false);
}

void add_participant_endpoints(RawParticipant& participant) {
  RawQos writer;
  writer.transient_local = true;
  writer.depth = 1;
  RawQos reader = writer;
  reader.depth = 0;
  const char* type = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";
  participant.writer("ros_discovery_info", type, writer);
  participant.reader("ros_discovery_info", type, reader, ignore, false);
}

}  // namespace ranvier::bench
