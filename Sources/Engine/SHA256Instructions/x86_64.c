// SHA-256 with the SHA extensions of x86-64 (Intel 64 and IA-32 Architectures Software Developer's
// Manual, SHA256RNDS2, SHA256MSG1, SHA256MSG2). Two rounds an instruction; the state is kept as the
// instructions want it, in the words ABEF and CDGH.

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

#include "constants.h"
#include "cpu.h"
#include "include/SHA256Instructions.h"

int sha256_cpu_has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  int has_sse = (c & bit_SSSE3) && (c & bit_SSE4_1);
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  return has_sse && (b & bit_SHA) ? 1 : 0;
}

#define SHA __attribute__((target("sha,ssse3,sse4.1")))
#define INLINE static inline __attribute__((always_inline)) SHA

// A message on its way: its state, what that was before the block, and the block's schedule.
struct lane {
  __m128i abef, cdgh;
  __m128i abef_before, cdgh_before;
  __m128i words[4];
};

INLINE void load_state(struct lane *lane, const uint32_t state[8]) {
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[0]), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[4]), 0x1B);
  lane->abef = _mm_alignr_epi8(low, high, 8);
  lane->cdgh = _mm_blend_epi16(high, low, 0xF0);
}

INLINE void store_state(const struct lane *lane, uint32_t state[8]) {
  __m128i low = _mm_shuffle_epi32(lane->abef, 0x1B);
  __m128i high = _mm_shuffle_epi32(lane->cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)&state[0], _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)&state[4], _mm_alignr_epi8(high, low, 8));
}

INLINE void begin_block(struct lane *lane, const uint8_t *block) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  lane->abef_before = lane->abef;
  lane->cdgh_before = lane->cdgh;
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; i++) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(block + 16 * i));
    lane->words[i] = _mm_shuffle_epi8(bytes, swap);
  }
}

// Rounds 4i to 4i + 3.
INLINE void four_rounds(struct lane *lane, int i) {
  __m128i *words = lane->words, word = words[i & 3];
  __m128i sum = _mm_add_epi32(word, _mm_load_si128((const __m128i *)&sha256_constants[4 * i]));
  lane->cdgh = _mm_sha256rnds2_epu32(lane->cdgh, lane->abef, sum);
  lane->abef = _mm_sha256rnds2_epu32(lane->abef, lane->cdgh, _mm_shuffle_epi32(sum, 0x0E));
  if (i >= 12) return;
  // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16], four at a time.
  __m128i next = _mm_sha256msg1_epu32(word, words[(i + 1) & 3]);
  __m128i middle = _mm_alignr_epi8(words[(i + 3) & 3], words[(i + 2) & 3], 4);
  words[i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(next, middle), words[(i + 3) & 3]);
}

INLINE void end_block(struct lane *lane) {
  lane->abef = _mm_add_epi32(lane->abef, lane->abef_before);
  lane->cdgh = _mm_add_epi32(lane->cdgh, lane->cdgh_before);
}

#include "compress.h"

#endif
