/* A program on the one header and the one source alone. usage: single_program <port of the agent>.
 * It ends with 0 when it has heard its own sample from the agent. */
#include <stdio.h>

#include "ranvier_micro.h"

static uint32_t heard;

static bool take(xrce_entity* entity, xrce_cdr* sample, const uint8_t* head) {
  (void)entity;
  (void)head;
  heard = xrce_get_u32(sample);
  return true;
}

int main(int argc, char** argv) {
  static xrce_entity node = {.kind = XRCE_PARTICIPANT, .name = "single", .type = ""};
  static xrce_entity writer = {.kind = XRCE_DATA_WRITER,
                               .name = "/single",
                               .type = "std_msgs::msg::dds_::UInt32_",
                               .node = &node,
                               .qos = XRCE_QOS_RELIABLE | XRCE_QOS_KEEP_LAST,
                               .depth = 10};
  static xrce_entity reader = {.kind = XRCE_DATA_READER,
                               .name = "/single",
                               .type = "std_msgs::msg::dds_::UInt32_",
                               .node = &node,
                               .take = take,
                               .qos = XRCE_QOS_RELIABLE | XRCE_QOS_KEEP_LAST,
                               .depth = 10};
  static xrce_posix_net net;
  static xrce_session session;
  xrce_posix_udp_init(&net, "127.0.0.1", argc > 1 ? argv[1] : "8888");
  xrce_session_init(&session, &net.link, &xrce_posix_platform, 0x51e61eu);
  xrce_add(&session, &node);
  xrce_add(&session, &writer);
  xrce_add(&session, &reader);
  const xrce_ret ready = xrce_wait_ready(&session, 30000);
  if (ready != XRCE_OK) {
    printf("%s\n", xrce_ret_text(ready));
    return 1;
  }
  const uint32_t number = 4711;
  for (int i = 0; i < 600 && heard != number; ++i) {
    xrce_write(&session, &writer, &number, sizeof(number), 100);
    xrce_spin(&session, 100);
  }
  xrce_session_end(&session);
  return heard == number ? 0 : 2;
}
