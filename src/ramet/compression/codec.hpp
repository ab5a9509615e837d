#pragma once

// Includes all headers of this module.
#include "ramet/compression/block.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/compression/settings.hpp"
