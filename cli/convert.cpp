// ramet convert: a tree becomes an ntuple, or the other way; other formats are left to Python, whose packages know
// them.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/frames/source.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/table.hpp"
#include "ramet/frame/actions/chosen_columns.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/io/byte_sink.hpp"
#include "ramet/io/detail/replaced_file.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/tree/tree_reader.hpp"
#include "ramet/write/parallel_writer.hpp"

namespace ramet::cli {
namespace {

struct ConvertOptions {
  std::string source;
  std::string target;
  frame::ColumnChoice columns;
  std::optional<write::Format> format;
  std::string compression;
  bool is_forced = false;
};

bool is_root_file(const std::string& path) { return std::filesystem::path(path).extension() == ".root"; }

/// Run `python3 -m ramet.merging.command convert` in the place of this program. Returns only if there is no such
/// program.
void run_python(const ConvertOptions& options) {
  std::vector<std::string> words = {"python3", "-m",           "ramet.merging.command",
                                    "convert", options.source, options.target};
  if (options.format) words.insert(words.end(), {"--to", *options.format == write::Format::ttree ? "tree" : "ntuple"});
  for (const std::string& columns : options.columns.keep) words.insert(words.end(), {"--keep", columns});
  if (!options.compression.empty()) words.insert(words.end(), {"--compression", options.compression});
  if (options.is_forced) words.emplace_back("--force");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments.front(), arguments.data());
}

/// A file that is called otherwise until it is complete. Threads: as io::ByteSink.
class NamedSink final : public io::ByteSink {
 public:
  NamedSink(std::unique_ptr<io::ByteSink> sink, std::string name) : sink_(std::move(sink)), name_(std::move(name)) {}
  const std::string& name() const noexcept override { return name_; }
  void write_at(std::uint64_t offset, std::span<const std::byte> data) override { sink_->write_at(offset, data); }
  void resize(std::uint64_t size) override { sink_->resize(size); }
  void sync() override { sink_->sync(); }
  void close() override { sink_->close(); }

 private:
  std::unique_ptr<io::ByteSink> sink_;
  std::string name_;
};

void convert_table(const ConvertOptions& options, Context& context) {
  dataset::FileAndObject source = dataset::split_path(options.source);
  const dataset::FileAndObject target = dataset::split_path(options.target);
  std::error_code ignored;
  if (std::filesystem::equivalent(source.file, target.file, ignored))
    throw UsageError(fmt::format("the target '{}' is the source", target.file));
  if (!options.is_forced && std::filesystem::exists(target.file, ignored))
    throw UsageError(fmt::format("the target '{}' exists; --force replaces it", target.file));
  const auto file = context.open(source.file);
  if (source.object.empty()) source.object = dataset::only_table(*file);
  const file::Key key = file->reader().key(source.object);
  const bool is_tree = tree::is_tree_class(key.class_name);
  const std::string path = target.object.empty() ? source.object : target.object;
  const std::size_t slash = path.rfind('/');
  io::refuse_output_url(target.file);
  io::ReplacedFile replaced(target.file);  // a failure leaves what was there
  frame::SnapshotPlace place{.path = target.file};
  place.open = [&](const write::WriterOptions& writer) {
    return write::ParallelWriter::create(std::make_unique<NamedSink>(replaced.begin(), target.file), writer);
  };
  if (slash != std::string::npos) place.directory = path.substr(0, slash);
  if (!options.compression.empty()) place.writer.compression = compression::Settings::parse(options.compression);
  place.writer.reproducible = true;
  place.table.format = options.format.value_or(is_tree ? write::Format::rntuple : write::Format::ttree);
  const frame::Source rows = open_source({source}, context);
  const frame::ColumnChoice columns = tell_unread(rows, options.columns);
  const frame::Frame frame(rows, context.session().executor());
  frame::StoredColumns stored =
      frame::stored_columns(frame, by_texts([&] { return frame::chosen_columns(frame, columns); }), place.table.format,
                            frame::CountedLists::as_counted, frame::StoredNames::of_source);
  stored.schema.name = path.substr(slash + 1);
  stored.schema.title = key.title;
  const auto written = frame.snapshot(place, std::move(stored.schema), stored.columns);
  const std::uint64_t entries = rows.entries({.executor = context.session().executor(), .stop = context.stop()});
  with_progress("converting", entries, context, [&](const frame::ReadOptions& read) {
    written.booked().run({.stop = read.stop, .progress = read.progress});
    return 0;
  });
  if (written.booked().report().was_stopped)
    return context.interrupt(fmt::format("interrupted: '{}' was not written", target.file));
  replaced.publish();
}

void convert(const ConvertOptions& options, Context& context) {
  const std::string source = dataset::split_path(options.source).file;
  if (is_root_file(source) && is_root_file(dataset::split_path(options.target).file))
    return convert_table(options, context);
  run_python(options);
  detail::fail(ErrorKind::unsupported, "formats other than ROOT's are converted by Python's package ramet; no python3");
}

}  // namespace

void add_convert(CLI::App& program, Action& action) {
  const auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      program.add_subcommand("convert", "Convert a tree or ntuple into the other, Parquet, Arrow or HDF5, or back");
  command->add_option("source", options->source, "The table; what the file is, its ending says")
      ->type_name("FILE[:TABLE]")
      ->required();
  command->add_option("target", options->target, "The new file, and the name of the table in it")
      ->type_name("FILE[:TABLE]")
      ->required();
  const std::map<std::string, write::Format> formats = {{"tree", write::Format::ttree},
                                                        {"ntuple", write::Format::rntuple}};
  command->add_option("--to", options->format, "tree or ntuple, of a ROOT file (default: the other one)")
      ->type_name("FORMAT")
      ->transform(one_of(formats));
  command->add_option("-k,--keep", options->columns.keep, "Columns that are written; may be repeated")
      ->type_name("COLUMNS")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("-c,--compression", options->compression, "As zstd:5; of other files as their packages take it")
      ->type_name("COMPRESSION");
  command->add_flag("-f,--force", options->is_forced, "Replace the target if it exists");
  command->footer(
      "Examples:\n"
      "  ramet convert old.root:Events new.root          the tree becomes an ntuple\n"
      "  ramet convert run7.root:Events run7.parquet     also .arrow, .feather, .h5, .hdf5\n"
      "  ramet convert run7.parquet run7.root --to tree\n"
      "\n"
      "Other formats than ROOT's need Python with ramet, and pyarrow, or h5py for HDF5.");
  command->callback([options, &action] { action = [options](Context& context) { convert(*options, context); }; });
}

}  // namespace ramet::cli
