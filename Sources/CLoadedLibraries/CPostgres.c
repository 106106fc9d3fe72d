#include "CPostgres.h"
#include "CLibraryLoading.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MARK: The library

// The numbers are from <libpq-fe.h>; libpq does not change them under the same soname.
enum { connection_ok = 0 };
enum { status_command = 1, status_tuples = 2, status_sync = 10, status_aborted = 11 };
enum { field_state = 'C', field_message = 'M' };

static struct {
  void *(*connect)(const char *const *, const char *const *, int);
  int (*status)(const void *);
  char *(*error_message)(const void *);
  int (*server_version)(const void *);
  int (*socket)(const void *);
  int (*set_nonblocking)(void *, int);
  void *(*set_notice_processor)(void *, void (*)(void *, const char *), void *);
  int (*send_query)(void *, const char *);
  int (*send_query_params)(void *, const char *, int, const unsigned *, const char *const *,
                           const int *, const int *, int);
  int (*send_prepare)(void *, const char *, const char *, int, const unsigned *);
  int (*send_query_prepared)(void *, const char *, int, const char *const *, const int *,
                             const int *, int);
  int (*flush)(void *);
  int (*consume_input)(void *);
  int (*is_busy)(void *);
  void *(*get_result)(void *);
  int (*result_status)(const void *);
  char *(*result_field)(const void *, int);
  int (*rows)(const void *);
  int (*columns)(const void *);
  int (*is_null)(const void *, int, int);
  char *(*value)(const void *, int, int);
  void (*clear)(void *);
  void (*finish)(void *);
} pq;

static const clib_symbol symbols[] = {
    {"PQconnectdbParams", (void **)&pq.connect},
    {"PQstatus", (void **)&pq.status},
    {"PQerrorMessage", (void **)&pq.error_message},
    {"PQserverVersion", (void **)&pq.server_version},
    {"PQsocket", (void **)&pq.socket},
    {"PQsetnonblocking", (void **)&pq.set_nonblocking},
    {"PQsetNoticeProcessor", (void **)&pq.set_notice_processor},
    {"PQsendQuery", (void **)&pq.send_query},
    {"PQsendQueryParams", (void **)&pq.send_query_params},
    {"PQsendPrepare", (void **)&pq.send_prepare},
    {"PQsendQueryPrepared", (void **)&pq.send_query_prepared},
    {"PQflush", (void **)&pq.flush},
    {"PQconsumeInput", (void **)&pq.consume_input},
    {"PQisBusy", (void **)&pq.is_busy},
    {"PQgetResult", (void **)&pq.get_result},
    {"PQresultStatus", (void **)&pq.result_status},
    {"PQresultErrorField", (void **)&pq.result_field},
    {"PQntuples", (void **)&pq.rows},
    {"PQnfields", (void **)&pq.columns},
    {"PQgetisnull", (void **)&pq.is_null},
    {"PQgetvalue", (void **)&pq.value},
    {"PQclear", (void **)&pq.clear},
    {"PQfinish", (void **)&pq.finish},
};

