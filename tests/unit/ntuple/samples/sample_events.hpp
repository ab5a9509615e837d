#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "unit/ntuple/samples/sample_ntuple.hpp"

/// One ntuple with a field of every kind, and its values as text.
namespace sample {

/// How the pages of the sample are stored. Threads: a value.
struct EventsStorage {
  bool has_checksums = true;
  bool is_compressed = false;
  std::size_t page_elements = 1000;  ///< in every page, the last of a cluster may have fewer
};

/// Makes clusters of an event's columns. Threads: one thread.
class EventsWriter {
 public:
  explicit EventsWriter(const EventsStorage& storage) : storage_(storage) {}

  /// Values of one column in one cluster, cut into pages that `encode` makes.
  template <class Value, class Encode>
  void add(const std::vector<Value>& values, Encode encode) {
    std::vector<SamplePage> pages;
    for (std::size_t first = 0; first < values.size(); first += storage_.page_elements) {
      const std::size_t last = std::min(values.size(), first + storage_.page_elements);
      const std::vector<Value> part(values.begin() + static_cast<std::ptrdiff_t>(first),
                                    values.begin() + static_cast<std::ptrdiff_t>(last));
      pages.push_back(
          {encode(part), static_cast<std::int32_t>(part.size()), storage_.has_checksums, storage_.is_compressed});
    }
    cluster_.columns.push_back(std::move(pages));
  }

  SampleCluster take(std::uint64_t entries) {
    cluster_.entries = entries;
    return std::exchange(cluster_, {});
  }

