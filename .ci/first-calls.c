// Prints the functions that a program calls, one a line, in the order of their first calls.
//
//   first-calls 'key key …' PROGRAM ARGUMENT…
//
// The program runs on a terminal of 80 columns and 24 rows. The keys are typed one after another,
// each when the program has come to rest. Every function begins with a breakpoint that is taken away
// when it is reached, so the program is slowed down by one stop for each function. A linker puts the
// functions of such a list side by side, so that fewer pages of the program are in memory.

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
typedef struct user_regs_struct registers;
typedef uint8_t instruction;
static const instruction breakpoint = 0xCC;
static const uint64_t past_breakpoint = 1;
#define counter rip
#elif defined(__aarch64__)
typedef struct user_regs_struct registers;
typedef uint32_t instruction;
static const instruction breakpoint = 0xD4200000;
static const uint64_t past_breakpoint = 0;
#define counter pc
#else
#error "Breakpoints are known for x86-64 and AArch64."
#endif

typedef struct {
  uint64_t address;
  const char *name;
} function;

static function *functions;
static size_t function_count;
static uint8_t *reached;
static const uint8_t *image;
static const Elf64_Phdr *segments;
static int segment_count;

static void fail(const char *what) {
  fprintf(stderr, "first-calls: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int by_address(const void *a, const void *b) {
  uint64_t x = ((const function *)a)->address, y = ((const function *)b)->address;
  return x < y ? -1 : x > y;
}

/// Reads the functions of a program from its table of symbols.
static const Elf64_Ehdr *read_program(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) fail(path);
  image = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (image == MAP_FAILED) fail(path);
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)image;
  segments = (const Elf64_Phdr *)(image + header->e_phoff);
  segment_count = header->e_phnum;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(image + header->e_shoff);
  for (int index = 0; index < header->e_shnum; index++) {
    if (sections[index].sh_type != SHT_SYMTAB) continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(image + sections[index].sh_offset);
    size_t count = sections[index].sh_size / sizeof(Elf64_Sym);
    const char *names = (const char *)image + sections[sections[index].sh_link].sh_offset;
    functions = calloc(count, sizeof(function));
    for (size_t symbol = 0; symbol < count; symbol++) {
      if (ELF64_ST_TYPE(symbols[symbol].st_info) != STT_FUNC || symbols[symbol].st_size == 0) continue;
      functions[function_count++] =
          (function){symbols[symbol].st_value, names + symbols[symbol].st_name};
    }
  }
  qsort(functions, function_count, sizeof(function), by_address);
  reached = calloc(function_count + 1, 1);
  return header;
}

/// The first function that begins at an address; the number of functions for none.
static size_t function_at(uint64_t address) {
  size_t low = 0, high = function_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (functions[middle].address < address) low = middle + 1;
    else high = middle;
  }
  return low < function_count && functions[low].address == address ? low : function_count;
}

/// The instruction of the program's file at an address.
static instruction original(uint64_t address) {
  instruction result = breakpoint;
  for (int index = 0; index < segment_count; index++) {
    const Elf64_Phdr *segment = &segments[index];
    if (segment->p_type != PT_LOAD || address < segment->p_vaddr) continue;
    if (address - segment->p_vaddr < segment->p_filesz)
      memcpy(&result, image + segment->p_offset + (address - segment->p_vaddr), sizeof(result));
  }
  return result;
}

static int memory_of(pid_t process) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/%d/mem", process);
  return open(path, O_RDWR | O_CLOEXEC);
}

/// How far the program lies from the addresses of its file: nothing, unless it is of the kind that
/// can lie anywhere.
static uint64_t displacement(pid_t process, uint64_t entry) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/%d/auxv", process);
  int file = open(path, O_RDONLY);
  uint64_t pair[2], found = entry;
  while (file >= 0 && read(file, pair, sizeof(pair)) == sizeof(pair) && pair[0] != AT_NULL)
    if (pair[0] == AT_ENTRY) found = pair[1];
  close(file);
  return found - entry;
}

/// Puts a breakpoint at the beginning of every function.
static void set_breakpoints(int memory, uint64_t moved) {
  for (size_t index = 0; index < function_count; index++) {
    if (index > 0 && functions[index].address == functions[index - 1].address) continue;
    pwrite(memory, &breakpoint, sizeof(breakpoint), functions[index].address + moved);
  }
}

/// Takes the breakpoint away that a thread has come to, and prints the names of the function.
static int pass_breakpoint(pid_t thread, int memory, uint64_t moved) {
  registers values;
  struct iovec area = {&values, sizeof(values)};
  if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &area) != 0) return 0;
  uint64_t address = values.counter - past_breakpoint;
  size_t index = function_at(address - moved);
  if (index == function_count) return 0;
  instruction before = original(address - moved);
  pwrite(memory, &before, sizeof(before), address);
  values.counter = address;
  ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &area);
  for (; index < function_count && functions[index].address == address - moved; index++) {
    if (!reached[index]) puts(functions[index].name);
    reached[index] = 1;
  }
  return 1;
}

/// Lets a thread that has stopped go on.
static void go_on(pid_t thread, int status, int memory, uint64_t moved) {
  int sign = WSTOPSIG(status);
  if (status >> 16 != 0 || sign == SIGSTOP) sign = 0;
  else if (sign == SIGTRAP && pass_breakpoint(thread, memory, moved)) sign = 0;
  ptrace(PTRACE_CONT, thread, NULL, (void *)(intptr_t)sign);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

/// Follows the program to its end, and types each key when nothing has happened for a while.
static void follow(pid_t process, int terminal, int memory, uint64_t moved, char *keys) {
  double last = seconds(), begin = last;
  char *key = strtok(keys, " ");
  for (;;) {
    int status;
    pid_t thread;
    while ((thread = waitpid(-1, &status, __WALL | WNOHANG)) > 0) {
      last = seconds();
      if (WIFSTOPPED(status)) go_on(thread, status, memory, moved);
    }
    if (thread < 0) return;
    char output[4096];
    struct pollfd entry = {terminal, POLLIN, 0};
    if (poll(&entry, 1, 1) > 0 && read(terminal, output, sizeof(output)) > 0) last = seconds();
    if (key != NULL && seconds() - last > 0.3) {
      if (write(terminal, key, strlen(key)) < 0) fail("typing");
      key = strtok(NULL, " ");
      last = seconds();
    }
    if (seconds() - begin > 60) {
      kill(process, SIGKILL);
      errno = ETIMEDOUT;
      fail("the program");
    }
  }
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: first-calls 'KEY KEY …' PROGRAM ARGUMENT…\n");
    return 2;
  }
  const Elf64_Ehdr *header = read_program(arguments[2]);
  struct winsize size = {24, 80, 0, 0};
  int terminal;
  pid_t process = forkpty(&terminal, NULL, NULL, &size);
  if (process < 0) fail("a terminal");
  if (process == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execv(arguments[2], arguments + 2);
    _exit(127);
  }
  int status;
  if (waitpid(process, &status, 0) != process || !WIFSTOPPED(status)) fail(arguments[2]);
  int memory = memory_of(process);
  if (memory < 0) fail("the memory of the program");
  if (ptrace(PTRACE_SETOPTIONS, process, NULL, (void *)(PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL)))
    fail("the program");
  uint64_t moved = displacement(process, header->e_entry);
  set_breakpoints(memory, moved);
  ptrace(PTRACE_CONT, process, NULL, NULL);
  follow(process, terminal, memory, moved, arguments[1]);
  return 0;
}
