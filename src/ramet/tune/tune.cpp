#include "ramet/tune/tune.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
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
#include "ramet/tune/internal/two_runs.hpp"

namespace ramet::inline v1::tune {
namespace {

using namespace internal;

constexpr std::uint64_t usual_cluster = std::uint64_t{16} << 20;  // the writer's default, but for very many columns
constexpr std::size_t measured_clusters = 3;                      // a quarter, once and four times the default
constexpr std::size_t computed_clusters = 5;                      // and between them
constexpr std::size_t middle_cluster = 2;
constexpr std::size_t none = 0;  // among the tried settings
constexpr std::size_t fast = 1;  // lz4:1
constexpr std::size_t rounds = 3;
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

/// What was measured with clusters of one size. Threads: a value.
struct ClusterCosts {
  double bytes = 0;  // that all ways have in common
  SharedCosts write;
  SharedCosts read;
  std::vector<double> sizes;  // of each column, by the default compression
};

/// A sample that was written and read. Threads: a value.
struct Trial {
  Written written;
  double read_seconds = 0;
};

/// Finds the ways of writing one table. Threads: one thread.
class Tuner {
 public:
  Tuner(const dataset::Session& session, std::span<const dataset::FileAndObject> places, const TuneOptions& options);

  Tuning run();

 private:
  std::set<std::string> read_names() const;
  std::vector<bool> read_columns() const;
  std::vector<Trial> trials() const;
  void measure_cluster(std::size_t number, const Trial& plain, const Trial& packed);
  ClusterCosts cluster_costs(std::size_t cluster) const;
  Model model() const;
  Profile profile_of(const Choice& choice) const;
  Way way_of(const Choice& choice) const;
  Costs scaled(const Costs& costs) const;
  double factor() const { return static_cast<double>(all_entries_) / static_cast<double>(sample_.entries); }
  double read_share() const;
  Costs run_once(const Profile& profile) const;
  std::size_t repeats_of(const Way& way) const;
  void run_for_real(std::vector<Way>& ways) const;
  static std::uint64_t cluster_bytes(std::size_t computed) { return std::uint64_t{usual_cluster / 4} << computed; }
  double request_seconds(std::uint64_t bytes_of_cluster) const;
  schedule::ReadOptions reading() const { return {session_.executor(), options_.stop}; }

