#include "CMatching.h"

#include <string.h>

// The number of positions in a vector, which is one AVX2 register or two SSE2 or NEON registers,
// and the number of vectors for the longest text.
enum { LANES = 32, VECTORS = CMATCHING_LONGEST_TEXT / LANES };

// Operations on vectors are macros or take pointers, because processors differ in how functions
// pass vectors.
typedef uint8_t lanes __attribute__((ext_vector_type(LANES)));
typedef uint32_t quarters __attribute__((ext_vector_type(LANES / 4)));
typedef _Bool lane_bits __attribute__((ext_vector_type(LANES)));

#define INLINE static inline __attribute__((always_inline))

// The number of items that are searched before the points of their matches are counted.
enum { BLOCK = 64 };

// Each position holds a sum: ZERO, the points of the best match that ends there, the index of the
// position, and `step` (1 or 0) for each further byte of the term. So a sum does not change when
// bytes are skipped, although the first skipped byte costs more points than each further one, and
// no sum is less than ZERO. A position that cannot be reached has 0 instead; even with the points
// for the next byte, it has at most ZERO.
enum { ZERO = 8 };

// What is added to points, which can be negative, to store them in a byte.
enum { ZERO_POINTS = 80 };

static const lanes numbers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

#define LARGER(a, b) __builtin_elementwise_max(a, b)

// The lanes of a vector, moved up by the given number; the last lanes of another vector move in.
#define MOVED(below, own, by)                                                                      \
  __builtin_shufflevector(                                                                         \
      below, own, 32 - by, 33 - by, 34 - by, 35 - by, 36 - by, 37 - by, 38 - by, 39 - by, 40 - by, \
      41 - by, 42 - by, 43 - by, 44 - by, 45 - by, 46 - by, 47 - by, 48 - by, 49 - by, 50 - by,    \
      51 - by, 52 - by, 53 - by, 54 - by, 55 - by, 56 - by, 57 - by, 58 - by, 59 - by, 60 - by,    \
      61 - by, 62 - by, 63 - by)

// Loads bytes of a text, and converts ASCII capitals to lowercase.
INLINE void load(const uint8_t *text, lanes *letters, int vectors) {
  memcpy(letters, text, sizeof *letters * (size_t)vectors);
  for (int i = 0; i < vectors; i++) {
    lanes is_capital = (lanes)(letters[i] - 'A' < 26);
    letters[i] |= is_capital & 0x20;
  }
}

// One bit for each lane that is not 0.
INLINE uint64_t to_bits(const lanes *each) {
  lane_bits bits = __builtin_convertvector(*each, lane_bits);
  uint32_t result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

// For each bit of `bits` that is set, sets all bits of the lane with the same index.
INLINE void from_bits(uint32_t bits, lanes *spread) {
  static const lanes select = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128,
                               1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8_t bytes[4] = {bits & 0xFF, bits >> 8 & 0xFF, bits >> 16 & 0xFF, bits >> 24};
  uint32_t in_order;
  memcpy(&in_order, bytes, sizeof in_order);
  lanes each = (lanes)(quarters)in_order;
  each = __builtin_shufflevector(each, each, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 18, 18,
                                 18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19, 19, 19);
  *spread = (lanes)((each & select) == select);
}

// One bit for each position in one or two vectors that has the given byte.
INLINE uint64_t places(const lanes *letters, uint8_t byte, int vectors) {
  lanes low = (lanes)(letters[0] == byte);
  if (vectors == 1) return to_bits(&low);
  lanes high = (lanes)(letters[1] == byte);
  return to_bits(&low) | to_bits(&high) << LANES;
}

// All bits up to and including the lowest set bit; all bits if none is set.
INLINE uint64_t up_to_lowest(uint64_t bits) { return bits ^ (bits - 1); }

// A text, or the part of it that a term can match, and its score.
typedef struct {
  const uint8_t *bytes;
  uint64_t starts;
  size_t count;
  int32_t *score;
} field;

// At each position, the maximum of that position and all positions before it. Either the vectors
// are parts of one text, or each is a separate text.
INLINE void spread(const lanes *ends, lanes *most, int vectors, int is_one) {
  for (int i = 0; i < vectors; i++) {
    most[i] = LARGER(ends[i], MOVED((lanes){0}, ends[i], 1));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 2));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 4));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 8));
    most[i] = LARGER(most[i], MOVED((lanes){0}, most[i], 16));
    if (i && is_one) most[i] = LARGER(most[i], (lanes)most[i - 1][LANES - 1]);
  }
}

