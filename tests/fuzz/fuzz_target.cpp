#include "fuzz_target.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "ramet/core/error.hpp"

namespace {

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const fuzz::Bytes& seed : fuzz::seeds()) {
    std::ofstream file(folder / ("seed-" + std::to_string(number++)), std::ios::binary);
    file.write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
    fuzz::require(file.good(), "the seed is written");
  }
}

bool is_damage(ramet::ErrorKind kind) {
  return kind == ramet::ErrorKind::corrupt || kind == ramet::ErrorKind::unsupported ||
         kind == ramet::ErrorKind::not_found;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argument_count, char*** arguments) {
  constexpr std::string_view option = "--write-seeds=";
  for (int i = 1; i < *argument_count; ++i) {
    const std::string_view argument = (*arguments)[i];
    if (!argument.starts_with(option)) continue;
    write_seeds(argument.substr(option.size()));
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    fuzz::try_on(std::as_bytes(std::span(data, size)));
  } catch (const ramet::Error& error) {
    fuzz::require(is_damage(error.kind()), error.what());
  }
  return 0;
}
