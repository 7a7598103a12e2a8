// The yardstick for a warm request: libcurl alone, one handle, the body read and dropped.
// usage: curl-loop URL COUNT   (the Authorization header's value comes on standard input)
// Prints the median time of a request in microseconds.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
  char value[256] = "", header[300];
  int count = argc == 3 ? atoi(argv[2]) : 0;
  if (count < 1 || !fgets(value, sizeof value, stdin)) {
    fputs("usage: curl-loop URL COUNT < header-value\n", stderr);
    return 2;
  }
  value[strcspn(value, "\n")] = 0;
  snprintf(header, sizeof header, "Authorization: %s", value);
  struct curl_slist *headers = curl_slist_append(NULL, header);
  double *times = calloc(count, sizeof *times);
  CURL *curl = curl_easy_init();
  if (!headers || !times || !curl) return 1;
  curl_easy_setopt(curl, CURLOPT_URL, argv[1]);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
  curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
  for (int i = -100; i < count; i++) {  // the first hundred warm up
    double start = now();
    CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK) {
      fprintf(stderr, "curl-loop: %s\n", curl_easy_strerror(code));
      return 1;
    }
    if (i >= 0) times[i] = now() - start;
  }
  qsort(times, count, sizeof *times, compare);
  printf("%.1f\n", times[count / 2]);
  curl_easy_cleanup(curl);
  curl_slist_free_all(headers);
  free(times);
  return 0;
}
