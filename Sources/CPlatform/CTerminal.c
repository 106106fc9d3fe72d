#include "CHandlerStack.h"
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { write_timeout_ms = 500, stop_timeout_ms = 250, stop_look_ms = 5, urgent_repeats = 3 };

static int pipe_fds[2] = {-1, -1};
static _Atomic uint64_t happened;

static int held_fd = -1;
static struct termios held_settings;
static uint8_t held_bytes[cterminal_bytes_limit];
static size_t held_count;
static atomic_int is_held;   // Whether a terminal is held.
static atomic_int is_armed;  // Whether the held terminal must still be restored.
static atomic_int keeps_input;

// MARK: The pipe

int cterminal_pipe(void) {
  if (pipe_fds[0] >= 0) return pipe_fds[0];
  int fds[2];
  if (pipe(fds) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(fds[i], F_SETFD, FD_CLOEXEC);
    fcntl(fds[i], F_SETFL, O_NONBLOCK);
  }
  pipe_fds[1] = fds[1];
  pipe_fds[0] = fds[0];
  return fds[0];
}

// One byte is enough: the bits hold the events, so nothing is lost if the pipe is full.
static uint64_t note(int bit) {
  uint64_t before = atomic_fetch_or(&happened, UINT64_C(1) << bit);
  int fd = pipe_fds[1];
  if (before == 0 && fd >= 0) {
    uint8_t byte = 0;
    ssize_t ignored = write(fd, &byte, 1);
    (void)ignored;
  }
  return before;
}

void cterminal_wake(void) {
  int saved = errno;
  note(0);
  errno = saved;
}

