#include "CWebFetch.h"
#include "CCurl.h"

#include <netinet/in.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { poll_milliseconds = 1000, problem_limit = 256 };

// MARK: Received bytes

struct cweb_request {
  void *easy, *multi, *lines;
  size_t limit;
  curl_buffer body, headers;
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
  if (!curl_append(&request->body, bytes, count < left ? count : left)) return 0;
  request->is_cut = request->body.count > request->limit;
  return request->is_cut ? 0 : count;
}

static size_t take_header(char *bytes, size_t size, size_t number, void *context) {
  cweb_request *request = context;
  size_t count = size * number;
  if (curl_is_status_line(bytes, count)) {
    request->headers.count = 0;
    return count;
  }
  // Lines after the body are trailers, not headers.
  if (request->body.count > 0) return count;
  request->are_headers_cut = request->headers.count + count > cweb_headers_limit;
  if (request->are_headers_cut) return 0;
  return curl_append(&request->headers, bytes, count) ? count : 0;
}

// MARK: A request

static bool prepare(cweb_request *request, const char *url, long milliseconds) {
  void *easy = request->easy;
  int code = curl.easy_setopt(easy, option_url, url);
  code |= curl_set_protocols(easy, false);
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
  return curl_add_line(&request->lines, line);
}

bool cweb_set_body(cweb_request *request, const uint8_t *bytes, size_t count) {
  if (count > INT32_MAX) return false;
  int code = curl.easy_setopt(request->easy, option_post_size, (long)count);
  code |= curl.easy_setopt(request->easy, option_copied_post, (const char *)bytes);
  return code == 0;
}

bool cweb_set_method(cweb_request *request, const char *method) {
  return curl.easy_setopt(request->easy, option_method, method) == 0;
}

// MARK: Addresses

// The blocks that are not globally reachable, according to IANA's registries of special-purpose
// addresses, and the multicast block (RFC 6890, RFC 5771).
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
  // 2002::/16 embeds an IPv4 address; 2001:db8::/32 is reserved for documentation.
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

// The name is already resolved, so the connection uses the checked address.
static int open_socket(void *context, int purpose, curl_target *target) {
  (void)purpose;
  cweb_request *request = context;
  if (!is_public(&target->address)) {
    request->was_private = true;
    return -1;
  }
  return curl_open_socket(target);
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
  curl_message *end = curl.multi_info_read(request->multi, &count);
  if (end == NULL || end->kind != curl_message_done) return fail(request, "the transfer has no end");
  int code = end->data.code;
  curl.easy_getinfo(request->easy, info_status, &request->status);
  if (code == 0 || (code == code_write && request->is_cut)) return cweb_done;
  request->code = code;
  // If a header is too long, libcurl reports that memory ran out or, in newer versions, that
  // something is too large.
  bool is_in_headers = request->status != 0 && request->body.count == 0;
  if (is_in_headers && (code == code_no_memory || code == code_too_large)) {
    request->are_headers_cut = true;
  }
  return fail(request, curl.easy_strerror(code));
}

int cweb_perform(cweb_request *request) {
  curl_block_broken_pipes();
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
