// libgcrypt: the arithmetic of a session with the Secret Service. It comes with libsecret.
#pragma once
#include <gcrypt.h>
#include <sys/mman.h>
#include <unistd.h>

enum { figranium_secure_bytes = 32768 };

// Whether the system lets this process lock so much memory.
static inline int figranium_can_lock(size_t count) {
  void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  int can = mlock(memory, count) == 0;
  munmap(memory, count);
  return can;
}

// Sets the library up, unless somebody in this process has, or is about to: libsecret does too, and
// gives it an allocator of its own on the way. To be called by one thread at a time.
//
// Returns 0 when it is too old; and in FIPS mode, where the system locks no memory: libgcrypt would end
// the process then.
static inline int figranium_gcrypt_start(void) {
  for (int wait = 0; gcry_control(GCRYCTL_ANY_INITIALIZATION_P) && wait < 1000; wait++) {
    if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return 1;
    usleep(1000);
  }
  if (!gcry_check_version("1.8.0")) return 0;
  if (gcry_fips_mode_active() && !figranium_can_lock(figranium_secure_bytes)) return 0;
  // Elsewhere the keys would not be safer without it (see LockedBytes).
  gcry_control(GCRYCTL_DISABLE_SECMEM_WARN);
  gcry_control(GCRYCTL_INIT_SECMEM, figranium_secure_bytes, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return 1;
}
