// libcurl's types and constants, and a table of its functions filled by dlopen.
//
// Linking libcurl brings 33 shared libraries into every start of every program, which costs 4 ms
// also where no request is made. So the library is opened at the first request, and the functions
// are reached through the table. What is variadic in libcurl has a fixed form here.
#pragma once

#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>
#include <dlfcn.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../CSystem/mapped_files.h"

// The form of version information that these headers know.
static const CURLversion figranium_curl_version = CURLVERSION_NOW;

typedef struct {
  CURLcode (*global_init_mem)(long flags, curl_malloc_callback, curl_free_callback,
                              curl_realloc_callback, curl_strdup_callback, curl_calloc_callback);
  curl_version_info_data *(*version_info)(CURLversion age);
  const char *(*easy_strerror)(CURLcode code);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *easy);
  void (*easy_reset)(CURL *easy);
  CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
  CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
  CURLcode (*easy_pause)(CURL *easy, int what);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *multi);
  CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
  CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
  CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
  CURLMcode (*multi_perform)(CURLM *multi, int *running);
  CURLMcode (*multi_poll)(CURLM *multi, struct curl_waitfd *extra, unsigned int count,
                          int milliseconds, int *ready);
  CURLMcode (*multi_wakeup)(CURLM *multi);
  CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
} figranium_curl;

// libcurl's memory, overwritten when it is freed: its requests and header lines hold the key, and
// glibc does not overwrite small blocks by itself (M_PERTURB comes after its cache of them).

static inline void figranium_wiping_free(void *memory) {
  if (memory == NULL) return;
  explicit_bzero(memory, malloc_usable_size(memory));
  free(memory);
}

static inline void *figranium_wiping_realloc(void *memory, size_t size) {
  if (memory == NULL) return malloc(size);
  // What fits stays where it is: most of libcurl's texts grow by some bytes at a time.
  if (size > 0 && size <= malloc_usable_size(memory)) return memory;
  void *moved = malloc(size);
  if (moved == NULL) return NULL;
  size_t old = malloc_usable_size(memory);
  memcpy(moved, memory, old < size ? old : size);
  figranium_wiping_free(memory);
  return moved;
}

static inline char *figranium_wiping_strdup(const char *text) { return strdup(text); }
static inline void *figranium_wiping_malloc(size_t size) { return malloc(size); }
static inline void *figranium_wiping_calloc(size_t count, size_t size) {
  return calloc(count, size);
}

// Starts libcurl with that memory, unless this process has started it before.
static inline CURLcode figranium_curl_start(const figranium_curl *_Nonnull api) {
  return api->global_init_mem(CURL_GLOBAL_DEFAULT, figranium_wiping_malloc, figranium_wiping_free,
                              figranium_wiping_realloc, figranium_wiping_strdup,
                              figranium_wiping_calloc);
}

// musl has no such mode.
#ifndef RTLD_DEEPBIND
#define RTLD_DEEPBIND 0
#endif

// Each of libcurl's libraries looks its names up among its own first, not among the program's: that
// halves the time of opening them. Not where something is loaded ahead of libc to take its place
// (a sanitizer, another malloc): its names must be found first.
static inline int figranium_curl_open_mode(void) {
  const char *ahead = getenv("LD_PRELOAD");
  int replaced = (ahead != NULL && ahead[0] != 0) ||
                 dlsym(NULL, "__sanitizer_print_stack_trace") != NULL;
  return RTLD_LAZY | RTLD_LOCAL | (replaced ? 0 : RTLD_DEEPBIND);
}

