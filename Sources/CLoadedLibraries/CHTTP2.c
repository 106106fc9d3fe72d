#include "CHTTP2.h"
#include "CCurl.h"
#include "CWebFetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { headers_limit = 8192, receive_buffer = 4096 };
// Connections last for hours, but by default, libcurl would close a connection that was silent for
// two minutes.
enum { longest_rest = 86400 };

typedef struct {
  ch2_connection *connection;
  // The libcurl handle, which is reused for the next request in this slot.
  void *easy;
  void *lines;
  curl_buffer headers, body;
  bool is_open, was_sent, is_cut;
} exchange;

struct ch2_connection {
  void *multi;
  char *origin, *roots;
  long connect_milliseconds;
  size_t capacity, limit;
  exchange *exchanges;
  bool was_used, is_foreign;
  long go_away;
};

const char *ch2_load(const char *const *names) {
  const char *problem = cweb_load(names);
  if (problem != NULL) return problem;
  return curl.version_info(0)->features & curl_has_http_2 ? NULL : "libcurl has no HTTP/2";
}

// MARK: Callbacks of libcurl

// Returning anything but the number of received bytes ends the request.
static size_t take_body(char *bytes, size_t size, size_t number, void *context) {
  exchange *exchange = context;
  size_t count = size * number;
  exchange->is_cut = count > exchange->connection->limit - exchange->body.count;
  if (exchange->is_cut) return 0;
  return curl_append(&exchange->body, bytes, count) ? count : 0;
}

static size_t take_header(char *bytes, size_t size, size_t number, void *context) {
  exchange *exchange = context;
  size_t count = size * number;
  if (curl_is_status_line(bytes, count)) exchange->headers.count = 0;
  exchange->is_cut = count > headers_limit - exchange->headers.count;
  if (exchange->is_cut) return 0;
  return curl_append(&exchange->headers, bytes, count) ? count : 0;
}

// The position of words in a text; NULL if the text does not contain them.
static const char *find(const char *words, const char *text, size_t count) {
  return memmem(text, count, words, strlen(words));
}

// The number that follows words in a text; -1 if the text does not contain them.
static long number_after(const char *words, const char *text, size_t count) {
  const char *found = find(words, text, count), *end = text + count;
  if (found == NULL) return -1;
  long number = 0;
  for (found += strlen(words); found < end && *found >= '0' && *found <= '9'; found++) {
    if (number < INT32_MAX / 10) number = number * 10 + (*found - '0');
  }
  return number;
}

// Some facts are only in the messages of libcurl: that a GOAWAY arrived, which protocol the server
// chose (known before the first request is sent), and that a request was sent. Three features
// depend on the wording of these messages: logging and counting a GOAWAY, sending refused requests
// again, and not sending requests to a host without HTTP/2.
static int note(void *easy, int kind, char *bytes, size_t count, void *context) {
  (void)easy;
  exchange *exchange = context;
  ch2_connection *connection = exchange->connection;
  if (kind == curl_debug_header_out) exchange->was_sent = connection->was_used = true;
  if (kind != curl_debug_text) return 0;
  long go_away = number_after("GOAWAY, error=", bytes, count);
  if (go_away >= 0) connection->go_away = go_away;
  if (curl_begins_with(bytes, count, "ALPN") && find("server", bytes, count) != NULL) {
    connection->is_foreign = find("h2", bytes, count) == NULL;
  }
  return 0;
}

// Anything but 0 ends the request.
static int check_protocol(void *context, int64_t a, int64_t b, int64_t c, int64_t d) {
  (void)a, (void)b, (void)c, (void)d;
  return ((exchange *)context)->connection->is_foreign;
}

static int open_socket(void *context, int purpose, curl_target *target) {
  (void)purpose;
  // A second connection would start with all waiting requests instead of a single one.
  if (((ch2_connection *)context)->was_used) return -1;
  return curl_open_socket(target);
}

// MARK: A connection

