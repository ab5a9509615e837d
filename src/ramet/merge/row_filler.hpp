#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "ramet/array/describe.hpp"
#include "ramet/merge/fill_context.hpp"
#include "ramet/tree/encode/tree_schema.hpp"

namespace ramet::inline v1::merge {

/// The columns of a described struct, one per member.
template <array::Described Struct>
tree::TreeSchema schema_of(std::string name, std::string title = {}) {
  tree::TreeSchema schema{std::move(name), std::move(title), {}};
  std::apply(
      [&]<class... Value>(const array::Member<Struct, Value>&... member) {
        (schema.columns.push_back({.name = std::string(member.name), .type = array::ValueColumn<Value>::type()}), ...);
      },
      array::Description<Struct>::members);
  return schema;
}

/// Fills entries from structs. Threads: as its context, which outlives it.
template <class Struct>
class RowFiller {
 public:
  /// Throws Error(not_found) or Error(misuse) when the context's tree has not the members' columns.
  explicit RowFiller(FillContext& context) : RowFiller(context, array::Description<Struct>::members) {}

  /// Add one entry. Throws as FillContext::end_entry.
  void fill(const Struct& row) {
    append(row, array::Description<Struct>::members, std::make_index_sequence<member_count>());
    context_.end_entry();
  }

 private:
  static constexpr std::size_t member_count =
      std::tuple_size_v<std::remove_cvref_t<decltype(array::Description<Struct>::members)>>;

  template <class... Value>
  RowFiller(FillContext& context, const std::tuple<array::Member<Struct, Value>...>& members) : context_(context) {
    std::size_t next = 0;
    std::apply(
        [&](const auto&... member) {
          ((columns_[next++] = &context.column_of(member.name, array::ValueColumn<Value>::type())), ...);
        },
        members);
  }

  template <class... Value, std::size_t... Index>
  void append(const Struct& row, const std::tuple<array::Member<Struct, Value>...>& members,
              std::index_sequence<Index...>) {
    (array::ValueColumn<Value>::append(*columns_[Index], row.*(std::get<Index>(members).pointer)), ...);
  }

  FillContext& context_;
  std::array<array::Array*, member_count> columns_{};
};

}  // namespace ramet::inline v1::merge
