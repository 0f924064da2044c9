#ifndef LINUX_START_H
#define LINUX_START_H

/// How many words the program was called with, its own name included; 0 where the C library did not say.
int linux_start_word_count(void);

/// The word at an index, as the system handed it over: 0 is the program's name.
const char *_Nullable linux_start_word(int index);

#endif
