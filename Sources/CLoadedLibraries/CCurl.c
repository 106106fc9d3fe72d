#include "CCurl.h"
#include "CLibraryLoading.h"
#include "CWebFetch.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct curl_functions curl;

static const clib_symbol symbols[] = {
    {"curl_global_init", (void **)&curl.global_init},
    {"curl_version_info", (void **)&curl.version_info},
    {"curl_easy_init", (void **)&curl.easy_init},
    {"curl_easy_setopt", (void **)&curl.easy_setopt},
    {"curl_easy_getinfo", (void **)&curl.easy_getinfo},
    {"curl_easy_strerror", (void **)&curl.easy_strerror},
    {"curl_easy_cleanup", (void **)&curl.easy_cleanup},
    {"curl_slist_append", (void **)&curl.slist_append},
    {"curl_slist_free_all", (void **)&curl.slist_free_all},
    {"curl_multi_init", (void **)&curl.multi_init},
    {"curl_multi_setopt", (void **)&curl.multi_setopt},
    {"curl_multi_add_handle", (void **)&curl.multi_add_handle},
    {"curl_multi_remove_handle", (void **)&curl.multi_remove_handle},
    {"curl_multi_perform", (void **)&curl.multi_perform},
    {"curl_multi_poll", (void **)&curl.multi_poll},
    {"curl_multi_wakeup", (void **)&curl.multi_wakeup},
    {"curl_multi_info_read", (void **)&curl.multi_info_read},
    {"curl_multi_strerror", (void **)&curl.multi_strerror},
    {"curl_multi_cleanup", (void **)&curl.multi_cleanup},
};

static int start(void) { return curl.global_init(curl_global_all); }

static clib_library library = {
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .start = start,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

const char *const *cweb_libraries(void) {
  static const char *const names[] = {
      "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4", "/usr/lib/libcurl.4.dylib", NULL,
  };
  return names;
}

const char *cweb_load(const char *const *names) {
  switch (clib_load(&library, names != NULL ? names : cweb_libraries())) {
    case clib_missing: return "libcurl is not installed";
    case clib_lacks_symbol: return "libcurl is older than " CWEB_OLDEST_LIBCURL;
    case clib_not_started: return "libcurl does not start";
    case clib_ready: return NULL;
  }
  return NULL;
}

cweb_cause cweb_cause_of(int code) {
  switch (code) {
    case 5: case 6: return cweb_no_host;
    case code_not_connected: return cweb_not_accepted;
    case 18: case 55: case 56: return cweb_lost;
    case 1: case 8: case 52: return cweb_not_http;
    case 28: return cweb_late;
    case 35: case 51: case 58: case 59: case 60: case 64: case 66: case 77: case 80: case 83:
    case 90: case 91:
      return cweb_not_secure;
    default: return cweb_other;
  }
}

bool curl_append(curl_buffer *buffer, const char *bytes, size_t count) {
  if (count > buffer->capacity - buffer->count) {
    size_t capacity = buffer->capacity * 2 > 512 ? buffer->capacity * 2 : 512;
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

bool curl_add_line(void **lines, const char *line) {
  void *longer = curl.slist_append(*lines, line);
  if (longer == NULL) return false;
  *lines = longer;
  return true;
}

bool curl_begins_with(const char *bytes, size_t count, const char *text) {
  size_t length = strlen(text);
  return count >= length && memcmp(bytes, text, length) == 0;
}

bool curl_is_status_line(const char *bytes, size_t count) {
  return curl_begins_with(bytes, count, "HTTP/");
}

int curl_open_socket(const curl_target *target) {
  int opened = socket(target->family, target->kind, target->protocol);
  if (opened >= 0) fcntl(opened, F_SETFD, FD_CLOEXEC);
  return opened;
}

int curl_set_protocols(void *easy, bool is_secure) {
  if (curl.easy_setopt(easy, option_protocols_text, is_secure ? "https" : "http,https") == 0) return 0;
  // Versions of libcurl before 7.85 have only the mask option, which has the same effect.
  long mask = is_secure ? curl_protocol_https : curl_protocols_web;
  return curl.easy_setopt(easy, option_protocols, mask);
}

void curl_block_broken_pipes(void) {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, NULL);
}
