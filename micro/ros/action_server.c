/* Action servers. What comes in is noted while the session spins; the executor answers it. */
#include <string.h>

#include "action.h"
#include "executor.h"
#include "rmw_microros/rmw_microros.h"

/* Codes of action_msgs/srv/CancelGoal. */
enum { CANCEL_NONE, CANCEL_REJECTED, CANCEL_UNKNOWN_GOAL, CANCEL_GOAL_TERMINATED };
enum { S_TO_NS = 1000000000 };

static bool is_active(const rclc_action_goal_handle_t* goal) {
  return goal->stage == MICRO_GOAL_KNOWN && goal->status >= GOAL_STATE_ACCEPTED &&
         goal->status <= GOAL_STATE_CANCELING;
}

/* Notes what an answer begins with; false if the last such request was not answered yet. */
static bool note(bool* noted, uint8_t* at, const uint8_t* head) {
  if (*noted) return false;
  memcpy(at, head, XRCE_REQUEST_HEAD);
  *noted = true;
  return true;
}

static bool take_goal(rclc_action_server_t* server, xrce_cdr* from, const uint8_t* head) {
  const micro_action* type = (const micro_action*)server->type;
  uint8_t id[UUID_SIZE];
  xrce_cdr look = *from;
  xrce_get_bytes(&look, id, sizeof(id));
  if (look.failed) return true; /* no request: nobody knows what to answer */
  rclc_action_goal_handle_t* goal = micro_free_goal(server->goals);
  if (goal == NULL || micro_find_goal(server->goals, id) != NULL) {
    return note(&server->rejects, server->rejected, head);
  }
  if (server->rejects) return false; /* it might be one more to reject */
  micro_get(type->send_goal->request, goal->ros_goal_request, from);
  if (from->failed) {
    micro_error(RCL_RET_ERROR, "a goal was rejected: a string or sequence of it has no room");
    return note(&server->rejects, server->rejected, head);
  }
  memcpy(goal->goal_id.uuid, id, sizeof(id));
  memcpy(goal->head, head, sizeof(goal->head));
  goal->action_server = server;
  goal->stage = MICRO_GOAL_ASKED;
  return true;
}

static bool take_cancel(rclc_action_server_t* server, xrce_cdr* from, const uint8_t* head) {
  if (!note(&server->cancels, server->canceled, head)) return false;
  xrce_get_bytes(from, server->cancel_id, UUID_SIZE);
  server->cancel_s = (int32_t)xrce_get_u32(from);
  server->cancel_ns = xrce_get_u32(from);
  if (from->failed) server->cancels = false;
  return true;
}

/* The request waits with its goal until the program has the result. */
static bool take_asking(rclc_action_server_t* server, xrce_cdr* from, const uint8_t* head) {
  uint8_t id[UUID_SIZE];
  xrce_get_bytes(from, id, sizeof(id));
  if (from->failed) return true;
  rclc_action_goal_handle_t* goal = micro_find_goal(server->goals, id);
  if (goal == NULL || goal->asked) return note(&server->denies, server->denied, head);
  if (goal->stage != MICRO_GOAL_KNOWN) return false; /* it is not accepted yet */
  return note(&goal->asked, goal->head, head);
}

static bool take(xrce_entity* entity, xrce_cdr* from, const uint8_t* head) {
  rclc_action_server_t* server = (rclc_action_server_t*)entity->user;
  if (server->goals == NULL) return false; /* it is in no executor yet */
  if (entity == &server->services[MICRO_SEND_GOAL].entity) return take_goal(server, from, head);
  if (entity == &server->services[MICRO_CANCEL_GOAL].entity) return take_cancel(server, from, head);
  return take_asking(server, from, head);
}

