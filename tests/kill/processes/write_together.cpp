// Processes that fill one file, for kill_processes.py.
//
//   kill_write_together own FILE HANDLE ttree|rntuple    shares the file; reads commands: checkpoint, close
//   kill_write_together fill HANDLE NUMBER               fills with entries of its own, and says how many it has
//   written
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/write/joined_writer.hpp"

using namespace ramet;

namespace {

/// The values follow from the process of an entry and its number in that process.
std::vector<array::Array> entries_of(std::int32_t process, std::int64_t first, std::int64_t last) {
  array::ArrayBuilder processes(array::parse_type("int32"));
  array::ArrayBuilder numbers(array::parse_type("int64"));
  array::ArrayBuilder lists(array::parse_type("var * float32"));
  for (std::int64_t number = first; number < last; ++number) {
    array::ValueColumn<std::int32_t>::append(processes, process);
    array::ValueColumn<std::int64_t>::append(numbers, number);
    array::ValueColumn<std::vector<float>>::append(
        lists, std::vector<float>(static_cast<std::size_t>(number % 4), static_cast<float>(number % 1000)));
  }
  std::vector<array::Array> columns;
  for (array::ArrayBuilder* column : {&processes, &numbers, &lists}) columns.push_back(std::move(*column).finish());
  return columns;
}

table::Schema schema() {
  table::Schema schema{.name = "Events", .title = "", .columns = {}};
  for (const auto& [name, type] : {std::pair("process", "int32"), {"number", "int64"}, {"list", "var * float32"}})
    schema.columns.push_back({.name = name, .type = array::parse_type(type)});
  return schema;
}

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void own(const char* path, const char* handle_path, std::string_view format) {
  const auto writer = write::ParallelWriter::recreate(path, {.compression = compression::Settings::parse("zstd:1")});
  writer->add_table(schema(), {.format = format == "ttree" ? write::Format::ttree : write::Format::rntuple});
  const bytes::Buffer handle = writer->share();
  std::ofstream(handle_path, std::ios::binary)
      .write(reinterpret_cast<const char*>(handle.data()), static_cast<std::streamsize>(handle.size()));
  say("ready");
  for (std::string line; std::getline(std::cin, line);) {
    try {
      if (line == "checkpoint") writer->checkpoint();
      if (line == "close") writer->close();
      say("done");
    } catch (const Error& error) {
      say(error.what());
    }
  }
}

[[noreturn]] void fill(const char* handle_path, std::int32_t number) {
  std::ifstream file(handle_path, std::ios::binary);
  const std::vector<char> handle{std::istreambuf_iterator<char>(file), {}};
  const auto writer = write::JoinedWriter::join(std::as_bytes(std::span(handle)));
  write::TableWriter tree = writer->table("Events");
  auto context = tree.context(static_cast<std::uint64_t>(number));
  constexpr std::int64_t batch = 300;
  for (std::int64_t first = 0;; first += batch) {
    context.extend(entries_of(number, first, first + batch));
    context.flush();
    say(fmt::format("{}", first + batch));
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view what = count > 1 ? arguments[1] : "";
  if (what == "own" && count == 5) {
    own(arguments[2], arguments[3], arguments[4]);
  } else if (what == "fill" && count == 4) {
    fill(arguments[2], std::atoi(arguments[3]));
  } else {
    fmt::print(stderr, "usage: {} own FILE HANDLE FORMAT | fill HANDLE NUMBER\n", arguments[0]);
    return 2;
  }
}
