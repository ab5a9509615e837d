#include "ramet/frame/actions/along.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fnmatch.h>

#include "ramet/core/error.hpp"
#include "ramet/file/detail/nearest_names.hpp"
#include "ramet/frame/actions/stored_columns.hpp"
#include "ramet/frame/frame.hpp"
#include "ramet/hist/figure_reader.hpp"
#include "ramet/object/payload.hpp"
#include "ramet/schema/streamer_info.hpp"

namespace ramet::inline v1::frame {

/// An object of one path, in the files that have it. Threads: a value that shares.
struct Along::Object {
  std::string path;
  std::string class_name;
  std::string title;
  std::vector<dataset::FileAndObject> places = {};
  std::optional<Source> table = {};
};

namespace {

using dataset::FileAndObject;

/// The files of a source, each once, and the table that is read of each; without its directory if that is not known.
std::vector<FileAndObject> places_of(const Source& source) {
  std::vector<FileAndObject> places;
  const auto add = [&](FileAndObject place) {
    const auto is_same = [&](const FileAndObject& other) { return other.file == place.file; };
    if (std::ranges::none_of(places, is_same)) places.push_back(std::move(place));
  };
  if (const dataset::Dataset* const dataset = source.dataset()) {
    for (std::size_t file = 0; file < dataset->file_count(); ++file) add(dataset->place({file}));
  } else {
    for (const std::string& file : source.table()->files()) add({file, source.table()->table_name()});
  }
  return places;
}

std::pair<std::string, std::string> split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

bool is_of(const std::string& path, const std::string& table) {
  return path == table || (table.find('/') == std::string::npos && split(path).second == table);
}

/// The layouts of a class and of all that its objects may hold.
std::vector<schema::StreamerInfo> layouts_of(const std::string& class_name, const schema::StreamerInfos& infos) {
  std::vector<schema::StreamerInfo> found;
  std::set<std::string, std::less<>> seen = {class_name};
  std::vector<std::string> wanted = {class_name};
  const auto want = [&](std::string_view name) {
    if (!name.empty() && !infos.of_class(name).empty() && seen.emplace(name).second) wanted.emplace_back(name);
  };
  const auto want_words = [&](std::string_view type_name) {  // the whole, and what is in the brackets of templates
    while (type_name.ends_with('*') || type_name.ends_with(' ')) type_name.remove_suffix(1);
    want(type_name);
    for (std::size_t end = 0; !type_name.empty(); type_name.remove_prefix(std::min(end + 1, type_name.size()))) {
      end = std::min(type_name.find_first_of("<>,* "), type_name.size());
      want(type_name.substr(0, end));
    }
  };
  while (!wanted.empty()) {
    const std::string next = std::move(wanted.back());
    wanted.pop_back();
    for (const schema::StreamerInfo& info : infos.of_class(next)) {
      found.push_back(info);
      for (const schema::StreamerElement& element : info.elements) {
        want(element.name);  // of a base it is the class
        want_words(element.type_name);
      }
    }
  }
  return found;
}

/// The record of an object, and how it becomes one of another file. Threads: a value that shares.
struct Copied {
  file::Key key;
  std::shared_ptr<const file::Record> record;
  object::Payload payload;
};

/// Objects refer to others by offsets from their key; those of these classes hold none.
bool has_no_references(std::string_view class_name) {
  return class_name == "TObjString" || class_name == "TNamed" || class_name.starts_with("TParameter<");
}

Copied copied(const dataset::File& file, const std::string& path) {
  Copied copy{.key = file.reader().key(path), .record = {}, .payload = {}};
  copy.record = std::make_shared<const file::Record>(file.reader().read_record(copy.key));
  copy.payload = {.class_name = copy.key.class_name,
                  .title = copy.key.title,
                  .layouts = layouts_of(copy.key.class_name, file.streamer_infos()),
                  .make = [record = copy.record, key = copy.key](std::string_view, std::size_t key_length) {
                    if (key_length != record->key_length && !has_no_references(key.class_name))
                      detail::fail(ErrorKind::unsupported,
                                   "'{}': its key would change its length, which '{}' refers to", key.name,
                                   key.class_name);
                    bytes::Buffer bytes;
                    bytes.append(record->payload());
                    return bytes;
                  }};
  return copy;
}

bool is_same(const Copied& one, const Copied& other) {
  return one.key.class_name == other.key.class_name &&
         std::ranges::equal(one.record->payload(), other.record->payload());
}

std::optional<hist::Histogram> histogram_in(const dataset::File& file, const Copied& copy) {
  const auto layouts = [&] { return object::Layouts{&file.streamer_infos(), &file.catalogue()}; };
  if (!hist::is_figure(copy.key.class_name, layouts())) return std::nullopt;
  hist::Figure figure =
      hist::FigureReader(layouts()).read(copy.record->bytes.span(), copy.record->key_length, copy.key.class_name);
  if (auto* const histogram = std::get_if<hist::Histogram>(&figure)) return std::move(*histogram);
  return std::nullopt;
}

/// Write the entries of a table, cluster by cluster.
void write_table(const Source& source, const std::string& path, const std::string& title, write::Format format,
                 write::ParallelWriter& to, const ReadOptions& options) {
  const Frame frame(source, options.executor);
  StoredColumns stored = stored_columns(frame, columns_to_store(frame), format);
  stored.schema.name = path;
  stored.schema.title = title;
  write::TableWriter table = to.add_table(std::move(stored.schema), {.format = format, .executor = &options.executor});
  write::FillContext context = table.context();
  const std::vector<std::uint64_t> starts = source.cluster_starts(options);
  for (std::size_t cluster = 0; cluster + 1 < starts.size(); ++cluster)
    context.extend(source.read(stored.columns, {{starts[cluster]}, {starts[cluster + 1]}}, options));
  context.close();
}

/// Write the objects of one path of several files: the sum of histograms, or each that differs from those before.
void write_objects(const dataset::Session& session, const std::string& path, std::span<const FileAndObject> places,
                   write::ParallelWriter& to) {
  std::vector<Copied> copies;
  std::optional<hist::Histogram> sum;
  const auto take = [&](const FileAndObject& place) {
    const auto file = session.open(place.file);
    Copied copy = copied(*file, place.object);
    auto histogram = places.size() > 1 ? histogram_in(*file, copy) : std::nullopt;
    if (histogram && sum) {
      *sum += *histogram;
    } else if (histogram) {
      sum = std::move(histogram);
    } else if (std::ranges::none_of(copies, [&](const Copied& other) { return is_same(other, copy); })) {
      copies.push_back(std::move(copy));
    }
  };
  for (const FileAndObject& place : places)
    detail::while_doing([&] { return fmt::format("'{}'", place.file); }, [&] { take(place); });
  if (sum) to.put(path, *sum);
  for (const Copied& copy : copies) to.put(path, copy.payload);
}

write::Format format_of(const std::string& class_name) {
  return class_name.starts_with("TNtuple") || class_name.starts_with("TTree") ? write::Format::ttree
                                                                              : write::Format::rntuple;
}

/// Throw for columns that cannot be read, which would be lost.
void require_readable(const Source& source) {
  for (const dataset::Column& column : source.columns())
    if (!column.is_readable() && !column.is_group)
      detail::fail(ErrorKind::unsupported, "column '{}' cannot be read: {}", column.name, column.reason);
}

}  // namespace

Along::Along(const dataset::Session& session, const Source& source, std::span<const std::string> patterns)
    : session_(session) {
  find(source, patterns);
  for (Object& object : objects_) {
    if (!dataset::is_table(session_.open(object.places.front().file)->reader().key(object.path))) continue;
    object.table.emplace(std::make_shared<const dataset::Dataset>(session_, object.places));
    detail::while_doing([&] { return fmt::format("'{}': '{}'", object.places.front().file, object.path); },
                        [&] { require_readable(*object.table); });
  }
}

Along::~Along() = default;

void Along::find(const Source& source, std::span<const std::string> patterns) {
  std::vector<std::uint8_t> is_used(patterns.size(), 0);
  std::set<std::string> all;
  for (const FileAndObject& place : places_of(source)) {
    for (const file::PlacedKey& placed : session_.open(place.file)->reader().keys_below("")) {
      if (placed.key.is_directory() || is_of(placed.path, place.object)) continue;
      all.insert(placed.path);
      bool is_wanted = false;
      for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern)
        if (patterns[pattern] == placed.path || fnmatch(patterns[pattern].c_str(), placed.path.c_str(), 0) == 0) {
          is_wanted = true;
          is_used[pattern] = 1;
        }
      if (!is_wanted) continue;
      auto object = std::ranges::find(objects_, placed.path, &Object::path);
      if (object == objects_.end())
        object = objects_.insert(object, {placed.path, placed.key.class_name, placed.key.title});
      const bool is_older = !object->places.empty() && object->places.back().file == place.file;
      if (!is_older) object->places.push_back({place.file, placed.path});
    }
  }
  for (std::size_t pattern = 0; pattern < patterns.size(); ++pattern) {
    if (is_used[pattern] != 0) continue;
    const std::vector<std::string_view> names(all.begin(), all.end());
    detail::fail(ErrorKind::not_found, "nothing called '{}' could be taken along{}", patterns[pattern],
                 file::suggest_names(patterns[pattern], names));
  }
}

std::vector<std::string> Along::paths() const {
  std::vector<std::string> paths;
  for (const Object& object : objects_) paths.push_back(object.path);
  return paths;
}

void Along::write(write::ParallelWriter& to, const ReadOptions& options) const {
  for (const Object& object : objects_) {
    throw_if_stopped(options.stop);
    detail::while_doing([&] { return fmt::format("taking '{}' along", object.path); },
                        [&] {
                          if (object.table) {
                            write_table(*object.table, object.path, object.title, format_of(object.class_name), to,
                                        options);
                          } else {
                            write_objects(session_, object.path, object.places, to);
                          }
                        });
  }
}

}  // namespace ramet::inline v1::frame
