#pragma once

// Below tables and objects: bytes of any storage, keys, directories, records, and descriptions of classes.

#include "ramet/file/directory.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/file/key.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/schema/streamer_info.hpp"