rcl_ret_t rclc_action_server_init_default(rclc_action_server_t* server, rcl_node_t* node,
                                          rclc_support_t* support,
                                          const rosidl_action_type_support_t* type,
                                          const char* name) {
  (void)support;
  memset(server, 0, sizeof(*server));
  server->type = type->data;
  for (int i = 0; i < MICRO_ACTION_SERVICES; ++i) {
    server->services[i].entity.take = take;
    server->services[i].entity.user = server;
  }
  const rcl_ret_t ret =
      micro_open_action(server->services, &server->feedback, &server->status, node, XRCE_REPLIER,
                        (const micro_action*)server->type, name);
  if (ret != RCL_RET_OK) rclc_action_server_fini(server, node);
  return ret;
}

rcl_ret_t rclc_action_server_fini(rclc_action_server_t* server, rcl_node_t* node) {
  (void)node;
  for (int i = 0; i < MICRO_ACTION_SERVICES; ++i) micro_close_endpoint(&server->services[i]);
  micro_close_endpoint(&server->feedback);
  micro_close_endpoint(&server->status);
  micro_give_goals_back(server->goals);
  server->goals = NULL;
  return RCL_RET_OK;
}

/* Writes an answer or a status, whose size is counted first. */
typedef void put_it(const rclc_action_server_t* server, const void* what, xrce_cdr* to);
static rcl_ret_t send(const rclc_action_server_t* server, const rcl_endpoint_t* from,
                      const uint8_t* head, put_it* put, const void* what) {
  uint8_t memory[MICRO_COUNTING_BYTES];
  xrce_cdr counted;
  micro_start_counting(&counted, memory);
  put(server, what, &counted);
  if (from->context == NULL) return micro_error(RCL_RET_ACTION_SERVER_INVALID, "no action server");
  xrce_sample sample;
  xrce_entity* entity = (xrce_entity*)(uintptr_t)&from->entity; /* the object is no constant */
  const xrce_ret ret = xrce_start_sample(from->context->session, entity, counted.position, head,
                                         RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT, &sample);
  if (ret != XRCE_OK) return micro_result(ret);
  put(server, what, &sample.cdr);
  return micro_result(xrce_end_sample(&sample));
}

static void put_time(const rclc_action_goal_handle_t* goal, xrce_cdr* to) {
  xrce_put_u32(to, goal == NULL ? 0 : (uint32_t)goal->accepted_s);
  xrce_put_u32(to, goal == NULL ? 0 : goal->accepted_ns);
}
static void put_goal_info(const rclc_action_goal_handle_t* goal, xrce_cdr* to) {
  xrce_put_bytes(to, goal->goal_id.uuid, UUID_SIZE);
  put_time(goal, to);
}

/* `what` is the goal that was accepted; null: it was not. */
static void put_decision(const rclc_action_server_t* server, const void* what, xrce_cdr* to) {
  (void)server;
  xrce_put_u8(to, what != NULL);
  put_time((const rclc_action_goal_handle_t*)what, to);
}

static void put_statuses(const rclc_action_server_t* server, const void* what, xrce_cdr* to) {
  uint32_t count = 0;
  (void)what;
  for (const rclc_action_goal_handle_t* g = server->goals; g != NULL; g = g->next) {
    count += g->stage == MICRO_GOAL_KNOWN;
  }
  xrce_put_u32(to, count);
  for (const rclc_action_goal_handle_t* g = server->goals; g != NULL; g = g->next) {
    if (g->stage != MICRO_GOAL_KNOWN) continue;
    put_goal_info(g, to);
    xrce_put_u8(to, (uint8_t)g->status);
  }
}
/* A status that finds no room is lost: the next one says more. */
static void tell_statuses(const rclc_action_server_t* server) {
  send(server, &server->status, NULL, put_statuses, NULL);
}

static void stamp(rclc_action_goal_handle_t* goal) {
  const int64_t now = rmw_uros_epoch_nanos(); /* 0 where the agent's time is not known */
  goal->accepted_s = (int32_t)(now / S_TO_NS);
  goal->accepted_ns = (uint32_t)(now % S_TO_NS);
}

