#ifndef CMATCHING_H
#define CMATCHING_H

// Searches short texts, one vector of bytes after another, in C: Swift's vectors can neither give
// one bit per lane nor move lanes across vectors.

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

// The maximum length of a text in bytes: a 64-bit word has one bit for each.
#define CMATCHING_LONGEST_TEXT 64

// The number of bytes that may be read after the end of a text.
#define CMATCHING_PADDING (CMATCHING_LONGEST_TEXT - 1)

// The maximum length, in bytes, of a term whose points are counted.
#define CMATCHING_LONGEST_COUNTED 12

// If the byte is an ASCII lowercase letter, the bit that its capital lacks; otherwise 0. Capitals
// in texts match lowercase letters.
static inline uint8_t cmatching_case(uint8_t byte) {
  return (uint8_t)(byte - 'a') < 26 ? 0x20 : 0;
}

// Sets some bits in each of 16 bytes and compares the result with a byte; returns one bit for each
// of the 16.
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

// One bit for each byte of a text (at most CMATCHING_LONGEST_TEXT) that equals the given byte,
// which must not be a capital letter. Up to CMATCHING_PADDING bytes after the text are read, but
// their values do not matter.
static inline uint64_t cmatching_places(const uint8_t *text, size_t count, uint8_t byte) {
  if (count == 0) return 0;
  uint8_t set = cmatching_case(byte);
  uint64_t places = cmatching_places16(text, byte, set);
  if (count > 16) places |= cmatching_places16(text + 16, byte, set) << 16;
  if (count > 32) places |= cmatching_places16(text + 32, byte, set) << 32;
  if (count > 48) places |= cmatching_places16(text + 48, byte, set) << 48;
  return places & (~UINT64_C(0) >> (64 - count));
}

// The points for the characters of a term in a match.
typedef struct {
  uint8_t word_start;  // for a character that starts a word, at most 8
  uint8_t adjacent;    // for a character directly after the previous match, at most 6
  uint8_t gap;         // deducted for the first skipped byte, 2 or 3; 1 for each further one
} cmatching_worth;

// A term to search for.
typedef struct {
  const uint8_t *bytes;  // without capital letters
  size_t count;          // 1 to CMATCHING_LONGEST_TEXT
  int in_pieces;         // whether other bytes may be between those of the term
  int display_bonus;     // bonus of a match in a display text over the same match in an identifier
  cmatching_worth worth;
} cmatching_term;

// The flags of an item whose identifier is followed by a display text, or by a subtitle.
#define CMATCHING_HAS_DISPLAY 1
#define CMATCHING_HAS_SUBTITLE 2

// Packed items. Each item has a byte with the flags above, then its texts, each preceded by its
// length. Up to CMATCHING_PADDING bytes after a text are read.
typedef struct {
  const uint8_t *bytes;
  const uint64_t *word_starts;  // one bit per byte, set at word starts, plus one extra 64-bit word
} cmatching_items;

// Two arrays of packed items.
typedef struct {
  cmatching_items items[2];
  const uint32_t *starts;  // the start of each item; the highest bit is set for the second array
} cmatching_segment;

// Reads the length of a text, seven bits per byte, and moves the position past it.
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

// How much one step in quality, and one step in kind, add to a score.
#define CMATCHING_QUALITY (1 << 10)
#define CMATCHING_KIND (1 << 21)

// The score of a match: first its kind, then its quality, at most CMATCHING_BEST_QUALITY, and last
// the length of the text, which counts for less than one step in quality.
static inline int32_t cmatching_score(int32_t kind, int32_t quality, size_t length) {
  const int32_t most = CMATCHING_QUALITY - 1;
  int32_t left = most - (length < (size_t)most ? (int32_t)length : most);
  return kind * CMATCHING_KIND + quality * CMATCHING_QUALITY + left;
}

// The kinds of matches, worst first, as in MatchScore.swift.
enum {
  CMATCHING_SCATTERED,   // the bytes in order
  CMATCHING_INSIDE,      // in one piece
  CMATCHING_WORDS,       // in pieces that each start a word
  CMATCHING_WORD_START,  // in one piece from the start of a word
  CMATCHING_PREFIX,      // in one piece from the start of the text
  CMATCHING_WHOLE,       // the whole text
};

// The quality of a match in one piece at the start of a text, and of a match in pieces with 0
// points.
#define CMATCHING_BEST_QUALITY 1023
#define CMATCHING_ZERO_QUALITY 512

// The score of a match in a subtitle is shifted right by this, so it is below every match in a
// display text.
#define CMATCHING_SUBTITLE_SHIFT 4

// The scores of items that do not match, and of items that cannot be scored here, because a text
// has more than CMATCHING_LONGEST_TEXT bytes, or because the points matter and the term has more
// than CMATCHING_LONGEST_COUNTED bytes.
#define CMATCHING_NO_MATCH -1
#define CMATCHING_UNKNOWN INT32_MAX

// Computes how well a term matches each of the given items of a segment, which are identified by
// their numbers.
void cmatching_find(
    const cmatching_term *term, const cmatching_segment *segment, const uint32_t *numbers,
    size_t count, int32_t *scores);

#endif
