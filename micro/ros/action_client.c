/* Action clients. Answers are noted while the session spins; the executor tells of them. */
#include <string.h>

#include "action.h"
#include "executor.h"

/* Which callbacks of a goal are still due, and what is still to be asked for. */
enum { TELL_GOAL = 1, TELL_CANCEL = 2, ASK_RESULT = 4 };

static rclc_action_goal_handle_t* of_request(const rclc_action_client_t* client, int service,
                                             const uint8_t* head) {
  const uint16_t number = (uint16_t)((unsigned)head[0] << 8 | head[1]);
  for (rclc_action_goal_handle_t* g = client->goals; g != NULL; g = g->next) {
    const uint16_t numbers[] = {g->request, g->cancel_request, g->result_request};
    if (g->stage != MICRO_GOAL_FREE && numbers[service] == number) return g;
  }
  return NULL;
}

static void take_decision(rclc_action_goal_handle_t* goal, xrce_cdr* from) {
  const bool accepted = xrce_get_u8(from) != 0;
  if (from->failed || goal->stage != MICRO_GOAL_ASKED) return;
  goal->goal_accepted = accepted;
  goal->stage = MICRO_GOAL_KNOWN;
  goal->due |= TELL_GOAL;
}

static void take_cancel(rclc_action_goal_handle_t* goal, xrce_cdr* from) {
  uint8_t id[UUID_SIZE];
  xrce_get_u8(from); /* the code says no more than the list of goals does */
  goal->goal_cancelled = false;
  for (uint32_t count = xrce_get_u32(from); count != 0 && !from->failed; --count) {
    xrce_get_bytes(from, id, sizeof(id));
    xrce_get_u32(from);
    xrce_get_u32(from);
    if (!from->failed && uuidcmp(id, goal->goal_id.uuid)) goal->goal_cancelled = true;
  }
  goal->due |= TELL_CANCEL;
}

static bool take_result(rclc_action_client_t* client, rclc_action_goal_handle_t* goal,
                        xrce_cdr* from) {
  if (client->of_result != NULL) return false; /* the callback for the last one is still due */
  micro_get(((const micro_action*)client->type)->get_result->response, client->ros_result_response,
            from);
  if (from->failed) {
    micro_error(RCL_RET_ERROR, "a result was dropped: a string or sequence of it has no room");
    return true;
  }
  goal->status = *(const int8_t*)client->ros_result_response; /* its first member */
  client->of_result = goal;
  return true;
}

static bool take_answer(xrce_entity* entity, xrce_cdr* from, const uint8_t* head) {
  rclc_action_client_t* client = (rclc_action_client_t*)entity->user;
  int service = 0;
  while (entity != &client->services[service].entity) ++service;
  rclc_action_goal_handle_t* goal = of_request(client, service, head);
  if (goal == NULL) return true;
  if (service == MICRO_GET_RESULT) return take_result(client, goal, from);
  if (service == MICRO_SEND_GOAL) take_decision(goal, from);
  if (service == MICRO_CANCEL_GOAL) take_cancel(goal, from);
  return true;
}

/* Of the goals of all clients; those of others are left. */
static bool take_feedback(xrce_entity* entity, xrce_cdr* from, const uint8_t* head) {
  rclc_action_client_t* client = (rclc_action_client_t*)entity->user;
  uint8_t id[UUID_SIZE];
  xrce_cdr look = *from;
  (void)head;
  xrce_get_bytes(&look, id, sizeof(id));
  rclc_action_goal_handle_t* goal = look.failed ? NULL : micro_find_goal(client->goals, id);
  if (goal == NULL || client->ros_feedback == NULL) return true;
  if (client->of_feedback != NULL) return false;
  micro_get(((const micro_action*)client->type)->feedback, client->ros_feedback, from);
  if (from->failed) {
    micro_error(RCL_RET_ERROR, "feedback was dropped: a string or sequence of it has no room");
    return true;
  }
  client->of_feedback = goal;
  return true;
}