uint64_t cterminal_take(void) {
  uint8_t bytes[64];
  while (pipe_fds[0] >= 0 && read(pipe_fds[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&happened, 0);
}

// MARK: Giving the terminal back

// The wait is bounded, because a terminal that nothing reads must not keep a dying process alive.
static void write_held(void) {
  size_t done = 0;
  while (done < held_count) {
    ssize_t n = write(held_fd, held_bytes + done, held_count - done);
    if (n > 0) {
      done += (size_t)n;
    } else if (n < 0 && errno == EAGAIN) {
      struct pollfd wait = {held_fd, POLLOUT, 0};
      if (poll(&wait, 1, write_timeout_ms) <= 0) return;
    } else if (!(n < 0 && errno == EINTR)) {
      return;
    }
  }
}

void cterminal_restore(void) {
  if (!atomic_exchange(&is_armed, 0)) return;
  int saved = errno;
  sigset_t block, old;
  sigemptyset(&block);
  sigaddset(&block, SIGTTOU);  // A background process may still restore its terminal.
  pthread_sigmask(SIG_BLOCK, &block, &old);
  write_held();
  // TCSAFLUSH would wait for output, possibly forever, so late replies are flushed separately.
  tcsetattr(held_fd, TCSANOW, &held_settings);
  if (!atomic_load(&keeps_input)) tcflush(held_fd, TCIFLUSH);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  errno = saved;
}

int cterminal_hold(int fd, const uint8_t *bytes, size_t count) {
  struct termios settings;
  if (tcgetattr(fd, &settings) != 0) return -1;
  if (atomic_exchange(&is_held, 1)) {
    errno = EBUSY;
    return -1;
  }
  static atomic_int has_exit_handler;
  if (!atomic_exchange(&has_exit_handler, 1)) atexit(cterminal_restore);
  held_fd = fd;
  atomic_store(&keeps_input, 0);
  held_settings = settings;
  held_count = count < sizeof held_bytes ? count : sizeof held_bytes;
  memcpy(held_bytes, bytes, held_count);
  atomic_store(&is_armed, 1);
  return 0;
}

int cterminal_waiting(int fd) {
  int count = 0;
  return ioctl(fd, FIONREAD, &count) == 0 && count > 0 ? count : 0;
}

void cterminal_keep_input(void) { atomic_store(&keeps_input, 1); }

void cterminal_rearm(void) {
  if (atomic_load(&is_held)) atomic_store(&is_armed, 1);
}

void cterminal_release(void) {
  cterminal_restore();
  held_fd = -1;
  atomic_store(&is_held, 0);
}

// MARK: Signals

static const int event_signals[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
// All other signals that end a program, except SIGKILL and SIGPIPE; the default action of SIGPIPE
// is never in effect where this program writes.
static const int fatal_signals[] = {
    SIGSEGV, SIGABRT, SIGBUS,  SIGILL,  SIGFPE,    SIGTRAP, SIGSYS, SIGUSR1,
    SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
#ifdef __linux__
    SIGIO,   SIGPWR,  SIGSTKFLT,
#endif
};
enum {
  event_count = sizeof event_signals / sizeof *event_signals,
  fatal_count = sizeof fatal_signals / sizeof *fatal_signals
};
static struct sigaction old_event[event_count];
static struct sigaction old_fatal[fatal_count];
static atomic_int is_catching;
static atomic_int repeats[event_count];

static void die(int sig) {
  cterminal_restore();
  signal(sig, SIG_DFL);
  raise(sig);  // The signal is delivered when the handler returns.
}

static int ends_program(int sig) {
  return sig == SIGTERM || sig == SIGINT || sig == SIGQUIT || sig == SIGHUP;
}

static void on_event(int sig) {
  int saved = errno;
  uint64_t before = note(sig);
  // If a signal arrives `urgent_repeats` times before the program reads it, the program hangs and
  // is ended.
  if (ends_program(sig)) {
    for (int i = 0; i < event_count; i++) {
      if (event_signals[i] != sig) continue;
      int waiting = (before >> sig & 1) != 0;
      int count = waiting ? atomic_fetch_add(&repeats[i], 1) + 1 : 1;
      if (!waiting) atomic_store(&repeats[i], 1);
      if (count >= urgent_repeats) die(sig);
    }
  }
  errno = saved;
}

static void on_fatal(int sig, siginfo_t *info, void *context) {
  (void)context;
  if (info == NULL || info->si_code <= 0) {
    die(sig);  // The signal was sent by a process or by abort.
    return;
  }
  // This is a faulting instruction. The instruction runs and faults again; this time, the previous
  // handler acts: the default action or Swift's own backtrace.
  cterminal_restore();
  for (int i = 0; i < fatal_count; i++) {
    if (fatal_signals[i] == sig) sigaction(sig, &old_fatal[i], NULL);
  }
}

static void catch_event(int i) {
  if (sigaction(event_signals[i], NULL, &old_event[i]) != 0) return;
  // The signal was ignored from the start, as with nohup, and stays ignored.
  if (old_event[i].sa_handler == SIG_IGN) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_event;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(event_signals[i], &action, NULL);
}

void cterminal_catch_signals(void) {
  if (atomic_exchange(&is_catching, 1)) return;
  // A stack overflow needs a separate stack for its handler.
  static uint8_t handler_stack[handler_stack_size];
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
  }
  for (int i = 0; i < event_count; i++) catch_event(i);
  for (int i = 0; i < fatal_count; i++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(fatal_signals[i], &action, &old_fatal[i]);
    // The signal was ignored from the start and stays ignored.
    if (old_fatal[i].sa_handler == SIG_IGN) sigaction(fatal_signals[i], &old_fatal[i], NULL);
  }
}

void cterminal_ignore_signals(void) {
  if (!atomic_exchange(&is_catching, 0)) return;
  for (int i = 0; i < event_count; i++) sigaction(event_signals[i], &old_event[i], NULL);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal_signals[i], &old_fatal[i], NULL);
}

void cterminal_stop(void) {
  struct sigaction standard, caught;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &caught);
  atomic_fetch_and(&happened, ~(UINT64_C(1) << SIGCONT));
  kill(0, SIGTSTP);
  // Another thread may receive the signal a moment later, so wait until the process continues. In
  // an orphaned process group, the signal stops nothing, and the wait times out.
  for (int waited = 0; waited < stop_timeout_ms; waited += stop_look_ms) {
    if (atomic_load(&happened) >> SIGCONT & 1) break;
    poll(NULL, 0, stop_look_ms);
  }
  atomic_fetch_and(&happened, ~(UINT64_C(1) << SIGCONT));
  sigaction(SIGTSTP, &caught, NULL);
}
