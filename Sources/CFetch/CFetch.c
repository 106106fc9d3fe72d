#include "CFetch.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The parts of libcurl's interface that are used; the numbers are part of its ABI (curl/curl.h).
enum {
  OPT_WRITEDATA = 10001,
  OPT_URL = 10002,
  OPT_ERRORBUFFER = 10010,
  OPT_HTTPHEADER = 10023,
  OPT_HEADERDATA = 10029,
  OPT_XFERINFODATA = 10057,
  OPT_ACCEPT_ENCODING = 10102,
  OPT_WRITEFUNCTION = 20011,
  OPT_HEADERFUNCTION = 20079,
  OPT_XFERINFOFUNCTION = 20219,
  OPT_NOPROGRESS = 43,
  OPT_FOLLOWLOCATION = 52,
  OPT_MAXREDIRS = 68,
  OPT_NOSIGNAL = 99,
  OPT_TIMEOUT_MS = 155,
  OPT_PROTOCOLS = 181,
  OPT_REDIR_PROTOCOLS = 182,
  INFO_RESPONSE_CODE = 0x200002,
  GLOBAL_ALL = 3,
  HTTP_AND_HTTPS = 3,
};

static struct {
  void *(*init)(void);
  void (*cleanup)(void *);
  int (*setopt)(void *, int, ...);
  int (*perform)(void *);
  int (*getinfo)(void *, int, ...);
  const char *(*strerror)(int);
  void *(*append)(void *, const char *);
  void (*free_all)(void *);
} curl;

static int is_loaded = 0;

static void load(void) {
  const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so", "libcurl.4.dylib"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  int (*global)(long) = (int (*)(long))dlsym(library, "curl_global_init");
  curl.init = (void *(*)(void))dlsym(library, "curl_easy_init");
  curl.cleanup = (void (*)(void *))dlsym(library, "curl_easy_cleanup");
  curl.setopt = (int (*)(void *, int, ...))dlsym(library, "curl_easy_setopt");
  curl.perform = (int (*)(void *))dlsym(library, "curl_easy_perform");
  curl.getinfo = (int (*)(void *, int, ...))dlsym(library, "curl_easy_getinfo");
  curl.strerror = (const char *(*)(int))dlsym(library, "curl_easy_strerror");
  curl.append = (void *(*)(void *, const char *))dlsym(library, "curl_slist_append");
  curl.free_all = (void (*)(void *))dlsym(library, "curl_slist_free_all");
  is_loaded = global != NULL && curl.init != NULL && curl.cleanup != NULL && curl.setopt != NULL &&
              curl.perform != NULL && curl.getinfo != NULL && curl.strerror != NULL &&
              curl.append != NULL && curl.free_all != NULL && global(GLOBAL_ALL) == 0;
}

typedef struct {
  cfetch_result *result;
  size_t limit;
  int is_full;
  cfetch_cancelled is_cancelled;
  void *context;
} transfer;

enum { MOST_HEADER_BYTES = 1 << 18 };

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  transfer *t = context;
  size_t length = size * count;
  size_t room = t->limit + 1 - t->result->length;
  size_t kept = length < room ? length : room;
  unsigned char *grown = realloc(t->result->body, t->result->length + kept + 1);
  if (grown == NULL) return 0;
  t->result->body = grown;
  memcpy(grown + t->result->length, bytes, kept);
  t->result->length += kept;
  t->is_full = t->result->length > t->limit;
  return t->is_full ? 0 : length;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  transfer *t = context;
  size_t length = size * count;
  // Each response of a chain of redirections begins anew.
  if (length > 5 && memcmp(bytes, "HTTP/", 5) == 0) t->result->headers_length = 0;
  if (t->result->headers_length + length > MOST_HEADER_BYTES) return 0;
  char *grown = realloc(t->result->headers, t->result->headers_length + length + 1);
  if (grown == NULL) return 0;
  t->result->headers = grown;
  memcpy(grown + t->result->headers_length, bytes, length);
  t->result->headers_length += length;
  return length;
}

static int progress(void *context, long long a, long long b, long long c, long long d) {
  (void)a, (void)b, (void)c, (void)d;
  transfer *t = context;
  return t->is_cancelled(t->context);
}

static void *header_list(const char *headers) {
  void *list = NULL;
  char *copy = strdup(headers);
  char *rest = copy;
  for (char *line; copy != NULL && (line = strsep(&rest, "\n")) != NULL;)
    if (*line != 0) list = curl.append(list, line);
  free(copy);
  return list;
}

int cfetch_get(const char *url, const char *headers, long timeout_milliseconds, size_t limit,
               cfetch_cancelled is_cancelled, void *context, cfetch_result *result) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  memset(result, 0, sizeof *result);
  pthread_once(&once, load);
  void *handle = is_loaded ? curl.init() : NULL;
  if (handle == NULL) {
    snprintf(result->error, sizeof result->error, "libcurl is not installed");
    return 1;
  }
  transfer t = {result, limit, 0, is_cancelled, context};
  void *list = header_list(headers);
  curl.setopt(handle, OPT_URL, url);
  curl.setopt(handle, OPT_HTTPHEADER, list);
  curl.setopt(handle, OPT_ERRORBUFFER, result->error);
  curl.setopt(handle, OPT_WRITEFUNCTION, take_body);
  curl.setopt(handle, OPT_WRITEDATA, &t);
  curl.setopt(handle, OPT_HEADERFUNCTION, take_header);
  curl.setopt(handle, OPT_HEADERDATA, &t);
  curl.setopt(handle, OPT_XFERINFOFUNCTION, progress);
  curl.setopt(handle, OPT_XFERINFODATA, &t);
  curl.setopt(handle, OPT_ACCEPT_ENCODING, "");
  curl.setopt(handle, OPT_NOPROGRESS, 0L);
  curl.setopt(handle, OPT_NOSIGNAL, 1L);
  curl.setopt(handle, OPT_FOLLOWLOCATION, 1L);
  curl.setopt(handle, OPT_MAXREDIRS, 16L);
  curl.setopt(handle, OPT_PROTOCOLS, (long)HTTP_AND_HTTPS);
  curl.setopt(handle, OPT_REDIR_PROTOCOLS, (long)HTTP_AND_HTTPS);
  curl.setopt(handle, OPT_TIMEOUT_MS, timeout_milliseconds);
  int code = curl.perform(handle);
  curl.getinfo(handle, INFO_RESPONSE_CODE, &result->status);
  if (code != 0 && result->error[0] == 0)
    snprintf(result->error, sizeof result->error, "%s", curl.strerror(code));
  curl.cleanup(handle);
  curl.free_all(list);
  return code == 0 || t.is_full ? 0 : 1;
}

void cfetch_free(cfetch_result *result) {
  free(result->body);
  free(result->headers);
  result->body = NULL;
  result->headers = NULL;
}
