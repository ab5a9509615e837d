#pragma once

// Random numbers that are a function of seed, stream, entry and draw; the generators that make them.

#include "ramet/random/continuous.hpp"
#include "ramet/random/generators.hpp"
#include "ramet/random/parameter.hpp"
#include "ramet/random/stream.hpp"
