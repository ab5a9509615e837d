#include "cli/text/output_file.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "ramet/core/error.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/detail/replaced_file.hpp"

namespace ramet::cli {
namespace {

void write_stream(const std::filesystem::path& place, const std::string& shown,
                  FunctionRef<void(std::ostream&)> write) {
  std::ofstream file(place, std::ios::binary);
  if (file) write(file);
  file.close();
  if (!file) detail::fail(ErrorKind::io, "cannot write '{}'", shown);
}

}  // namespace

void write_output(const std::string& path, FunctionRef<void(std::ostream&)> write) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    return write_stream(path, path, write);
  io::ReplacedFile replaced(path);
  const std::unique_ptr<io::ByteSink> sink = replaced.begin();
  write_stream(replaced.part(), path, write);
  sink->close();
  replaced.publish();
}

void write_output(const std::string& path, std::string_view text) {
  const auto write = [&](std::ostream& out) { out.write(text.data(), static_cast<std::streamsize>(text.size())); };
  write_output(path, FunctionRef<void(std::ostream&)>(write));
}

}  // namespace ramet::cli
