#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/shared/output_path.hpp"
#include "harness/shared/streams.hpp"
#include <ROOT/TBufferMerger.hxx>
#include <TFile.h>
#include <TTree.h>

// TTree, behind the framework's queue, and TBufferMerger, with a file for each stream or for each of a pool.

namespace harness {

/// The branches of a tree, and what they point to. Threads: one thread at a time.
class TreeColumns {
 public:
  TreeColumns(TTree& tree, const Tier& tier, const ColumnCounts& counts)
      : tree_(tree), numbers_(static_cast<std::size_t>(counts.numbers)) {
    branches("floats", counts.floats, tier, floats_);
    branches("tracks", counts.tracks, tier, tracks_);
    for (int number = 0; number < counts.numbers; ++number)
      tree.Branch(("number_" + std::to_string(number)).c_str(), &numbers_[static_cast<std::size_t>(number)]);
    branches("text", counts.texts, tier, texts_);
    branches("nested", counts.nested, tier, nested_);
    tree.ResetBit(kMustCleanup);
    tree.SetAutoSave(0);
    tree.SetAutoFlush(tier.flush_events);
  }

  void fill(const EventData& event) {
    point(event.floats, floats_);
    point(event.tracks, tracks_);
    numbers_ = event.numbers;
    point(event.texts, texts_);
    point(event.nested, nested_);
    tree_.Fill();
  }

 private:
  template <class Value>
  void branches(const char* name, int count, const Tier& tier, std::vector<Value*>& to) {
    static Value nothing;  // what branches are made with; they never keep it
    to.assign(static_cast<std::size_t>(count), &nothing);
    for (int number = 0; number < count; ++number)
      tree_.Branch((std::string(name) + "_" + std::to_string(number)).c_str(), &to[static_cast<std::size_t>(number)],
                   16384, tier.split_level);
  }
  template <class Value>
  static void point(const std::vector<Value>& values, std::vector<Value*>& to) {
    for (std::size_t column = 0; column < to.size(); ++column) to[column] = const_cast<Value*>(&values[column]);
  }

  TTree& tree_;
  std::vector<std::vector<float>*> floats_;
  std::vector<std::vector<Track>*> tracks_;
  std::vector<int> numbers_;
  std::vector<std::string*> texts_;
  std::vector<std::vector<std::vector<float>>*> nested_;
};

inline std::string name_of(const OutputOptions& output) { return std::string("root_").append(output.file_name()); }

/// One tree of one file. Threads: as Output; without a limit of the framework a mutex makes one.
class TreeOutput final : public Output {
 public:
  TreeOutput(const Options& options, const OutputOptions& output)
      : path_(options, name_of(output)),
        file_(TFile::Open((*path_).c_str(), "RECREATE", "", tier_of(output.tier).compression)),
        tree_(new TTree("Events", "Events", 99, file_.get())),
        columns_(*tree_, tier_of(output.tier), ColumnCounts(tier_of(output.tier), options.branches)) {}

  void write(int, std::uint64_t, const EventData& data) override {
    const std::lock_guard lock(mutex_);
    columns_.fill(data);
  }
  void close() override {
    file_->Write();
    file_bytes_ = static_cast<std::uint64_t>(file_->GetEND());
    file_->Close();
  }
  std::uint64_t file_bytes() const override { return file_bytes_; }

 private:
  OutputPath path_;
  std::mutex mutex_;
  std::unique_ptr<TFile> file_;
  TTree* tree_;  // the file's
  TreeColumns columns_;
  std::uint64_t file_bytes_ = 0;
};

/// TBufferMerger: files in memory, which it merges. Threads: as Output.
class MergerOutput final : public Output {
 public:
  MergerOutput(const Options& options, const OutputOptions& output)
      : tier_(tier_of(output.tier)),
        path_(options, name_of(output)),
        no_write_(options.no_write),
        is_pool_(output.concurrency > 0),
        merger_(std::make_unique<ROOT::TBufferMerger>((*path_).c_str(), "RECREATE", tier_.compression)) {
    const int slots = is_pool_ ? output.concurrency : options.streams;
    const ColumnCounts counts(tier_, options.branches);
    for (int slot = 0; slot < slots; ++slot) {
      slots_.push_back(std::make_unique<Slot>(*merger_, tier_, counts));
      free_.push_back(slots_.back().get());
    }
  }

  void write(int stream, std::uint64_t, const EventData& data) override {
    Slot& slot = is_pool_ ? take() : *slots_[static_cast<std::size_t>(stream)];
    slot.columns->fill(data);
    if (++slot.held == tier_.flush_events) flush(slot);
    if (is_pool_) give_back(slot);
  }
  void close() override {
    for (auto& slot : slots_)
      if (slot->held > 0) flush(*slot);
    slots_.clear();
    merger_.reset();
    file_bytes_ = no_write_ ? 0 : static_cast<std::uint64_t>(std::filesystem::file_size(*path_));
  }
  std::uint64_t file_bytes() const override { return file_bytes_; }

 private:
  struct Slot {
    Slot(ROOT::TBufferMerger& merger, const Tier& tier, const ColumnCounts& counts) : file(merger.GetFile()) {
      file->cd();
      tree = new TTree("Events", "Events", 99, file.get());
      columns = std::make_unique<TreeColumns>(*tree, tier, counts);
    }
    std::shared_ptr<ROOT::TBufferMergerFile> file;
    TTree* tree = nullptr;  // the file's
    std::unique_ptr<TreeColumns> columns;
    int held = 0;
  };

  void flush(Slot& slot) {
    if (no_write_) {
      slot.tree->FlushBaskets();
      slot.file->ResetAfterMerge(nullptr);
    } else {
      slot.file->Write();
    }
    slot.held = 0;
  }
  /// The fullest free one, as ramet's pool and CMS's do.
  Slot& take() {
    const std::lock_guard lock(mutex_);
    const auto fullest =
        std::max_element(free_.begin(), free_.end(), [](const Slot* a, const Slot* b) { return a->held < b->held; });
    Slot& slot = **fullest;
    free_.erase(fullest);
    return slot;
  }
  void give_back(Slot& slot) {
    const std::lock_guard lock(mutex_);
    free_.push_back(&slot);
  }

  const Tier& tier_;
  OutputPath path_;
  const bool no_write_;
  const bool is_pool_;
  std::unique_ptr<ROOT::TBufferMerger> merger_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::mutex mutex_;
  std::vector<Slot*> free_;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace harness
