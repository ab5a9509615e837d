#include "ramet/tune/tune.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "ramet/core/error.hpp"
#include "ramet/dataset/dataset.hpp"
#include "ramet/frame/actions/chosen_columns.hpp"
#include "ramet/tree/tree_reader.hpp"
#include "ramet/tune/internal/codec_table.hpp"
#include "ramet/tune/internal/front.hpp"
#include "ramet/tune/internal/sample.hpp"
#include "ramet/tune/internal/stored_parts.hpp"
#include "ramet/tune/internal/trial.hpp"

namespace ramet::inline v1::tune {
namespace {

using namespace internal;

constexpr std::uint64_t usual_cluster = std::uint64_t{16} << 20;  // the writer's default, but for very many columns
constexpr std::size_t measured_clusters = 3;                      // a quarter, once and four times the default
constexpr std::size_t computed_clusters = 5;                      // and between them
constexpr std::size_t middle_cluster = 2;
constexpr std::size_t none = 0;     // among the tried settings
constexpr std::size_t fast = 1;     // lz4:1
constexpr double slow_seconds = 3;  // of one run on the sample
constexpr std::size_t slow_repeats = 2;
constexpr double much_smaller = 0.995;  // sizes that differ less are alike
constexpr double fast_at_most = 2;      // times the smallest size: uncompressed files are rarely wanted

bool is_floating(const array::Type& type) {
  if (type.kind == array::Kind::number)
    return type.number == array::NumberType::float32 || type.number == array::NumberType::float64;
  return !type.contents.empty() && std::ranges::all_of(type.contents, is_floating);
}

compression::Settings default_settings() { return {}; }

std::size_t number_of_default() {
  const auto settings = tried_settings();
  return static_cast<std::size_t>(std::ranges::find(settings, default_settings()) - settings.begin());
}

/// Columns that share a compression. Threads: a value.
struct Group {
  std::string name;
  bool is_read = true;
  std::vector<std::size_t> columns;
};

std::vector<Group> groups_of(const table::Schema& schema, const std::vector<bool>& is_read) {
  const bool has_unread = std::ranges::find(is_read, false) != is_read.end();
  std::vector<Group> groups;
  for (const bool reads : {true, false})
    for (const bool floats : {true, false}) {
      Group group{
          .name = fmt::format("{}{}", has_unread ? (reads ? "read " : "other ") : "", floats ? "floats" : "rest"),
          .is_read = reads,
          .columns = {}};
      for (std::size_t number = 0; number < schema.columns.size(); ++number)
        if (is_read[number] == reads && is_floating(schema.columns[number].type) == floats)
          group.columns.push_back(number);
      if (!group.columns.empty()) groups.push_back(std::move(group));
    }
  return groups;
}

/// Finds the ways of writing one table. Threads: one thread.
class Tuner {
 public:
  Tuner(const dataset::Session& session, std::span<const dataset::FileAndObject> places, const TuneOptions& options);

  Tuning run();

 private:
  std::vector<bool> read_columns() const;
  void measure_cluster(std::size_t number);
  Written written(compression::Settings settings, std::uint64_t bytes_of_cluster, double* read_seconds) const;
  void measure_copies();
  Model model() const;
  Profile profile_of(const Choice& choice) const;
  Way way_of(const Choice& choice) const;
  Costs scaled(const Costs& costs) const;
  double factor() const { return static_cast<double>(all_entries_) / static_cast<double>(sample_.entries); }
  double read_share() const;
  Costs run_once(const Profile& profile) const;
  void run_for_real(std::vector<Way>& ways) const;
  std::uint64_t cluster_bytes(std::size_t computed) const { return std::uint64_t{usual_cluster / 4} << computed; }
  schedule::ReadOptions reading() const { return {session_.executor(), options_.stop}; }

