#ifndef CHTTP2_H
#define CHTTP2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One HTTP/2 connection over TLS through libcurl, for many concurrent requests. A closed connection
// is not opened again: its requests fail from then on.

/// Loads libcurl as `cweb_load` does. Returns NULL, or the reason why it cannot be used for HTTP/2.
const char *ch2_load(const char *const *names);

/// A connection. Only one thread may use it, except for `ch2_wake`.
typedef struct ch2_connection ch2_connection;

/// Prepares a connection, which is opened when the first request starts; NULL on failure. The
/// library must have been loaded.
///
/// `origin` is the beginning of each address, such as "https://example.org". `roots` are the
/// trusted certificates in PEM; NULL means the certificates of the system. At most `capacity`
/// requests are unfinished at the same time. A response of more than `limit` bytes fails.
ch2_connection *ch2_make(const char *origin, const char *roots, long connect_milliseconds,
                         size_t capacity, size_t limit);

/// Starts a POST. libcurl sends it when the other side allows one more request.
///
/// The slot of the request is less than the capacity and is not used by another unfinished request.
/// The header lines, such as `Name: value`, are an array that ends with NULL. The body must not be
/// changed or freed while the request is unfinished.
bool ch2_start(ch2_connection *connection, size_t place, const char *path,
               const char *const *lines, const char *body);

/// Whether a request has been sent.
bool ch2_was_sent(const ch2_connection *connection, size_t place);

/// The error code of the GOAWAY that the other side has sent; -1 if none is known.
long ch2_go_away(const ch2_connection *connection);

/// Discards a request; its end is not returned.
void ch2_stop(ch2_connection *connection, size_t place);

/// Prepares the calling thread for `ch2_perform`: SIGPIPE stays blocked in it.
void ch2_enter(void);

/// Sends and receives as much as possible without waiting.
void ch2_perform(ch2_connection *connection);

/// Waits until something can be sent or received, `ch2_wake` is called, or the time is over.
void ch2_wait(ch2_connection *connection, int milliseconds);

/// Ends `ch2_wait`, from any thread.
void ch2_wake(ch2_connection *connection);

/// How a request ended. The bytes are valid until the slot of the request is used again.
typedef struct {
  size_t place;
  /// libcurl's code for the failure; 0 for a response.
  int code;
  /// Whether the other side does not speak HTTP/2.
  bool is_foreign;
  /// Whether the response is longer than the limit.
  bool is_cut;
  /// Whether only this request failed, and not the connection.
  bool is_alone;
  /// Whether the other side reported with GOAWAY that it did not process the request.
  bool was_refused;
  long status;
  const uint8_t *headers, *body;
  size_t header_count, body_count;
} ch2_end;

/// Takes the end of a request; false if none has ended.
bool ch2_next_end(ch2_connection *connection, ch2_end *end);

/// Closes the connection.
void ch2_free(ch2_connection *connection);

#endif
