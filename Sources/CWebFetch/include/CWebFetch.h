#ifndef CWEBFETCH_H
#define CWEBFETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One request over libcurl, which is loaded when the first one is made: a program that fetches nothing
// neither needs the library nor waits for it.

/// Loads the library by the first of the names that can be loaded, once; NULL-terminated. The library
/// that is loaded counts as installed where one of the names is its own.
///
/// Returns NULL, or why it cannot be used.
const char *cweb_load(const char *const *names);

/// A request for one document. Redirects are answers and not followed; nothing is stored.
typedef struct cweb_request cweb_request;

/// A request that wants so many bytes of a body and waits so long; NULL without memory.
///
/// The library has to be loaded.
cweb_request *cweb_make(const char *url, size_t limit, long milliseconds);

/// Adds a header as curl takes it: `Name: value`, or `Name;` for one without a value.
bool cweb_add_header(cweb_request *request, const char *line);

/// Makes the request a POST of some bytes, which are copied.
bool cweb_set_body(cweb_request *request, const uint8_t *bytes, size_t count);

/// Refuses to connect to any address that is not of the public internet, whatever name it has, and goes
/// through no proxy.
bool cweb_refuse_private(cweb_request *request);

/// Whether an address was refused because it is not of the public internet.
bool cweb_was_private(const cweb_request *request);

enum { cweb_done = 0, cweb_failed = 1, cweb_cancelled = 2 };

/// Sends the request and waits for the answer. To be called once, on a thread that does nothing else
/// afterwards: it blocks SIGPIPE there.
int cweb_perform(cweb_request *request);

/// Ends cweb_perform at once, before, while or after it runs; from any thread.
void cweb_cancel(cweb_request *request);

/// Why it failed, in English.
const char *cweb_problem(const cweb_request *request);

/// The number that the library has for why the transfer failed; 0 where it never began.
int cweb_code(const cweb_request *request);

/// Whether the transfer failed because the headers of the answer are longer than is taken.
bool cweb_headers_are_cut(const cweb_request *request);

long cweb_status(const cweb_request *request);

/// The body, decoded; cut after one byte more than was wanted.
const uint8_t *cweb_body(const cweb_request *request, size_t *count);

/// The header lines of the last answer without its status line, each with its line end.
const uint8_t *cweb_headers(const cweb_request *request, size_t *count);

void cweb_free(cweb_request *request);

#endif
