// Pages of the files that the program is made of. Included by the modules that let go of some.
#pragma once
#include <dlfcn.h>
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// `struct dl_phdr_info` and `dl_iterate_phdr`, which <link.h> hides without _GNU_SOURCE.
typedef struct {
  Elf64_Addr address;
  const char *_Nullable name;
  const Elf64_Phdr *_Nullable headers;
  Elf64_Half count;
} figranium_mapped_object;

typedef int (*figranium_iterate_mapped)(int (*_Nonnull each)(figranium_mapped_object *_Nonnull,
                                                             size_t size, void *_Nullable),
                                        void *_Nullable context);

// Lets go of the pages of one file; with a context, of its first part only, which holds the tables of
// names and relocations that the loader needs.
//
// Only of what is never written to: it comes back from the file when it is looked at again. Small parts
// are not worth telling the other processors of.
static inline int figranium_release_pages_of(figranium_mapped_object *_Nonnull object, size_t size,
                                             void *_Nullable first_only) {
  (void)size;
  // The kernel's own has no path; the program itself has no name.
  if (object->name == NULL || (object->name[0] != '/' && object->name[0] != 0)) return 0;
  if (first_only != NULL && object->name[0] == 0) return 0;
  for (int index = 0; index < object->count; index++) {
    const Elf64_Phdr *header = &object->headers[index];
    if (header->p_type != PT_LOAD) continue;
    int wanted = first_only == NULL ? (header->p_flags & PF_W) == 0
                                    : header->p_offset == 0 && header->p_flags == PF_R;
    if (wanted && header->p_filesz >= 64 << 10) {
      uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
      uintptr_t start = (object->address + header->p_vaddr) & ~(page - 1);
      uintptr_t end = (object->address + header->p_vaddr + header->p_filesz) & ~(page - 1);
      if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    if (first_only != NULL) return 0;
  }
  return 0;
}

// The same of all files, the program's own among them; or of the tables of the libraries.
static inline void figranium_release_mapped_files(int tables_only) {
#if defined(__linux__) && defined(__LP64__)
  figranium_iterate_mapped iterate = (figranium_iterate_mapped)dlsym(NULL, "dl_iterate_phdr");
  if (iterate != NULL) iterate(figranium_release_pages_of, tables_only ? &tables_only : NULL);
#else
  (void)tables_only;
#endif
}
