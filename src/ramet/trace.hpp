#pragma once

// Record what streams of a program do: writers and readers that are given a recorder, and the program's own modules.

#include "ramet/core/trace.hpp"
#include "ramet/core/trace/json.hpp"
#include "ramet/core/trace/recorder.hpp"
#include "ramet/core/trace/span.hpp"
#include "ramet/core/trace/track.hpp"
