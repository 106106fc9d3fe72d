// The C library json-c, as `pkg-config json-c` finds it. Swift can call all of its functions that
// JSONC needs.
#include <json-c/json.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// Makes the locale "C"; written in C, because the mask is a macro that Swift cannot see; NULL if
// memory is short.
//
// For each text, json-c makes a locale with a decimal point, under a lock that all threads share,
// unless the thread already has such a locale.
static inline locale_t cjsonc_plain_locale(void) { return newlocale(LC_ALL_MASK, "C", (locale_t)0); }
