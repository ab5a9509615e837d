#include "ramet/tree/internal/companion_parser.hpp"

#include "ramet/core/error.hpp"

namespace ramet::inline v1::tree {
namespace {

using object::ObjectReader;
using object::ObjectTag;

constexpr int minor_bits = 31;  // of the single number in which the first TTreeIndex stored both

std::vector<std::int64_t> read_numbers(bytes::ByteCursor& cursor, std::size_t count) {
  const auto stored = cursor.take(count * sizeof(std::int64_t));
  std::vector<std::int64_t> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = bytes::load_big_endian<std::int64_t>(stored.data() + i * sizeof(std::int64_t));
  return numbers;
}

/// Read a TTreeIndex: its base, two names, a count, then as many major numbers, minor numbers and entries.
std::shared_ptr<const StoredIndex> read_tree_index(ObjectReader& reader) {
  auto& cursor = reader.cursor();
  const auto header = reader.read_version();
  reader.skip_object();  // TVirtualIndex
  StoredIndex index;
  index.major_name = cursor.string();
  index.minor_name = cursor.string();
  const auto stored = cursor.read<std::int64_t>();
  if (stored < 0 || static_cast<std::uint64_t>(stored) > cursor.remaining() / sizeof(std::int64_t))
    detail::fail(ErrorKind::corrupt, "an index has {} entries in {} bytes", stored, cursor.remaining());
  const auto count = static_cast<std::size_t>(stored);
  index.major = read_numbers(cursor, count);
  if (header.version > 1) {
    index.minor = read_numbers(cursor, count);
  } else {
    for (std::int64_t& number : index.major) {
      index.minor.push_back(number & ((std::int64_t{1} << minor_bits) - 1));
      number >>= minor_bits;
    }
  }
  index.entry = read_numbers(cursor, count);
  reader.finish(header);
  return std::make_shared<const StoredIndex>(std::move(index));
}

}  // namespace

CompanionParser::CompanionParser()
    : plans_({object::Member<Fields>::at<&Fields::name>("fName"), object::Member<Fields>::at<&Fields::title>("fTitle"),
              object::Member<Fields>::at<&Fields::text>("fString"), object::Member<Fields>::at<&Fields::value>("fVal"),
              object::Member<Fields>::at<&Fields::tree_name>("fTreeName")}) {}

void CompanionParser::read_list(ObjectReader& reader, FunctionRef<void(std::string_view, Fields&)> visit) {
  reader.for_each_in_collection([&](const ObjectTag& tag) {
    if (tag.kind != ObjectTag::Kind::object) return;
    Fields fields;
    try {
      plans_.read(reader, tag.class_name, fields);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) throw;
      return visit(tag.class_name, fields = Fields());  // only its name is known
    }
    visit(tag.class_name, fields);
  });
}

void CompanionParser::read_aliases(ObjectReader& reader) {
  read_list(reader, [&](std::string_view, Fields& fields) {
    companions_.aliases.push_back({std::move(fields.name), std::move(fields.title)});
  });
}

void CompanionParser::read_friends(ObjectReader& reader) {
  read_list(reader, [&](std::string_view, Fields& fields) {
    if (fields.tree_name.empty()) fields.tree_name = fields.name;
    companions_.friends.push_back({std::move(fields.name), std::move(fields.tree_name), std::move(fields.title)});
  });
}

void CompanionParser::read_index(ObjectReader& reader) {
  const ObjectTag tag = reader.read_tag();
  if (tag.kind != ObjectTag::Kind::object) return;
  if (tag.class_name == "TTreeIndex") companions_.index = read_tree_index(reader);
  reader.cursor().seek(tag.end);  // a TChainIndex spans many files and can be rebuilt
}

void CompanionParser::read_user_info(ObjectReader& reader) {
  read_list(reader, [&](std::string_view class_name, Fields& fields) {
    UserObject object{.class_name = std::string(class_name), .name = std::move(fields.name), .text = {}};
    object.text = fields.text.empty() ? std::move(fields.title) : std::move(fields.text);
    if (class_name.starts_with("TParameter<")) object.value = fields.value;
    companions_.user_info.push_back(std::move(object));
  });
}

}  // namespace ramet::inline v1::tree