// Counts the points of a term's best match, either in one text of several vectors or in several
// texts of one vector each. Each text must have a match.
INLINE void count_points(
    const cmatching_term *term, const field *fields, int words_only, int vectors, int is_one) {
  lanes letters[VECTORS], bonus[VECTORS], allowed[VECTORS], ends[VECTORS], most[VECTORS];
  lanes places[VECTORS], moved[VECTORS];
  for (int i = 0; i < vectors; i++) {
    const field *own = is_one ? fields : fields + i;
    int place = is_one ? LANES * i : 0;
    load(own->bytes + place, &letters[i], 1);
    places[i] = numbers + place;
    from_bits((uint32_t)(own->starts >> place), &allowed[i]);
    bonus[i] = allowed[i] & term->worth.word_start;
    if (!words_only) allowed[i] = 0xFF;
    lanes is_first = (lanes)(letters[i] == term->bytes[0]);
    ends[i] = is_first & allowed[i] & (places[i] + ZERO + bonus[i]);
  }
  uint8_t step = term->worth.gap - 2;
  for (size_t number = 1; number < term->count; number++) {
    for (int i = 0; i < vectors; i++)
      moved[i] = MOVED(i && is_one ? ends[i - 1] : (lanes){0}, ends[i], 1);
    spread(moved, most, vectors, is_one);
    for (int i = 0; i < vectors; i++) {
      // `passed` includes the way without a skip, but `moved` has more points for that way.
      lanes passed = most[i] & allowed[i];
      lanes best = LARGER(moved[i] + (term->worth.adjacent + 1 + step), passed);
      lanes is_reached = (lanes)((words_only ? moved[i] | passed : most[i]) != 0);
      lanes is_same = (lanes)(letters[i] == term->bytes[number]);
      ends[i] = (best + bonus[i]) & is_same & is_reached;
    }
  }
  uint8_t steps = (uint8_t)(step * (term->count - 1));
  lanes best = {0};
  for (int i = 0; i < vectors; i++) {
    const field *own = is_one ? fields : fields + i;
    lanes is_end = (lanes)(ends[i] != 0) & (lanes)(places[i] < own->count);
    lanes points = (ends[i] - places[i] + (ZERO_POINTS - ZERO - steps)) & is_end;
    best = i && is_one ? LARGER(best, points) : points;
    if (i == vectors - 1 || !is_one)
      *own->score += (__builtin_reduce_max(best) - ZERO_POINTS) * CMATCHING_QUALITY;
  }
}

INLINE void count_points_of_one(const cmatching_term *term, const field *text, int words_only) {
  if (text->count <= LANES) {
    count_points(term, text, words_only, 1, 1);
  } else {
    count_points(term, text, words_only, VECTORS, 1);
  }
}

// The texts whose points are not counted yet: texts that fit into one vector, and longer ones.
typedef struct {
  field fields[2][3 * BLOCK];
  size_t counts[2];
} waiting;

// Counting several texts of one vector together takes little longer than counting one, because each
// step waits for the previous one.
INLINE void count_waiting(const cmatching_term *term, waiting *waiting) {
  size_t i = 0;
  for (; i + VECTORS <= waiting->counts[0]; i += VECTORS)
    count_points(term, &waiting->fields[0][i], 0, VECTORS, 0);
  for (; i < waiting->counts[0]; i++)
    count_points(term, &waiting->fields[0][i], 0, 1, 1);
  for (i = 0; i < waiting->counts[1]; i++)
    count_points(term, &waiting->fields[1][i], 0, VECTORS, 1);
  waiting->counts[0] = waiting->counts[1] = 0;
}

