#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// The part of libcurl that this target uses; the library is loaded on first use. The numbers are
// from <curl/curl.h>; libcurl promises never to change them.

enum curl_option {
  option_write_data = 10001,
  option_url = 10002,
  option_proxy = 10004,
  option_error_buffer = 10010,
  option_post_fields = 10015,
  option_user_agent = 10018,
  option_headers = 10023,
  option_header_data = 10029,
  option_tls_version = 32,
  option_method = 10036,
  option_is_verbose = 41,
  option_hides_progress = 43,
  option_progress_data = 10057,
  option_post_size = 60,
  option_http_version = 84,
  option_name_cache_seconds = 92,
  option_debug_data = 10095,
  option_buffer_size = 98,
  option_no_signal = 99,
  option_accept_encoding = 10102,
  option_private = 10103,
  option_timeout = 155,
  option_connect_timeout = 156,
  option_socket_data = 10164,
  option_copied_post = 10165,
  option_protocols = 181,
  option_keeps_alive = 213,
  option_pipe_wait = 237,
  option_hides_proxy_headers = 265,
  option_longest_rest = 288,
  option_protocols_text = 10318,
  option_write_function = 20011,
  option_header_function = 20079,
  option_debug_function = 20094,
  option_socket_function = 20163,
  option_progress_function = 20219,
  option_roots = 40309,
};
enum curl_multi_option {
  multi_pipelining = 3,
  multi_max_kept = 6,
  multi_max_of_host = 7,
  multi_max_streams = 16,
};
enum curl_info {
  info_private = 0x100015,
  info_status = 0x200002,
  info_http_version = 0x20002E,
};
enum { curl_global_all = 3, curl_message_done = 1, curl_tls_1_2 = 6 };
enum { curl_protocol_https = 2, curl_protocols_web = 3 };
enum { curl_http_2 = 3, curl_http_2_with_tls = 4, curl_multiplex = 2, curl_has_http_2 = 1 << 16 };
enum { curl_debug_text = 0, curl_debug_header_out = 2 };
enum curl_code {
  code_not_connected = 7,
  code_session = 16,
  code_write = 23,
  code_no_memory = 27,
  code_stream = 92,
  code_too_large = 100,
};

typedef struct {
  int kind;
  void *easy;
  union {
    void *pointer;
    int code;
  } data;
} curl_message;

// The argument of the socket function: struct curl_sockaddr.
typedef struct {
  int family, kind, protocol;
  unsigned int length;
  struct sockaddr address;
} curl_target;

// struct curl_blob
typedef struct {
  const void *bytes;
  size_t count;
  unsigned int is_copied;
} curl_bytes;

// The beginning of struct curl_version_info_data.
typedef struct {
  int age;
  const char *version;
  unsigned int number;
  const char *host;
  int features;
} curl_version;

struct curl_functions {
  int (*global_init)(long);
  const curl_version *(*version_info)(int);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void (*easy_cleanup)(void *);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned, int, int *);
  int (*multi_wakeup)(void *);
  curl_message *(*multi_info_read)(void *, int *);
  const char *(*multi_strerror)(int);
  int (*multi_cleanup)(void *);
};

extern struct curl_functions curl;

// Received bytes; the memory grows as needed.
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} curl_buffer;

// Appends bytes; false if memory runs out.
bool curl_append(curl_buffer *buffer, const char *bytes, size_t count);

// Adds a line to a libcurl list, which is NULL at first; false if memory runs out.
bool curl_add_line(void **lines, const char *line);

// Whether bytes begin with a text.
bool curl_begins_with(const char *bytes, size_t count, const char *text);

// Whether a line of a response is its status line, and therefore the first one. Earlier responses,
// such as 100 and 103, also have a status line.
bool curl_is_status_line(const char *bytes, size_t count);

// Opens a socket that programs started by this process do not inherit; returns -1 and sets errno on
// failure.
int curl_open_socket(const curl_target *target);

// Allows https for a request, and also http unless `is_secure`.
int curl_set_protocols(void *easy, bool is_secure);

// Blocks SIGPIPE in the calling thread permanently: a connection that is closed during a write must
// not end the program, and unblocking the signal would deliver it.
void curl_block_broken_pipes(void);

#endif
