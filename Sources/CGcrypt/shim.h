// libgcrypt: the arithmetic of a session with the Secret Service. It comes with libsecret.
#pragma once
#include <gcrypt.h>

// Sets the library up, unless somebody in this process has: libsecret does too, and takes what it
// finds. To be called before anything else, by one thread at a time.
//
// Returns 0 when the library is too old. No warning is printed where the system locks no memory: the
// keys would not be safer without it (see LockedBytes).
static inline int figranium_gcrypt_start(void) {
  if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return 1;
  if (!gcry_check_version("1.8.0")) return 0;
  gcry_control(GCRYCTL_DISABLE_SECMEM_WARN);
  gcry_control(GCRYCTL_INIT_SECMEM, 32768, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return 1;
}
