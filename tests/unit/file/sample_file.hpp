#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/endian.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"

/// Small files of TNamed objects, and functions that read them.
namespace sample {

namespace bytes = ramet::bytes;
namespace file = ramet::file;
namespace io = ramet::io;

/// A sink that outlives its writer, by way of SharedSink.
using Disk = std::shared_ptr<io::MemorySink>;

/// Writes to a disk that the test inspects. Threads: as ByteSink.
class SharedSink : public io::ByteSink {
 public:
  explicit SharedSink(Disk disk) : disk_(std::move(disk)) {}
  const std::string& name() const noexcept override { return disk_->name(); }
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override { disk_->write_at(offset, bytes); }
  void resize(std::uint64_t size) override { disk_->resize(size); }
  void sync() override { disk_->sync(); }
  void close() override { disk_->close(); }

 private:
  Disk disk_;
};

/// Calls a function with the bytes of each write before they are written. Threads: as the function.
class WatchedSink final : public SharedSink {
 public:
  using Watch = std::function<void(std::span<const std::byte>)>;
  WatchedSink(Disk disk, Watch watch) : SharedSink(std::move(disk)), watch_(std::move(watch)) {}
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes) override {
    watch_(bytes);
    SharedSink::write_at(offset, bytes);
  }

 private:
  Watch watch_;
};

inline Disk empty_disk(std::string name = "folder/sample.root") {
  return std::make_shared<io::MemorySink>(std::move(name));
}

inline std::shared_ptr<const file::FileReader> open(const Disk& disk) {
  return file::FileReader::open(io::source_of(disk->contents(), disk->name()));
}

/// The payload of a TNamed: | byte count 4 | version 2 | TObject: version 2, unique id 4, bits 4 | name s | title s |
inline bytes::Buffer named(std::string_view name, std::string_view title) {
  bytes::ByteWriter writer;
  writer.write(std::uint32_t{0});
  writer.write(std::uint16_t{1});
  writer.write(std::uint16_t{1});
  writer.zeros(8);
  writer.string(name);
  writer.string(title);
  writer.patch(0, static_cast<std::uint32_t>(0x40000000 | (writer.size() - 4)));
  return std::move(writer).take();
}

inline std::string title_of(const file::Record& record) {
  bytes::ByteCursor cursor(record.payload());
  cursor.skip(16);
  cursor.string();
  return std::string(cursor.string());
}

inline file::Key put(file::FileWriter& writer, file::DirectoryNumber directory, std::string_view name,
                     std::string_view title,
                     file::FileWriter::OnConflict on_conflict = file::FileWriter::OnConflict::new_cycle) {
  return writer.put(directory, "TNamed", name, title, named(name, title).span(), on_conflict);
}

/// The titles of objects in a directory, by "name;cycle"; for other objects, the class.
using Titles = std::map<std::string, std::string>;

/// All directories of a file, by path. Reads every record.
inline std::map<std::string, Titles> contents_of(const file::FileReader& reader) {
  std::map<std::string, Titles> directories{{"", {}}};
  reader.for_each_key([&](const file::Directory& directory, const file::Key& key) {
    const auto name = key.name + ";" + std::to_string(key.cycle);
    const auto record = reader.read_record(key);
    directories[directory.path][name] = key.class_name == "TNamed" ? title_of(record) : key.class_name;
    if (key.is_directory()) directories[directory.path.empty() ? key.name : directory.path + "/" + key.name];
  });
  return directories;
}

/// Walk over records and gaps up to the end in the header, as TFile::Map does. Returns their sizes, negative for gaps;
/// the last one is 0 if the walk leads nowhere.
inline std::vector<std::int32_t> walk(const io::ByteSource& source, const file::FileHeader& header) {
  std::vector<std::int32_t> sizes;
  for (std::uint64_t at = header.begin; at < header.end; at += static_cast<std::uint64_t>(std::abs(sizes.back()))) {
    std::array<std::byte, 4> size{};
    source.read_at(at, size);
    sizes.push_back(bytes::load_big_endian<std::int32_t>(size.data()));
    if (sizes.back() == 0) break;
  }
  return sizes;
}

/// Whether the walk arrives exactly at the end.
inline bool is_gapless(const io::ByteSource& source, const file::FileHeader& header) {
  std::uint64_t at = header.begin;
  for (const std::int32_t size : walk(source, header)) at += static_cast<std::uint64_t>(std::abs(size));
  return at == header.end;
}

}  // namespace sample