 private:
  EventsStorage storage_;
  SampleCluster cluster_;
};

/// Fields of every kind. Entry e of the whole ntuple has: x = e / 2, n = 1 - 2e, e % 3 values in v (100 e and on), the
/// string of e % 4 letters, the pair of e and e % 2 numbers, a number if e is odd, one of an int, a string or nothing,
/// three bits, two strings, the size of v, and an empty record in each of e % 3 places.
inline NTupleRecipe events_schema() {
  NTupleRecipe recipe;
  recipe.leaf("x", "float", ColumnType::real32, 32);
  recipe.leaf("n", "std::int32_t", ColumnType::split_int32, 32);
  const auto v = recipe.leaf("v", "std::vector<double>", ColumnType::split_index64, 64);
  recipe.fields[v].role = FieldRole::collection;
  recipe.leaf("_0", "double", ColumnType::split_real64, 64, v);
  const auto s = recipe.leaf("s", "std::string", ColumnType::index32, 32);
  recipe.column({ColumnType::character, 8, s});
  const auto pair = recipe.field({"pair", "std::pair<std::int64_t,std::vector<std::uint8_t>>", FieldRole::record});
  recipe.leaf("_0", "std::int64_t", ColumnType::int64, 64, pair);
  const auto second = recipe.leaf("_1", "std::vector<std::uint8_t>", ColumnType::split_index32, 32, pair);
  recipe.fields[second].role = FieldRole::collection;
  recipe.leaf("_0", "std::uint8_t", ColumnType::uint8, 8, second);
  const auto option = recipe.leaf("option", "std::optional<std::int16_t>", ColumnType::index64, 64);
  recipe.fields[option].role = FieldRole::collection;
  recipe.leaf("_0", "std::int16_t", ColumnType::int16, 16, option);
  const auto variant = recipe.leaf("variant", "std::variant<std::int32_t,std::string>", ColumnType::dispatch, 96);
  recipe.fields[variant].role = FieldRole::variant;
  recipe.leaf("_0", "std::int32_t", ColumnType::int32, 32, variant);
  const auto text = recipe.leaf("_1", "std::string", ColumnType::split_index64, 64, variant);
  recipe.column({ColumnType::character, 8, text});
  recipe.leaf("bits", "std::bitset<3>", ColumnType::bit, 1);
  recipe.fields.back().array_size = 3;
  const auto names = recipe.field({"names", "std::array<std::string,2>", FieldRole::leaf, {}, 2});
  const auto name = recipe.leaf("_0", "std::string", ColumnType::split_index64, 64, names);
  recipe.column({ColumnType::character, 8, name});
  const auto size = recipe.field({"size", "ROOT::RNTupleCardinality<std::uint32_t>", FieldRole::leaf, {}, {}, 2});
  recipe.aliases.push_back({2, static_cast<std::uint32_t>(size)});
  const auto empties = recipe.leaf("empties", "std::vector<Empty>", ColumnType::split_index64, 64);
  recipe.fields[empties].role = FieldRole::collection;
  recipe.field({"_0", "Empty", FieldRole::record, empties});
  return recipe;
}

inline std::string letters(std::uint64_t entry) { return std::string("abcdefgh").substr(entry % 5, entry % 4); }

/// The cluster of entries [first, first + entries).
inline SampleCluster events_cluster(const EventsStorage& storage, std::uint64_t first, std::uint64_t entries) {
  std::vector<float> x;
  std::vector<std::int32_t> n, number;
  std::vector<std::uint64_t> v_ends, option_ends, text_ends, name_ends;
  std::vector<double> v;
  std::vector<std::uint32_t> s_ends, second_ends, bits;
  std::vector<std::int64_t> key;
  std::vector<std::uint8_t> second;
  std::vector<std::int16_t> option;
  std::vector<Dispatch> variant;
  std::vector<char> s, text, names;
  for (std::uint64_t e = first; e < first + entries; ++e) {
    x.push_back(static_cast<float>(e) / 2);
    n.push_back(1 - 2 * static_cast<std::int32_t>(e));
    for (std::uint64_t i = 0; i < e % 3; ++i) v.push_back(static_cast<double>(100 * e + i));
    v_ends.push_back(v.size());
    for (const char letter : letters(e)) s.push_back(letter);
    s_ends.push_back(static_cast<std::uint32_t>(s.size()));
    key.push_back(static_cast<std::int64_t>(e));
    if (e % 2 == 1) second.push_back(static_cast<std::uint8_t>(e));
    second_ends.push_back(static_cast<std::uint32_t>(second.size()));
    if (e % 2 == 1) option.push_back(static_cast<std::int16_t>(-static_cast<int>(e)));
    option_ends.push_back(option.size());
    if (e % 3 == 0) {
      variant.push_back({0, 0});
    } else if (e % 3 == 1) {
      variant.push_back({number.size(), 1});
      number.push_back(static_cast<std::int32_t>(e));
    } else {
      variant.push_back({text_ends.size(), 2});
      for (const char letter : letters(e)) text.push_back(letter);
      text_ends.push_back(text.size());
    }
    for (const std::uint64_t bit : {1U, 2U, 4U}) bits.push_back((e & bit) != 0 ? 1 : 0);
    for (const std::uint64_t k : {e, e + 1}) {
      for (const char letter : letters(k)) names.push_back(letter);
      name_ends.push_back(names.size());
    }
  }
  EventsWriter writer(storage);
  const auto plain = [](const auto& values) { return plain_page(values); };
  const auto split = [](const auto& values) { return split_page(values); };
  const auto delta = [](const auto& values) { return delta_page(values); };
  writer.add(x, plain);
  writer.add(n, [](const auto& values) { return zigzag_page(values); });
  writer.add(v_ends, delta);
  writer.add(v, split);
  writer.add(s_ends, plain);
  writer.add(s, plain);
  writer.add(key, plain);
  writer.add(second_ends, delta);
  writer.add(second, plain);
  writer.add(option_ends, plain);
  writer.add(option, plain);
  writer.add(variant, [](const auto& values) { return dispatch_page(values); });
  writer.add(number, plain);
  writer.add(text_ends, delta);
  writer.add(text, plain);
  writer.add(bits, [](const auto& values) { return packed_page(values, 1); });
  writer.add(name_ends, delta);
  writer.add(names, plain);
  writer.add(v_ends, delta);
  return writer.take(entries);
}

/// An ntuple of that schema with clusters of these sizes, all in one group but the last.
inline NTupleRecipe events(const EventsStorage& storage, const std::vector<std::uint64_t>& sizes) {
  NTupleRecipe recipe = events_schema();
  std::uint64_t first = 0;
  for (const std::uint64_t size : sizes) {
    recipe.clusters.push_back(events_cluster(storage, first, size));
    first += size;
  }
  if (sizes.size() > 1) recipe.group_sizes = {sizes.size() - 1, 1};
  return recipe;
}

/// What a field of entry e is, as text_of writes it.
inline std::string event_text(const std::string& field, std::uint64_t e) {
  const auto quoted = [](std::uint64_t entry) { return '"' + letters(entry) + '"'; };
  if (field == "x") return fmt::to_string(static_cast<float>(e) / 2);
  if (field == "n") return fmt::to_string(1 - 2 * static_cast<std::int64_t>(e));
  std::string list = "[";
  for (std::uint64_t i = 0; i < e % 3; ++i)
    list += (i == 0 ? "" : ", ") + fmt::to_string(static_cast<double>(100 * e + i));
  if (field == "v") return list + "]";
  if (field == "s") return quoted(e);
  if (field == "pair") return fmt::format("{{first: {}, second: [{}]}}", e, e % 2 == 1 ? fmt::to_string(e) : "");
  if (field == "option") return e % 2 == 1 ? fmt::format("-{}", e) : "none";
  if (field == "variant") return e % 3 == 0 ? "none" : e % 3 == 1 ? fmt::format("1:{}", e) : "2:" + quoted(e);
  if (field == "bits") return fmt::format("[{}, {}, {}]", (e & 1) != 0, (e & 2) != 0, (e & 4) != 0);
  if (field == "names") return fmt::format("[{}, {}]", quoted(e), quoted(e + 1));
  if (field == "size") return fmt::to_string(e % 3);
  return e % 3 == 0 ? "[]" : e % 3 == 1 ? "[{}]" : "[{}, {}]";  // of empty records
}

/// The same of some entries.
inline std::string event_text(const std::string& field, std::uint64_t first, std::uint64_t last) {
  std::string text = "[";
  for (std::uint64_t e = first; e < last; ++e) text += (e == first ? "" : ", ") + event_text(field, e);
  return text + "]";
}

}  // namespace sample
