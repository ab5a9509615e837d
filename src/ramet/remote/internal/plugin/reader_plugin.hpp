#pragma once

// The interface of a plugin that reads files of servers: a shared object that is loaded when a URL of its scheme is
// opened, and that has the function `ramet_reader_plugin`. Plain C, so that it may be built by another compiler.

#include <stddef.h>
#include <stdint.h>

extern "C" {

/// Bytes [offset, offset + size) of a file.
struct RametReaderPiece {
  uint64_t offset;
  uint64_t size;
};

enum RametReaderResult : int32_t {
  ramet_reader_done = 0,
  ramet_reader_waits = 1,      ///< it is not there yet
  ramet_reader_not_found = 2,  ///< there is no such file
  ramet_reader_failed = 3,
};

/// What a plugin does. Texts about errors are cut to `text_size`, and end with a zero. Threads: any, also `wait` for
/// pieces of one transfer; a file is closed when nothing else is done with it.
struct RametReaderPlugin {
  uint32_t version;  ///< of this struct: 1
  /// Open a file. The handle is null unless the result is `done`.
  RametReaderResult (*open)(const char* url, uint32_t timeout_seconds, void** file, uint64_t* size, char* text,
                            size_t text_size);
  void (*close)(void* file);
  /// Begin to read pieces; null without memory. The transfer needs the file no longer than until it is ended.
  void* (*start)(void* file, const RametReaderPiece* pieces, size_t count);
  /// Wait for a piece, at most for so long; when it is there, its bytes are copied.
  RametReaderResult (*wait)(void* transfer, size_t piece, uint32_t milliseconds, void* into, char* text,
                            size_t text_size);
  /// Let go of a transfer at once, also while it is in progress.
  void (*end)(void* transfer);
};

/// The type of `ramet_reader_plugin`.
using RametReaderPluginFunction = const RametReaderPlugin*();
}
