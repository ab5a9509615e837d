#include "ramet/frame/internal/varied_rows.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/array/value_column.hpp"
#include "ramet/dataset/detail/gather.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

constexpr std::size_t mask_width = 64;

std::string varied_name(const std::string& column, std::string variation) {
  constexpr std::string_view words = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  std::ranges::replace_if(variation, [&](char one) { return words.find(one) == words.npos; }, '_');
  return column + "__" + variation;
}

}  // namespace

/// The rows of a task under one version. Threads: one thread.
class VariedRows::Rows final : public Partial {
 public:
  Rows(const VariedVersion& version, const std::vector<array::Type>& types) {
    for (const VariedColumn& column : version.columns) columns.emplace_back(types[column.number]);
  }

  void add(const Chosen& chosen) override {
    for (std::size_t row = 0; row < chosen.count; ++row) entries.push_back(chosen.entry(row));
    for (std::size_t column = 0; column < columns.size(); ++column)
      array::append(columns[column], chosen.values[column]);
  }

  std::vector<std::uint64_t> entries;
  std::vector<array::ArrayBuilder> columns;
};

/// Puts the rows of a task under all versions together. Threads: one thread.
class VariedRows::Join {
 public:
  Join(const Task& task, std::vector<std::unique_ptr<Rows>> versions)
      : first_(task.entries.first.number), versions_(std::move(versions)) {
    masks_.resize((versions_.size() + mask_width - 1) / mask_width, std::vector<std::uint64_t>(task.entries.size()));
    for (std::size_t version = 0; version < versions_.size(); ++version)
      for (const std::uint64_t entry : versions_[version]->entries)
        masks_[version / mask_width][entry - first_] |= std::uint64_t{1} << (version % mask_width);
    for (std::size_t k = 0; k < task.entries.size(); ++k)
      if (std::ranges::any_of(masks_, [&](const auto& mask) { return mask[k] != 0; })) kept_.push_back(k);
    for (const auto& version : versions_) {
      values_.push_back(array::finish(std::move(version->columns)));
      places_.push_back(places_in(*version));
    }
  }

  array::Array mask(std::size_t word) const {
    array::ArrayBuilder column(array::ValueColumn<std::uint64_t>::type());
    for (const std::uint64_t k : kept_) array::ValueColumn<std::uint64_t>::append(column, masks_[word][k]);
    return std::move(column).finish();
  }
  std::size_t masks() const noexcept { return masks_.size(); }

  /// A column of a version, with gaps.
  array::Array of_version(std::size_t version, std::size_t column) const {
    return dataset::gather(values_[version][column], places_[version]);
  }

  /// The nominal values of a column, of all versions that have it: `columns` are its places in them.
  array::Array of_any(const std::vector<std::optional<std::size_t>>& columns) const {
    if (std::ranges::find(places_[0], dataset::no_row) == places_[0].end()) return of_version(0, *columns[0]);
    array::ArrayBuilder all(values_[0][*columns[0]].type());
    std::vector<std::uint64_t> rows(kept_.size(), dataset::no_row);
    for (std::size_t version = 0; version < columns.size(); ++version) {
      if (!columns[version]) continue;
      for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row] == dataset::no_row && places_[version][row] != dataset::no_row)
          rows[row] = all.length + places_[version][row];
      array::append(all, values_[version][*columns[version]]);
    }
    return dataset::gather(std::move(all).finish(), rows);
  }

 private:
  /// For each row that is kept, the version's row of that entry.
  std::vector<std::uint64_t> places_in(const Rows& version) const {
    std::vector<std::uint64_t> places;
    std::size_t next = 0;
    for (const std::uint64_t k : kept_) {
      const bool is_there = next < version.entries.size() && version.entries[next] == first_ + k;
      places.push_back(is_there ? next++ : dataset::no_row);
    }
    return places;
  }

  std::uint64_t first_;
  std::vector<std::unique_ptr<Rows>> versions_;
  std::vector<std::vector<std::uint64_t>> masks_;  // of each entry of the task
  std::vector<std::uint64_t> kept_;                // entries, counted from the task's first
  std::vector<std::vector<array::Array>> values_;  // of each version
  std::vector<std::vector<std::uint64_t>> places_;
};

