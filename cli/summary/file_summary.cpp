#include "cli/summary/file_summary.hpp"

#include <vector>

#include "cli/text/number_format.hpp"
#include "cli/text/table.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/compression/settings.hpp"
#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

/// A directory without its keys.
struct DirectorySummary {
  std::string path;
  std::uint64_t keys = 0;
  std::uint32_t created = 0;
  std::uint32_t modified = 0;
};

/// All directories, the top one first.
std::vector<DirectorySummary> directories_of(const file::FileReader& reader) {
  const file::Directory& root = reader.root();
  std::vector<DirectorySummary> directories = {{"", root.keys.size(), root.created, root.modified}};
  std::uint64_t last_seek = root.seek;
  // The keys of a directory are visited together; an empty directory is not visited.
  reader.for_each_key([&](const file::Directory& directory, const file::Key&) {
    if (directory.seek == last_seek) return;
    last_seek = directory.seek;
    directories.push_back({directory.path, directory.keys.size(), directory.created, directory.modified});
  });
  return directories;
}

std::string compression_text(std::uint32_t code) {
  try {
    return compression::Settings::from_code(static_cast<int>(code)).to_string();
  } catch (const Error&) {
    return "unknown";  // the default for new objects, which does not matter for reading
  }
}

std::string header_text(const dataset::File& file) {
  const file::FileReader& reader = file.reader();
  const file::FileHeader& header = reader.header();
  return fmt::format(
      "  written by    ROOT {}{}\n"
      "  compression   {} ({})\n"
      "  size          {} ({} bytes)\n"
      "  created       {}\n"
      "  modified      {}\n"
      "  uuid          {}\n",
      format_version(header.version), header.is_big() ? ", 64-bit" : "", compression_text(header.compression),
      header.compression, format_bytes(reader.source().size()), reader.source().size(),
      format_date(reader.root().created), format_date(reader.root().modified), format_uuid(header.uuid));
}

}  // namespace

std::string file_text(const dataset::File& file, const Terminal& terminal) {
  std::string text = paint(printable(file.name()), Style::bold, terminal) + "\n" + header_text(file) + "\n";
  Table directories({{"directory", Align::left, 16}, {"keys", Align::right}, {"created"}, {"modified"}});
  for (const DirectorySummary& directory : directories_of(file.reader()))
    directories.add_row({{directory.path + "/", Style::directory},
                         {format_count(directory.keys)},
                         {format_date(directory.created)},
                         {format_date(directory.modified)}});
  text += directories.render(terminal) + "\n";
  Table infos(
      {{"streamer info", Align::left, 16}, {"version", Align::right}, {"checksum"}, {"elements", Align::right}});
  for (const schema::StreamerInfo& info : file.streamer_infos().all())
    infos.add_row({{info.class_name},
                   {fmt::format("{}", info.version)},
                   {fmt::format("{:08x}", info.checksum)},
                   {format_count(info.elements.size())}});
  return text + (file.streamer_infos().all().empty() ? "no streamer infos\n" : infos.render(terminal));
}

Json file_json(const dataset::File& file) {
  const file::FileHeader& header = file.reader().header();
  Json directories = Json::array();
  for (const DirectorySummary& directory : directories_of(file.reader()))
    directories.push_back({{"path", directory.path},
                           {"keys", directory.keys},
                           {"created", format_date(directory.created)},
                           {"modified", format_date(directory.modified)}});
  Json infos = Json::array();
  for (const schema::StreamerInfo& info : file.streamer_infos().all())
    infos.push_back({{"class", info.class_name},
                     {"version", info.version},
                     {"checksum", info.checksum},
                     {"elements", info.elements.size()}});
  return {{"place", file.name()},
          {"kind", "file"},
          {"root_version", format_version(header.version)},
          {"is_64_bit", header.is_big()},
          {"compression", compression_text(header.compression)},
          {"compression_code", header.compression},
          {"bytes", file.reader().source().size()},
          {"recovered", file.reader().is_recovered()},
          {"uuid", format_uuid(header.uuid)},
          {"directories", std::move(directories)},
          {"streamer_infos", std::move(infos)}};
}

std::string key_text(const file::Key& key, std::string_view place, const Terminal& terminal) {
  const std::uint64_t unpacked = std::uint64_t{key.key_length} + key.object_size;
  std::string text = paint(printable(place), Style::bold, terminal) + "\n";
  text += fmt::format("  class     {}\n", printable(key.class_name));
  if (!key.title.empty()) text += fmt::format("  title     {}\n", printable(key.title));
  text += fmt::format("  cycle     {}\n", key.cycle);
  text += fmt::format("  written   {}\n", format_date(key.date));
  text += fmt::format("  size      {} stored of {} uncompressed, ratio {}\n", format_bytes(key.record_size),
                      format_bytes(unpacked), format_ratio(unpacked, key.record_size));
  text += fmt::format("  at byte   {}\n", key.seek);
  return text;
}

Json key_json(const file::Key& key, std::string_view place) {
  return {{"place", place},
          {"kind", "object"},
          {"class", key.class_name},
          {"name", key.name},
          {"title", key.title},
          {"cycle", key.cycle},
          {"date", format_date(key.date)},
          {"seek", key.seek},
          {"compressed_bytes", key.record_size},
          {"uncompressed_bytes", std::uint64_t{key.key_length} + key.object_size}};
}

}  // namespace ramet::cli
