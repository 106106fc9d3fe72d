#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CWebFetch.h"
#include "CLibraryLoading.h"

#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// MARK: The library

// The numbers are from <curl/curl.h>; libcurl promises never to change them.
enum option {
  option_url = 10002,
  option_user_agent = 10018,
  option_headers = 10023,
  option_error_buffer = 10010,
  option_write_data = 10001,
  option_header_data = 10029,
  option_accept_encoding = 10102,
  option_protocols_text = 10318,
  option_write_function = 20011,
  option_header_function = 20079,
  option_no_signal = 99,
  option_timeout = 155,
  option_protocols = 181,
  option_hides_proxy_headers = 265,
  option_proxy = 10004,
  option_post_size = 60,
  option_copied_post = 10165,
  option_socket_function = 20163,
  option_socket_data = 10164,
};
enum { info_status = 0x200002, global_all = 3, protocols_web = 3, message_done = 1 };
enum { code_write = 23, code_no_memory = 27, code_too_large = 100 };
enum { poll_milliseconds = 1000, headers_limit = 256 * 1024, problem_limit = 256 };

typedef struct {
  int kind;
  void *easy;
  union {
    void *pointer;
    int code;
  } data;
} message;

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void (*easy_cleanup)(void *);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned, int, int *);
  int (*multi_wakeup)(void *);
  message *(*multi_info_read)(void *, int *);
  const char *(*multi_strerror)(int);
  int (*multi_cleanup)(void *);
} curl;

static const clib_symbol symbols[] = {
    {"curl_global_init", (void **)&curl.global_init},
    {"curl_easy_init", (void **)&curl.easy_init},
    {"curl_easy_setopt", (void **)&curl.easy_setopt},
    {"curl_easy_getinfo", (void **)&curl.easy_getinfo},
    {"curl_easy_strerror", (void **)&curl.easy_strerror},
    {"curl_easy_cleanup", (void **)&curl.easy_cleanup},
    {"curl_slist_append", (void **)&curl.slist_append},
    {"curl_slist_free_all", (void **)&curl.slist_free_all},
    {"curl_multi_init", (void **)&curl.multi_init},
    {"curl_multi_add_handle", (void **)&curl.multi_add_handle},
    {"curl_multi_remove_handle", (void **)&curl.multi_remove_handle},
    {"curl_multi_perform", (void **)&curl.multi_perform},
    {"curl_multi_poll", (void **)&curl.multi_poll},
    {"curl_multi_wakeup", (void **)&curl.multi_wakeup},
    {"curl_multi_info_read", (void **)&curl.multi_info_read},
    {"curl_multi_strerror", (void **)&curl.multi_strerror},
    {"curl_multi_cleanup", (void **)&curl.multi_cleanup},
};

static int start(void) { return curl.global_init(global_all); }

static clib_library library = {
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .start = start,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

const char *cweb_load(const char *const *names) {
  switch (clib_load(&library, names)) {
    case clib_missing: return "libcurl is not installed";
    case clib_lacks_symbol: return "libcurl is older than 7.68";
    case clib_not_started: return "libcurl does not start";
    case clib_ready: return NULL;
  }
  return NULL;
}

// MARK: Bytes that come

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} buffer;

static bool append(buffer *buffer, const char *bytes, size_t count) {
  if (count > buffer->capacity - buffer->count) {
    size_t capacity = buffer->capacity * 2 > 4096 ? buffer->capacity * 2 : 4096;
    if (capacity < buffer->count + count) capacity = buffer->count + count;
    uint8_t *larger = realloc(buffer->bytes, capacity);
    if (larger == NULL) return false;
    buffer->bytes = larger;
    buffer->capacity = capacity;
  }
  if (count > 0) memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
  return true;
}

struct cweb_request {
  void *easy, *multi, *lines;
  size_t limit;
  buffer body, headers;
  bool is_cut, are_headers_cut, was_private;
  atomic_bool is_cancelled;
  long status;
  int code;
  char problem[problem_limit];
};

// Returning anything but the number of received bytes ends the transfer.
static size_t take_body(char *bytes, size_t size, size_t number, void *context) {
  cweb_request *request = context;
  size_t count = size * number, left = request->limit + 1 - request->body.count;
  if (!append(&request->body, bytes, count < left ? count : left)) return 0;
  request->is_cut = request->body.count > request->limit;
  return request->is_cut ? 0 : count;
}

