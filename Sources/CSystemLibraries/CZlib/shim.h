// The C library zlib, as `pkg-config zlib` finds it.
#include <zlib.h>
