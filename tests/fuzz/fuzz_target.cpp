#include "fuzz_target.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_source.hpp"

namespace {

constexpr std::size_t largest_seed = 1 << 16;
constexpr std::ptrdiff_t object_input_head = 2;

/// Numbers the seeds of a folder. Threads: one thread.
class SeedFolder {
 public:
  explicit SeedFolder(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
  }

  void write(const std::vector<fuzz::Bytes>& seeds) {
    for (const fuzz::Bytes& seed : seeds) {
      if (seed.size() > largest_seed) continue;
      std::ofstream file(folder_ / ("seed-" + std::to_string(number_++)), std::ios::binary);
      file.write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
      fuzz::require(file.good(), "the seed is written");
    }
  }

 private:
  std::filesystem::path folder_;
  int number_ = 0;
};

/// Not every file of a corpus is sound.
std::vector<fuzz::Bytes> seeds_of_path(const std::filesystem::path& path) {
  try {
    return fuzz::seeds_of(*ramet::file::FileReader::open(ramet::io::open_local(path)));
  } catch (const ramet::Error& error) {
    std::cerr << "no seeds: " << error.what() << '\n';
    return {};
  }
}

bool is_damage(ramet::ErrorKind kind) {
  return kind == ramet::ErrorKind::corrupt || kind == ramet::ErrorKind::unsupported ||
         kind == ramet::ErrorKind::not_found || kind == ramet::ErrorKind::file_missing;
}

/// What stands behind an option; empty if the argument is not that option.
std::string_view value_of(std::string_view argument, std::string_view option) {
  return argument.starts_with(option) ? argument.substr(option.size()) : std::string_view();
}

}  // namespace

[[gnu::weak]] std::vector<fuzz::Bytes> fuzz::seeds_of(const ramet::file::FileReader&) { return {}; }

std::vector<fuzz::Bytes> fuzz::whole_of(const ramet::file::FileReader& file) {
  if (file.source().size() > largest_seed) return {};
  Bytes whole(file.source().size());
  file.source().read_at(0, whole);
  return {whole};
}

fuzz::ObjectInput fuzz::object_input(std::span<const std::byte> input) {
  ObjectInput result;
  if (input.size() < object_input_head) return result;
  result.class_number = std::to_integer<std::uint8_t>(input[0]);
  result.key_length = std::to_integer<std::uint8_t>(input[1]);
  result.record.resize(result.key_length);
  result.record.insert(result.record.end(), input.begin() + object_input_head, input.end());
  return result;
}

fuzz::Bytes fuzz::object_seed(std::size_t class_number, std::size_t key_length, std::span<const std::byte> payload) {
  Bytes seed{static_cast<std::byte>(class_number), static_cast<std::byte>(key_length)};
  seed.insert(seed.end(), payload.begin(), payload.end());
  return seed;
}

std::vector<fuzz::Bytes> fuzz::object_seeds_of(
    const ramet::file::FileReader& file, ramet::FunctionRef<std::ptrdiff_t(std::string_view class_name)> number_of) {
  std::vector<Bytes> found;
  file.for_each_key([&](const ramet::file::Directory&, const ramet::file::Key& key) {
    const std::ptrdiff_t number = number_of(key.class_name);
    if (number < 0 || key.object_size > largest_seed || key.key_length > 0xff) return;
    found.push_back(object_seed(static_cast<std::size_t>(number), key.key_length, file.read_record(key).payload()));
  });
  return found;
}

extern "C" int LLVMFuzzerInitialize(int* argument_count, char*** arguments) {
  const std::span given(*arguments, static_cast<std::size_t>(*argument_count));
  for (const std::string_view folder : given) {
    if (value_of(folder, "--write-seeds=").empty()) continue;
    SeedFolder seeds(value_of(folder, "--write-seeds="));
    seeds.write(fuzz::seeds());
    for (const std::string_view path : given)
      if (!value_of(path, "--from=").empty()) seeds.write(seeds_of_path(value_of(path, "--from=")));
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