  const dataset::Session& session_;
  const TuneOptions& options_;
  std::shared_ptr<const dataset::Dataset> dataset_;
  std::string table_;
  write::Format format_;
  frame::Frame frame_;
  std::set<std::string> read_names_;  // that the patterns match
  Sample sample_;
  std::uint64_t all_entries_;  // also of the files that the sample is not taken from
  std::vector<bool> is_read_;  // for each column of the schema
  std::vector<Group> groups_;
  CodecTable costs_;  // with the default clusters
  std::array<ClusterCosts, measured_clusters> clusters_;
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
      read_names_(read_names()),
      sample_(read_sample(frame_, table_, format_, options.sample_bytes, reading())),
      all_entries_(places.size() <= dataset_->file_count() ? sample_.all_entries
                                                           : entries_of(session, places, reading())),
      is_read_(read_columns()),
      groups_(groups_of(sample_.stored.schema, is_read_)),
      seconds_per_byte_(seconds_per_byte(sample_.bytes)) {}

std::set<std::string> Tuner::read_names() const {
  if (options_.reads.empty()) return {};
  const std::vector<std::string> chosen =
      frame::chosen_columns(frame_, {.keep = options_.reads, .word_of_keep = "reads"});
  return {chosen.begin(), chosen.end()};
}

std::vector<bool> Tuner::read_columns() const {
  std::vector<bool> is_read(sample_.stored.columns.size(), options_.reads.empty());
  if (options_.reads.empty()) return is_read;
  for (std::size_t number = 0; number < is_read.size(); ++number)
    is_read[number] = read_names_.contains(sample_.stored.columns[number]);
  const bool has_counter =  // which comes with what it counts, and is no column of its own
      std::ranges::any_of(sample_.stored.schema.columns,
                          [&](const table::Column& column) { return read_names_.contains(column.counter); });
  if (!has_counter && std::ranges::find(is_read, true) == is_read.end())
    detail::fail(ErrorKind::not_found, "no stored column is among those that are read");
  return is_read;
}

/// The seconds in which a distant file answers one request in each cluster of the sample.
double Tuner::request_seconds(std::uint64_t bytes_of_cluster) const {
  const double clusters = std::ceil(static_cast<double>(sample_.bytes) / static_cast<double>(bytes_of_cluster));
  return clusters * options_.seconds_per_request;
}

/// Write and read the sample without compression and with a fast one, with clusters of each measured size, several
/// times; the least times count: what disturbs a run makes it longer. The first round gets from the system the memory
/// that later ones find, and is left out.
std::vector<Trial> Tuner::trials() const {
  std::vector<Trial> trials(2 * measured_clusters);
  for (std::size_t round = 0; round <= rounds; ++round)
    session_.executor().for_each_index(
        trials.size(),
        [&](std::size_t number) {
          const Profile profile{.compression = tried_settings()[number % 2 == 0 ? none : fast],
                                .columns = {},
                                .cluster_bytes = cluster_bytes(number / 2 * 2)};
          Trial& trial = trials[number];
          const double write_seconds = trial.written.seconds;
          const double read_seconds = trial.read_seconds;
          trial.written = {};  // its memory is free for the next
          trial.written = write_sample(sample_, format_, profile);
          trial.read_seconds = seconds_to_read(trial.written.file, sample_.stored.schema, is_read_);
          if (round < 2) return;
          trial.written.seconds = std::min(trial.written.seconds, write_seconds);
          trial.read_seconds = std::min(trial.read_seconds, read_seconds);
        },
        options_.stop);
  return trials;
}

/// Measure what all ways with clusters of this size have in common, from a way without compression and a fast one.
void Tuner::measure_cluster(std::size_t number, const Trial& plain, const Trial& packed) {
  const StoredParts parts = stored_parts(packed.written.file, sample_.stored.schema, format_);
  const std::array three = {tried_settings()[none], tried_settings()[fast], default_settings()};
  const bool has_all = number == 1;
  const CodecTable table =
      measure_codecs(parts, has_all ? tried_settings() : std::span<const compression::Settings>(three), reading());
  TwoRuns write{.plain_seconds = plain.written.seconds, .packed_seconds = packed.written.seconds};
  TwoRuns read{.plain_seconds = plain.read_seconds, .packed_seconds = packed.read_seconds};
  ClusterCosts& costs = clusters_.at(number);
  costs.bytes = static_cast<double>(packed.written.bytes);
  for (std::size_t column = 0; column < table.size(); ++column) {
    const CodecCost& cost = table[column][fast];
    const double all_bytes = table[column][none].bytes;
    costs.bytes -= cost.bytes;
    costs.sizes.push_back(table[column][has_all ? number_of_default() : fast + 1].bytes);
    write.plain_seconds -= all_bytes * seconds_per_byte_;
    write.codec_seconds += cost.compress_seconds + cost.bytes * seconds_per_byte_;
    read.codec_seconds += is_read_[column] ? cost.decompress_seconds : 0;
    for (TwoRuns* runs : {&write, &read}) {
      if (runs == &read && !is_read_[column]) continue;
      runs->all_bytes += all_bytes;
      runs->loose_bytes += cost.plain_bytes;
    }
  }
  costs.write = shared_costs(write);
  costs.read = shared_costs(read);
  if (has_all) costs_ = table;
}

/// The costs of one of the sizes of clusters: those between two that were measured lie between their costs.
ClusterCosts Tuner::cluster_costs(std::size_t cluster) const {
  const ClusterCosts& below = clusters_.at(cluster / 2);
  const ClusterCosts& above = clusters_.at((cluster + 1) / 2);
  const auto mean = [](double one, double other) { return (one + other) / 2; };
  const auto mean_of = [&](const SharedCosts& one, const SharedCosts& other) {
    return SharedCosts{mean(one.seconds, other.seconds), mean(one.of_plain_byte, other.of_plain_byte)};
  };
  ClusterCosts costs{.bytes = mean(below.bytes, above.bytes),
                     .write = mean_of(below.write, above.write),
                     .read = mean_of(below.read, above.read),
                     .sizes = {}};
  std::ranges::transform(below.sizes, above.sizes, std::back_inserter(costs.sizes), mean);
  return costs;
}

/// The costs of all groups with all sizes of clusters.
Model Tuner::model() const {
  Model model;
  model.seconds_per_written_byte = seconds_per_byte_;
  model.seconds_per_read_byte = options_.seconds_per_byte;
  for (const Group& group : groups_) model.is_read.push_back(group.is_read);
  for (std::size_t cluster = 0; cluster < computed_clusters; ++cluster) {
    const ClusterCosts shared = cluster_costs(cluster);
    model.base.push_back(
        {shared.bytes, shared.write.seconds, shared.read.seconds + request_seconds(cluster_bytes(cluster))});
    std::vector<std::vector<CodecCost>>& of_groups = model.of_cluster.emplace_back();
    for (const Group& group : groups_) {
      std::vector<CodecCost>& sums = of_groups.emplace_back(tried_settings().size());
      for (const std::size_t column : group.columns)
        for (std::size_t setting = 0; setting < sums.size(); ++setting) {
          CodecCost cost = costs_[column][setting];
          const double known = clusters_[1].sizes[column];
          if (known > 0 && tried_settings()[setting].level != 0) cost.bytes *= shared.sizes[column] / known;
          cost.compress_seconds += shared.write.of_plain_byte * cost.plain_bytes;
          cost.decompress_seconds += shared.read.of_plain_byte * cost.plain_bytes;
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
    all += clusters_[1].sizes[column];
    if (is_read_[column]) read += clusters_[1].sizes[column];
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
  const double waits = request_seconds(profile.cluster_bytes) +
                       static_cast<double>(written.bytes) * read_share() * options_.seconds_per_byte;
  return {static_cast<double>(written.bytes), written.seconds,
          seconds_to_read(written.file, sample_.stored.schema, is_read_) + waits};
}

/// The least of some runs for each of the costs, and how far they lie apart.
std::pair<Costs, Costs> summary_of(const std::vector<Costs>& runs) {
  const auto of = [&](double Costs::* member) {
    const auto [least, most] = std::ranges::minmax(runs, {}, member);
    const double value = least.*member;
    return std::pair(value, value > 0 ? (most.*member - value) / value : 0);
  };
  const auto [bytes, bytes_spread] = of(&Costs::bytes);
  const auto [write, write_spread] = of(&Costs::write_seconds);
  const auto [read, read_spread] = of(&Costs::read_seconds);
  return {{bytes, write, read}, {bytes_spread, write_spread, read_spread}};
}

/// How often a way is run: a slow one at most twice.
std::size_t Tuner::repeats_of(const Way& way) const {
  const double seconds = (way.predicted.write_seconds + way.predicted.read_seconds) / factor();
  const std::size_t most = seconds > slow_seconds ? std::min(slow_repeats, options_.repeats) : options_.repeats;
  return std::max<std::size_t>(1, most);
}

/// Run each way several times, in turns, as many side by side as there are threads.
void Tuner::run_for_real(std::vector<Way>& ways) const {
  std::vector<std::size_t> way_of_run;
  for (std::size_t turn = 0; turn < std::max<std::size_t>(1, options_.repeats); ++turn)
    for (std::size_t number = 0; number < ways.size(); ++number)
      if (turn < repeats_of(ways[number])) way_of_run.push_back(number);
  std::vector<Costs> runs(way_of_run.size());
  session_.executor().for_each_index(
      runs.size(), [&](std::size_t run) { runs[run] = run_once(ways[way_of_run[run]].profile); }, options_.stop);
  for (std::size_t number = 0; number < ways.size(); ++number) {
    std::vector<Costs> of_way;
    for (std::size_t run = 0; run < runs.size(); ++run)
      if (way_of_run[run] == number) of_way.push_back(runs[run]);
    const auto [least, spread] = summary_of(of_way);
    ways[number].measured = scaled(least);
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
  const std::vector<Trial> tried = trials();
  for (std::size_t number = 0; number < measured_clusters; ++number)
    measure_cluster(number, tried[2 * number], tried[2 * number + 1]);
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
