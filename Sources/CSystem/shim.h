// What Swift cannot import from the C library: variadic calls, macros, signal handlers.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

/// One variable for the whole program, though each object file that uses it has a definition. A
/// `static` one would be as many variables as files, once the optimizer inlines across files.
#define FIGRANIUM_SHARED __attribute__((weak))

// glibc hides these without _GNU_SOURCE, and that would make structs differ between our modules.
extern const char *strerrordesc_np(int code);
extern void *memmem(const void *bytes, size_t count, const void *needle, size_t needle_count);
extern int pipe2(int ends[2], int flags);
extern int execvpe(const char *program, char *const arguments[], char *const environment[]);
extern int renameat2(int from_folder, const char *from, int to_folder, const char *to,
                     unsigned int flags);

/// `renameat2` with `RENAME_NOREPLACE`, which the headers hide too.
static inline int figranium_rename_to_new(int folder, const char *_Nonnull from,
                                          const char *_Nonnull to) {
  return renameat2(folder, from, folder, to, 1);
}

/// `prctl(PR_SET_DUMPABLE, 0)`: no core dump, and no other process of the user reads our memory.
static inline int figranium_forbid_dumping(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// `prctl(PR_GET_DUMPABLE)`.
static inline int figranium_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }

/// `RLIMIT_CORE` of 0, for good.
static inline int figranium_forbid_core_files(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none);
}

/// `M_PERTURB`: freed memory is overwritten. As `mallopt`: 1 when done.
static inline int figranium_overwrite_freed_memory(void) {
  return mallopt(M_PERTURB, 0xA5);
}

/// `fcntl(F_GETFD)`: -1 when nothing is open there.
static inline int figranium_descriptor_flags(int descriptor) { return fcntl(descriptor, F_GETFD); }

/// Has 0, 1 and 2 open, so that nothing of ours gets one of those numbers: a signal pipe would be read
/// from, or written to, as if it were the user's. What was closed stays of no use: to read from 0 and to
/// write to 1 and 2 is EBADF as before. 0 when all three are open.
static inline int figranium_open_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest number that is free is the one that it gets.
    if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) != descriptor) return -1;
  }
  return 0;
}

/// `M_ARENA_MAX`: one heap for all threads. Each thread would else map and fill one of its own, which
/// costs a program that lives for milliseconds more than waiting for the lock. As `mallopt`: 1.
static inline int figranium_share_heap(void) { return mallopt(M_ARENA_MAX, 1); }

/// Takes back the handlers of Swift's crash reporter, which writes registers and stacks to standard
/// error, and which a process that cannot be traced waits for in vain.
static inline int figranium_use_default_crash_handling(void) {
  const int signals[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  int failures = 0;
  for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++) {
    struct sigaction now;
    if (sigaction(signals[i], NULL, &now) != 0) { failures++; continue; }
    // What was ignored from the start, as SIGQUIT under nohup, stays so.
    if (!(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN) continue;
    if (signal(signals[i], SIG_DFL) == SIG_ERR) failures++;
  }
  return failures == 0 ? 0 : -1;
}

/// The columns of the terminal, or 0.
static inline int figranium_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// What a hidden prompt needs: bytes as they are typed, no echo, and Ctrl-C as a byte, so that the
/// terminal is put right before anything else happens.
static inline void figranium_make_hidden(struct termios *modes) {
  modes->c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL | ICANON | ISIG | IEXTEN);
  modes->c_iflag |= ICRNL;
  modes->c_cc[VMIN] = 1;
  modes->c_cc[VTIME] = 0;
}

/// No echo, and no keys for SIGQUIT and SIGTSTP, which nobody catches: the shell would get a terminal
/// without echo. Ctrl-C still works.
static inline void figranium_make_silent(struct termios *modes) {
  modes->c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
  modes->c_cc[VQUIT] = _POSIX_VDISABLE;
  modes->c_cc[VSUSP] = _POSIX_VDISABLE;
}

// The terminal that hides what is typed, or -1, and its modes before: for `exit` in the middle of a
// prompt.
FIGRANIUM_SHARED int figranium_hidden_terminal = -1;
FIGRANIUM_SHARED struct termios figranium_shown_modes = {0};

static inline void figranium_show_at_exit(void) {
  int terminal = __atomic_load_n(&figranium_hidden_terminal, __ATOMIC_ACQUIRE);
  if (terminal < 0) return;
  // Not TCSAFLUSH: that waits for output, which a terminal that was stopped (Ctrl-S) never takes.
  tcflush(terminal, TCIFLUSH);
  tcsetattr(terminal, TCSANOW, &figranium_shown_modes);
}

/// Whether a terminal is to be put back.
static inline int figranium_hides_input(void) {
  return __atomic_load_n(&figranium_hidden_terminal, __ATOMIC_ACQUIRE) >= 0;
}