static void decide(rclc_action_server_t* server, rclc_action_goal_handle_t* goal) {
  uint8_t head[XRCE_REQUEST_HEAD];
  memcpy(head, goal->head, sizeof(head));
  stamp(goal);
  goal->stage = MICRO_GOAL_KNOWN;
  goal->status = GOAL_STATE_ACCEPTED;
  const bool accepted = server->on_goal(goal, server->context) == RCL_RET_ACTION_GOAL_ACCEPTED;
  send(server, &server->services[MICRO_SEND_GOAL], head, put_decision, accepted ? goal : NULL);
  if (!accepted) {
    micro_forget_goal(goal);
    return;
  }
  goal->goal_accepted = true;
  if (goal->status == GOAL_STATE_ACCEPTED) goal->status = GOAL_STATE_EXECUTING;
  tell_statuses(server);
}

/* The bits of an answer to CancelGoal: goals that are canceled, in the order of the handles. */
typedef struct canceled {
  uint8_t code;
  uint32_t count;
  bool is[RCLC_MAX_GOAL_HANDLES];
} canceled;

static void put_canceled(const rclc_action_server_t* server, const void* what, xrce_cdr* to) {
  const canceled* of = (const canceled*)what;
  size_t at = 0;
  xrce_put_u8(to, of->code);
  xrce_put_u32(to, of->count);
  for (const rclc_action_goal_handle_t* g = server->goals; g != NULL; g = g->next) {
    if (of->is[at++]) put_goal_info(g, to);
  }
}

/* By its id; without one, or besides, all that were accepted up to a time. */
static bool is_meant(const rclc_action_server_t* server, const rclc_action_goal_handle_t* goal) {
  const bool by_id = !uuidcmpzero(server->cancel_id);
  const bool by_time = server->cancel_s != 0 || server->cancel_ns != 0;
  if (by_id && uuidcmp(server->cancel_id, goal->goal_id.uuid)) return true;
  if (!by_time) return !by_id;
  return goal->accepted_s < server->cancel_s ||
         (goal->accepted_s == server->cancel_s && goal->accepted_ns <= server->cancel_ns);
}

static void cancel(rclc_action_server_t* server) {
  canceled answer;
  size_t at = 0;
  memset(&answer, 0, sizeof(answer));
  for (rclc_action_goal_handle_t* g = server->goals; g != NULL; g = g->next, ++at) {
    if (!is_active(g) || !is_meant(server, g)) continue;
    if (g->status != GOAL_STATE_CANCELING && !server->on_cancel(g, server->context)) continue;
    if (!is_active(g)) continue; /* the callback ended it */
    g->goal_cancelled = true;
    g->status = GOAL_STATE_CANCELING;
    answer.is[at] = true;
    ++answer.count;
  }
  if (answer.count == 0) {
    const rclc_action_goal_handle_t* named = micro_find_goal(server->goals, server->cancel_id);
    answer.code = CANCEL_REJECTED;
    if (named != NULL && !is_active(named)) answer.code = CANCEL_GOAL_TERMINATED;
    if (named == NULL && !uuidcmpzero(server->cancel_id)) answer.code = CANCEL_UNKNOWN_GOAL;
  }
  send(server, &server->services[MICRO_CANCEL_GOAL], server->canceled, put_canceled, &answer);
  if (answer.count != 0) tell_statuses(server);
}

/* The answer about a goal that is not there: unknown, and a result of zeros. */
static void put_unknown(const rclc_action_server_t* server, const void* what, xrce_cdr* to) {
  (void)what;
  micro_put_zeros(((const micro_action*)server->type)->get_result->response, to);
}

static bool is_ready(const void* object) {
  const rclc_action_server_t* server = (const rclc_action_server_t*)object;
  if (server->rejects || server->cancels || server->denies) return true;
  for (const rclc_action_goal_handle_t* g = server->goals; g != NULL; g = g->next) {
    if (g->stage == MICRO_GOAL_ASKED) return true;
  }
  return false;
}

