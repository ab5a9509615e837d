#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "ramet/remote/internal/plugin/reader_plugin.hpp"

/// A plugin whose files have 26 letters. Of URLs with "none" in them there is no file; reading is refused of those with
/// "refused", and never ends of those with "late". Threads: any.
namespace sample_plugin {

inline constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";

struct File {
  bool is_refused, is_late;
};
struct Transfer {
  File file;
  std::vector<RametReaderPiece> pieces;
};

inline RametReaderResult tell(RametReaderResult result, std::string_view what, char* text, size_t size) {
  const std::size_t count = std::min(what.size(), size - 1);
  std::memcpy(text, what.data(), count);
  text[count] = '\0';
  return result;
}

inline RametReaderResult open(const char* url, uint32_t, void** file, uint64_t* size, char* text, size_t text_size) {
  const std::string_view name = url;
  const auto has = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
  if (has("none")) return tell(ramet_reader_not_found, "no such file", text, text_size);
  *file = new File{has("refused"), has("late")};
  *size = letters.size();
  return ramet_reader_done;
}

inline void close(void* file) { delete static_cast<File*>(file); }

inline void* start(void* file, const RametReaderPiece* pieces, size_t count) {
  return new Transfer{*static_cast<File*>(file), {pieces, pieces + count}};
}

inline RametReaderResult wait(void* handle, size_t number, uint32_t, void* into, char* text, size_t text_size) {
  const Transfer& transfer = *static_cast<Transfer*>(handle);
  if (transfer.file.is_refused) return tell(ramet_reader_failed, "the server refused", text, text_size);
  if (transfer.file.is_late) return ramet_reader_waits;
  const RametReaderPiece& piece = transfer.pieces.at(number);
  std::memcpy(into, letters.data() + piece.offset, piece.size);
  return ramet_reader_done;
}

inline void end(void* transfer) { delete static_cast<Transfer*>(transfer); }

inline constexpr RametReaderPlugin plugin{1, open, close, start, wait, end};

}  // namespace sample_plugin
