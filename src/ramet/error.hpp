#pragma once

// Errors: the exception that every call throws, and what kinds of faults it tells apart.

#include "ramet/core/error.hpp"
