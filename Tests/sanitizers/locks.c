// Swift's `Mutex`, as the sanitizer for threads has to see it.
//
// A `Mutex` that nobody else holds is taken and left by atomics in the program's own code, which the sanitizer
// follows. One that others wait for is handed on in the kernel, by the three functions below, from inside of Swift's
// library, which is built without the sanitizer: it would tell of a race at each handing on. A program that is linked
// with this file calls these instead, which call those of the library and say what happens.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define MUTEX __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

/// Swift says where a value is passed to be changed. Of a value without bytes, such as a sink that has nothing to
/// keep, it says an address that is none. What is written in fact, it says too.
void __wrap___tsan_external_write(void *address, void *caller, void *tag) {}

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

SWIFT void lockSlow(uint32_t thread, MUTEX) __asm__(LOCK);
SWIFT bool tryLockSlow(MUTEX) __asm__(TRY_LOCK);
SWIFT void unlockSlow(MUTEX) __asm__(UNLOCK);

/// A function of Swift's library. A library without it has another `Mutex`, of which this file knows nothing.
static void *original(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

SWIFT void lockSlow(uint32_t thread, MUTEX) {
  ((SWIFT void (*)(uint32_t, MUTEX))original(LOCK))(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool tryLockSlow(MUTEX) {
  bool taken = ((SWIFT bool (*)(MUTEX))original(TRY_LOCK))(mutex);
  if (taken) __tsan_acquire(mutex);
  return taken;
}

SWIFT void unlockSlow(MUTEX) {
  __tsan_release(mutex);
  ((SWIFT void (*)(MUTEX))original(UNLOCK))(mutex);
}
