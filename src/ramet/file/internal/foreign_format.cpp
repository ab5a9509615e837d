#include "ramet/file/internal/foreign_format.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

// First bytes of other formats, from their specifications: RFC 1952 (gzip), 8878 (zstd), the HDF5 and Parquet format
// pages, POSIX (tar), ...

namespace ramet::inline v1::file {
namespace {

using namespace std::string_view_literals;

/// Threads: a value.
struct Signature {
  std::size_t at = 0;
  std::string_view bytes;
  std::string_view format;
};

constexpr std::string_view html = "an HTML page, as a server sends it instead of a file";

constexpr Signature signatures[] = {
    {0, "\x1f\x8b"sv, "gzip data: unpack it first"},
    {0, "BZh"sv, "bzip2 data: unpack it first"},
    {0, "\xfd\x37zXZ\0"sv, "xz data: unpack it first"},
    {0, "\x28\xb5\x2f\xfd"sv, "zstd data: unpack it first"},
    {0, "\x04\x22\x4d\x18"sv, "lz4 data: unpack it first"},
    {0, "PK\x03\x04"sv, "a zip archive: unpack it first"},
    {0, "7z\xbc\xaf\x27\x1c"sv, "a 7z archive: unpack it first"},
    {257, "ustar"sv, "a tar archive: unpack it first"},
    {0, "\x89HDF\r\n\x1a\n"sv, "an HDF5 file"},
    {0, "PAR1"sv, "a Parquet file"},
    {0, "ARROW1"sv, "an Arrow (Feather) file"},
    {0, "\x93NUMPY"sv, "a NumPy array"},
    {0, "SQLite format 3\0"sv, "an SQLite database"},
    {0, "CDF\x01"sv, "a NetCDF file"},
    {0, "CDF\x02"sv, "a NetCDF file"},
    {0, "SIMPLE  ="sv, "a FITS file"},
    {0, "\x80\x04\x95"sv, "a Python pickle"},
    {0, "%PDF-"sv, "a PDF document"},
    {0, "\x89PNG"sv, "a PNG picture"},
    {0,
     "\x7f"
     "ELF"sv,
     "a program"},
    {0, "version https://git-lfs"sv, "a pointer of Git LFS: fetch the file itself with `git lfs pull`"},
    {0, "#!"sv, "a script"},
};

bool starts_with_word(std::string_view text, std::string_view word) noexcept {
  return text.size() >= word.size() && std::ranges::equal(text.substr(0, word.size()), word, [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         });
}

bool is_text(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte == 0x7f || (byte < 0x20 && character != '\n' && character != '\r' && character != '\t');
  });
}

}  // namespace

std::string foreign_format_of(std::span<const std::byte> first_bytes) {
  const std::string_view bytes(reinterpret_cast<const char*>(first_bytes.data()), first_bytes.size());
  if (bytes.empty()) return "an empty file";
  for (const Signature& known : signatures)
    if (bytes.size() > known.at && bytes.substr(known.at).starts_with(known.bytes)) return std::string(known.format);
  if (std::ranges::all_of(bytes, [](char byte) { return byte == 0; }))
    return "zeros: a file that was created but not written";
  std::string_view text = bytes;
  if (text.starts_with("\xef\xbb\xbf"sv)) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (starts_with_word(text, "<!doctype html") || starts_with_word(text, "<html")) return std::string(html);
  if (starts_with_word(text, "<?xml")) return "XML";
  if (!is_text(bytes)) return "";
  return text.starts_with('{') || text.starts_with('[') ? "JSON, or other text" : "text";
}

}  // namespace ramet::inline v1::file