/// One of the special characters of the terminal that is to be put back, such as that of `VINTR`.
static inline unsigned char figranium_control_character(int index) {
  return figranium_shown_modes.c_cc[index];
}

/// Has `exit` put the terminal back, until the terminal is -1.
static inline void figranium_remember_terminal(int terminal, const struct termios *shown) {
  static int is_registered = 0;
  if (!is_registered) is_registered = atexit(figranium_show_at_exit) == 0;
  if (terminal >= 0) figranium_shown_modes = *shown;
  __atomic_store_n(&figranium_hidden_terminal, terminal, __ATOMIC_RELEASE);
}

// Signal handlers write the signal's number into a pipe; nothing else is safe to do in them.

/// The write ends of the two pipes that may be in use at a time, or -1.
FIGRANIUM_SHARED volatile sig_atomic_t figranium_signal_pipes[2] = {-1, -1};

/// Whether the listener of slot 0 has been told of a signal.
FIGRANIUM_SHARED volatile sig_atomic_t figranium_was_interrupted = 0;

static inline void figranium_note_signal(int slot, int number) {
  if (slot == 0) figranium_was_interrupted = 1;
  int kept = errno;
  unsigned char byte = (unsigned char)number;
  int descriptor = figranium_signal_pipes[slot];
  // A full pipe already holds more signals than anyone will act on.
  if (descriptor >= 0 && write(descriptor, &byte, 1) < 0) errno = kept;
  errno = kept;
}

static inline void figranium_note_signal_0(int number) { figranium_note_signal(0, number); }
static inline void figranium_note_signal_1(int number) { figranium_note_signal(1, number); }

/// Sets where the handlers of `slot` write to.
static inline void figranium_set_signal_pipe(int slot, int descriptor) {
  if (slot == 0) figranium_was_interrupted = 0;
  figranium_signal_pipes[slot] = descriptor;
}

/// Installs the handler of `slot` for the signal, unless the signal is ignored; 1 if installed.
static inline int figranium_catch_signal(int slot, int number, struct sigaction *previous) {
  struct sigaction action = {.sa_handler =
                                 slot == 0 ? figranium_note_signal_0 : figranium_note_signal_1};
  if (sigaction(number, NULL, previous) != 0 || previous->sa_handler == SIG_IGN) return 0;
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL) == 0;
}

/// Whether the listener of slot 0 has been told of a signal since it is there.
static inline int figranium_has_been_interrupted(void) { return figranium_was_interrupted; }

/// Whether the action is the default one.
static inline int figranium_is_default_action(const struct sigaction *action) {
  return action->sa_handler == SIG_DFL;
}

/// Sends the signal to this thread, with the signal not blocked meanwhile, so that its default
/// action has happened when this returns.
static inline void figranium_raise_now(int number) {
  sigset_t one, kept;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, &kept);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
}

/// Whether SIGPIPE was ignored before we did so, as under some parents: -1 for not known yet.
FIGRANIUM_SHARED int figranium_pipes_were_ignored = -1;
FIGRANIUM_SHARED int figranium_large_files_were_ignored = -1;

/// Ignores SIGPIPE (1) or gives it the action that it had at first (0).
static inline void figranium_ignore_broken_pipes(int ignore) {
  // A file that grows past `ulimit -f` is an error of the write, too, and not the end.
  if (!ignore) {
    signal(SIGPIPE, figranium_pipes_were_ignored == 1 ? SIG_IGN : SIG_DFL);
    signal(SIGXFSZ, figranium_large_files_were_ignored == 1 ? SIG_IGN : SIG_DFL);
    return;
  }
  int was_ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
  int large_was_ignored = signal(SIGXFSZ, SIG_IGN) == SIG_IGN;
  if (figranium_large_files_were_ignored < 0) {
    figranium_large_files_were_ignored = large_was_ignored;
  }
  if (figranium_pipes_were_ignored < 0) figranium_pipes_were_ignored = was_ignored;
}

/// `execvpe`, with no signal blocked (threads that do work for others block most) and SIGPIPE as it
/// was at first; returns the errno.
///
/// A Ctrl-C that was heard before is EINTR; one that comes now ends the process in the system's way.
static inline int figranium_replace_process(char *const arguments[], char *const environment[]) {
  sigset_t all, kept;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &kept);
  if (figranium_was_interrupted) {
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
    return EINTR;
  }
  const int caught[] = {SIGINT, SIGTERM, SIGHUP};
  for (unsigned i = 0; i < sizeof caught / sizeof caught[0]; i++) {
    struct sigaction now;
    if (sigaction(caught[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) {
      signal(caught[i], SIG_DFL);
    }
  }
  figranium_ignore_broken_pipes(0);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  execvpe(arguments[0], arguments, environment);
  int code = errno;
  figranium_ignore_broken_pipes(1);
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
  return code;
}
