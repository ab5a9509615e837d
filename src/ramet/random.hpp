#pragma once

// Random numbers that are a function of seed, stream, entry and draw; the generators that make them.

#include "ramet/random/alias_table.hpp"
#include "ramet/random/bin_table.hpp"
#include "ramet/random/continuous.hpp"
#include "ramet/random/counts.hpp"
#include "ramet/random/engine.hpp"
#include "ramet/random/function_table.hpp"
#include "ramet/random/gamma_family.hpp"
#include "ramet/random/generators.hpp"
#include "ramet/random/mixmax.hpp"
#include "ramet/random/parameter.hpp"
#include "ramet/random/points/acceptance.hpp"
#include "ramet/random/points/directions.hpp"
#include "ramet/random/points/phase_space.hpp"
#include "ramet/random/stream.hpp"
