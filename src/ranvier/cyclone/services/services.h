// The ends of a service on the network.
#pragma once

#include <memory>

#include "ranvier/cyclone/participant.h"
#include "ranvier/route/service_route.h"

namespace ranvier::cyclone {

/// Opens the request writer and the reply reader of a client.
Result<std::unique_ptr<ClientEnd>> open_service_client(Participant& participant,
                                                       const ServiceEndpoint& endpoint,
                                                       ClientSink& sink);

/// Opens the request reader and the reply writer of a service.
Result<std::unique_ptr<ServerEnd>> open_service_server(Participant& participant,
                                                       const ServiceEndpoint& endpoint,
                                                       MessageSink& sink);

}  // namespace ranvier::cyclone
