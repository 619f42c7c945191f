/* The smallest useful client: one publisher and one subscription of an int32, on a UART. It
 * publishes until it has heard eight samples. Built for its size (micro/size/client-*). */
#include "../boards/mps2_an385/board.h"
#include "../session/publish.h"

static xrce_framed line;
static xrce_session session;
static int heard;

static bool take(xrce_entity* entity, xrce_cdr* sample, const uint8_t* head) {
  (void)entity;
  (void)head;
  xrce_get_u32(sample);
  if (!sample->failed) ++heard;
  return true;
}

#if XRCE_RELIABLE
enum { QOS = XRCE_QOS_RELIABLE | XRCE_QOS_KEEP_LAST };
#else
enum { QOS = XRCE_QOS_KEEP_LAST };
#endif

#define INT32 "std_msgs::msg::dds_::Int32_"
static xrce_entity node = {.kind = XRCE_PARTICIPANT, .name = "n", .type = ""};
static xrce_entity writer = {
    .kind = XRCE_DATA_WRITER, .name = "/p", .type = INT32, .node = &node, .qos = QOS, .depth = 10};
static xrce_entity reader = {.kind = XRCE_DATA_READER,
                             .name = "/p",
                             .type = INT32,
                             .node = &node,
                             .qos = QOS,
                             .depth = 10,
                             .take = take};

int main(void) {
  xrce_framed_init(&line, &board_uart, &board_platform, 1);
  xrce_session_init(&session, &line.link, &board_platform, 0x12345678);
  xrce_add(&session, &node);
  xrce_add(&session, &writer);
  xrce_add(&session, &reader);
  uint32_t due = 0;
  for (int32_t number = 0; heard < 8;) {
    xrce_spin(&session, 10);
    const uint32_t now = board_platform.now_ms();
    if (now - due < 50 || xrce_write(&session, &writer, &number, 4, 0) != XRCE_OK) continue;
    due = now;
    ++number;
  }
  xrce_session_end(&session);
#ifdef REPORT_STACK
  board_print_number("stack", board_stack_used());
#endif
  board_exit(0);
}
