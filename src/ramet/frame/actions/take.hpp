#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ramet/frame/actions/portable.hpp"

namespace ramet::inline v1::frame {

/// Takes the values of columns, in order of entries, of all or of the first so many. Threads: as Action.
class TakeAction final : public PortableAction {
 public:
  explicit TakeAction(std::vector<std::string> columns, std::optional<std::uint64_t> most = {});
  ~TakeAction() override;

  std::string name() const override { return "values"; }
  std::vector<std::string> columns() const override { return columns_; }
  void check(std::span<const array::Type>) const override {}
  void begin(std::span<const array::Type> types, std::span<const Task> tasks, const ReadOptions& options) override;
  std::unique_ptr<Partial> partial(const Task& task) override;
  void end_task(const Task& task, std::unique_ptr<Partial> partial) override;
  void finish() override;
  std::shared_ptr<Action> copy_of_ended() const override;
  std::shared_ptr<Action> varied(std::string_view) const override {
    return std::make_shared<TakeAction>(columns_, most_);
  }
  std::string described() const override;
  void write_part(TaskRange tasks, bytes::ByteWriter& to) override;
  std::unique_ptr<Contribution> read_part(bytes::ByteCursor& from, TaskRange tasks) const override;
  void add_part(std::unique_ptr<Contribution> part) override;

  /// The values of each column.
  const std::vector<array::Array>& values() const noexcept { return values_; }
  /// How many entries they are of.
  std::uint64_t entries() const noexcept { return entries_; }

 private:
  class TakePartial;
  /// What a task gave. Threads: a value.
  struct Part {
    std::vector<array::Array> columns;
    std::uint64_t entries = 0;
  };

  std::vector<std::string> columns_;
  std::optional<std::uint64_t> most_;
  std::vector<array::Type> types_;
  schedule::Executor* executor_ = nullptr;
  std::vector<Part> parts_;  // of each task
  std::vector<array::Array> values_;
  std::uint64_t entries_ = 0;
};

}  // namespace ramet::inline v1::frame
