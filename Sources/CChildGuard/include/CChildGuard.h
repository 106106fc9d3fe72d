#ifndef CCHILDGUARD_H
#define CCHILDGUARD_H

#include <stdint.h>
#include <sys/types.h>

/// What ends the programs that this process has started when it ends itself, however it ends.
///
/// The guard is a process of its own, forked when it is first needed, in a session of its own, with all
/// signals blocked. It waits at a socket whose other end is this process's alone: when this process is
/// gone, be it by SIGKILL, the guard kills the process group of every run that has not been ended, and,
/// where there is a /proc, every process whose environment says that it belongs to such a run. Then it
/// ends, too.

/// Starts the guard if it is not there, and tells it of a run.
///
/// - variable: The name of a variable of the environment, the same for all runs.
/// - mark: What the variable holds, alone or between commas, in each process of the run; of at most 100
///   bytes.
/// Returns the number of the run, or -1 with errno.
int64_t cchildguard_begin(const char *variable, const char *mark);

/// Says which process group belongs to a run.
void cchildguard_add_group(int64_t run, pid_t group);

/// Says that a run has ended: what is left of it may live on.
void cchildguard_end(int64_t run);

/// Kills all processes whose environment has a mark, this one excepted, and gives how many there were;
/// always 0 where there is no /proc.
int cchildguard_kill(const char *variable, const char *mark);

#endif
