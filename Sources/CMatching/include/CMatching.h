#ifndef CMATCHING_H
#define CMATCHING_H

// Searching short texts a vector of bytes at a time: Swift's vectors can neither give one bit per lane
// nor move lanes across vectors.

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

// How many bytes behind the end of a text may be read.
#define CMATCHING_PADDING 63

// The length of the longest text, in bytes.
#define CMATCHING_LONGEST_TEXT 64

// The length of the longest term whose points are counted, in bytes.
#define CMATCHING_LONGEST_COUNTED 12

// Of texts, capital letters of ASCII count as small ones: the bit that tells them apart, for a byte that
// is a small letter.
static inline uint8_t cmatching_case(uint8_t byte) {
  return (uint8_t)(byte - 'a') < 26 ? 0x20 : 0;
}

// One bit for each of 16 bytes that equals a byte once some bits of it are set.
static inline uint64_t cmatching_places16(const uint8_t *text, uint8_t byte, uint8_t set) {
#if defined(__SSE2__)
  __m128i bytes = _mm_loadu_si128((const __m128i *)text);
  bytes = _mm_or_si128(bytes, _mm_set1_epi8((char)set));
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)byte)));
#elif defined(__ARM_NEON) && defined(__aarch64__)
  static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t text16 = vorrq_u8(vld1q_u8(text), vdupq_n_u8(set));
  uint8x16_t same = vandq_u8(vceqq_u8(text16, vdupq_n_u8(byte)), vld1q_u8(bits));
  return (uint64_t)vaddv_u8(vget_low_u8(same)) | (uint64_t)vaddv_u8(vget_high_u8(same)) << 8;
#else
  uint64_t places = 0;
  for (int place = 0; place < 16; place++) {
    places |= (uint64_t)((text[place] | set) == byte) << place;
  }
  return places;
#endif
}

// One bit for each byte of a text of at most 64 bytes that equals a byte, not a capital letter. Up
// to CMATCHING_PADDING bytes behind the text are read; what they are makes no difference.
static inline uint64_t cmatching_places(const uint8_t *text, size_t count, uint8_t byte) {
  if (count == 0) return 0;
  uint8_t set = cmatching_case(byte);
  uint64_t places = cmatching_places16(text, byte, set);
  if (count > 16) places |= cmatching_places16(text + 16, byte, set) << 16;
  if (count > 32) places |= cmatching_places16(text + 32, byte, set) << 32;
  if (count > 48) places |= cmatching_places16(text + 48, byte, set) << 48;
  return places & (~UINT64_C(0) >> (64 - count));
}

// What the characters of a term are worth, laid over a text.
typedef struct {
  uint8_t word_start;  // for a character that starts a word, 8 at most
  uint8_t adjacent;    // for one right behind the one before, 6 at most
  uint8_t gap;         // off for the first byte passed over, 2 or 3; each further one costs 1
} cmatching_worth;

// What is looked for.
typedef struct {
  const uint8_t *bytes;  // without capital letters
  size_t count;          // 1 to 64
  int in_pieces;         // whether others may stand between the bytes
  int display_bonus;     // what a match in a display text has over the same one in an identifier
  cmatching_worth worth;
} cmatching_term;

// Packed items: for each of them a byte whose lowest bits say whether a display text and a subtitle
// follow its identifier, then each text behind its length. Up to CMATCHING_PADDING bytes behind a text are read.
typedef struct {
  const uint8_t *bytes;
  const uint64_t *word_starts;  // one bit per byte, set where a word starts, and one word more
} cmatching_items;

// Packed items in two places.
typedef struct {
  cmatching_items items[2];
  const uint32_t *starts;  // for each item where it starts; the highest bit is set in the second place
} cmatching_segment;

// Reads the length of a text, seven bits of it to the byte, and leaves the place behind it.
static inline size_t cmatching_length(const uint8_t *bytes, size_t *place) {
  size_t length = bytes[(*place)++];
  if (length < 0x80) return length;
  length &= 0x7F;
  for (int shift = 7;; shift += 7) {
    uint8_t byte = bytes[(*place)++];
    length |= (size_t)(byte & 0x7F) << shift;
    if (byte < 0x80) return length;
  }
}

// How much one more in quality, and a better kind, are worth in the number of a match.
#define CMATCHING_QUALITY (1 << 10)
#define CMATCHING_KIND (1 << 21)

// The number of a match: its kind counts first, from 0, then its quality, from 0 to 1,023, and last the
// length of the text, of which at most 1,023 counts.
static inline int32_t cmatching_score(int32_t kind, int32_t quality, size_t length) {
  int32_t left = 1023 - (int32_t)(length < 1023 ? length : 1023);
  return kind * CMATCHING_KIND + quality * CMATCHING_QUALITY + left;
}

// The kinds of matches, the worst first.
enum {
  CMATCHING_SCATTERED,   // the bytes in order
  CMATCHING_INSIDE,      // in one piece
  CMATCHING_WORDS,       // in pieces that each start a word
  CMATCHING_WORD_START,  // in one piece from the start of a word
  CMATCHING_PREFIX,      // in one piece from the start of the text
  CMATCHING_WHOLE,       // the whole text
};

// The quality of a match in one piece at the start of a text, and of one in pieces without points.
#define CMATCHING_BEST_QUALITY 1023
#define CMATCHING_ZERO_QUALITY 512

// A match in a subtitle is worth so many bits less, which puts it after every one in a display text.
#define CMATCHING_SUBTITLE_SHIFT 4

// What is said of items that do not match, and of those that cannot be told here: a text has more than
// CMATCHING_LONGEST_TEXT bytes, or the points of a term of more than CMATCHING_LONGEST_COUNTED matter.
#define CMATCHING_NO_MATCH -1
#define CMATCHING_UNKNOWN INT32_MAX

// Finds how well a term matches each of some items of a segment, by number.
void cmatching_find(
    const cmatching_term *term, const cmatching_segment *segment, const uint32_t *numbers,
    size_t count, int32_t *scores);

#endif
