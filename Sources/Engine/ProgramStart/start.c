#include "include/ProgramStart.h"

#ifdef __linux__
#include <stdlib.h>
#include <unistd.h>

static int count;
static char **words;

// glibc hands a constructor what main gets, and calls those with a number before those without: before the
// constructors of the Swift runtime. The runtime asks /proc for the program's path and its words. Where there is no
// /proc, as in a bare chroot, the first ends the program with an abort; SWIFT_ROOT spares it the question.
__attribute__((constructor(101))) static void note(int given, char **values) {
#ifdef __GLIBC__
  count = given;
  words = values;
#endif
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}

int program_start_word_count(void) { return count; }

int program_start_byte(int word, int index) {
  return word >= 0 && word < count ? (unsigned char)words[word][index] : 0;
}
#else
int program_start_word_count(void) { return 0; }

int program_start_byte(int word, int index) {
  (void)word, (void)index;
  return 0;
}
#endif

#ifdef __GLIBC__
#include <malloc.h>

void program_give_memory_back(void) {
  // Else each thread has an arena of its own, and after a large block all of its size stay in arenas.
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  malloc_trim(0);
}
#else
void program_give_memory_back(void) {}
#endif
