#pragma once

#include <cstddef>
#include <span>

#include "ramet/bytes/byte_writer.hpp"
#include "ramet/file/file_reader.hpp"

// The first bytes of a file (root-project/root, io/doc/TFile/README.md, "File Header"; TFile.cxx, TFile::WriteHeader):
//   | "root" | version 4 | begin 4 | end 4|8 | seek of free segments 4|8 | their record's size 4 | their number 4 |
//   | name size 4 | units 1 | compression 4 | seek of streamer infos 4|8 | their record's size 4 | uuid version 2 |
//   | uuid 16 |      the four seeks take 8 bytes when version >= 1,000,000; the rest up to `begin` is zeros

namespace ramet::inline v1::file {

/// Files with this version number or a higher one have 8-byte seeks.
inline constexpr std::uint32_t big_file_version = 1'000'000;

/// The size of the largest header.
inline constexpr std::size_t largest_file_header = 75;

/// Read the header. Throws Error(corrupt), showing the bytes, when this is not a ROOT file.
FileHeader read_file_header(std::span<const std::byte> bytes);

/// Write the header and zeros up to header.begin. Seeks take 8 bytes if header.version says so; the uuid is left out if
/// there is no room for it. Throws Error(unsupported) when the rest does not fit either.
void write_file_header(bytes::ByteWriter& writer, const FileHeader& header);

}  // namespace ramet::inline v1::file