VariedRows::VariedRows(std::vector<array::Type> types, std::vector<VariedVersion> versions)
    : types_(std::move(types)), versions_(std::move(versions)) {}

VariedRows::~VariedRows() = default;

table::Schema VariedRows::schema(const table::Schema& nominal, write::Format format) const {
  table::Schema schema = nominal;
  std::vector<table::Column> columns;
  for (std::size_t word = 0; word * mask_width < versions_.size(); ++word)
    columns.push_back({.name = mask_name(schema.name, word),
                       .type = array::ValueColumn<std::uint64_t>::type(),
                       .type_name = format == write::Format::ttree ? "ULong_t" : ""});  // what ROOT reads them as
  for (table::Column& column : schema.columns) {
    column.counter.clear();
    if (column.type.kind == array::Kind::list) column.form = table::ListForm::standard_vector;
  }
  columns.insert(columns.end(), schema.columns.begin(), schema.columns.end());
  for (const VariedVersion& version : versions_)
    for (const VariedColumn& one : version.columns) {
      if (!one.is_varied) continue;
      columns.push_back(schema.columns[one.number]);
      columns.back().name = varied_name(columns.back().name, version.name);
    }
  schema.columns = std::move(columns);
  return schema;
}

std::vector<MaskBit> VariedRows::mask_bits(const table::Schema& nominal) const {
  std::vector<MaskBit> bits;
  for (const table::Column& column : nominal.columns) bits.push_back({column.name, mask_name(nominal.name, 0), 0});
  for (std::size_t version = 0; version < versions_.size(); ++version)
    for (const VariedColumn& one : versions_[version].columns)
      if (one.is_varied)
        bits.push_back({varied_name(nominal.columns[one.number].name, versions_[version].name),
                        mask_name(nominal.name, version / mask_width),
                        static_cast<std::uint32_t>(version % mask_width)});
  return bits;
}

std::unique_ptr<Partial> VariedRows::partial(std::size_t version) const {
  return std::make_unique<Rows>(versions_[version], types_);
}

std::optional<std::vector<array::Array>> VariedRows::end(const Task& task, std::size_t version,
                                                         std::unique_ptr<Partial> partial) {
  std::vector<std::unique_ptr<Rows>> all;
  {
    const MutexLock lock(mutex_);
    auto& waiting = waiting_[task.number];
    waiting.resize(versions_.size());
    waiting[version].reset(static_cast<Rows*>(partial.release()));
    if (std::ranges::any_of(waiting, [](const auto& rows) { return rows == nullptr; })) return std::nullopt;
    all = std::move(waiting);
    waiting_.erase(task.number);
  }
  const Join join(task, std::move(all));
  std::vector<array::Array> rows;
  for (std::size_t word = 0; word < join.masks(); ++word) rows.push_back(join.mask(word));
  std::vector<std::vector<std::optional<std::size_t>>> places(
      types_.size(), std::vector<std::optional<std::size_t>>(versions_.size()));
  for (std::size_t one = 0; one < versions_.size(); ++one)
    for (std::size_t place = 0; place < versions_[one].columns.size(); ++place)
      if (!versions_[one].columns[place].is_varied) places[versions_[one].columns[place].number][one] = place;
  for (const auto& nominal : places) rows.push_back(join.of_any(nominal));
  for (std::size_t one = 0; one < versions_.size(); ++one)
    for (std::size_t place = 0; place < versions_[one].columns.size(); ++place)
      if (versions_[one].columns[place].is_varied) rows.push_back(join.of_version(one, place));
  return rows;
}

}  // namespace ramet::inline v1::frame::internal
