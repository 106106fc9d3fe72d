#include "CChildGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

enum { max_runs = 4096, rounds = 40, quiet_rounds = 3, round_ms = 5 };

// MARK: Processes with a mark

// The guard process also runs all functions below. It is forked from a process with many threads,
// so this code allocates no memory and calls only async-signal-safe functions.

// Whether a comma-separated list contains an element.
static int has_element(const char *list, size_t length, const char *element) {
  size_t wanted = strlen(element);
  size_t start = 0;
  for (size_t at = 0; at <= length; at++) {
    if (at < length && list[at] != ',') continue;
    if (at - start == wanted && memcmp(list + start, element, wanted) == 0) return 1;
    start = at + 1;
  }
  return 0;
}

#ifdef __linux__
// Whether the variable in the environment of a process contains one of the given marks.
typedef int (*belongs)(const char *value, size_t length, const void *marks);

static int environment_matches(
    const char *path, const char *variable, belongs matches, const void *marks) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  size_t name = strlen(variable);
  char entry[8192];
  size_t filled = 0;
  int skipping = 0, found = 0;
  char chunk[4096];
  ssize_t count;
  while (!found && (count = read(fd, chunk, sizeof chunk)) > 0) {
    for (ssize_t i = 0; i < count && !found; i++) {
      if (chunk[i] == 0) {
        found = !skipping && filled > name && memcmp(entry, variable, name) == 0 &&
                entry[name] == '=' && matches(entry + name + 1, filled - name - 1, marks);
        filled = 0;
        skipping = 0;
      } else if (filled < sizeof entry) {
        entry[filled++] = chunk[i];
      } else {
        skipping = 1;  // This entry is too long to be the variable that is searched for.
      }
    }
  }
  close(fd);
  return found;
}

struct directory_entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

// Kills the processes whose environment matches; returns their number.
static int kill_matching(const char *variable, belongs matches, const void *marks) {
  int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  pid_t own = getpid();
  int found = 0;
  _Alignas(struct directory_entry) char buffer[8192];
  long count;
  while ((count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < count;) {
      struct directory_entry *entry = (struct directory_entry *)(buffer + at);
      at += entry->length;
      pid_t process = 0;
      const char *digit = entry->name;
      while (*digit >= '0' && *digit <= '9') process = process * 10 + (*digit++ - '0');
      if (*digit != 0 || process <= 1 || process == own) continue;
      char path[64] = "/proc/";
      strcat(path, entry->name);
      strcat(path, "/environ");
      if (!environment_matches(path, variable, matches, marks)) continue;
      kill(process, SIGKILL);
      found++;
    }
  }
  close(folder);
  return found;
}

static int is_mark(const char *value, size_t length, const void *mark) {
  return has_element(value, length, mark);
}
#endif

int cchildguard_kill(const char *variable, const char *mark) {
#ifdef __linux__
  return kill_matching(variable, is_mark, mark);
#else
  (void)variable;
  (void)mark;
  (void)has_element;
  return 0;
#endif
}

// MARK: The guard

struct message {
  int64_t run;
  int32_t group;   // 0 for none.
  int32_t has_ended;
  char mark[cchildguard_text_limit + 1];
};

struct run {
  int64_t number;  // 0 for a free slot.
  pid_t group;
  char mark[cchildguard_text_limit + 1];
};

// Only used in the guard. The array is allocated statically, because the guard must not allocate
// memory.
static struct run runs[max_runs];
static char guarded_variable[cchildguard_text_limit + 1];

#ifdef __linux__
static int is_of_a_run(const char *value, size_t length, const void *unused) {
  (void)unused;
  for (int i = 0; i < max_runs; i++) {
    if (runs[i].number != 0 && has_element(value, length, runs[i].mark)) return 1;
  }
  return 0;
}
#endif

static void take(const struct message *message) {
  struct run *place = NULL;
  for (int i = 0; i < max_runs; i++) {
    if (runs[i].number == message->run) {
      place = &runs[i];
      break;
    }
    if (place == NULL && runs[i].number == 0) place = &runs[i];
  }
  if (place == NULL) return;
  if (message->has_ended) {
    if (place->number == message->run) place->number = 0;
    return;
  }
  if (place->number != message->run) {
    place->number = message->run;
    place->group = 0;
    memcpy(place->mark, message->mark, sizeof place->mark);
  }
  if (message->group > 1) place->group = message->group;
}

