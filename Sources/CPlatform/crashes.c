#include "CHandlerStack.h"
#include "CProcess.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Everything that the handler calls is async-signal-safe, because another thread may hold the lock
// of malloc or of stdio.

#define NAMED(signal) {signal, #signal}

static const struct {
  int number;
  const char *name;
} signals[] = {
    NAMED(SIGILL), NAMED(SIGTRAP), NAMED(SIGABRT), NAMED(SIGBUS),
    NAMED(SIGFPE), NAMED(SIGSEGV), NAMED(SIGSYS),
};
enum { count = sizeof signals / sizeof signals[0] };

static struct sigaction before[count];
static bool as_json;
static char stack[handler_stack_size];

struct line {
  char text[256];
  size_t length;
};

static void add(struct line *line, const char *text) {
  size_t length = strlen(text);
  if (length > sizeof line->text - line->length) return;
  memcpy(line->text + line->length, text, length);
  line->length += length;
}

static void add_number(struct line *line, unsigned long number, int width) {
  char digits[24];
  int place = sizeof digits;
  digits[--place] = 0;
  do {
    digits[--place] = (char)('0' + number % 10);
    number /= 10;
    width--;
  } while ((number > 0 || width > 0) && place > 0);
  add(line, digits + place);
}

// Adds the time in ISO 8601, in UTC. The calculation is that of `CivilDate(dayNumber:)` in Swift,
// which a signal handler cannot call.
static void add_time(struct line *line) {
  struct timespec now = {0};
  clock_gettime(CLOCK_REALTIME, &now);
  unsigned long seconds = (unsigned long)now.tv_sec;
  unsigned long days = seconds / 86400 + 719468;
  unsigned long era = days / 146097, of_era = days % 146097;
  unsigned long year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  unsigned long of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  unsigned long shifted = (5 * of_year + 2) / 153;
  unsigned long month = shifted < 10 ? shifted + 3 : shifted - 9;
  add_number(line, year_of_era + era * 400 + (month <= 2), 4);
  add(line, "-");
  add_number(line, month, 2);
  add(line, "-");
  add_number(line, of_year - (153 * shifted + 2) / 5 + 1, 2);
  add(line, "T");
  add_number(line, seconds / 3600 % 24, 2);
  add(line, ":");
  add_number(line, seconds / 60 % 60, 2);
  add(line, ":");
  add_number(line, seconds % 60, 2);
  add(line, ".");
  add_number(line, (unsigned long)now.tv_nsec / 1000000, 3);
  add(line, "Z");
}

// The line has the format of JSONLogHandler, or of swift-log for text; OperatorTests checks both.
static void write_line(const char *name) {
  struct line line = {.length = 0};
  if (as_json) add(&line, "{\"ts\":\"");
  add_time(&line);
  add(
      &line, as_json ? "\",\"level\":\"error\",\"event\":\"process.crashed\",\"signal\":\""
                     : " error widgetconfig: process.crashed signal=");
  add(&line, name);
  add(&line, as_json ? "\",\"pid\":" : " pid=");
  add_number(&line, (unsigned long)getpid(), 1);
  add(&line, as_json ? "}\n" : "\n");
  ssize_t written;
  do written = write(STDERR_FILENO, line.text, line.length);
  while (written < 0 && errno == EINTR);
}

static void crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  int is_fault = info->si_code > 0;
  // If a handler returns, abort() ends the process itself.
  int aborts = number == SIGABRT && info->si_pid == getpid();
  for (int place = 0; place < count; place++) {
    if (signals[place].number != number) continue;
    // The signal is blocked during the handler, so a second fault ends the process at once.
    write_line(signals[place].name);
    // Swift's own handler writes a backtrace if backtraces are enabled, and returns.
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(number, is_fault || aborts ? &before[place] : &usual, NULL);
  }
  // A faulting instruction is executed again and faults with its address. A signal that was sent by
  // a process is raised again; it is delivered when this function returns.
  if (!is_fault) raise(number);
}

void cprocess_note_crashes(bool in_json) {
  as_json = in_json;
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
  sigaltstack(&own, NULL);
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int place = 0; place < count; place++) sigaction(signals[place].number, &action, &before[place]);
}