static clib_library library = {
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

// Functions that older versions of libpq lack; see cpg_has_pipeline.
static struct {
  int (*enter)(void *);
  int (*exit)(void *);
  int (*sync)(void *);
} pipeline;

static const clib_symbol pipeline_symbols[] = {
    {"PQenterPipelineMode", (void **)&pipeline.enter},
    {"PQexitPipelineMode", (void **)&pipeline.exit},
    {"PQpipelineSync", (void **)&pipeline.sync},
};

static clib_library pipeline_library = {
    .symbols = pipeline_symbols,
    .count = sizeof pipeline_symbols / sizeof *pipeline_symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

const char *cpg_load(const char *const *names) {
  switch (clib_load(&library, names)) {
    case clib_missing: return "libpq is not installed";
    case clib_lacks_symbol: return "the library is not libpq";
    case clib_not_started:
    case clib_ready: break;
  }
  clib_load(&pipeline_library, names);
  return NULL;
}

// MARK: A connection

struct cpg_connection {
  void *connection;
  bool is_broken, timed_out;
};

// By default, libpq writes notices to standard error, where they would cover the form.
static void ignore(void *context, const char *text) {
  (void)context;
  (void)text;
}

cpg_connection *cpg_connect(const char *const *keywords, const char *const *values) {
  cpg_connection *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->connection = pq.connect(keywords, values, 1);
  if (made->connection == NULL) {
    free(made);
    return NULL;
  }
  pq.set_notice_processor(made->connection, ignore, NULL);
  made->is_broken =
      pq.status(made->connection) != connection_ok || pq.set_nonblocking(made->connection, 1) != 0;
  return made;
}

bool cpg_is_usable(const cpg_connection *connection) {
  return !connection->is_broken && pq.status(connection->connection) == connection_ok;
}

const char *cpg_problem(const cpg_connection *connection) {
  return pq.error_message(connection->connection);
}

int cpg_server_version(const cpg_connection *connection) {
  return pq.server_version(connection->connection);
}

bool cpg_timed_out(const cpg_connection *connection) { return connection->timed_out; }

// MARK: A statement

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (long long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until the connection is readable or, if requested, writable.
static bool await_socket(cpg_connection *connection, bool is_writing, long long end) {
  struct pollfd wanted = {pq.socket(connection->connection), POLLIN, 0};
  if (is_writing) wanted.events |= POLLOUT;
  for (;;) {
    long long left = end - now();
    if (left <= 0) {
      connection->timed_out = true;
      return false;
    }
    int count = poll(&wanted, 1, left < 1000000 ? (int)left : 1000000);
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
}

// Sends all pending data and reads in the meantime; otherwise both sides could wait for each other.
static bool flush(cpg_connection *connection, long long end) {
  int left;
  while ((left = pq.flush(connection->connection)) > 0) {
    if (!await_socket(connection, true, end)) return false;
    if (!pq.consume_input(connection->connection)) return false;
  }
  return left == 0;
}

// Waits for the next result, which is NULL at the end of a statement.
static bool next_result(cpg_connection *connection, void **result, long long end) {
  while (pq.is_busy(connection->connection)) {
    if (!await_socket(connection, false, end)) return false;
    if (!pq.consume_input(connection->connection)) return false;
  }
  *result = pq.get_result(connection->connection);
  return true;
}

static bool is_good(const void *result) {
  int status = pq.result_status(result);
  return status == status_command || status == status_tuples;
}

static bool collect(cpg_connection *connection, void **last, long long end) {
  for (;;) {
    void *result;
    if (!next_result(connection, &result, end)) return false;
    if (result == NULL) return true;
    if (*last != NULL && !is_good(*last)) {
      pq.clear(result);
      continue;
    }
    if (*last != NULL) pq.clear(*last);
    *last = result;
  }
}

// The last result, a PGresult of libpq; NULL if the connection broke.
static cpg_result *finish(cpg_connection *connection, bool is_done, void *last) {
  if (!is_done) connection->is_broken = true;
  // A server that shuts down reports an SQLSTATE in a last result; without a last result, the
  // connection broke.
  bool has_state = last != NULL && pq.result_field(last, field_state) != NULL;
  if ((!is_done && !has_state) || last == NULL || (!is_good(last) && !has_state)) {
    if (last != NULL) pq.clear(last);
    connection->is_broken = true;
    return NULL;
  }
  return last;
}

static int send_statement(void *inner, const char *name, const char *sql, int count,
                const char *const *values) {
  return name == NULL ? pq.send_query_params(inner, sql, count, NULL, values, NULL, NULL, 0)
                      : pq.send_query_prepared(inner, name, count, values, NULL, NULL, 0);
}

// Waits for the result of a statement that was sent on its own.
static cpg_result *result_of(cpg_connection *connection, int is_sent, int milliseconds) {
  void *last = NULL;
  long long end = now() + milliseconds;
  bool is_done = is_sent && flush(connection, end) && collect(connection, &last, end);
  return finish(connection, is_done, last);
}

cpg_result *cpg_run(cpg_connection *connection, const char *name, const char *sql, int count,
                    const char *const *values, int milliseconds) {
  void *inner = connection->connection;
  connection->timed_out = false;
  if (!cpg_is_usable(connection)) return NULL;
  int is_sent = values == NULL ? pq.send_query(inner, sql)
                               : send_statement(inner, name, sql, count, values);
  return result_of(connection, is_sent, milliseconds);
}

cpg_result *cpg_prepare(cpg_connection *connection, const char *name, const char *sql,
                        int milliseconds) {
  connection->timed_out = false;
  if (!cpg_is_usable(connection)) return NULL;
  int is_sent = pq.send_prepare(connection->connection, name, sql, 0, NULL);
  return result_of(connection, is_sent, milliseconds);
}

// Reads the results of several statements up to the end of the pipeline. `kept` becomes the first
// failure, or else the result of the wanted statement; `early` becomes the result of the statement
// before the wanted one.
static bool collect_all(cpg_connection *connection, int count, int wanted, void **early,
                        void **kept, long long end) {
  int place = 0;
  while (place < count) {
    void *result;
    if (!next_result(connection, &result, end)) return false;
    if (result == NULL) {
      if (pq.status(connection->connection) != connection_ok) return false;
      place++;
      continue;
    }
    int status = pq.result_status(result);
    bool has_failed = *kept != NULL && !is_good(*kept);
    if (status == status_sync) {
      pq.clear(result);
      return true;
    }
    if (has_failed || status == status_aborted) {
      pq.clear(result);
    } else if (!is_good(result) || place == wanted) {
      if (*kept != NULL) pq.clear(*kept);
      *kept = result;
    } else if (place == wanted - 1 && *early == NULL) {
      *early = result;
    } else {
      pq.clear(result);
    }
  }
  // The last NULL ended the last statement; the end of the pipeline follows.
  void *result;
  if (!next_result(connection, &result, end)) return false;
  bool is_end = result != NULL && pq.result_status(result) == status_sync;
  if (result != NULL) pq.clear(result);
  return is_end;
}

bool cpg_has_pipeline(void) { return pipeline_library.is_loaded; }

cpg_result *cpg_run_between(cpg_connection *connection, int count, const char *const *first,
                            const char *const *names, cpg_result **early, const char *name,
                            const char *sql, int value_count, const char *const *values,
                            const char *last, int milliseconds) {
  void *inner = connection->connection, *kept = NULL, *before = NULL;
  *early = NULL;
  connection->timed_out = false;
  if (!cpg_is_usable(connection)) return NULL;
  bool is_sent = pipeline.enter(inner);
  for (int i = 0; i < count && is_sent; i++)
    is_sent = send_statement(inner, names[i], first[i], 0, NULL);
  is_sent = is_sent && send_statement(inner, name, sql, value_count, values);
  if (last != NULL) is_sent = is_sent && send_statement(inner, NULL, last, 0, NULL);
  is_sent = is_sent && pipeline.sync(inner);
  int all = count + (last == NULL ? 1 : 2);
  long long end = now() + milliseconds;
  bool is_done = is_sent && flush(connection, end) &&
                 collect_all(connection, all, count, &before, &kept, end) && pipeline.exit(inner);
  cpg_result *result = finish(connection, is_done, kept);
  if (result != NULL) {
    *early = before;
  } else if (before != NULL) {
    pq.clear(before);
  }
  return result;
}

const char *cpg_state(const cpg_result *result) {
  return is_good(result) ? NULL : pq.result_field(result, field_state);
}

const char *cpg_refusal(const cpg_result *result) {
  const char *message = pq.result_field(result, field_message);
  return message != NULL ? message : "";
}

int cpg_rows(const cpg_result *result) { return pq.rows(result); }

int cpg_columns(const cpg_result *result) { return pq.columns(result); }

const char *cpg_value(const cpg_result *result, int row, int column) {
  return pq.is_null(result, row, column) ? NULL : pq.value(result, row, column);
}

void cpg_free(cpg_result *result) {
  if (result != NULL) pq.clear(result);
}

void cpg_close(cpg_connection *connection) {
  if (connection == NULL) return;
  pq.finish(connection->connection);
  free(connection);
}
