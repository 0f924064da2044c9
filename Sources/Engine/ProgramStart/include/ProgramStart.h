#ifndef PROGRAM_START_H
#define PROGRAM_START_H

/// Returns how many words the program was called with, its own name included; 0 where the C library did not say.
int program_start_word_count(void);

/// Returns the byte of a word at an index, which is at most the word's length: 0 is the end. Word 0 is the program's
/// name.
int program_start_byte(int word, int index);

/// Gives free memory back to the system, where the C library can, and from then on keeps little of it: for a program that
/// has worked and waits.
void program_give_memory_back(void);

#endif