static void run(void* object) {
  rclc_action_server_t* server = (rclc_action_server_t*)object;
  if (server->rejects) {
    send(server, &server->services[MICRO_SEND_GOAL], server->rejected, put_decision, NULL);
    server->rejects = false;
  }
  for (rclc_action_goal_handle_t* g = server->goals; g != NULL; g = g->next) {
    if (g->stage == MICRO_GOAL_ASKED) decide(server, g);
  }
  if (server->cancels) {
    cancel(server);
    server->cancels = false;
  }
  if (server->denies) {
    send(server, &server->services[MICRO_GET_RESULT], server->denied, put_unknown, NULL);
    server->denies = false;
  }
}

rcl_ret_t rclc_executor_add_action_server(rclc_executor_t* executor, rclc_action_server_t* server,
                                          size_t goals, void* goal_requests,
                                          size_t goal_request_size,
                                          rclc_action_server_handle_goal_callback_t on_goal,
                                          rclc_action_server_handle_cancel_callback_t on_cancel,
                                          void* context) {
  static const micro_calls calls = {is_ready, run};
  rclc_action_goal_handle_t* first = micro_new_goals(goals);
  if (first == NULL) return RCL_RET_BAD_ALLOC;
  rclc_executor_handle_t* handle = micro_new_handle(executor, RCLC_ACTION_SERVER, server);
  if (handle == NULL) {
    micro_give_goals_back(first);
    return RCL_RET_ERROR;
  }
  handle->calls = &calls;
  for (size_t i = 0; i < goals; ++i) {
    first[i].action_server = server;
    first[i].ros_goal_request = (uint8_t*)goal_requests + i * goal_request_size;
  }
  server->on_goal = on_goal;
  server->on_cancel = on_cancel;
  server->context = context;
  server->goals = first;
  xrce_resume(server->status.context->session);
  return RCL_RET_OK;
}

rcl_ret_t rclc_action_publish_feedback(rclc_action_goal_handle_t* goal, void* feedback) {
  const rclc_action_server_t* server = goal->action_server;
  if (!is_active(goal)) {
    return micro_error(RCL_RET_ACTION_GOAL_HANDLE_INVALID, "the goal is not under way");
  }
  memcpy(feedback, goal->goal_id.uuid, UUID_SIZE); /* the id is its first member */
  return micro_write_message(&server->feedback, ((const micro_action*)server->type)->feedback,
                             feedback, NULL, RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT, NULL);
}

rcl_ret_t rclc_action_send_result(rclc_action_goal_handle_t* goal, rcl_action_goal_state_t state,
                                  void* response) {
  const rclc_action_server_t* server = goal->action_server;
  if (state < GOAL_STATE_SUCCEEDED || state > GOAL_STATE_ABORTED) {
    return micro_error(RCL_RET_INVALID_ARGUMENT,
                       "a goal ends as GOAL_STATE_SUCCEEDED, _CANCELED or _ABORTED");
  }
  if (!is_active(goal) && (goal->stage != MICRO_GOAL_KNOWN || goal->status != state)) {
    return micro_error(RCL_RET_ACTION_GOAL_HANDLE_INVALID, "the goal has ended otherwise");
  }
  const bool ends = is_active(goal);
  goal->status = state;
  if (ends && goal->goal_accepted) tell_statuses(server);
  if (!goal->asked) return RCLC_RET_ACTION_WAIT_RESULT_REQUEST;
  *(int8_t*)response = state; /* its first member */
  const rcl_ret_t ret =
      micro_write_message(&server->services[MICRO_GET_RESULT],
                          ((const micro_action*)server->type)->get_result->response, response,
                          goal->head, RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT, NULL);
  if (ret == RCL_RET_OK) micro_forget_goal(goal);
  return ret;
}
