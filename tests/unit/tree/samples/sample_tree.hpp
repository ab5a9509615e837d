#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "unit/tree/samples/sample_columns.hpp"

#include "ramet/file/file_reader.hpp"
#include "ramet/file/file_writer.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/byte_source.hpp"
#include "ramet/schema/detail/catalogue.hpp"
#include "ramet/schema/streamer_info.hpp"
#include "ramet/tree/detail/basket_encoder.hpp"
#include "ramet/tree/detail/tree_encoder.hpp"
#include "ramet/tree/tree_reader.hpp"

/// Files with one tree, written by the encoders of the tree module alone.
namespace sample {

namespace table = ramet::table;
namespace tree = ramet::tree;
namespace file = ramet::file;
namespace io = ramet::io;
namespace compression = ramet::compression;

/// What a file is made of. Threads: a value.
struct TreeRecipe {
  table::Schema schema;
  std::vector<Array> columns;
  std::vector<std::uint64_t> cluster_sizes;
  std::uint32_t basket_bytes = 200;
  compression::Settings compression = {};
};

/// The schema of columns named "c0", "c1", ... of these types.
inline table::Schema schema_of(const std::vector<std::string>& types, table::ListForm form = table::ListForm::counted) {
  table::Schema schema{"Events", "sample", {}};
  for (const std::string& type : types)
    schema.columns.push_back(
        {.name = "c" + std::to_string(schema.columns.size()), .type = array::parse_type(type), .form = form});
  return schema;
}

/// Write the recipe's baskets, cluster by cluster, and its tree.
inline std::shared_ptr<const io::ByteSource> file_of(const TreeRecipe& recipe) {
  auto owned = std::make_unique<io::MemorySink>("sample.root");
  const io::MemorySink& sink = *owned;
  const auto writer = file::FileWriter::create(std::move(owned), {recipe.compression, true});
  const auto plan = tree::plan_branches(recipe.schema);
  tree::TreeContents contents;
  contents.branches.resize(plan.size());
  tree::BasketEncoder encoder;
  for (const std::uint64_t size : recipe.cluster_sizes) {
    for (std::size_t branch = 0; branch < plan.size(); ++branch) {
      ramet::bytes::Buffer encoded;
      std::vector<tree::EncodedBasket> baskets;
      encoder.encode({.tree_name = recipe.schema.name,
                      .date = writer->date(),
                      .seek_directory = writer->seek_of({0}),
                      .basket_size = recipe.basket_bytes,
                      .compression = recipe.compression},
                     plan[branch], recipe.columns, contents.entries, contents.entries + size, encoded, baskets,
                     contents.branches[branch].maximum, {});
      const io::Extent extent = writer->take_extent(encoded.size());
      tree::place_baskets(encoded.span(), baskets, false, extent.offset);
      writer->sink().write_at(extent.offset, encoded.span());
      auto& into = contents.branches[branch].baskets;
      into.insert(into.end(), baskets.begin(), baskets.end());
    }
    contents.entries += size;
    contents.cluster_sizes.push_back(size);
  }
  writer->put({0}, "TTree", recipe.schema.name, recipe.schema.title, [&](std::uint16_t key_length) {
    return tree::encode_tree(recipe.schema, plan, contents, recipe.basket_bytes, recipe.compression, key_length);
  });
  writer->close();
  return io::source_of(sink.contents(), "sample.root");
}

/// The tree of a file, read with the catalogue's layouts.
inline std::unique_ptr<tree::TreeReader> tree_of(std::shared_ptr<const io::ByteSource> source,
                                                 std::string_view name = "Events") {
  const auto catalogue = ramet::schema::make_catalogue();
  const auto reader = file::FileReader::open(std::move(source));
  return std::make_unique<tree::TreeReader>(reader, reader->key(name),
                                            std::make_shared<const tree::ClassLayouts>(nullptr, catalogue));
}

/// A source that has its bytes in memory, but hands them out by reading only. Threads: as ByteSource.
class ReadOnlySource final : public io::ByteSource {
 public:
  explicit ReadOnlySource(std::shared_ptr<const io::ByteSource> from) : from_(std::move(from)) {}
  const std::string& name() const noexcept override { return from_->name(); }
  std::uint64_t size() const noexcept override { return from_->size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> into) const override { from_->read_at(offset, into); }

 private:
  std::shared_ptr<const io::ByteSource> from_;
};

}  // namespace sample
