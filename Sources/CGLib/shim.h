// GLib, GObject and GIO as one module. Macros and variadic calls become functions here.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../CSystem/mapped_files.h"

// glibc hides these without _GNU_SOURCE, and that would make structs differ between our modules.
extern int posix_openpt(int flags);
extern int grantpt(int descriptor);
extern int unlockpt(int descriptor);
extern int ptsname_r(int descriptor, char *name, size_t size);

/// Makes the next close of the socket send RST instead of FIN: SO_LINGER with a time of 0.
/// `g_socket_set_option` takes an int only, and this option is a struct.
static inline int figranium_reset_on_close(int descriptor) {
  struct linger option = {.l_onoff = 1, .l_linger = 0};
  return setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, sizeof option);
}

/// Between fork and exec: no signal blocked. The threads of Swift's pool block nearly all of them,
/// and a child inherits that.
static inline void figranium_unblock_signals(gpointer unused) {
  (void)unused;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// The same, and a new session whose terminal is the child's standard input.
static inline void figranium_take_terminal(gpointer unused) {
  figranium_unblock_signals(unused);
  setsid();
  ioctl(STDIN_FILENO, TIOCSCTTY, 0);
}

/// Has the launcher's children start with no signal blocked, and with their standard input as their
/// controlling terminal if it is one.
static inline void figranium_launcher_prepare(GSubprocessLauncher *launcher, int has_terminal) {
  g_subprocess_launcher_set_child_setup(
      launcher, has_terminal ? figranium_take_terminal : figranium_unblock_signals, NULL, NULL);
}

// Declared here, and not by _GNU_SOURCE: with that, this module's view of the C library's types would
// differ from the one Swift has, and the two cannot be imported together.
int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *name, size_t size);

/// Opens a pseudo-terminal pair, close-on-exec, 24 rows by 80 columns; 0, or an errno.
static inline int figranium_open_terminal(int *master, int *slave) {
  char name[128];
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*master < 0) return errno;
  if (grantpt(*master) == 0 && unlockpt(*master) == 0 &&
      ptsname_r(*master, name, sizeof name) == 0 && ioctl(*master, TIOCSWINSZ, &size) == 0) {
    *slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*slave >= 0) return 0;
  }
  int error = errno;
  close(*master);
  return error;
}

/// Another descriptor for the same file, close-on-exec.
static inline int figranium_duplicate(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

/// Gives back what a service at rest has no use for: freed heap, and pages of program files.
static inline void figranium_release_resident_memory(void) {
#if defined(__linux__) && defined(__GLIBC__)
  malloc_trim(0);
#endif
  figranium_release_mapped_files(0);
}