rcl_ret_t rclc_action_client_init_default(rclc_action_client_t* client, rcl_node_t* node,
                                          const rosidl_action_type_support_t* type,
                                          const char* name) {
  memset(client, 0, sizeof(*client));
  client->type = type->data;
  for (int i = 0; i < MICRO_ACTION_SERVICES; ++i) {
    client->services[i].entity.take = take_answer;
    client->services[i].entity.user = client;
  }
  client->feedback.entity.take = take_feedback;
  client->feedback.entity.user = client;
  const rcl_ret_t ret = micro_open_action(client->services, &client->feedback, NULL, node,
                                          XRCE_REQUESTER, (const micro_action*)client->type, name);
  if (ret != RCL_RET_OK) rclc_action_client_fini(client, node);
  return ret;
}

rcl_ret_t rclc_action_client_fini(rclc_action_client_t* client, rcl_node_t* node) {
  (void)node;
  for (int i = 0; i < MICRO_ACTION_SERVICES; ++i) micro_close_endpoint(&client->services[i]);
  micro_close_endpoint(&client->feedback);
  micro_give_goals_back(client->goals);
  client->goals = NULL;
  return RCL_RET_OK;
}

/* An id that no other goal has: of the key of this client, the time and a count. */
static void make_id(const xrce_session* session, uint8_t* id) {
  static uint32_t count;
  const int64_t now = micro_now_ns();
  const uint32_t nonce = session->nonce ^ ++count;
  memcpy(id, session->key, 4);
  memcpy(id + 4, &now, 8);
  memcpy(id + 12, &nonce, 4);
}

static xrce_session* session_of(const rclc_action_client_t* client) {
  return client->feedback.context == NULL ? NULL : client->feedback.context->session;
}

rcl_ret_t rclc_action_send_goal_request(rclc_action_client_t* client, void* request,
                                        rclc_action_goal_handle_t** of) {
  rclc_action_goal_handle_t* goal = micro_free_goal(client->goals);
  xrce_session* session = session_of(client);
  if (session == NULL) return micro_error(RCL_RET_ACTION_CLIENT_INVALID, "no action client");
  if (goal == NULL) {
    return micro_error(RCL_RET_BAD_ALLOC,
                       "no goal is free: give more to rclc_executor_add_action_client()");
  }
  make_id(session, goal->goal_id.uuid);
  memcpy(request, goal->goal_id.uuid, UUID_SIZE); /* its first member */
  uint16_t number = 0;
  const rcl_ret_t ret = micro_write_message(
      &client->services[MICRO_SEND_GOAL], ((const micro_action*)client->type)->send_goal->request,
      request, NULL, RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT, &number);
  if (ret != RCL_RET_OK) return ret;
  goal->action_client = client;
  goal->ros_goal_request = request;
  goal->request = number;
  goal->stage = MICRO_GOAL_ASKED;
  if (of != NULL) *of = goal;
  return RCL_RET_OK;
}

/* Writes a request that is the goal's id and `more` zeros: a time that says nothing. */
static rcl_ret_t ask(const rcl_endpoint_t* from, const rclc_action_goal_handle_t* goal, size_t more,
                     uint16_t* number) {
  uint8_t bytes[UUID_SIZE + 8] = {0};
  if (from->context == NULL) return micro_error(RCL_RET_ACTION_CLIENT_INVALID, "no action client");
  memcpy(bytes, goal->goal_id.uuid, UUID_SIZE);
  xrce_session* session = from->context->session;
  xrce_sample sample;
  xrce_entity* entity = (xrce_entity*)(uintptr_t)&from->entity; /* the object is no constant */
  xrce_ret ret = xrce_start_sample(session, entity, UUID_SIZE + more, NULL,
                                   RMW_UXRCE_PUBLISH_RELIABLE_TIMEOUT, &sample);
  if (ret != XRCE_OK) return micro_result(ret);
  *number = session->last_request;
  xrce_put_bytes(&sample.cdr, bytes, UUID_SIZE + more);
  return micro_result(xrce_end_sample(&sample));
}

rcl_ret_t rclc_action_send_cancel_request(rclc_action_goal_handle_t* goal) {
  if (goal->stage != MICRO_GOAL_KNOWN) {
    return micro_error(RCL_RET_ACTION_GOAL_HANDLE_INVALID, "the goal is not under way");
  }
  return ask(&goal->action_client->services[MICRO_CANCEL_GOAL], goal, 8, &goal->cancel_request);
}

/* A result that was asked for in a session that was lost is asked for again. */
static bool wants_result(const rclc_action_goal_handle_t* goal, const xrce_session* session) {
  if (goal->stage != MICRO_GOAL_KNOWN || !xrce_ready(session)) return false;
  if (goal->due & ASK_RESULT) return true;
  return goal->result_request != 0 && goal->login != session->logins;
}

