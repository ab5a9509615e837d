// ramet draw: expressions of a tree, an ntuple or many files as a histogram, or a histogram of a file.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/frames/histogram_fit.hpp"
#include "cli/frames/histogram_output.hpp"
#include "cli/frames/source.hpp"
#include "cli/text/number_format.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/places.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/frame/drawing/drawing.hpp"
#include "ramet/hist/figure_reader.hpp"

namespace ramet::cli {
namespace {

struct DrawOptions {
  RowsOptions rows;
  std::string weight;
  std::string bins;  // as behind ">>name"
  std::optional<double> low;
  std::optional<double> high;
  bool is_profile = false;
  std::string option;  // of TTree::Draw
  std::string title;
  std::string output;
  ShownAs shown;
  FitOptions fit;
  std::vector<std::string> starts;  // of parameters of the fit
  bool is_json = false;
};

/// What -b and the text say of the axes.
frame::DrawText text_of(const DrawOptions& options) {
  frame::DrawText text = frame::split_draw_text(options.rows.expressions);
  frame::DrawTarget target = text.target.value_or(frame::DrawTarget{});
  if (target.adds) throw UsageError("'>>+' adds to a histogram of a running ROOT, and there is none");
  if (!options.bins.empty()) target.axes = frame::split_draw_text(">>(" + options.bins + ")").target->axes;
  if (options.low) target.axes[0].low = options.low;
  if (options.high) target.axes[0].high = options.high;
  for (const frame::AxisWish& axis : target.axes)
    if (axis.low && axis.high && *axis.low > *axis.high)
      throw UsageError(fmt::format("the lower edge {} is above the upper one, {}", *axis.low, *axis.high));
  return {std::move(text.expressions), std::move(target)};
}

/// The cut, which is also the weight.
std::string condition_of(const DrawOptions& options) {
  if (options.weight.empty()) return options.rows.cut;
  return options.rows.cut.empty() ? options.weight : fmt::format("({})*({})", options.rows.cut, options.weight);
}

/// One edge of the range was given: the other one, as it is chosen.
void complete(frame::AxisWish& axis, const frame::RowsQuery& query, const frame::DrawingOptions& drawing,
              const Context& context) {
  if (axis.low.has_value() == axis.high.has_value()) return;
  frame::DrawingOptions free = drawing;
  free.target.axes[0].low.reset();
  free.target.axes[0].high.reset();
  const hist::Axis chosen = with_progress(
      "finding the range", query.range.size(), context,
      [&](const frame::ReadOptions& read) { return frame::draw(query, free, read).histogram.parts().axes[0].bins; });
  if (!axis.low) axis.low = std::min(chosen.low(), *axis.high - 1);
  if (!axis.high) axis.high = std::max(chosen.high(), *axis.low + 1);
}

/// A histogram, and the number of rows whose values are no numbers. Threads: a value.
struct DrawnHistogram {
  hist::Histogram histogram;
  std::uint64_t nans = 0;
};

DrawnHistogram histogram_of_rows(const DrawOptions& options, const Context& context) {
  const frame::DrawText text = text_of(options);
  const OpenTable rows(options.rows, context);
  const std::string cut = condition_of(options);
  const frame::RowsQuery query = by_texts([&] {
    return frame::RowsQuery::compile(rows.source(), std::span(&text.expressions, 1), cut, rows.range(), rows.aliases(),
                                     options.rows.seed);
  });
  frame::DrawingOptions drawing{.expressions = text.expressions,
                                .cut = cut,
                                .target = *text.target,
                                .option = frame::draw_option(options.option)};
  if (options.is_profile) drawing.option.as = frame::DrawnAs::profile;
  if (!options.title.empty()) drawing.title = options.title;
  complete(drawing.target.axes[0], query, drawing, context);
  return with_progress("drawing", query.range.size(), context, [&](const frame::ReadOptions& read) {
    frame::Drawn drawn = frame::draw(query, drawing, read);
    return DrawnHistogram{std::move(drawn.histogram), drawn.without_number};
  });
}

hist::Histogram stored_histogram(const dataset::File& file, const file::Key& key) {
  const file::Record record = file.reader().read_record(key);
  hist::Figure figure =
      detail::while_doing([&] { return fmt::format("'{}': histogram '{};{}'", file.name(), key.name, key.cycle); },
                          [&] {
                            hist::FigureReader reader({&file.streamer_infos(), &file.catalogue()});
                            return reader.read(record.bytes.span(), record.key_length, key.class_name);
                          });
  if (auto* const histogram = std::get_if<hist::Histogram>(&figure)) return std::move(*histogram);
  detail::fail(ErrorKind::unsupported, "'{}' in '{}' is a {}; ramet draws histograms and profiles", key.name,
               file.name(), key.class_name);
}

/// The histogram at a place; nothing when the place is a table.
std::optional<hist::Histogram> histogram_at(const dataset::File& file, const std::string& object,
                                            const DrawOptions& options) {
  try {
    const file::Key key = file.reader().key(object);
    if (dataset::is_table(key)) return std::nullopt;
    if (!hist::is_figure(key.class_name, {&file.streamer_infos(), &file.catalogue()}))
      detail::fail(ErrorKind::unsupported, "'{}' in '{}' is a {}; ramet draws trees, ntuples, histograms and profiles",
                   key.name, file.name(), key.class_name);
    if (!options.rows.expressions.empty())
      throw UsageError(fmt::format("'{}' is a histogram, and has no column '{}'", key.name, options.rows.expressions));
    if (!options.bins.empty() || options.low || options.high)
      throw UsageError(fmt::format("'{}' is a histogram, which already has bins", key.name));
    return stored_histogram(file, key);
  } catch (...) {
    rethrow_naming([&] { return fmt::format("'{}': '{}'", file.name(), object); });
  }
}

DrawnHistogram histogram_for(const DrawOptions& options, Context& context) {
  const auto places = dataset::places_of(options.rows.place, "?");
  const dataset::FileAndObject& first = places.front();
  const auto file = places.size() == 1 ? context.open(first.file) : nullptr;
  if (first.object == "?" && !options.rows.expressions.empty()) return histogram_of_rows(options, context);
  if (first.object == "?")
    throw UsageError(fmt::format("'{}' names no tree or histogram; write {}:NAME (ramet ls lists them)",
                                 dataset::shown_place(options.rows.place), dataset::shown_place(first.file)));
  if (file != nullptr)
    if (auto stored = histogram_at(*file, first.object, options)) return {std::move(*stored)};
  if (options.rows.expressions.empty())
    throw UsageError(fmt::format("'{}' is a table: which column? (ramet show {} lists them)", first.object,
                                 dataset::shown_place(options.rows.place)));
  return histogram_of_rows(options, context);
}

/// The histogram with what --fit adds.
hist::Histogram fitted(hist::Histogram histogram, const DrawOptions& options) {
  if (options.fit.formula.empty()) return histogram;
  FitOptions fit = options.fit;
  for (const std::string& text : options.starts) fit.start.insert(start_of(text));
  return with_fit(histogram, fit);
}

void draw(const DrawOptions& options, Context& context) {
  if (options.low && options.high && !(*options.low < *options.high))
    throw UsageError(fmt::format("--low {} is not below --high {}", *options.low, *options.high));
  if (!options.output.empty()) check_output(options.output);
  auto [drawn, nans] = histogram_for(options, context);
  const hist::Histogram histogram = fitted(std::move(drawn), options);
  if (!options.output.empty()) write_histogram(histogram, options.output, options.shown.is_logarithmic);
  if (options.is_json) {
    Json json = {{"place", dataset::shown_place(options.rows.place)}, {"expression", options.rows.expressions}};
    json.update(histogram_json(histogram));
    json["nan"] = nans;
    context.print(to_text(json));
  } else if (options.output.empty()) {
    context.print(histogram_text(histogram, options.shown, context.out()));
    if (nans > 0) context.print(fmt::format("{} are not numbers\n", format_count(nans)));
  }
}

void add_fit_options(CLI::App& command, DrawOptions& options) {
  command
      .add_option("--fit", options.fit.formula,
                  "Fit a formula as TF1 takes it to the histogram: gaus, expo, pol2, '[A]*exp(-x/[tau])', ...")
      ->type_name("FORMULA");
  command
      .add_option("--start", options.starts,
                  "Where a parameter of the formula begins; gaus, landau, expo, breitwigner and pol0 to pol9 know it")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->needs("--fit");
  command.add_option("--within", options.fit.within, "Fit only bins between these two numbers")
      ->type_name("LOW HIGH")
      ->needs("--fit");
}

void add_picture_options(CLI::App& command, DrawOptions& options) {
  command.add_option("-o,--output", options.output, "Write there: a .png or .svg picture, or FILE.root:NAME")
      ->type_name("FILE");
  command.add_flag("--log", options.shown.is_logarithmic, "Draw a logarithmic axis of the contents");
  command.add_option("--width", options.shown.width, "Columns of text (default: the terminal's, up to 120; else 80)")
      ->type_name("COLUMNS")
      ->check(CLI::Range(20, 1000));
  command.add_option("--height", options.shown.height, "Rows of bars")
      ->type_name("ROWS")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--json", options.is_json, "Print edges, values and statistics as JSON");
  command.add_option("--title", options.title, "The title (default: the expressions and the cut)")->type_name("TEXT");
}

void add_bins_options(CLI::App& command, DrawOptions& options) {
  const CLI::Validator finite(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && std::isfinite(value) ? "" : text + " is not a finite number";
      },
      "", "finite");
  command
      .add_option(
          "-b,--bins", options.bins,
          "Bins and ends of each axis, x first (default: 100, 40 x 40 or 20 x 20 x 20 bins that suit the values)")
      ->type_name("N[,LOW,HIGH...]")
      ->check(CLI::Validator(
          [](const std::string& text) {
            try {
              const auto axes = frame::split_draw_text(">>(" + text + ")").target->axes;
              return axes[0].bins ? std::string() : text + " has no number of bins";
            } catch (const Error& error) {
              return std::string(error.what());
            }
          },
          "", "bins"));
  command.add_option("--low", options.low, "Lower edge of the x axis")->type_name("X")->check(finite);
  command.add_option("--high", options.high, "Upper edge of the x axis")->type_name("Y")->check(finite);
}

}  // namespace

