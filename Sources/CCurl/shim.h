// libcurl's types and constants.
#pragma once
#include <curl/curl.h>
