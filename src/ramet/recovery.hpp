#pragma once

// Check files, and recover what killed writers left.

#include "ramet/recovery/check.hpp"
#include "ramet/recovery/recover.hpp"
