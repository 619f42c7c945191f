// Requests as the api shows them.
#ifndef REQUEST_IDS_HPP_
#define REQUEST_IDS_HPP_

#include <cstring>
#include <memory>

#include "ranvier/msg/message.h"
#include "rmw/types.h"

namespace rclcpp::detail
{

/// The client's id is in the first bytes.
inline rmw_request_id_t to_rmw(const ranvier::RequestId & id)
{
  rmw_request_id_t out{};
  std::memcpy(out.writer_guid, &id.client, sizeof(id.client));
  out.sequence_number = id.sequence;
  return out;
}

inline ranvier::RequestId from_rmw(const rmw_request_id_t & id)
{
  ranvier::RequestId out;
  std::memcpy(&out.client, id.writer_guid, sizeof(out.client));
  out.sequence = id.sequence_number;
  return out;
}

}  // namespace rclcpp::detail
#endif  // REQUEST_IDS_HPP_
