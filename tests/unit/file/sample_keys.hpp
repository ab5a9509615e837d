#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "ramet/bytes/buffer.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/file/file_reader.hpp"
#include "ramet/io/byte_source.hpp"

/// Key lists that no writer produces.
namespace sample {

/// A file whose top directory has these keys instead of its own, in a list after its end.
inline ramet::bytes::Buffer with_keys(ramet::bytes::Buffer contents, const std::vector<ramet::file::Key>& keys) {
  namespace file = ramet::file;
  ramet::bytes::Buffer copy;
  copy.append(contents.span());
  const auto reader = file::FileReader::open(ramet::io::source_of(std::move(copy), "sample.root"));
  ramet::bytes::ByteWriter list;
  list.write(static_cast<std::uint32_t>(keys.size()));
  for (const file::Key& key : keys) file::write_key(list, key);
  file::Key head;
  head.class_name = "TFile";
  head.name = "sample.root";
  head.key_length = file::key_length_of(head.class_name, head.name, "", false);
  head.seek = contents.size();
  head.seek_parent = reader->root().seek;
  head.object_size = static_cast<std::uint32_t>(list.size());
  head.record_size = head.key_length + head.object_size;
  ramet::bytes::ByteWriter record;
  file::write_key(record, head);
  record.append(list.span());
  contents.append(record.span());
  file::DirectoryHead root = reader->root();
  root.seek_keys = head.seek;
  root.keys_size = head.record_size;
  ramet::bytes::ByteWriter body;
  file::write_directory_head(body, root);
  std::ranges::copy(body.span(), contents.data() + reader->header().begin + reader->header().name_size);
  return contents;
}

}  // namespace sample