// Opens libcurl and fills the table.
//
// Returns NULL, or what is missing: the library's or the function's name, a constant.
static inline const char *_Nullable figranium_curl_load(figranium_curl *_Nonnull api) {
  int mode = figranium_curl_open_mode();
  if ((mode & RTLD_DEEPBIND) != 0) {
    // Those of libcurl's libraries that look most names up: opened first, they find most of them in
    // themselves. Where libcurl does not need one it is rarely there; the opening says nothing.
    dlopen("libcrypto.so.3", mode);
    dlopen("librtmp.so.1", mode);
  }
  void *library = dlopen("libcurl.so.4", mode);
  if (library == NULL) return "libcurl.so.4";
  // OpenSSL would take itself apart when the process ends, below the feet of whatever thread still uses
  // it. It is the first to be asked for that counts.
  int (*start_openssl)(uint64_t, const void *) =
      (int (*)(uint64_t, const void *))dlsym(library, "OPENSSL_init_crypto");
  const uint64_t without_end = 0x00080000;  // OPENSSL_INIT_NO_ATEXIT
  if (start_openssl != NULL) start_openssl(without_end, NULL);
#define FIGRANIUM_CURL_SYMBOL(member)                       \
  *(void **)&api->member = dlsym(library, "curl_" #member); \
  if (api->member == NULL) return "curl_" #member;
  FIGRANIUM_CURL_SYMBOL(global_init_mem)
  FIGRANIUM_CURL_SYMBOL(version_info)
  FIGRANIUM_CURL_SYMBOL(easy_strerror)
  FIGRANIUM_CURL_SYMBOL(easy_init)
  FIGRANIUM_CURL_SYMBOL(easy_cleanup)
  FIGRANIUM_CURL_SYMBOL(easy_reset)
  FIGRANIUM_CURL_SYMBOL(easy_setopt)
  FIGRANIUM_CURL_SYMBOL(easy_getinfo)
  FIGRANIUM_CURL_SYMBOL(easy_pause)
  FIGRANIUM_CURL_SYMBOL(multi_init)
  FIGRANIUM_CURL_SYMBOL(multi_cleanup)
  FIGRANIUM_CURL_SYMBOL(multi_setopt)
  FIGRANIUM_CURL_SYMBOL(multi_add_handle)
  FIGRANIUM_CURL_SYMBOL(multi_remove_handle)
  FIGRANIUM_CURL_SYMBOL(multi_perform)
  FIGRANIUM_CURL_SYMBOL(multi_poll)
  FIGRANIUM_CURL_SYMBOL(multi_wakeup)
  FIGRANIUM_CURL_SYMBOL(multi_info_read)
#undef FIGRANIUM_CURL_SYMBOL
  // Two megabytes that only the loader needed. A run may wait for twenty minutes.
  figranium_release_mapped_files(1);
  return NULL;
}

static inline CURLcode figranium_curl_set_long(const figranium_curl *_Nonnull api,
                                               CURL *_Nonnull easy, CURLoption option,
                                               long value) {
  return api->easy_setopt(easy, option, value);
}

static inline CURLcode figranium_curl_set_size(const figranium_curl *_Nonnull api,
                                               CURL *_Nonnull easy, CURLoption option,
                                               curl_off_t value) {
  return api->easy_setopt(easy, option, value);
}

static inline CURLcode figranium_curl_set_text(const figranium_curl *_Nonnull api,
                                               CURL *_Nonnull easy, CURLoption option,
                                               const char *_Nonnull value) {
  return api->easy_setopt(easy, option, value);
}

static inline CURLcode figranium_curl_set_pointer(const figranium_curl *_Nonnull api,
                                                  CURL *_Nonnull easy, CURLoption option,
                                                  void *_Nullable value) {
  return api->easy_setopt(easy, option, value);
}

// CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
static inline CURLcode figranium_curl_set_sink(
    const figranium_curl *_Nonnull api, CURL *_Nonnull easy, CURLoption option,
    size_t (*_Nonnull sink)(char *_Nullable bytes, size_t size, size_t count,
                            void *_Nullable context)) {
  return api->easy_setopt(easy, option, sink);
}

static inline CURLcode figranium_curl_set_prerequest(
    const figranium_curl *_Nonnull api, CURL *_Nonnull easy,
    int (*_Nonnull check)(void *_Nullable context, char *_Nullable remote, char *_Nullable local,
                          int remote_port, int local_port)) {
  return api->easy_setopt(easy, CURLOPT_PREREQFUNCTION, check);
}

static inline long figranium_curl_get_long(const figranium_curl *_Nonnull api,
                                           CURL *_Nonnull easy, CURLINFO info) {
  long value = 0;
  return api->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t figranium_curl_get_size(const figranium_curl *_Nonnull api,
                                                 CURL *_Nonnull easy, CURLINFO info) {
  curl_off_t value = 0;
  return api->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline const char *_Nullable figranium_curl_get_text(const figranium_curl *_Nonnull api,
                                                            CURL *_Nonnull easy, CURLINFO info) {
  char *value = NULL;
  return api->easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

static inline CURLMcode figranium_curl_set_multi_long(const figranium_curl *_Nonnull api,
                                                      CURLM *_Nonnull multi, CURLMoption option,
                                                      long value) {
  return api->multi_setopt(multi, option, value);
}

// The next transfer that has ended, or NULL; `result` becomes its code.
static inline CURL *_Nullable figranium_curl_next_done(const figranium_curl *_Nonnull api,
                                                       CURLM *_Nonnull multi,
                                                       CURLcode *_Nonnull result) {
  int left = 0;
  CURLMsg *message;
  while ((message = api->multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
