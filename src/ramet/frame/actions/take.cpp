#include "ramet/frame/actions/take.hpp"

#include <algorithm>
#include <utility>

#include "ramet/array/array_builder.hpp"

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

std::shared_ptr<Action> TakeAction::copy_of_ended() const {
  auto copy = std::make_shared<TakeAction>(columns_, most_);
  copy->types_ = types_;
  copy->executor_ = executor_;
  copy->parts_ = parts_;
  return copy;
}

}  // namespace ramet::inline v1::frame