  const dataset::Session& session_;
  const TuneOptions& options_;
  std::shared_ptr<const dataset::Dataset> dataset_;
  std::string table_;
  write::Format format_;
  frame::Frame frame_;
  Sample sample_;
  std::uint64_t all_entries_;  // also of the files that the sample is not taken from
  std::vector<bool> is_read_;  // for each column of the schema
  std::vector<Group> groups_;
  CodecTable costs_;                                          // with the default clusters
  std::array<std::vector<double>, measured_clusters> sizes_;  // of each column, by the default compression
  std::array<Costs, measured_clusters> base_;
  double seconds_per_byte_;  // written
};

write::Format format_of(const dataset::Session& session, const dataset::FileAndObject& place) {
  const file::Key key = session.open(place.file)->reader().key(place.object);
  return tree::is_tree_class(key.class_name) ? write::Format::ttree : write::Format::rntuple;
}

std::string name_of(const dataset::FileAndObject& place) {
  const std::string name = place.object.substr(place.object.rfind('/') + 1);
  return name.substr(0, name.find(';'));
}

std::shared_ptr<const dataset::Dataset> dataset_of(const dataset::Session& session,
                                                   std::span<const dataset::FileAndObject> places, std::size_t files) {
  const auto some = places.first(std::min(places.size(), std::max<std::size_t>(1, files)));
  return std::make_shared<const dataset::Dataset>(session, std::vector(some.begin(), some.end()));
}

std::uint64_t entries_of(const dataset::Session& session, std::span<const dataset::FileAndObject> places,
                         const schedule::ReadOptions& options) {
  return dataset::Dataset(session, std::vector(places.begin(), places.end())).entries(options);
}

Tuner::Tuner(const dataset::Session& session, std::span<const dataset::FileAndObject> places,
             const TuneOptions& options)
    : session_(session),
      options_(options),
      dataset_(dataset_of(session, places, options.files)),
      table_(name_of(places.front())),
      format_(options.format ? *options.format : format_of(session, places.front())),
      frame_(frame::Source(dataset_), session.executor()),
      sample_(read_sample(frame_, table_, format_, options.sample_bytes, reading())),
      all_entries_(places.size() <= dataset_->file_count() ? sample_.all_entries
                                                           : entries_of(session, places, reading())),
      is_read_(read_columns()),
      groups_(groups_of(sample_.stored.schema, is_read_)),
      seconds_per_byte_(seconds_per_byte(sample_.bytes)) {}

std::vector<bool> Tuner::read_columns() const {
  std::vector<bool> is_read(sample_.stored.columns.size(), options_.reads.empty());
  if (options_.reads.empty()) return is_read;
  const std::vector<std::string> chosen = frame::chosen_columns(frame_, {.keep = options_.reads});
  const std::set<std::string> names(chosen.begin(), chosen.end());
  for (std::size_t number = 0; number < is_read.size(); ++number)
    is_read[number] = names.contains(sample_.stored.columns[number]);
  const bool has_counter =  // which comes with what it counts, and is no column of its own
      std::ranges::any_of(sample_.stored.schema.columns,
                          [&](const table::Column& column) { return names.contains(column.counter); });
  if (!has_counter && std::ranges::find(is_read, true) == is_read.end())
    detail::fail(ErrorKind::not_found, "no stored column is among those that are read");
  return is_read;
}

/// Write the sample with these compressions and clusters, once on each thread; of the times the least counts.
Written Tuner::written(compression::Settings settings, std::uint64_t bytes_of_cluster, double* read_seconds) const {
  const Profile profile{.compression = settings, .columns = {}, .cluster_bytes = bytes_of_cluster};
  std::vector<Written> runs(std::max<std::size_t>(2, session_.executor().concurrency()));
  std::vector<double> reads(runs.size());
  session_.executor().for_each_index(
      runs.size(),
      [&](std::size_t run) {
        runs[run] = write_sample(sample_, format_, profile);
        if (read_seconds != nullptr) reads[run] = seconds_to_read(runs[run].file, sample_.stored.schema, is_read_);
      },
      options_.stop);
  if (read_seconds != nullptr) *read_seconds = std::ranges::min(reads);
  return std::move(*std::ranges::min_element(runs, {}, &Written::seconds));
}

/// Measure what has this size of clusters: what all ways have in common is what a fast codec leaves.
void Tuner::measure_cluster(std::size_t number) {
  Costs& base = base_[number];
  const std::uint64_t bytes_of_cluster = cluster_bytes(2 * number);
  const Written sample = written(tried_settings()[fast], bytes_of_cluster, &base.read_seconds);
  const StoredParts parts = stored_parts(sample.file, sample_.stored.schema, format_);
  const std::array two = {tried_settings()[fast], default_settings()};
  const bool has_all = number == 1;
  const CodecTable table =
      measure_codecs(parts, has_all ? tried_settings() : std::span<const compression::Settings>(two), reading());
  base.bytes = static_cast<double>(sample.bytes);
  base.write_seconds = sample.seconds;
  for (std::size_t column = 0; column < table.size(); ++column) {
    const CodecCost& cost = table[column][has_all ? fast : 0];
    base.bytes -= cost.bytes;
    base.write_seconds -= cost.compress_seconds + cost.bytes * seconds_per_byte_;
    if (is_read_[column]) base.read_seconds -= cost.decompress_seconds;
    sizes_[number].push_back(table[column][has_all ? number_of_default() : 1].bytes);
  }
  base.write_seconds = std::max(0.0, base.write_seconds);
  const double clusters = std::ceil(static_cast<double>(sample_.bytes) / static_cast<double>(bytes_of_cluster));
  base.read_seconds = std::max(0.0, base.read_seconds) + clusters * options_.seconds_per_request;
  if (has_all) costs_ = table;
}

/// Without compression, bytes are copied once more: what that takes is the cost of that setting.
void Tuner::measure_copies() {
  const Written sample = written(tried_settings()[none], cluster_bytes(middle_cluster), nullptr);
  double bytes = 0;
  for (const std::vector<CodecCost>& column : costs_) bytes += column[none].bytes;
  const double copies = sample.seconds - base_[1].write_seconds - bytes * seconds_per_byte_;
  for (std::vector<CodecCost>& column : costs_)
    if (bytes > 0) column[none].compress_seconds = std::max(0.0, copies) * column[none].bytes / bytes;
}

/// The costs of all groups with all sizes of clusters: those between two that were measured lie between their costs.
Model Tuner::model() const {
  Model model;
  model.seconds_per_written_byte = seconds_per_byte_;
  model.seconds_per_read_byte = options_.seconds_per_byte;
  for (const Group& group : groups_) model.is_read.push_back(group.is_read);
  for (std::size_t cluster = 0; cluster < computed_clusters; ++cluster) {
    const std::size_t below = cluster / 2;
    const std::size_t above = (cluster + 1) / 2;
    const auto mean = [&](double one, double other) { return (one + other) / 2; };
    model.base.push_back({mean(base_[below].bytes, base_[above].bytes),
                          mean(base_[below].write_seconds, base_[above].write_seconds),
                          mean(base_[below].read_seconds, base_[above].read_seconds)});
    std::vector<std::vector<CodecCost>>& of_groups = model.of_cluster.emplace_back();
    for (const Group& group : groups_) {
      std::vector<CodecCost>& sums = of_groups.emplace_back(tried_settings().size());
      for (const std::size_t column : group.columns)
        for (std::size_t setting = 0; setting < sums.size(); ++setting) {
          CodecCost cost = costs_[column][setting];
          const double known = sizes_[1][column];
          if (known > 0 && tried_settings()[setting].level != 0)
            cost.bytes *= mean(sizes_[below][column], sizes_[above][column]) / known;
          sums[setting] += cost;
        }
    }
  }
  return model;
}

Costs Tuner::scaled(const Costs& costs) const {
  return {costs.bytes * factor(), costs.write_seconds * factor(), costs.read_seconds * factor()};
}

/// The part of the bytes that belongs to columns which are read, with the default compression.
double Tuner::read_share() const {
  double read = 0;
  double all = 0;
  for (std::size_t column = 0; column < is_read_.size(); ++column) {
    all += sizes_[1][column];
    if (is_read_[column]) read += sizes_[1][column];
  }
  return all > 0 ? read / all : 1;
}

/// The compression of most columns is the table's, the others are named.
Profile Tuner::profile_of(const Choice& choice) const {
  std::map<std::size_t, std::size_t> columns_of;
  for (std::size_t group = 0; group < groups_.size(); ++group)
    columns_of[choice.settings.at(group)] += groups_[group].columns.size();
  const std::size_t usual = std::ranges::max_element(columns_of, {}, [](const auto& one) { return one.second; })->first;
  Profile profile{
      .compression = tried_settings()[usual], .columns = {}, .cluster_bytes = cluster_bytes(choice.cluster)};
  for (std::size_t group = 0; group < groups_.size(); ++group)
    if (choice.settings.at(group) != usual)
      for (const std::size_t column : groups_[group].columns)
        profile.columns[sample_.stored.schema.columns[column].name] = tried_settings()[choice.settings.at(group)];
  return profile;
}

Way Tuner::way_of(const Choice& choice) const {
  Way way{.name = {},
          .profile = profile_of(choice),
          .compressions = {},
          .predicted = scaled(choice.costs),
          .measured = {},
          .spread = {}};
  std::set<std::size_t> different;
  for (std::size_t group = 0; group < groups_.size(); ++group) different.insert(choice.settings.at(group));
  if (different.size() == 1) {
    way.compressions = tried_settings()[*different.begin()].to_string();
    return way;
  }
  for (std::size_t group = 0; group < groups_.size(); ++group)
    way.compressions += fmt::format("{}{} {}", group == 0 ? "" : ", ", groups_[group].name,
                                    tried_settings()[choice.settings.at(group)].to_string());
  return way;
}

Costs Tuner::run_once(const Profile& profile) const {
  const Written written = write_sample(sample_, format_, profile);
  const double clusters = std::ceil(static_cast<double>(sample_.bytes) / static_cast<double>(profile.cluster_bytes));
  const double waits = clusters * options_.seconds_per_request +
                       static_cast<double>(written.bytes) * read_share() * options_.seconds_per_byte;
  return {static_cast<double>(written.bytes), written.seconds,
          seconds_to_read(written.file, sample_.stored.schema, is_read_) + waits};
}

/// The middle of some runs for each of the costs, and how far they lie apart.
std::pair<Costs, Costs> summary_of(const std::vector<Costs>& runs) {
  const auto of = [&](double Costs::* member) {
    std::vector<double> values;
    for (const Costs& run : runs) values.push_back(run.*member);
    std::ranges::sort(values);
    const double middle = values[values.size() / 2];
    return std::pair(middle, middle > 0 ? (values.back() - values.front()) / middle : 0);
  };
  const auto [bytes, bytes_spread] = of(&Costs::bytes);
  const auto [write, write_spread] = of(&Costs::write_seconds);
  const auto [read, read_spread] = of(&Costs::read_seconds);
  return {{bytes, write, read}, {bytes_spread, write_spread, read_spread}};
}

/// Run each way several times, the slow ones twice, all side by side.
void Tuner::run_for_real(std::vector<Way>& ways) const {
  std::vector<std::size_t> way_of_run;
  for (std::size_t number = 0; number < ways.size(); ++number) {
    const double seconds = (ways[number].predicted.write_seconds + ways[number].predicted.read_seconds) / factor();
    const std::size_t most = seconds > slow_seconds ? slow_repeats : options_.repeats;
    way_of_run.insert(way_of_run.end(), std::max<std::size_t>(1, std::min(options_.repeats, most)), number);
  }
  std::vector<Costs> runs(way_of_run.size());
  session_.executor().for_each_index(
      runs.size(), [&](std::size_t run) { runs[run] = run_once(ways[way_of_run[run]].profile); }, options_.stop);
  for (std::size_t number = 0; number < ways.size(); ++number) {
    std::vector<Costs> of_way;
    for (std::size_t run = 0; run < runs.size(); ++run)
      if (way_of_run[run] == number) of_way.push_back(runs[run]);
    const auto [middle, spread] = summary_of(of_way);
    ways[number].measured = scaled(middle);
    ways[number].spread = spread;
  }
}

/// The choice of a front with the least of a quantity.
template <class Quantity>
const Choice& least(const std::vector<Choice>& front, Quantity quantity) {
  return *std::ranges::min_element(front, {}, quantity);
}

double time_of(const Choice& choice) { return choice.costs.write_seconds + choice.costs.read_seconds; }

const Choice& smallest(const std::vector<Choice>& front) {
  return least(front, [&](const Choice& choice) {
    const bool is_as_small = choice.costs.bytes * much_smaller <= front.front().costs.bytes;
    return is_as_small ? time_of(choice) : std::numeric_limits<double>::infinity();
  });
}

const Choice& fastest(const std::vector<Choice>& front) {
  return least(front, [&](const Choice& choice) {
    const bool is_small = choice.costs.bytes <= fast_at_most * front.front().costs.bytes;
    return is_small ? time_of(choice) : std::numeric_limits<double>::infinity();
  });
}

/// Where a per cent of size is worth ten per cent of the time of writing, or of reading.
const Choice& balanced(const std::vector<Choice>& front) {
  return least(front, [](const Choice& choice) {
    return std::log(choice.costs.bytes) + 0.1 * std::log(choice.costs.write_seconds + 1e-9) +
           0.1 * std::log(choice.costs.read_seconds + 1e-9);
  });
}

Tuning Tuner::run() {
  Tuning tuning{.table = table_,
                .format = format_,
                .entries = all_entries_,
                .sample_entries = sample_.entries,
                .sample_bytes = sample_.bytes,
                .read_columns = static_cast<std::size_t>(std::ranges::count(is_read_, true)),
                .columns = is_read_.size(),
                .settings = tried_settings().size(),
                .front = {},
                .named = {},
                .goal = options_.goal};
  for (std::size_t number = 0; number < measured_clusters; ++number) measure_cluster(number);
  measure_copies();
  const Model computed = model();
  const std::vector<Choice> front = pareto_front(computed);
  tuning.ways = computed_clusters;
  for (std::size_t group = 0; group < groups_.size(); ++group) tuning.ways *= tried_settings().size();
  for (const Choice& choice : front) tuning.front.push_back(way_of(choice));
  Choice usual;
  usual.settings.fill(number_of_default());
  usual.cluster = middle_cluster;
  usual.costs = costs_of(computed, usual);
  for (const auto& [name, choice] :
       std::initializer_list<std::pair<const char*, const Choice*>>{{"small", &smallest(front)},
                                                                    {"balanced", &balanced(front)},
                                                                    {"fast", &fastest(front)},
                                                                    {"default", &usual}}) {
    tuning.named.push_back(way_of(*choice));
    tuning.named.back().name = name;
  }
  run_for_real(tuning.named);
  const Way by_default = tuning.named.back();
  for (Way& way : tuning.named)  // what the model promised, the runs may not have kept
    if (way.measured->is_dominated_by(*by_default.measured)) {
      const std::string name = way.name;
      way = by_default;
      way.name = name;
    }
  return tuning;
}

}  // namespace

std::string_view to_string(Goal goal) noexcept {
  switch (goal) {
    case Goal::small:
      return "small";
    case Goal::balanced:
      return "balanced";
    case Goal::fast:
      return "fast";
  }
  return "";
}

bool Costs::is_dominated_by(const Costs& other) const noexcept {
  const bool is_nowhere_better =
      other.bytes <= bytes && other.write_seconds <= write_seconds && other.read_seconds <= read_seconds;
  return is_nowhere_better &&
         (other.bytes < bytes || other.write_seconds < write_seconds || other.read_seconds < read_seconds);
}

const Way& Tuning::chosen() const { return *std::ranges::find(named, std::string(to_string(goal)), &Way::name); }

Tuning tune(const dataset::Session& session, std::span<const dataset::FileAndObject> places,
            const TuneOptions& options) {
  if (places.empty()) detail::fail(ErrorKind::misuse, "there is no file to tune for");
  return Tuner(session, places, options).run();
}

}  // namespace ramet::inline v1::tune
