// libsecret, with the D-Bus path calls that it marks as unstable: they have been the same since
// 0.1 and are the only ones that do not cache items between calls.
#pragma once
#define SECRET_API_SUBJECT_TO_CHANGE 1
#include <libsecret/secret.h>
