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
#define CMATCHING_PADDING 31

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

// One bit for each byte of a text of at most 64 bytes that equals a byte, which is no capital letter. Up
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
  uint8_t word_start;  // for a character that starts a word
  uint8_t adjacent;    // for one right behind the one before
  uint8_t gap;         // off for the first byte passed over, 2 or 3; each further one costs 1
} cmatching_worth;

// Points are counted from here, so that none of them is negative.
#define CMATCHING_ZERO 128

// The most points that a term has in a text of at most 64 bytes, above CMATCHING_ZERO; 0 when it cannot
// be laid down. With words_only each character starts a word or follows the one before at once.
//
// The bits of starts say where words start. Up to CMATCHING_PADDING bytes behind the text are read. The
// term has 1 to 8 bytes and no capital letter; a byte is worth at most 7 for being adjacent, and a term
// at most 175 in all.
uint8_t cmatching_points(
    const uint8_t *term, size_t term_count, const uint8_t *text, size_t count, uint64_t starts,
    int words_only, cmatching_worth worth);

#endif