void add_draw(CLI::App& program, Action& action) {
  const auto options = std::make_shared<DrawOptions>();
  CLI::App* command = program.add_subcommand("draw", "Draw expressions of a tree or ntuple, or a stored histogram");
  command->add_option("place", options->rows.place, "A file, or a pattern of files, and a tree or histogram in it")
      ->type_name("FILE:OBJECT")
      ->required();
  command
      ->add_option("expressions", options->rows.expressions,
                   "What is drawn, as TTree::Draw takes it: x, y:x or z:y:x; all values of lists are filled")
      ->type_name("EXPRESSIONS");
  add_rows_options(*command, options->rows);
  command->add_option("-w,--weight", options->weight, "Multiply the weight by this")->type_name("EXPRESSION");
  add_bins_options(*command, *options);
  command->add_flag("--profile", options->is_profile, "Draw the mean of the first expression in bins of the others");
  command
      ->add_option(
          "--option", options->option,
          "Of TTree::Draw: prof, profs, profi, profg, norm (contents of sum 1), e; how ROOT paints has no effect")
      ->type_name("TEXT");
  add_fit_options(*command, *options);
  add_picture_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  ramet draw run7.root:Events Muon_pt -c 'nMuon > 1' -b 50,0,100 --log\n"
      "  ramet draw 'run*.root:Events' 'Jet_pt:Jet_eta' -w genWeight -o jets.svg\n"
      "  ramet draw run7.root:Events 'MET_pt:nJet' --profile -o plots.root:met_of_jets\n"
      "  ramet draw run7.root:control/pt_spectrum\n"
      "  ramet draw run7.root:Events mass -b 60,60,120 --fit gaus -o mass.svg\n"
      "\n"
      "Contents, errors, statistics and default axes are those of TTree::Draw.");
  command->callback([options, &action] { action = [options](Context& context) { draw(*options, context); }; });
}

}  // namespace ramet::cli
