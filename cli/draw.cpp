// ramet draw: a column of a tree as a histogram, or a histogram of a file, in the terminal.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "cli/commands.hpp"
#include "cli/spectrum/axis_choice.hpp"
#include "cli/spectrum/column_values.hpp"
#include "cli/spectrum/spectrum.hpp"
#include "cli/terminal/chart.hpp"
#include "cli/terminal/progress_bar.hpp"
#include "cli/text/json.hpp"
#include "cli/text/number_format.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/hist/detail/root_histogram.hpp"
#include "ramet/tree/tree_reader.hpp"

namespace ramet::cli {
namespace {

struct DrawOptions {
  std::string place;       // FILE:OBJECT
  std::string expression;  // the column, if the place is a tree
  AxisWish axis;
  bool is_logarithmic = false;
  std::optional<std::size_t> width;
  std::size_t height = 16;
  bool is_json = false;
};

/// Run a pass over all entries, with a progress bar if wanted.
template <class Pass>
auto with_progress(const char* task, const tree::TreeReader& reader, const Context& context, const Pass& pass) {
  std::optional<ProgressBar> bar;
  if (context.shows_progress()) bar.emplace(task, reader.tree().entries, context.err());
  return pass(tree::ReadOptions{
      .executor = context.session().executor(), .stop = context.stop(), .progress = bar ? &*bar : nullptr});
}

Spectrum spectrum_of(const tree::TreeReader& reader, const DrawOptions& options, const Context& context) {
  const ColumnValues column = find_column(reader.tree(), options.expression);
  ValueSurvey survey;
  if (options.axis.needs_survey())
    survey = with_progress("finding the range", reader, context,
                           [&](const tree::ReadOptions& read) { return survey_values(reader, column, read); });
  const hist::Axis axis = choose_axis(survey, options.axis, column.are_whole_numbers());
  return with_progress("filling", reader, context,
                       [&](const tree::ReadOptions& read) { return fill_spectrum(reader, column, axis, read); });
}

std::string count_text(double count) {
  const bool is_whole = count >= 0 && count < 0x1p53 && count == std::floor(count);
  return is_whole ? format_count(static_cast<std::uint64_t>(count)) : format_value(count, 6);
}

std::string statistics_line(const Spectrum& spectrum) {
  const hist::Histogram1D& histogram = spectrum.histogram;
  const auto contents = histogram.contents();
  std::string line = fmt::format("entries {}  mean {}  std dev {}  underflow {}  overflow {}",
                                 count_text(histogram.statistics().entries), format_value(histogram.mean(), 6),
                                 format_value(histogram.standard_deviation(), 6), count_text(contents.front()),
                                 count_text(contents.back()));
  if (spectrum.nans > 0) line += fmt::format(" ({} not a number)", format_count(spectrum.nans));
  return line;
}

Json spectrum_json(const Spectrum& spectrum, const DrawOptions& options) {
  const hist::Histogram1D& histogram = spectrum.histogram;
  return {{"place", options.place},
          {"expression", options.expression},
          {"entries", histogram.statistics().entries},
          {"mean", histogram.mean()},
          {"standard_deviation", histogram.standard_deviation()},
          {"underflow", histogram.contents().front()},
          {"overflow", histogram.contents().back()},
          {"nan", spectrum.nans},
          {"edges", histogram.axis().edges()},
          {"values", histogram.values()}};
}

std::string label_of(const Spectrum& spectrum, const DrawOptions& options) {
  if (!options.expression.empty()) return options.expression;
  const hist::HistogramLabels& labels = spectrum.histogram.labels();
  return !labels.axis_title.empty() ? labels.axis_title : !labels.title.empty() ? labels.title : labels.name;
}

void print_chart(const Spectrum& spectrum, const DrawOptions& options, Context& context) {
  constexpr std::size_t widest = 120;  // wider bars are not easier to read
  const ChartOptions chart{.width = options.width.value_or(std::min(context.out().width, widest)),
                           .height = options.height,
                           .is_logarithmic = options.is_logarithmic,
                           .label = label_of(spectrum, options)};
  const hist::Histogram1D& histogram = spectrum.histogram;
  context.print(draw_chart(histogram.axis().edges(), histogram.values(), chart, context.out()));
  context.print(statistics_line(spectrum) + "\n");
}

Spectrum stored_histogram(const dataset::File& file, const file::Key& key) {
  const file::Record record = file.reader().read_record(key);
  return {while_doing([&] { return fmt::format("'{}': histogram '{};{}'", file.name(), key.name, key.cycle); },
                      [&] {
                        hist::HistogramReader reader({&file.streamer_infos(), &file.catalogue()});
                        return reader.read(record.bytes.span(), record.key_length, key.class_name);
                      })};
}

Spectrum spectrum_at(const dataset::File& file, const file::Key& key, const DrawOptions& options, Context& context) {
  const bool is_histogram = hist::is_histogram(key.class_name);
  if (!is_histogram && !tree::is_tree_class(key.class_name))
    fail(ErrorKind::unsupported,
         "'{}' in '{}' is a {}; ramet draws columns of trees, and one-dimensional histograms (ramet show sums others "
         "up)",
         key.name, file.name(), key.class_name);
  if (!is_histogram && options.expression.empty())
    throw UsageError(fmt::format("'{}' is a tree: which column? (ramet show {} lists them)", key.name, options.place));
  if (!is_histogram) return spectrum_of(*file.tree(key), options, context);
  if (!options.expression.empty())
    throw UsageError(fmt::format("'{}' is a histogram, and has no column '{}'", key.name, options.expression));
  if (options.axis.bins || options.axis.low || options.axis.high)
    throw UsageError(fmt::format("'{}' is a histogram, which already has bins", key.name));
  return stored_histogram(file, key);
}

Spectrum spectrum_named(const dataset::File& file, const std::string& object, const DrawOptions& options,
                        Context& context) {
  try {
    return spectrum_at(file, file.reader().key(object), options, context);
  } catch (...) {
    rethrow_naming([&] { return fmt::format("'{}': '{}'", file.name(), object); });
  }
}

void draw(const DrawOptions& options, Context& context) {
  if (options.axis.low && options.axis.high && !(*options.axis.low < *options.axis.high))
    throw UsageError(fmt::format("--low {} is not below --high {}", *options.axis.low, *options.axis.high));
  const auto [path, object] = dataset::split_path(options.place);
  const auto file = context.open(path);
  if (object.empty())
    throw UsageError(
        fmt::format("'{}' names no tree or histogram; write {}:NAME (ramet ls lists them)", options.place, path));
  const Spectrum spectrum = spectrum_named(*file, object, options, context);
  if (options.is_json) {
    context.print(to_text(spectrum_json(spectrum, options)));
  } else {
    print_chart(spectrum, options, context);
  }
}

}  // namespace

void add_draw(CLI::App& program, Action& action) {
  const auto options = std::make_shared<DrawOptions>();
  CLI::App* command = program.add_subcommand("draw", "Draw a column of a tree, or a stored histogram");
  command->add_option("place", options->place, "A file and a tree or histogram in it")
      ->type_name("FILE:OBJECT")
      ->required();
  command->add_option("expression", options->expression, "The column of a tree; all values of lists are filled")
      ->type_name("COLUMN");
  const CLI::Validator finite(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && std::isfinite(value) ? "" : text + " is not a finite number";
      },
      "", "finite");
  command->add_option("--bins", options->axis.bins, "Number of bins (default: at most 60, of a round width)")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000'000));
  command->add_option("--low", options->axis.low, "Lower edge (default: a round number below the values)")
      ->type_name("X")
      ->check(finite);
  command->add_option("--high", options->axis.high, "Upper edge (default: a round number above the values)")
      ->type_name("Y")
      ->check(finite);
  command->add_flag("--log", options->is_logarithmic, "Draw a logarithmic vertical axis");
  command->add_option("--width", options->width, "Columns of text (default: the terminal's, up to 120; else 80)")
      ->type_name("COLUMNS")
      ->check(CLI::Range(20, 1000));
  command->add_option("--height", options->height, "Rows of bars")
      ->type_name("ROWS")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--json", options->is_json, "Print edges, values and statistics as JSON");
  command->footer(
      "Examples:\n"
      "  ramet draw run7.root:Events Muon_pt --low 0 --high 100 --log\n"
      "  ramet draw run7.root:Events nMuon --json | jq .values\n"
      "  ramet draw run7.root:control/pt_spectrum\n"
      "\n"
      "Mean and standard deviation include only values inside the range. The default range holds\n"
      "all values except those far from the middle 99 %.");
  command->callback([options, &action] { action = [options](Context& context) { draw(*options, context); }; });
}

}  // namespace ramet::cli
