// usage: peak-memory COMMAND [ARGUMENT…]
// Runs COMMAND with its output dropped and prints its peak resident memory in KiB. In C, since the
// kernel counts the memory of the process that forks as well: this one is small.
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  pid_t child = fork();
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, 1);
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return 1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "peak-memory: the command failed\n");
    return 1;
  }
  printf("%ld\n", usage.ru_maxrss);
  return 0;
}
