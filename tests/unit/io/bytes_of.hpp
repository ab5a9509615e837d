#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "ramet/bytes/buffer.hpp"
#include "ramet/core/error.hpp"

/// The bytes of a text, for readable test data.
inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

inline std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline ramet::bytes::Buffer buffer_of(std::string_view text) {
  ramet::bytes::Buffer buffer;
  buffer.append(bytes_of(text));
  return buffer;
}

inline void write_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  std::string text(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0).read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

/// Kind and message of the Error that `work` throws, as "kind: text"; "nothing" when it throws none.
template <class Work>
std::string failure_of(Work&& work) {
  try {
    std::forward<Work>(work)();
  } catch (const ramet::Error& error) {
    return std::string(to_string(error.kind())) + ": " + error.what();
  }
  return "nothing";
}