// Searches a text that fits into the given number of vectors and is not shorter than the term.
INLINE void find_in_vectors(
    const cmatching_term *term, field text, int32_t bonus, waiting *waiting, int vectors) {
  lanes letters[VECTORS];
  load(text.bytes, letters, vectors);
  uint64_t valid = ~UINT64_C(0) >> (64 - text.count);
  uint64_t starts = (text.starts | 1) & valid;
  uint64_t first = places(letters, term->bytes[0], vectors);
  // `scattered`: where the bytes so far can end if they match in order. `pieces`: where they can
  // start if they match in one piece. `words`: where they can end if they match in pieces that each
  // start a word. Bytes beyond the end of the text are processed too, and their positions are
  // excluded afterwards.
  uint64_t scattered = first, pieces = first, words = first & starts, last = first;
  for (size_t number = 1; number < term->count; number++) {
    last = places(letters, term->bytes[number], vectors);
    scattered = last & ~up_to_lowest(scattered);
    pieces &= last >> number;
    words = (words << 1 | (~up_to_lowest(words) << 1 & starts)) & last;
  }
  if ((scattered & valid) == 0) return;
  pieces &= valid >> (term->count - 1);
  uint64_t starting = pieces & starts;
  if (starting) {
    int place = __builtin_ctzll(starting);
    int at_start = term->count == text.count ? CMATCHING_WHOLE : CMATCHING_PREFIX;
    int kind = place ? CMATCHING_WORD_START : at_start;
    *text.score = bonus + cmatching_score(kind, CMATCHING_BEST_QUALITY - place, text.count);
    return;
  }
  int can_be_in_pieces = term->in_pieces && term->count > 1;
  int is_made_of_words = can_be_in_pieces && (words & valid);
  if (pieces && !is_made_of_words) {
    int quality = CMATCHING_BEST_QUALITY - __builtin_ctzll(pieces);
    *text.score = bonus + cmatching_score(CMATCHING_INSIDE, quality, text.count);
    return;
  }
  if (!can_be_in_pieces) return;
  if (term->count > CMATCHING_LONGEST_COUNTED) {
    *text.score = CMATCHING_UNKNOWN;
    return;
  }
  int kind = is_made_of_words ? CMATCHING_WORDS : CMATCHING_SCATTERED;
  *text.score = bonus + cmatching_score(kind, CMATCHING_ZERO_QUALITY, text.count);
  size_t from = (size_t)__builtin_ctzll(first);
  field part = {
      .bytes = text.bytes + from,
      .starts = starts >> from,
      .count = 64 - (size_t)__builtin_clzll(last & valid) - from,
      .score = text.score};
  if (is_made_of_words) return count_points_of_one(term, &part, 1);
  int is_long = part.count > LANES;
  waiting->fields[is_long][waiting->counts[is_long]++] = part;
}

// Searches a text for a term; `bonus` is added to the score of a match. The points may be counted
// later.
INLINE void find_one(const cmatching_term *term, field text, int32_t bonus, waiting *waiting) {
  *text.score = CMATCHING_NO_MATCH;
  if (text.count < term->count) return;
  // Most texts fit into one vector.
  if (text.count <= LANES) {
    find_in_vectors(term, text, bonus, waiting, 1);
  } else if (text.count <= CMATCHING_LONGEST_TEXT) {
    find_in_vectors(term, text, bonus, waiting, VECTORS);
  } else {
    *text.score = CMATCHING_UNKNOWN;
  }
}

// The 64 bits that start at a position.
INLINE uint64_t bits_from(const uint64_t *bits, size_t place) {
  size_t word = place / 64, shift = place % 64;
  return bits[word] >> shift | bits[word + 1] << 1 << (63 - shift);
}

// Searches the next text of an item, and moves the position past it.
INLINE void find_next(
    const cmatching_term *term, const cmatching_items *items, size_t *place, int32_t bonus,
    int32_t *score, waiting *waiting) {
  size_t count = cmatching_length(items->bytes, place);
  field text = {items->bytes + *place, bits_from(items->word_starts, *place), count, score};
  find_one(term, text, bonus, waiting);
  *place += count;
}

