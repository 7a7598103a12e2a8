// What Swift cannot import from the C library: variadic calls and macros.
#pragma once
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
