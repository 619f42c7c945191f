"""The ROS types that the peer needs, by their DDS names (field names, types
and bounds are those of the Jazzy definitions)."""

from dataclasses import dataclass

from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final
from cyclonedds.idl.types import array, bounded_str, float64, int64, sequence, uint8, uint64


def dds_name(ros_type: str, suffix: str = "") -> str:
    """'std_msgs/msg/String' as 'std_msgs::msg::dds_::String_'."""
    package, kind, name = ros_type.split("/")
    return f"{package}::{kind}::dds_::{name}{suffix}_"


@dataclass
@final
class String(IdlStruct, typename="std_msgs::msg::dds_::String_"):
    data: str


@dataclass
@final
class Int64(IdlStruct, typename="std_msgs::msg::dds_::Int64_"):
    data: int64


@dataclass
@final
class Gid(IdlStruct, typename="rmw_dds_common::msg::dds_::Gid_"):
    data: array[uint8, 16]


@dataclass
@final
class NodeEntities(IdlStruct, typename="rmw_dds_common::msg::dds_::NodeEntitiesInfo_"):
    node_namespace: bounded_str[256]
    node_name: bounded_str[256]
    reader_gid_seq: sequence[Gid]
    writer_gid_seq: sequence[Gid]


@dataclass
@final
class ParticipantEntities(
    IdlStruct, typename="rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"
):
    gid: Gid
    node_entities_info_seq: sequence[NodeEntities]


@dataclass
@final
class AddRequest(IdlStruct, typename="example_interfaces::srv::dds_::AddTwoInts_Request_"):
    client: uint64
    sequence_number: int64
    a: int64
    b: int64


@dataclass
@final
class AddReply(IdlStruct, typename="example_interfaces::srv::dds_::AddTwoInts_Response_"):
    client: uint64
    sequence_number: int64
    sum: int64


@dataclass
@final
class ListRequest(IdlStruct, typename="rcl_interfaces::srv::dds_::ListParameters_Request_"):
    client: uint64
    sequence_number: int64
    prefixes: sequence[str]
    depth: uint64


@dataclass
@final
class ListResult(IdlStruct, typename="rcl_interfaces::msg::dds_::ListParametersResult_"):
    names: sequence[str]
    prefixes: sequence[str]


@dataclass
@final
class ListReply(IdlStruct, typename="rcl_interfaces::srv::dds_::ListParameters_Response_"):
    client: uint64
    sequence_number: int64
    result: ListResult


@dataclass
@final
class GetRequest(IdlStruct, typename="rcl_interfaces::srv::dds_::GetParameters_Request_"):
    client: uint64
    sequence_number: int64
    names: sequence[str]


@dataclass
@final
class ParameterValue(IdlStruct, typename="rcl_interfaces::msg::dds_::ParameterValue_"):
    type: uint8
    bool_value: bool
    integer_value: int64
    double_value: float64
    string_value: str
    byte_array_value: sequence[uint8]
    bool_array_value: sequence[bool]
    integer_array_value: sequence[int64]
    double_array_value: sequence[float64]
    string_array_value: sequence[str]


@dataclass
@final
class GetReply(IdlStruct, typename="rcl_interfaces::srv::dds_::GetParameters_Response_"):
    client: uint64
    sequence_number: int64
    values: sequence[ParameterValue]


MESSAGES = {"std_msgs/msg/String": String, "std_msgs/msg/Int64": Int64}
