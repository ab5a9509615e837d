#pragma once

// Write trees, ntuples and objects into one file from any number of threads or processes.

#include "ramet/array/describe.hpp"
#include "ramet/compression/settings.hpp"
#include "ramet/table/described.hpp"
#include "ramet/table/schema.hpp"
#include "ramet/write/context_pool.hpp"
#include "ramet/write/entry_filler.hpp"
#include "ramet/write/fill_context.hpp"
#include "ramet/write/joined_writer.hpp"
#include "ramet/write/parallel_writer.hpp"
