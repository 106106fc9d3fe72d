#include "CMatching.h"

#include <string.h>

// Sixteen neighbouring places. What is written here for vectors becomes SSE2 or NEON instructions.
typedef uint8_t lanes __attribute__((vector_size(16)));

enum { VECTORS = 4 };

static inline lanes all(uint8_t value) { return (lanes){0} + value; }

static inline lanes larger(lanes a, lanes b) {
  lanes mask = (lanes)(a > b);
  return (a & mask) | (b & ~mask);
}

// Less by a number, but not below 0.
static inline lanes less(lanes a, lanes by) { return larger(a, by) - by; }

// The lanes of a vector, moved up by a number; those that come in are the upper ones of another.
#define MOVED(below, own, by)                                                                     \
  __builtin_shufflevector(below, own, 16 - by, 17 - by, 18 - by, 19 - by, 20 - by, 21 - by,       \
                          22 - by, 23 - by, 24 - by, 25 - by, 26 - by, 27 - by, 28 - by, 29 - by, \
                          30 - by, 31 - by)

// Each place takes over what the place a number of bytes before has, less that number.
#define SPREAD(v, vectors, by)                                                       \
  for (int i = vectors - 1; i >= 0; i--)                                             \
    v[i] = larger(v[i], less(MOVED(i ? v[i - 1] : (lanes){0}, v[i], by), all(by)));

// All bits of each lane whose bit is set.
static inline lanes from_bits(uint16_t bits) {
  static const lanes select = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint64_t low = (bits & 0xFF) * UINT64_C(0x0101010101010101);
  uint64_t high = (bits >> 8) * UINT64_C(0x0101010101010101);
  uint64_t both[2] = {low, high};
  lanes spread;
  memcpy(&spread, both, sizeof spread);
  return (lanes)((spread & select) == select);
}

// The best that each place gets from the places before it, some bytes between them passed over.
static inline void pass_over(const lanes *ends, lanes *gaps, int vectors, uint8_t gap) {
  for (int i = 0; i < vectors; i++)
    gaps[i] = less(MOVED(i ? ends[i - 1] : (lanes){0}, ends[i], 2), all(gap));
  SPREAD(gaps, vectors, 1)
  SPREAD(gaps, vectors, 2)
  SPREAD(gaps, vectors, 4)
  SPREAD(gaps, vectors, 8)
  for (int i = vectors - 1; i >= 1; i--) gaps[i] = larger(gaps[i], less(gaps[i - 1], all(16)));
  for (int i = vectors - 1; i >= 2; i--) gaps[i] = larger(gaps[i], less(gaps[i - 2], all(32)));
}

static inline uint8_t largest(const lanes *ends, int vectors) {
  lanes best = ends[0];
  for (int i = 1; i < vectors; i++) best = larger(best, ends[i]);
  uint8_t each[16];
  memcpy(each, &best, sizeof each);
  uint8_t most = 0;
  for (int i = 0; i < 16; i++) most = each[i] > most ? each[i] : most;
  return most;
}

static inline __attribute__((always_inline)) uint8_t points(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth, int vectors) {
  // Lower points are none that were raised by what a character is worth.
  const lanes least = all(16);
  lanes letters[VECTORS], bonus[VECTORS], allowed[VECTORS], ends[VECTORS], gaps[VECTORS];
  for (int i = 0; i < vectors; i++) {
    lanes is_start = from_bits((uint16_t)(starts >> (16 * i)));
    size_t left = count - 16 * (size_t)i;
    lanes is_text = from_bits(left >= 16 ? 0xFFFF : (uint16_t)((1u << left) - 1));
    memcpy(&letters[i], text + 16 * i, sizeof letters[i]);
    letters[i] &= is_text;
    bonus[i] = is_start & all(worth.word_start);
    allowed[i] = words_only ? is_start : all(0xFF);
    ends[i] = (lanes)(letters[i] == all(term[0])) & allowed[i] & (all(CMATCHING_ZERO) + bonus[i]);
  }
  for (size_t number = 1; number < term_count; number++) {
    pass_over(ends, gaps, vectors, worth.gap);
    for (int i = vectors - 1; i >= 0; i--) {
      lanes adjacent = MOVED(i ? ends[i - 1] : (lanes){0}, ends[i], 1) + all(worth.adjacent);
      lanes best = larger(adjacent, gaps[i] & allowed[i]);
      lanes is_reached = (lanes)(letters[i] == all(term[number])) & (lanes)(best > least);
      ends[i] = is_reached & (best + bonus[i]);
    }
  }
  return largest(ends, vectors);
}

static inline __attribute__((always_inline)) uint8_t points_of_any(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth) {
  if (count == 0 || count > 64) return 0;
  switch ((count + 15) / 16) {
  case 1: return points(term, term_count, text, count, starts, words_only, worth, 1);
  case 2: return points(term, term_count, text, count, starts, words_only, worth, 2);
  case 3: return points(term, term_count, text, count, starts, words_only, worth, 3);
  default: return points(term, term_count, text, count, starts, words_only, worth, 4);
  }
}

#if defined(__x86_64__)

// The same code for processors that move lanes across vectors in one step.
__attribute__((target("avx"))) static uint8_t points_with_avx(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth) {
  return points_of_any(term, term_count, text, count, starts, words_only, worth);
}

#endif

uint8_t cmatching_points(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx"))
    return points_with_avx(term, term_count, text, count, starts, words_only, worth);
#endif
  return points_of_any(term, term_count, text, count, starts, words_only, worth);
}
