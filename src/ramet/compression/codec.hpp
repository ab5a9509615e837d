#pragma once

// The whole of this module: what others include.
#include "ramet/compression/block.hpp"
#include "ramet/compression/compressor.hpp"
#include "ramet/compression/decompressor.hpp"
#include "ramet/compression/settings.hpp"