static size_t take_header(char *bytes, size_t size, size_t number, void *context) {
  cweb_request *request = context;
  size_t count = size * number;
  // A status line begins a response; the headers of earlier responses, such as 100, do not count.
  if (count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
    request->headers.count = 0;
    return count;
  }
  // Lines after the body are trailers, not headers.
  if (request->body.count > 0) return count;
  request->are_headers_cut = request->headers.count + count > headers_limit;
  if (request->are_headers_cut) return 0;
  return append(&request->headers, bytes, count) ? count : 0;
}

// MARK: A request

static bool prepare(cweb_request *request, const char *url, long milliseconds) {
  void *easy = request->easy;
  int code = curl.easy_setopt(easy, option_url, url);
  // Versions of libcurl before 7.85 only have the mask, which does the same.
  if (curl.easy_setopt(easy, option_protocols_text, "http,https") != 0) {
    code |= curl.easy_setopt(easy, option_protocols, (long)protocols_web);
  }
  code |= curl.easy_setopt(easy, option_user_agent, "widgetconfig");
  code |= curl.easy_setopt(easy, option_error_buffer, request->problem);
  code |= curl.easy_setopt(easy, option_write_function, take_body);
  code |= curl.easy_setopt(easy, option_write_data, request);
  code |= curl.easy_setopt(easy, option_header_function, take_header);
  code |= curl.easy_setopt(easy, option_header_data, request);
  code |= curl.easy_setopt(easy, option_accept_encoding, "");
  code |= curl.easy_setopt(easy, option_hides_proxy_headers, 1L);
  code |= curl.easy_setopt(easy, option_no_signal, 1L);
  code |= curl.easy_setopt(easy, option_timeout, milliseconds);
  return code == 0;
}

cweb_request *cweb_make(const char *url, size_t limit, long milliseconds) {
  cweb_request *request = calloc(1, sizeof *request);
  if (request == NULL) return NULL;
  request->limit = limit < SIZE_MAX ? limit : limit - 1;
  request->easy = curl.easy_init();
  request->multi = curl.multi_init();
  if (request->easy != NULL && request->multi != NULL && prepare(request, url, milliseconds)) {
    return request;
  }
  cweb_free(request);
  return NULL;
}

bool cweb_add_header(cweb_request *request, const char *line) {
  void *lines = curl.slist_append(request->lines, line);
  if (lines == NULL) return false;
  request->lines = lines;
  return true;
}

bool cweb_set_body(cweb_request *request, const uint8_t *bytes, size_t count) {
  if (count > INT32_MAX) return false;
  int code = curl.easy_setopt(request->easy, option_post_size, (long)count);
  code |= curl.easy_setopt(request->easy, option_copied_post, (const char *)bytes);
  return code == 0;
}

// MARK: Addresses

// The blocks that IANA's registries of special-purpose addresses list as not globally reachable,
// and multicast (RFC 6890, RFC 5771).
static bool is_public_4(uint32_t address) {
  static const struct {
    uint32_t start;
    int bits;
  } blocks[] = {
      {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16},
      {0xAC100000, 12}, {0xC0000000, 24}, {0xC0000200, 24}, {0xC0A80000, 16}, {0xC6120000, 15},
      {0xC6336400, 24}, {0xCB007100, 24}, {0xE0000000, 3},
  };
  for (size_t index = 0; index < sizeof blocks / sizeof *blocks; index++) {
    int rest = 32 - blocks[index].bits;
    if (address >> rest == blocks[index].start >> rest) return false;
  }
  return true;
}

static uint32_t last_word(const uint8_t *bytes) {
  return (uint32_t)bytes[12] << 24 | (uint32_t)bytes[13] << 16 | (uint32_t)bytes[14] << 8 | bytes[15];
}

static bool is_public_6(const uint8_t bytes[16]) {
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  static const uint8_t translated[12] = {0, 0x64, 0xFF, 0x9B};
  if (memcmp(bytes, mapped, 12) == 0 || memcmp(bytes, translated, 12) == 0) {
    return is_public_4(last_word(bytes));
  }
  // 2002::/16 embeds an IPv4 address; 2001:db8::/32 is for documentation.
  if (bytes[0] == 0x20 && bytes[1] == 0x02) return false;
  if (bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0D && bytes[3] == 0xB8) return false;
  // Only 2000::/3 is allocated for global unicast.
  return bytes[0] >> 5 == 1;
}

