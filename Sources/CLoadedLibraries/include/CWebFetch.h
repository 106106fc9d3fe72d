#ifndef CWEBFETCH_H
#define CWEBFETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A single request through libcurl, which is loaded with the first request: a program without web
// sources neither needs libcurl nor waits for it.

/// The oldest version of libcurl that has all functions that this target uses.
#define CWEB_OLDEST_LIBCURL "7.68"

/// The names of libcurl's library on supported systems, most common first, NULL-terminated.
const char *const *cweb_libraries(void);

/// Loads libcurl once, by the first name that can be loaded; the names are NULL-terminated, and
/// NULL stands for `cweb_libraries`. Later calls succeed if one of the names belongs to the loaded
/// library.
///
/// Returns NULL on success, or the reason why libcurl cannot be used.
const char *cweb_load(const char *const *names);

/// The maximum size of the headers of a response, in bytes.
enum { cweb_headers_limit = 256 * 1024 };

/// A request for one document. Redirects are returned, not followed. Nothing is stored.
typedef struct cweb_request cweb_request;

/// Makes a request with a size limit for the body and a timeout; NULL on failure.
///
/// The library must have been loaded.
cweb_request *cweb_make(const char *url, size_t limit, long milliseconds);

/// Adds a header in curl's form: `Name: value`, or `Name;` for a header without a value.
bool cweb_add_header(cweb_request *request, const char *line);

/// Makes the request a POST with a body, which is copied.
bool cweb_set_body(cweb_request *request, const uint8_t *bytes, size_t count);

/// Sets a method other than GET and POST, such as `REPORT`; the name is copied.
bool cweb_set_method(cweb_request *request, const char *method);

/// Refuses to connect to any address that is not public, whatever its name, and does not use a
/// proxy.
bool cweb_refuse_private(cweb_request *request);

/// Whether an address was refused because it is not public.
bool cweb_was_private(const cweb_request *request);

enum { cweb_done = 0, cweb_failed = 1, cweb_cancelled = 2 };

/// Sends the request and waits for the response. Call it once, on a thread that ends afterwards,
/// because SIGPIPE stays blocked in that thread.
int cweb_perform(cweb_request *request);

/// Ends cweb_perform early; may be called before, during or after it, from any thread.
void cweb_cancel(cweb_request *request);

/// The reason for a failure, in English.
const char *cweb_problem(const cweb_request *request);

/// libcurl's code for the failure of the transfer; 0 if the transfer did not begin.
int cweb_code(const cweb_request *request);

/// The cause of a failure.
typedef enum {
  cweb_other,
  cweb_no_host,
  cweb_not_accepted,
  cweb_lost,
  cweb_not_http,
  cweb_late,
  cweb_not_secure,
} cweb_cause;

/// The cause of a failure with a libcurl code, which is the same in all versions of libcurl.
cweb_cause cweb_cause_of(int code);

/// Whether the transfer failed because the headers of the response are too long.
bool cweb_headers_are_cut(const cweb_request *request);

long cweb_status(const cweb_request *request);

/// The decoded body, cut off one byte after the limit.
const uint8_t *cweb_body(const cweb_request *request, size_t *count);

/// The header lines of the last response without its status line, each with its line ending.
const uint8_t *cweb_headers(const cweb_request *request, size_t *count);

void cweb_free(cweb_request *request);

#endif