static int kill_all(void) {
  int found = 0;
  for (int i = 0; i < max_runs; i++) {
    if (runs[i].number != 0 && runs[i].group > 1 && kill(-runs[i].group, SIGKILL) == 0) {
      found++;
      // Each group is killed only once, because its number may soon belong to another group.
      runs[i].group = 0;
    }
  }
#ifdef __linux__
  found += kill_matching(guarded_variable, is_of_a_run, NULL);
#endif
  return found;
}

static _Noreturn void guard(int socket) {
  struct message message;
  size_t filled = 0;
  for (;;) {
    ssize_t count = read(socket, (char *)&message + filled, sizeof message - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    filled += (size_t)count;
    if (filled < sizeof message) continue;
    take(&message);
    filled = 0;
  }
  // A program that is just starting may not have the mark yet, so look again.
  int quiet = 0;
  for (int round = 0; round < rounds && quiet < quiet_rounds; round++) {
    quiet = kill_all() == 0 ? quiet + 1 : 0;
    struct timespec pause = {0, round_ms * 1000000L};
    nanosleep(&pause, NULL);
  }
  _exit(0);
}

static void close_all_but(int kept) {
  // A process that waits for this process to close a pipe must not wait for the guard too.
#if defined(__linux__) && defined(SYS_close_range)
  if ((kept == 0 || syscall(SYS_close_range, 0u, (unsigned)kept - 1, 0u) == 0) &&
      syscall(SYS_close_range, (unsigned)kept + 1, ~0u, 0u) == 0)
    return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 65536) most = 65536;
  for (int fd = 0; fd < most; fd++) {
    if (fd != kept) close(fd);
  }
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guard_socket = -1;
static pid_t guarded_process;
static int64_t last_run;

// Forks the guard; called with the lock held. Returns 0, or -1 with errno.
static int start(const char *variable) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  int yes = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  strncpy(guarded_variable, variable, sizeof guarded_variable - 1);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t process = fork();
  if (process == 0) {
    setsid();
    close_all_but(ends[1]);
#ifdef __linux__
    prctl(PR_SET_NAME, "child-guard", 0, 0, 0);
#endif
    guard(ends[1]);
  }
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    errno = code;
    return -1;
  }
  guard_socket = ends[0];
  guarded_process = getpid();
  return 0;
}

// Sends a message to the guard; called with the lock held. Returns 0, or -1 if there is no guard.
static int tell(const struct message *message) {
  if (guard_socket < 0) return -1;
  const char *bytes = (const char *)message;
  size_t sent = 0;
#ifdef MSG_NOSIGNAL
  int flags = MSG_NOSIGNAL;
#else
  int flags = 0;
#endif
  while (sent < sizeof *message) {
    ssize_t count = send(guard_socket, bytes + sent, sizeof *message - sent, flags);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    sent += (size_t)count;
  }
  return 0;
}

int64_t cchildguard_begin(const char *variable, const char *mark) {
  if (strlen(mark) > cchildguard_text_limit || strlen(variable) > cchildguard_text_limit) {
    errno = EINVAL;
    return -1;
  }
  struct message message;
  memset(&message, 0, sizeof message);
  strcpy(message.mark, mark);
  pthread_mutex_lock(&lock);
  message.run = ++last_run;
  // The child of a fork has no guard yet; a guard that was killed is replaced.
  int is_told = guarded_process == getpid() && tell(&message) == 0;
  if (!is_told) {
    if (guard_socket >= 0) close(guard_socket);
    guard_socket = -1;
    is_told = start(variable) == 0 && tell(&message) == 0;
  }
  int code = errno;
  pthread_mutex_unlock(&lock);
  errno = code;
  return is_told ? message.run : -1;
}

static void tell_of(int64_t run, pid_t group, int has_ended) {
  struct message message;
  memset(&message, 0, sizeof message);
  message.run = run;
  message.group = group;
  message.has_ended = has_ended;
  pthread_mutex_lock(&lock);
  (void)tell(&message);
  pthread_mutex_unlock(&lock);
}

void cchildguard_add_group(int64_t run, pid_t group) { tell_of(run, group, 0); }

void cchildguard_end(int64_t run) { tell_of(run, 0, 1); }
