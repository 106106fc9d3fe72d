// Fetching over HTTP with libcurl, which is loaded when the first document is fetched.
//
// A program that never fetches anything pays nothing for it: libcurl brings some thirty libraries.
#ifndef CFETCH_H
#define CFETCH_H

#include <stddef.h>

typedef struct {
  // The status of the last response; 0 when none came.
  long status;
  unsigned char *body;
  size_t length;
  // The header lines of the last response, as they came.
  char *headers;
  size_t headers_length;
  // Why nothing came, in the words of libcurl.
  char error[256];
} cfetch_result;

// Whether to stop: not 0 stops.
typedef int (*cfetch_cancelled)(void *context);

// Fetches a document; stops once more than `limit` bytes have come, which is no error.
// `headers` holds a header a line. Gives 0 when a response came; the result is freed in any case by
// cfetch_free.
int cfetch_get(const char *url, const char *headers, long timeout_milliseconds, size_t limit,
               cfetch_cancelled is_cancelled, void *context, cfetch_result *result);

void cfetch_free(cfetch_result *result);

#endif
