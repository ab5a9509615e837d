#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tree_outputs.hpp"
#include <ROOT/REntry.hxx>
#include <ROOT/RField.hxx>
#include <ROOT/RNTupleFillContext.hxx>
#include <ROOT/RNTupleFillStatus.hxx>
#include <ROOT/RNTupleModel.hxx>
#include <ROOT/RNTupleParallelWriter.hxx>
#include <ROOT/RNTupleWriteOptions.hxx>
#include <ROOT/RNTupleWriter.hxx>

// RNTuple: one writer behind the framework's queue; a fill context for each stream; and the same with columns that are
// flushed in the stream, and only the cluster under a lock (FillNoFlush).

namespace harness {

inline std::unique_ptr<ROOT::RNTupleModel> model_of(const ColumnCounts& counts) {
  auto model = ROOT::RNTupleModel::CreateBare();
  const auto add = [&](const char* name, int count, const char* type) {
    for (int number = 0; number < count; ++number)
      model->AddField(ROOT::RFieldBase::Create(std::string(name) + "_" + std::to_string(number), type).Unwrap());
  };
  add("floats", counts.floats, "std::vector<float>");
  add("tracks", counts.tracks, "std::vector<harness::Track>");
  add("number", counts.numbers, "std::int32_t");
  add("text", counts.texts, "std::string");
  add("nested", counts.nested, "std::vector<std::vector<float>>");
  return model;
}

/// The fields of an entry, which get the events' values without a copy. Threads: one thread at a time.
class EntryFields {
 public:
  EntryFields(std::unique_ptr<ROOT::REntry> entry, const ColumnCounts& counts) : entry_(std::move(entry)) {
    const auto add = [&](const char* name, int count) {
      for (int number = 0; number < count; ++number)
        tokens_.push_back(entry_->GetToken(std::string(name) + "_" + std::to_string(number)));
    };
    add("floats", counts.floats);
    add("tracks", counts.tracks);
    add("number", counts.numbers);
    add("text", counts.texts);
    add("nested", counts.nested);
  }

  ROOT::REntry& point_to(const EventData& event) {
    std::size_t field = 0;
    const auto point = [&](const auto& values) {
      for (const auto& value : values)
        entry_->BindRawPtr<void>(tokens_[field++], const_cast<void*>(static_cast<const void*>(&value)));
    };
    point(event.floats);
    point(event.tracks);
    point(event.numbers);
    point(event.texts);
    point(event.nested);
    return *entry_;
  }

 private:
  std::unique_ptr<ROOT::REntry> entry_;
  std::vector<ROOT::RFieldToken> tokens_;
};

inline ROOT::RNTupleWriteOptions write_options_of(const Tier& tier) {
  ROOT::RNTupleWriteOptions options;
  options.SetCompression(static_cast<std::uint32_t>(tier.compression));
  return options;
}

/// One writer. Threads: as Output; without a limit of the framework a mutex makes one.
class NTupleOutput final : public Output {
 public:
  NTupleOutput(const Options& options, const OutputOptions& output)
      : tier_(tier_of(output.tier)), path_(options, name_of(output)) {
    const ColumnCounts counts(tier_, options.branches);
    writer_ = ROOT::RNTupleWriter::Recreate(model_of(counts), "Events", (*path_).string(), write_options_of(tier_));
    fields_ = std::make_unique<EntryFields>(writer_->CreateEntry(), counts);
  }

  void write(int, std::uint64_t, const EventData& data) override {
    const std::lock_guard lock(mutex_);
    writer_->Fill(fields_->point_to(data));
    if (++held_ < tier_.flush_events) return;
    writer_->CommitCluster();
    held_ = 0;
  }
  void close() override {
    fields_.reset();
    writer_.reset();
    file_bytes_ = static_cast<std::uint64_t>(std::filesystem::file_size(*path_));
  }
  std::uint64_t file_bytes() const override { return file_bytes_; }

 private:
  const Tier& tier_;
  OutputPath path_;
  std::mutex mutex_;
  std::unique_ptr<ROOT::RNTupleWriter> writer_;
  std::unique_ptr<EntryFields> fields_;
  int held_ = 0;
  std::uint64_t file_bytes_ = 0;
};

/// A fill context for each stream. Threads: as Output.
class ParallelNTupleOutput final : public Output {
 public:
  enum class Flush { whole, columns_first };

  ParallelNTupleOutput(const Options& options, const OutputOptions& output, Flush flush)
      : tier_(tier_of(output.tier)), path_(options, name_of(output)), flush_(flush) {
    const ColumnCounts counts(tier_, options.branches);
    writer_ =
        ROOT::RNTupleParallelWriter::Recreate(model_of(counts), "Events", (*path_).string(), write_options_of(tier_));
    for (int stream = 0; stream < options.streams; ++stream)
      streams_.push_back(std::make_unique<Stream>(*writer_, counts));
  }

  void write(int stream, std::uint64_t, const EventData& data) override {
    Stream& own = *streams_[static_cast<std::size_t>(stream)];
    ROOT::REntry& entry = own.fields.point_to(data);
    if (flush_ == Flush::whole) {
      own.context->Fill(entry);
      if (++own.held == tier_.flush_events) flush(own);
      return;
    }
    ROOT::RNTupleFillStatus status;
    own.context->FillNoFlush(entry, status);
    if (++own.held == tier_.flush_events || status.ShouldFlushCluster()) flush(own);
  }
  void close() override {
    streams_.clear();
    writer_.reset();
    file_bytes_ = static_cast<std::uint64_t>(std::filesystem::file_size(*path_));
  }
  std::uint64_t file_bytes() const override { return file_bytes_; }

 private:
  struct Stream {
    Stream(ROOT::RNTupleParallelWriter& writer, const ColumnCounts& counts)
        : context(writer.CreateFillContext()), fields(context->CreateEntry(), counts) {}
    std::shared_ptr<ROOT::RNTupleFillContext> context;
    EntryFields fields;
    int held = 0;
  };

  void flush(Stream& own) {
    own.held = 0;
    if (flush_ == Flush::columns_first) {
      own.context->FlushColumns();
      const std::lock_guard lock(mutex_);
      own.context->FlushCluster();
    } else {
      own.context->FlushCluster();
    }
  }

  const Tier& tier_;
  OutputPath path_;
  const Flush flush_;
  std::mutex mutex_;
  std::unique_ptr<ROOT::RNTupleParallelWriter> writer_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace harness
