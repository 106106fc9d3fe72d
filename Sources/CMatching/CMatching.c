#include "CMatching.h"

#include <string.h>

// 32 neighbouring places: one AVX2 register, or two of SSE2 or NEON. What takes or gives such vectors is
// a macro, since how functions would pass them differs between processors.
typedef uint8_t lanes __attribute__((vector_size(32)));
typedef uint32_t quarters __attribute__((vector_size(32)));

enum { LANES = 32, VECTORS = 2 };

// Each place has its points and its own number added up, so that passing over a further byte, which
// costs 1, changes nothing, and no sum is negative: the first character has at least ZERO, each further
// one can lose 1 of it. A place that no way reaches has 0, and LEAST at most after one more step.
enum { ZERO = 16, LEAST = 8 };

static const lanes numbers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

#define ALL(value) ((lanes){0} + (uint8_t)(value))
#define LARGER(a, b) __builtin_elementwise_max(a, b)
// Less by a number, but not below 0.
#define LESS(a, by) __builtin_elementwise_sub_sat(a, ALL(by))

// The lanes of a vector, moved up by a number; those that come in are the upper ones of another.
#define MOVED(below, own, by)                                                                      \
  __builtin_shufflevector(below, own, 32 - by, 33 - by, 34 - by, 35 - by, 36 - by, 37 - by,        \
                          38 - by, 39 - by, 40 - by, 41 - by, 42 - by, 43 - by, 44 - by, 45 - by,  \
                          46 - by, 47 - by, 48 - by, 49 - by, 50 - by, 51 - by, 52 - by, 53 - by,  \
                          54 - by, 55 - by, 56 - by, 57 - by, 58 - by, 59 - by, 60 - by, 61 - by,  \
                          62 - by, 63 - by)

// The last lane of a vector in all lanes.
#define LAST(v)                                                                                    \
  __builtin_shufflevector(v, v, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, \
                          31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31)

// All bits of each lane whose bit is set.
static inline __attribute__((always_inline)) void from_bits(uint32_t bits, lanes *spread) {
  static const lanes select = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128,
                               1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8_t bytes[4] = {bits & 0xFF, bits >> 8 & 0xFF, bits >> 16 & 0xFF, bits >> 24};
  uint32_t in_order;
  memcpy(&in_order, bytes, sizeof in_order);
  lanes each = (lanes)((quarters){0} + in_order);
  each = __builtin_shufflevector(each, each, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 18, 18,
                                 18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19);
  *spread = (lanes)((each & select) == select);
}

// The letters of a text with small letters for capital ones, and 0 behind its end.
static inline __attribute__((always_inline)) void load(
    const uint8_t *text, size_t left, lanes *letters) {
  memcpy(letters, text, sizeof *letters);
  lanes is_capital = (lanes)(*letters - ALL('A') < ALL(26));
  *letters |= is_capital & ALL(0x20);
  *letters &= (lanes)(numbers < ALL(left < LANES ? left : LANES));
}

// The most that each place or one before it has.
static inline __attribute__((always_inline)) void spread(
    const lanes *ends, lanes *most, int vectors) {
  for (int i = 0; i < vectors; i++) {
    most[i] = LARGER(ends[i], MOVED((lanes){0}, ends[i], 1));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 2));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 4));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 8));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 16));
  }
  for (int i = 1; i < vectors; i++) most[i] = LARGER(most[i], LAST(most[i - 1]));
}

static inline __attribute__((always_inline)) uint8_t largest(const lanes *ends, int vectors) {
  lanes best = {0};
  for (int i = 0; i < vectors; i++) {
    lanes points = ends[i] - numbers - ALL(LANES * i) + ALL(CMATCHING_ZERO - ZERO);
    best = LARGER(best, points & (lanes)(ends[i] > (lanes){0}));
  }
  return __builtin_reduce_max(best);
}

static inline __attribute__((always_inline)) uint8_t points(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth, int vectors) {
  lanes letters[VECTORS], bonus[VECTORS], allowed[VECTORS], ends[VECTORS], most[VECTORS];
  for (int i = 0; i < vectors; i++) {
    load(text + LANES * i, count - LANES * (size_t)i, &letters[i]);
    from_bits((uint32_t)(starts >> (LANES * i)), &allowed[i]);
    bonus[i] = allowed[i] & ALL(worth.word_start);
    if (!words_only) allowed[i] = ALL(0xFF);
    lanes first = numbers + ALL(LANES * i + ZERO) + bonus[i];
    ends[i] = (lanes)(letters[i] == ALL(term[0])) & allowed[i] & first;
  }
  for (size_t number = 1; number < term_count; number++) {
    spread(ends, most, vectors);
    for (int i = vectors - 1; i >= 0; i--) {
      lanes adjacent = MOVED(i ? ends[i - 1] : (lanes){0}, ends[i], 1) + ALL(worth.adjacent + 1);
      // Where this takes the place right before, it is the worse of the two ways.
      lanes passed = LESS(MOVED(i ? most[i - 1] : (lanes){0}, most[i], 1), worth.gap - 2);
      lanes best = LARGER(adjacent, passed & allowed[i]);
      lanes is_reached = (lanes)(letters[i] == ALL(term[number])) & (lanes)(best > ALL(LEAST));
      ends[i] = is_reached & (best + bonus[i]);
    }
  }
  return largest(ends, vectors);
}

static inline __attribute__((always_inline)) uint8_t points_of_any(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth) {
  if (count == 0 || count > LANES * VECTORS) return 0;
  if (count <= LANES) return points(term, term_count, text, count, starts, words_only, worth, 1);
  return points(term, term_count, text, count, starts, words_only, worth, 2);
}

#if defined(__x86_64__)

// The same code for processors that have such vectors in one register.
__attribute__((target("avx2"))) static uint8_t points_with_avx2(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth) {
  return points_of_any(term, term_count, text, count, starts, words_only, worth);
}

#endif

uint8_t cmatching_points(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2"))
    return points_with_avx2(term, term_count, text, count, starts, words_only, worth);
#endif
  return points_of_any(term, term_count, text, count, starts, words_only, worth);
}
