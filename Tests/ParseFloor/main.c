// The time that json-c alone needs for the lines of a file, with the system's `malloc`: the
// baseline of a benchmark.
//
// With a second argument, the file is one document. Prints the processor time and the elapsed time
// in seconds, and the number of rejected texts.

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Parses each line, or the whole text, with one tokener; returns the number of rejected texts.
static size_t parse(const char *text, size_t count, int isWhole) {
  struct json_tokener *tokener = json_tokener_new();
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
  size_t refused = 0;
  const char *end = text + count;
  for (const char *line = text, *feed; line < end; line = feed + 1) {
    feed = isWhole ? end : memchr(line, '\n', (size_t)(end - line));
    if (feed == NULL) break;
    json_tokener_reset(tokener);
    struct json_object *object = json_tokener_parse_ex(tokener, line, (int)(feed - line));
    if (object == NULL) refused++;
    json_object_put(object);
  }
  json_tokener_free(tokener);
  return refused;
}

int main(int count, char **arguments) {
  FILE *file = count >= 2 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) return 2;
  long size = ftell(file);
  rewind(file);
  char *text = size > 0 ? malloc((size_t)size) : NULL;
  if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size) return 2;
  fclose(file);
  double processor = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
  size_t refused = parse(text, (size_t)size, count > 2);
  processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
  printf("%.6f %.6f %zu\n", processor, seconds(CLOCK_MONOTONIC) - wall, refused);
  free(text);
  return 0;
}