ch2_connection *ch2_make(const char *origin, const char *roots, long connect_milliseconds,
                         size_t capacity, size_t limit) {
  ch2_connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) return NULL;
  connection->connect_milliseconds = connect_milliseconds;
  connection->capacity = capacity;
  connection->limit = limit;
  connection->go_away = -1;
  connection->origin = strdup(origin);
  connection->roots = roots != NULL ? strdup(roots) : NULL;
  connection->exchanges = calloc(capacity, sizeof(exchange));
  connection->multi = curl.multi_init();
  if (connection->origin != NULL && (roots == NULL || connection->roots != NULL) &&
      connection->exchanges != NULL && connection->multi != NULL) {
    int code = curl.multi_setopt(connection->multi, multi_pipelining, (long)curl_multiplex);
    code |= curl.multi_setopt(connection->multi, multi_max_of_host, 1L);
    code |= curl.multi_setopt(connection->multi, multi_max_kept, 1L);
    code |= curl.multi_setopt(connection->multi, multi_max_streams, (long)capacity);
    if (code == 0) return connection;
  }
  ch2_free(connection);
  return NULL;
}

// MARK: Requests

static void *prepared(ch2_connection *connection, exchange *exchange) {
  void *easy = curl.easy_init();
  if (easy == NULL) return NULL;
  int code = curl_set_protocols(easy, true);
  code |= curl.easy_setopt(easy, option_http_version, (long)curl_http_2_with_tls);
  code |= curl.easy_setopt(easy, option_tls_version, (long)curl_tls_1_2);
  code |= curl.easy_setopt(easy, option_pipe_wait, 1L);
  code |= curl.easy_setopt(easy, option_proxy, "");
  code |= curl.easy_setopt(easy, option_no_signal, 1L);
  code |= curl.easy_setopt(easy, option_connect_timeout, connection->connect_milliseconds);
  // Each connection resolves the name again.
  code |= curl.easy_setopt(easy, option_name_cache_seconds, 0L);
  code |= curl.easy_setopt(easy, option_longest_rest, (long)longest_rest);
  code |= curl.easy_setopt(easy, option_keeps_alive, 1L);
  code |= curl.easy_setopt(easy, option_buffer_size, (long)receive_buffer);
  code |= curl.easy_setopt(easy, option_socket_function, open_socket);
  code |= curl.easy_setopt(easy, option_socket_data, connection);
  code |= curl.easy_setopt(easy, option_write_function, take_body);
  code |= curl.easy_setopt(easy, option_write_data, exchange);
  code |= curl.easy_setopt(easy, option_header_function, take_header);
  code |= curl.easy_setopt(easy, option_header_data, exchange);
  code |= curl.easy_setopt(easy, option_is_verbose, 1L);
  code |= curl.easy_setopt(easy, option_debug_function, note);
  code |= curl.easy_setopt(easy, option_debug_data, exchange);
  code |= curl.easy_setopt(easy, option_hides_progress, 0L);
  code |= curl.easy_setopt(easy, option_progress_function, check_protocol);
  code |= curl.easy_setopt(easy, option_progress_data, exchange);
  code |= curl.easy_setopt(easy, option_private, exchange);
  if (connection->roots != NULL) {
    curl_bytes roots = {connection->roots, strlen(connection->roots), 1};
    code |= curl.easy_setopt(easy, option_roots, &roots);
  }
  if (code == 0) return easy;
  curl.easy_cleanup(easy);
  return NULL;
}

static bool set_request(exchange *exchange, const char *path, const char *const *lines,
                        const char *body) {
  char *url = NULL;
  if (asprintf(&url, "%s%s", exchange->connection->origin, path) < 0) return false;
  int code = curl.easy_setopt(exchange->easy, option_url, url);
  free(url);
  if (exchange->lines != NULL) curl.slist_free_all(exchange->lines);
  exchange->lines = NULL;
  // libcurl adds two header fields by default.
  bool has_lines = curl_add_line(&exchange->lines, "Accept:") &&
                   curl_add_line(&exchange->lines, "Content-Type:");
  for (; has_lines && *lines != NULL; lines++) {
    has_lines = curl_add_line(&exchange->lines, *lines);
  }
  code |= curl.easy_setopt(exchange->easy, option_headers, exchange->lines);
  code |= curl.easy_setopt(exchange->easy, option_post_size, (long)strlen(body));
  code |= curl.easy_setopt(exchange->easy, option_post_fields, body);
  return has_lines && code == 0;
}

