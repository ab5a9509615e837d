#include "ramet/tree/entry_list.hpp"

#include <algorithm>

#include "ramet/core/detail/narrow.hpp"
#include "ramet/core/error.hpp"
#include "ramet/object/detail/member_plans.hpp"

namespace ramet::inline v1::tree {
namespace {

using object::ObjectReader;
using object::ObjectTag;

constexpr std::uint64_t block_entries = 64000;  // TEntryListBlock::kBlockSize times 16
constexpr std::size_t most_nested = 10;

/// Members of a TEntryListBlock. Threads: one thread.
struct BlockFields {
  std::vector<std::uint16_t> indices;
  std::int32_t type = -1;
  bool is_passing = true;
};

class ListParser;

/// Members of a TEntryList or TEventList. Threads: one thread.
struct ListFields {
  ListParser* parser = nullptr;
  EntryList list;
  std::string name, tree_name, file_name;
  std::vector<std::int64_t> numbers;

  void read_lists(ObjectReader& reader);
  void read_blocks(ObjectReader& reader);
};

/// Reads nested entry lists. Threads: one thread.
class ListParser {
 public:
  EntryList read(ObjectReader& reader, std::string_view class_name);
  void read_block(ObjectReader& reader, std::string_view class_name, std::uint64_t first,
                  std::vector<std::uint64_t>& entries);

 private:
  using List = object::Member<ListFields>;
  using Block = object::Member<BlockFields>;

  object::MemberPlans<ListFields> lists_{
      {List::at<&ListFields::name>("fName"), List::at<&ListFields::tree_name>("fTreeName"),
       List::at<&ListFields::file_name>("fFileName"), List::at<&ListFields::numbers>("fList"),
       List::at<&ListFields::read_lists>("fLists"), List::at<&ListFields::read_blocks>("fBlocks")}};
  object::MemberPlans<BlockFields> blocks_{{Block::at<&BlockFields::indices>("fIndices"),
                                            Block::at<&BlockFields::type>("fType"),
                                            Block::at<&BlockFields::is_passing>("fPassing")}};
  std::size_t depth_ = 0;
};

void ListFields::read_lists(ObjectReader& reader) {
  reader.for_each_in_collection([&](const ObjectTag& tag) {
    if (tag.kind == ObjectTag::Kind::object) list.lists.push_back(parser->read(reader, tag.class_name));
  });
}

void ListFields::read_blocks(ObjectReader& reader) {
  std::uint64_t first = 0;
  reader.for_each_in_collection([&](const ObjectTag& tag) {
    if (tag.kind == ObjectTag::Kind::object) parser->read_block(reader, tag.class_name, first, list.entries);
    first += block_entries;
  });
}

EntryList ListParser::read(ObjectReader& reader, std::string_view class_name) {
  if (++depth_ > most_nested) detail::fail(ErrorKind::corrupt, "entry lists are nested deeper than {}", most_nested);
  ListFields fields;
  fields.parser = this;
  lists_.read(reader, class_name, fields);
  --depth_;
  fields.list.name = std::move(fields.name);
  fields.list.tree_name = std::move(fields.tree_name);
  fields.list.file_name = std::move(fields.file_name);
  for (const std::int64_t number : fields.numbers)
    fields.list.entries.push_back(detail::narrow<std::uint64_t>(number, "entry number of a list"));
  return std::move(fields.list);
}

void ListParser::read_block(ObjectReader& reader, std::string_view class_name, std::uint64_t first,
                            std::vector<std::uint64_t>& entries) {
  BlockFields block;
  blocks_.read(reader, class_name, block);
  if (block.type == 0) {  // a bit for each entry, the lowest of a word first
    for (std::size_t word = 0; word < block.indices.size() && word * 16 < block_entries; ++word)
      for (unsigned bit = 0; bit < 16; ++bit)
        if ((block.indices[word] >> bit & 1U) != 0) entries.push_back(first + word * 16 + bit);
  } else if (block.is_passing) {
    for (const std::uint16_t index : block.indices) entries.push_back(first + index);
  } else {
    auto left_out = block.indices.begin();
    for (std::uint64_t entry = 0; entry < block_entries; ++entry) {
      if (left_out != block.indices.end() && *left_out == entry) {
        ++left_out;
      } else {
        entries.push_back(first + entry);
      }
    }
  }
}

}  // namespace

bool is_entry_list_class(std::string_view class_name) noexcept {
  return class_name == "TEntryList" || class_name == "TEventList";
}

EntryList read_entry_list(const file::Record& record, std::string_view class_name, const object::Layouts& layouts) {
  if (!is_entry_list_class(class_name)) detail::fail(ErrorKind::misuse, "a {} is not an entry list", class_name);
  ObjectReader reader(record.bytes.span(), record.key_length, layouts);
  EntryList list = ListParser().read(reader, class_name);
  if (!std::ranges::is_sorted(list.entries))
    detail::fail(ErrorKind::corrupt, "the entries of '{}' are not sorted", list.name);
  return list;
}

}  // namespace ramet::inline v1::tree