static bool is_public(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    struct sockaddr_in four;
    memcpy(&four, address, sizeof four);
    return is_public_4(ntohl(four.sin_addr.s_addr));
  }
  if (address->sa_family == AF_INET6) {
    struct sockaddr_in6 six;
    memcpy(&six, address, sizeof six);
    return is_public_6(six.sin6_addr.s6_addr);
  }
  return false;
}

// The argument of the socket function: struct curl_sockaddr of <curl/curl.h>.
typedef struct {
  int family, kind, protocol;
  unsigned int length;
  struct sockaddr address;
} target;

// The name has been resolved by now, so the checked address is the one that is connected to.
static int open_socket(void *context, int purpose, target *target) {
  (void)purpose;
  cweb_request *request = context;
  if (!is_public(&target->address)) {
    request->was_private = true;
    return -1;
  }
  return socket(target->family, target->kind, target->protocol);
}

bool cweb_refuse_private(cweb_request *request) {
  int code = curl.easy_setopt(request->easy, option_proxy, "");
  code |= curl.easy_setopt(request->easy, option_socket_function, open_socket);
  code |= curl.easy_setopt(request->easy, option_socket_data, request);
  return code == 0;
}

bool cweb_was_private(const cweb_request *request) { return request->was_private; }

// MARK: The transfer

static int fail(cweb_request *request, const char *problem) {
  if (request->problem[0] == 0) strncpy(request->problem, problem, problem_limit - 1);
  return cweb_failed;
}

static int transfer(cweb_request *request) {
  int running = 1, count = 0;
  while (running) {
    int code = curl.multi_perform(request->multi, &running);
    if (atomic_load(&request->is_cancelled)) return cweb_cancelled;
    if (code == 0 && running) {
      code = curl.multi_poll(request->multi, NULL, 0, poll_milliseconds, &count);
    }
    if (code != 0) return fail(request, curl.multi_strerror(code));
  }
  message *end = curl.multi_info_read(request->multi, &count);
  if (end == NULL || end->kind != message_done) return fail(request, "the transfer has no end");
  int code = end->data.code;
  curl.easy_getinfo(request->easy, info_status, &request->status);
  if (code == 0 || (code == code_write && request->is_cut)) return cweb_done;
  request->code = code;
  // If a header is longer than libcurl accepts, it reports a lack of memory or, in newer versions,
  // that something is too large.
  bool is_in_headers = request->status != 0 && request->body.count == 0;
  if (is_in_headers && (code == code_no_memory || code == code_too_large)) {
    request->are_headers_cut = true;
  }
  return fail(request, curl.easy_strerror(code));
}

int cweb_perform(cweb_request *request) {
  // A connection that is closed during a write must not end the program. The signal stays blocked,
  // because it would be delivered as soon as it is unblocked.
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, NULL);
  int code = curl.easy_setopt(request->easy, option_headers, request->lines);
  int ending = cweb_failed;
  if (code == 0 && curl.multi_add_handle(request->multi, request->easy) == 0) {
    ending = transfer(request);
    curl.multi_remove_handle(request->multi, request->easy);
  } else {
    fail(request, "the request cannot be prepared");
  }
  return ending;
}

void cweb_cancel(cweb_request *request) {
  atomic_store(&request->is_cancelled, true);
  curl.multi_wakeup(request->multi);
}

const char *cweb_problem(const cweb_request *request) { return request->problem; }

bool cweb_headers_are_cut(const cweb_request *request) { return request->are_headers_cut; }

int cweb_code(const cweb_request *request) { return request->code; }

long cweb_status(const cweb_request *request) { return request->status; }

const uint8_t *cweb_body(const cweb_request *request, size_t *count) {
  *count = request->body.count;
  return request->body.bytes;
}

const uint8_t *cweb_headers(const cweb_request *request, size_t *count) {
  *count = request->headers.count;
  return request->headers.bytes;
}

void cweb_free(cweb_request *request) {
  if (request == NULL) return;
  if (request->easy != NULL) curl.easy_cleanup(request->easy);
  if (request->multi != NULL) curl.multi_cleanup(request->multi);
  if (request->lines != NULL) curl.slist_free_all(request->lines);
  free(request->body.bytes);
  free(request->headers.bytes);
  free(request);
}