static bool is_ready(const void* object) {
  const rclc_action_client_t* client = (const rclc_action_client_t*)object;
  const xrce_session* session = session_of(client);
  if (session == NULL) return false;
  if (client->of_feedback != NULL || client->of_result != NULL) return true;
  for (const rclc_action_goal_handle_t* g = client->goals; g != NULL; g = g->next) {
    if ((g->due & (TELL_GOAL | TELL_CANCEL)) != 0 || wants_result(g, session)) return true;
  }
  return false;
}

static void tell_goal(rclc_action_client_t* client, rclc_action_goal_handle_t* goal) {
  goal->due = (uint8_t)(goal->due & ~TELL_GOAL);
  if (goal->goal_accepted) {
    goal->status = GOAL_STATE_ACCEPTED;
    goal->due |= ASK_RESULT;
  }
  if (client->on_goal != NULL) client->on_goal(goal, goal->goal_accepted, client->context);
  if (!goal->goal_accepted) micro_forget_goal(goal);
}

static void ask_for_result(rclc_action_client_t* client, rclc_action_goal_handle_t* goal) {
  const xrce_session* session = session_of(client);
  if (!wants_result(goal, session)) return;
  if (ask(&client->services[MICRO_GET_RESULT], goal, 0, &goal->result_request) != RCL_RET_OK) {
    return; /* in the next round again */
  }
  goal->login = session->logins;
  goal->due = (uint8_t)(goal->due & ~ASK_RESULT);
}

static void tell_cancel(rclc_action_client_t* client, rclc_action_goal_handle_t* goal) {
  goal->due = (uint8_t)(goal->due & ~TELL_CANCEL);
  if (goal->goal_cancelled && goal->status < GOAL_STATE_SUCCEEDED) {
    goal->status = GOAL_STATE_CANCELING;
  }
  if (client->on_cancel != NULL) client->on_cancel(goal, goal->goal_cancelled, client->context);
}

/* The result comes last: the handle is free after it. */
static void run(void* object) {
  rclc_action_client_t* client = (rclc_action_client_t*)object;
  for (rclc_action_goal_handle_t* g = client->goals; g != NULL; g = g->next) {
    if (g->due & TELL_GOAL) tell_goal(client, g);
    ask_for_result(client, g);
  }
  if (client->of_feedback != NULL) {
    if (client->on_feedback != NULL) {
      client->on_feedback(client->of_feedback, client->ros_feedback, client->context);
    }
    client->of_feedback = NULL;
  }
  for (rclc_action_goal_handle_t* g = client->goals; g != NULL; g = g->next) {
    if (g->due & TELL_CANCEL) tell_cancel(client, g);
  }
  rclc_action_goal_handle_t* ended = client->of_result;
  if (ended == NULL) return;
  if (client->on_result != NULL) {
    client->on_result(ended, client->ros_result_response, client->context);
  }
  micro_forget_goal(ended);
  client->of_result = NULL;
}

rcl_ret_t rclc_executor_add_action_client(rclc_executor_t* executor, rclc_action_client_t* client,
                                          size_t goals, void* result_response, void* feedback,
                                          rclc_action_client_goal_callback_t on_goal,
                                          rclc_action_client_feedback_callback_t on_feedback,
                                          rclc_action_client_result_callback_t on_result,
                                          rclc_action_client_cancel_callback_t on_cancel,
                                          void* context) {
  static const micro_calls calls = {is_ready, run};
  if (result_response == NULL) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "an action client has memory for a result");
  }
  rclc_action_goal_handle_t* first = micro_new_goals(goals);
  if (first == NULL) return RCL_RET_BAD_ALLOC;
  rclc_executor_handle_t* handle = micro_new_handle(executor, RCLC_ACTION_CLIENT, client);
  if (handle == NULL) {
    micro_give_goals_back(first);
    return RCL_RET_ERROR;
  }
  handle->calls = &calls;
  client->ros_result_response = result_response;
  client->ros_feedback = feedback;
  client->on_goal = on_goal;
  client->on_feedback = on_feedback;
  client->on_result = on_result;
  client->on_cancel = on_cancel;
  client->context = context;
  client->goals = first;
  return RCL_RET_OK;
}