// Searches at most BLOCK items for a term.
INLINE void find_block(
    const cmatching_term *term, const cmatching_segment *segment, const uint32_t *numbers,
    size_t count, int32_t *scores) {
  int32_t identifiers[BLOCK], subtitles[BLOCK];
  int has_others = 0;
  waiting waiting;
  waiting.counts[0] = waiting.counts[1] = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t start = segment->starts[numbers[i]];
    const cmatching_items *items = &segment->items[start >> 31];
    size_t place = start & 0x7FFFFFFF;
    uint8_t texts = items->bytes[place++] & (CMATCHING_HAS_DISPLAY | CMATCHING_HAS_SUBTITLE);
    int has_display = (texts & CMATCHING_HAS_DISPLAY) != 0;
    identifiers[i] = subtitles[i] = CMATCHING_NO_MATCH;
    has_others |= texts;
    // If there are two texts, the identifier comes first.
    for (int is_identifier = has_display; is_identifier >= 0; is_identifier--) {
      int32_t *score = is_identifier ? &identifiers[i] : &scores[i];
      find_next(term, items, &place, is_identifier ? 0 : term->display_bonus, score, &waiting);
    }
    if (texts & CMATCHING_HAS_SUBTITLE)
      find_next(term, items, &place, 0, &subtitles[i], &waiting);
  }
  count_waiting(term, &waiting);
  if (!has_others) return;
  for (size_t i = 0; i < count; i++) {
    int32_t subtitle = subtitles[i];
    if (subtitle >= 0 && subtitle != CMATCHING_UNKNOWN) subtitle >>= CMATCHING_SUBTITLE_SHIFT;
    scores[i] = scores[i] > identifiers[i] ? scores[i] : identifiers[i];
    scores[i] = scores[i] > subtitle ? scores[i] : subtitle;
  }
}

INLINE void find_each(
    const cmatching_term *term, const cmatching_segment *segment, const uint32_t *numbers,
    size_t count, int32_t *scores) {
  for (size_t done = 0; done < count; done += BLOCK) {
    size_t some = count - done < BLOCK ? count - done : BLOCK;
    find_block(term, segment, numbers + done, some, scores + done);
  }
}

INLINE void find(
    const cmatching_term *term, const cmatching_segment *segment, const uint32_t *numbers,
    size_t count, int32_t *scores, int is_unrolled) {
  // A local copy cannot be aliased, so it stays in registers, and its length is a constant in each
  // case.
  cmatching_term own = *term;
  uint8_t bytes[CMATCHING_LONGEST_TEXT] = {0};
  memcpy(bytes, term->bytes, term->count);
  own.bytes = bytes;
  switch (is_unrolled ? term->count : 0) {
    case 1: own.count = 1; return find_each(&own, segment, numbers, count, scores);
    case 2: own.count = 2; return find_each(&own, segment, numbers, count, scores);
    case 3: own.count = 3; return find_each(&own, segment, numbers, count, scores);
    case 4: own.count = 4; return find_each(&own, segment, numbers, count, scores);
    default: return find_each(&own, segment, numbers, count, scores);
  }
}

#if defined(__x86_64__)

// The same code for processors that hold a whole vector in one register, with a separate copy for
// each short length of a term.
__attribute__((target("avx2,bmi,bmi2,lzcnt"))) static void find_with_avx2(
    const cmatching_term *term, const cmatching_segment *segment, const uint32_t *numbers,
    size_t count, int32_t *scores) {
  find(term, segment, numbers, count, scores, 1);
}

#endif

void cmatching_find(
    const cmatching_term *term, const cmatching_segment *segment, const uint32_t *numbers,
    size_t count, int32_t *scores) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
      && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt"))
    return find_with_avx2(term, segment, numbers, count, scores);
#endif
  find(term, segment, numbers, count, scores, 0);
}
