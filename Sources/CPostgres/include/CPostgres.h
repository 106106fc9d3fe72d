#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdbool.h>
#include <stddef.h>

// One connection to a PostgreSQL server over libpq, which is loaded when the first is made: a program that
// keeps its store in a file neither needs the library nor waits for it. Every wait has an end.

/// Loads the library by the first of the names that can be loaded, once; NULL-terminated. The library
/// that is loaded counts as installed where one of the names is its own.
///
/// Returns NULL, or why it cannot be used.
const char *cpg_load(const char *const *names);

/// A connection; to be used by one thread at a time.
typedef struct cpg_connection cpg_connection;

/// Connects and waits for it; NULL without memory. The library has to be loaded.
///
/// Keywords and values are those of PQconnectdbParams, NULL-terminated; `dbname` may be a URL.
cpg_connection *cpg_connect(const char *const *keywords, const char *const *values);

/// Whether the connection stands.
bool cpg_is_usable(const cpg_connection *connection);

/// What went wrong last, in the words of the library.
const char *cpg_problem(const cpg_connection *connection);

/// The version of the server, such as 150014.
int cpg_server_version(const cpg_connection *connection);

/// What a statement gave.
typedef struct cpg_result cpg_result;

/// Runs one statement with values for $1, $2 …, or without values a script of several, of which the last
/// result counts, or the first that failed. NULL where the connection broke or the time ran out; it is of
/// no use then.
cpg_result *cpg_run(cpg_connection *connection, const char *sql, int count,
                    const char *const *values, int milliseconds);

/// Whether the last cpg_run took longer than it had.
bool cpg_timed_out(const cpg_connection *connection);

/// The SQLSTATE of a statement that failed; NULL for one that did not.
const char *cpg_state(const cpg_result *result);

/// What the server says of a statement that failed, in one line.
const char *cpg_refusal(const cpg_result *result);

int cpg_rows(const cpg_result *result);
int cpg_columns(const cpg_result *result);

/// A value as text; NULL for SQL's NULL.
const char *cpg_value(const cpg_result *result, int row, int column);

void cpg_free(cpg_result *result);
void cpg_close(cpg_connection *connection);

#endif
