#include "ramet/frame/actions/take.hpp"

#include <algorithm>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/frame/internal/parts/json_text.hpp"
#include "ramet/frame/internal/parts/part_bytes.hpp"

namespace ramet::inline v1::frame {

class TakeAction::TakePartial final : public Partial {
 public:
  TakePartial(std::span<const array::Type> types, std::uint64_t most) : most_(most) {
    for (const array::Type& type : types) columns.emplace_back(type);
  }

  void add(const Chosen& chosen) override {
    const std::size_t count = std::min<std::uint64_t>(chosen.count, most_ - entries);
    entries += count;
    for (std::size_t column = 0; column < columns.size(); ++column)
      array::append(columns[column], chosen.values[column].slice(0, count));
  }

  std::vector<array::ArrayBuilder> columns;
  std::uint64_t entries = 0;

 private:
  std::uint64_t most_;
};

TakeAction::TakeAction(std::vector<std::string> columns, std::optional<std::uint64_t> most)
    : columns_(std::move(columns)), most_(most) {}

TakeAction::~TakeAction() = default;

void TakeAction::begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) {
  types_.assign(types.begin(), types.end());
  executor_ = &options.executor;
  parts_.clear();
  parts_.resize(tasks.size());
  values_.clear();
  entries_ = 0;
}

std::unique_ptr<Partial> TakeAction::partial(const Task&) {
  return std::make_unique<TakePartial>(types_, most_.value_or(~std::uint64_t{0}));
}

void TakeAction::end_task(const Task& task, std::unique_ptr<Partial> partial) {
  auto& taken = static_cast<TakePartial&>(*partial);
  Part& part = parts_[task.number];
  for (array::ArrayBuilder& column : taken.columns) part.columns.push_back(std::move(column).finish());
  part.entries = taken.entries;
}

void TakeAction::finish() {
  for (const Part& part : parts_) entries_ += part.entries;
  entries_ = std::min(entries_, most_.value_or(entries_));
  values_.resize(types_.size());
  executor_->for_each_index(types_.size(), [&](std::size_t column) {
    if (parts_.size() == 1) {
      values_[column] = std::move(parts_.front().columns[column]);
      return;
    }
    std::vector<array::Array> pieces;
    for (Part& part : parts_) pieces.push_back(std::exchange(part.columns[column], array::Array()));
    array::ArrayBuilder all(types_[column]);
    array::reserve_for(all, pieces);
    for (array::Array& piece : pieces) array::append(all, std::exchange(piece, array::Array()));
    values_[column] = std::move(all).finish().slice(0, entries_);
  });
  parts_.clear();
}

std::string TakeAction::described() const {
  internal::JsonText json;
  json.add("kind", "take").add("columns", columns_);
  if (most_) json.add("most", *most_);
  return json.text();
}

void TakeAction::write_part(TaskRange tasks, bytes::ByteWriter& to) {
  for (std::size_t task = tasks.first; task < tasks.last; ++task) {
    Part& part = parts_.at(task);
    to.write(part.entries);
    for (const array::Array& column : part.columns) internal::write_array(to, column);
    part = {};
  }
}

std::unique_ptr<Contribution> TakeAction::read_part(bytes::ByteCursor& from, TaskRange tasks) const {
  std::vector<std::pair<std::size_t, Part>> parts;
  for (std::size_t task = tasks.first; task < tasks.last; ++task) {
    Part part{.columns = {}, .entries = from.read<std::uint64_t>()};
    for (const array::Type& type : types_) {
      part.columns.push_back(internal::read_array(from, type));
      if (part.columns.back().length() != part.entries)
        detail::fail(ErrorKind::corrupt, "{} values of {} entries", part.columns.back().length(), part.entries);
    }
    parts.emplace_back(task, std::move(part));
  }
  return internal::contribution_of(std::move(parts));
}

void TakeAction::add_part(std::unique_ptr<Contribution> part) {
  using Parts = std::vector<std::pair<std::size_t, Part>>;
  for (auto& [task, values] : internal::value_of<Parts>(*part)) parts_.at(task) = std::move(values);
}

std::shared_ptr<Action> TakeAction::copy_of_ended() const {
  auto copy = std::make_shared<TakeAction>(columns_, most_);
  copy->types_ = types_;
  copy->executor_ = executor_;
  copy->parts_ = parts_;
  return copy;
}

}  // namespace ramet::inline v1::frame