bool ch2_start(ch2_connection *connection, size_t place, const char *path,
               const char *const *lines, const char *body) {
  exchange *exchange = &connection->exchanges[place];
  exchange->connection = connection;
  if (exchange->easy == NULL) exchange->easy = prepared(connection, exchange);
  if (exchange->easy == NULL) return false;
  exchange->headers.count = exchange->body.count = 0;
  exchange->was_sent = exchange->is_cut = false;
  if (!set_request(exchange, path, lines, body)) return false;
  exchange->is_open = curl.multi_add_handle(connection->multi, exchange->easy) == 0;
  return exchange->is_open;
}

bool ch2_was_sent(const ch2_connection *connection, size_t place) {
  return connection->exchanges[place].was_sent;
}

long ch2_go_away(const ch2_connection *connection) { return connection->go_away; }

void ch2_stop(ch2_connection *connection, size_t place) {
  exchange *exchange = &connection->exchanges[place];
  if (exchange->is_open) curl.multi_remove_handle(connection->multi, exchange->easy);
  exchange->is_open = false;
}

void ch2_enter(void) { curl_block_broken_pipes(); }

void ch2_perform(ch2_connection *connection) {
  int running = 0;
  curl.multi_perform(connection->multi, &running);
}

void ch2_wait(ch2_connection *connection, int milliseconds) {
  int count = 0;
  curl.multi_poll(connection->multi, NULL, 0, milliseconds, &count);
}

void ch2_wake(ch2_connection *connection) { curl.multi_wakeup(connection->multi); }

bool ch2_next_end(ch2_connection *connection, ch2_end *end) {
  int left = 0;
  curl_message *message = curl.multi_info_read(connection->multi, &left);
  while (message != NULL && message->kind != curl_message_done) {
    message = curl.multi_info_read(connection->multi, &left);
  }
  if (message == NULL) return false;
  // Removing the handle frees the message.
  int code = message->data.code;
  exchange *exchange = NULL;
  curl.easy_getinfo(message->easy, info_private, &exchange);
  long version = 0;
  *end = (ch2_end){
      .place = (size_t)(exchange - connection->exchanges),
      .code = code,
      .is_cut = exchange->is_cut,
      .is_alone = exchange->is_cut || code == code_stream,
      // If a request was not processed, libcurl either cannot open another connection for it or
      // reports an error of HTTP/2.
      .was_refused = connection->go_away >= 0 && (code == code_not_connected || code == code_session),
      .headers = exchange->headers.bytes,
      .body = exchange->body.bytes,
      .header_count = exchange->headers.count,
      .body_count = exchange->body.count,
  };
  curl.easy_getinfo(exchange->easy, info_status, &end->status);
  curl.easy_getinfo(exchange->easy, info_http_version, &version);
  end->is_foreign = connection->is_foreign || (version != 0 && version != curl_http_2);
  ch2_stop(connection, end->place);
  return true;
}

void ch2_free(ch2_connection *connection) {
  if (connection == NULL) return;
  for (size_t place = 0; connection->exchanges != NULL && place < connection->capacity; place++) {
    exchange *exchange = &connection->exchanges[place];
    ch2_stop(connection, place);
    if (exchange->easy != NULL) curl.easy_cleanup(exchange->easy);
    if (exchange->lines != NULL) curl.slist_free_all(exchange->lines);
    free(exchange->headers.bytes);
    free(exchange->body.bytes);
  }
  if (connection->multi != NULL) curl.multi_cleanup(connection->multi);
  free(connection->exchanges);
  free(connection->origin);
  free(connection->roots);
  free(connection);
}
