#include "everything.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/hist/figure_reader.hpp"

using namespace ramet;

namespace badinput {
namespace {

std::uint64_t digest_of(const array::Array& array) {
  std::vector<std::uint64_t> parts = {array.length(), bytes::xxh3(array.values()),
                                      bytes::xxh3(std::as_bytes(array.list_offsets()))};
  for (const array::Array& inner : array.contents()) parts.push_back(digest_of(inner));
  return bytes::xxh3(std::as_bytes(std::span(parts)));
}

std::uint64_t digest_of(std::span<const double> numbers) { return bytes::xxh3(std::as_bytes(numbers)); }

std::uint64_t digest_of(std::string_view text) { return bytes::xxh3(std::as_bytes(std::span(text))); }

/// A digest of all values that an object refers to; each object is visited once. Threads: one thread.
class GraphDigest {
 public:
  explicit GraphDigest(const object::ObjectGraph& graph) { add(graph.root()); }

  std::uint64_t digest() const { return bytes::xxh3(std::as_bytes(std::span(words_))); }
  /// Why a part of it could not be parsed although its type is supported; empty if there is none.
  const std::string& damage() const noexcept { return damage_; }
  const std::string& unread() const noexcept { return unread_; }

 private:
  void add(const object::Value& value) {
    words_.push_back(value.content().index());
    std::visit([&](const auto& content) { add_content(content); }, value.content());
  }

  void add_content(std::monostate) {}
  void add_content(bool value) { words_.push_back(value ? 1 : 0); }
  void add_content(std::int64_t value) { words_.push_back(static_cast<std::uint64_t>(value)); }
  void add_content(std::uint64_t value) { words_.push_back(value); }
  void add_content(double value) { words_.push_back(std::bit_cast<std::uint64_t>(value)); }
  void add_content(const std::string& text) { words_.push_back(digest_of(text)); }
  void add_content(const object::Value::Array& array) {
    array::validate(*array);
    words_.push_back(digest_of(*array));
  }
  void add_content(const object::Value::List& values) {
    for (const object::Value& value : values) add(value);
  }
  void add_content(const object::Value::Associations& pairs) {
    for (const object::Association& pair : pairs) {
      add(pair.key);
      add(pair.value);
    }
  }
  void add_content(const object::Object* object) {
    const auto [known, is_new] = seen_.try_emplace(object, seen_.size());
    words_.push_back(known->second);
    if (!is_new) return;
    words_.push_back(digest_of(object->class_name()));
    words_.push_back(static_cast<std::uint64_t>(object->version()));
    for (const object::Value& value : object->values()) add(value);
    add(object->items());
  }
  void add_content(const object::Unread& unread) {
    (unread.kind == ErrorKind::unsupported ? unread_ : damage_) = unread.reason;
  }

  std::vector<std::uint64_t> words_;
  std::map<const object::Object*, std::size_t> seen_;
  std::string damage_, unread_;
};

/// Reads a file. Threads: one thread.
class Reading {
 public:
  Reading(const dataset::File& file, schedule::Executor& executor, std::uint64_t most_entries)
      : file_(file), executor_(executor), most_entries_(most_entries) {}

  Everything take() { return std::move(read_); }

  void read_all() {
    attempt("a directory", [&] {
      file_.reader().for_each_key([&](const file::Directory& directory, const file::Key& key) {
        const std::string place = fmt::format("{}/{};{}", directory.path, key.name, key.cycle);
        attempt(place, [&] { read_key(place, key); });
      });
    });
  }

 private:
  template <class... Parts>
  void add_content(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(read_.content), format, std::forward<Parts>(parts)...);
  }
  template <class... Parts>
  void add_problem(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(read_.problems), format, std::forward<Parts>(parts)...);
  }

  template <class Work>
  void attempt(const std::string& place, Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::misuse) throw;
      if (error.kind() == ErrorKind::unsupported) {
        add_content("{} is not read\n", place);
        add_problem("{} is not read: {}\n", place, error.what());
        return;
      }
      add_content("{} failed\n", place);
      add_problem("{}: {}\n", place, error.what());
      read_.has_failed = true;
    }
  }

  void read_key(const std::string& place, const file::Key& key) {
    if (key.is_directory()) {
      add_content("{} {} {}\n", place, key.class_name, key.title);
    } else if (tree::is_tree_class(key.class_name)) {
      read_tree(place, key);
    } else if (ntuple::is_ntuple_class(key.class_name)) {
      read_ntuple(place, key);
    } else {
      add_content("{} {} {}\n", place, key.class_name, key.title);
      attempt(place, [&] { read_object(place, key); });
      attempt(place, [&] { read_figure(place, key); });
    }
  }

  void read_object(const std::string& place, const file::Key& key) {
    const object::ObjectGraph graph = file_.object(key);
    const GraphDigest digest(graph);
    if (!digest.damage().empty()) detail::fail(ErrorKind::corrupt, "a member cannot be read: {}", digest.damage());
    if (!digest.unread().empty()) add_problem("{}: a member cannot be read: {}\n", place, digest.unread());
    add_content("{} {} objects {:016x}\n", place, graph.object_count(), digest.digest());
  }

  void read_figure(const std::string& place, const file::Key& key) {
    const object::Layouts layouts = file_.forms().layouts();
    if (!hist::is_figure(key.class_name, layouts)) return;
    const file::Record record = file_.reader().read_record(key);
    const hist::Figure figure =
        hist::FigureReader(layouts).read(record.bytes.span(), record.key_length, key.class_name);
    add_content("{} is a figure of kind {}\n", place, figure.index());
    if (const auto* histogram = std::get_if<hist::Histogram>(&figure))
      add_content("{} counts {:016x} values {:016x}\n", place, digest_of(histogram->counts()),
                  digest_of(histogram->values()));
  }

  void read_ntuple(const std::string& place, const file::Key& key) {
    const auto reader = file_.ntuple(key);
    add_content("{} {} of {} entries\n", place, key.class_name, reader->ntuple().entries);
    for (const ntuple::Field* field : ntuple::named_fields(reader->ntuple().schema)) {
      const std::string path = fmt::format("{} {}", place, reader->ntuple().path_of(*field));
      attempt(path, [&] { read_field(path, *reader, *field); });
    }
  }

  void read_field(const std::string& path, const ntuple::NTupleReader& reader, const ntuple::Field& field) {
    const array::Array column = reader.read(field, first_of(reader.ntuple().entries), {executor_});
    array::validate(column);
    add_content("{} {} {:016x}\n", path, to_string(column.type()), digest_of(column));
  }

  void read_tree(const std::string& place, const file::Key& key) {
    const auto reader = file_.tree(key);
    const tree::Tree& tree = reader->tree();
    add_content("{} {} {} of {} entries\n", place, key.class_name, key.title, tree.entries);
    for (const tree::NamedBranch& branch : tree::all_branches(tree)) {
      const std::string path = fmt::format("{} {}", place, branch.path);
      attempt(path, [&] { read_branch(path, *reader, *branch.branch); });
    }
  }

  void read_branch(const std::string& path, const tree::TreeReader& reader, const tree::Branch& branch) {
    if (!branch.layout().is_readable()) {
      if (branch.layout().packing == tree::Packing::nothing) return;
      add_content("{} is not read\n", path);
      add_problem("{} is not read: {}\n", path, branch.layout().reason);
      return;
    }
    const array::Array column = reader.read(branch, first_of(reader.tree().entries), {executor_});
    array::validate(column);
    add_content("{} {} {:016x}\n", path, to_string(branch.layout().type), digest_of(column));
  }

  EntryRange first_of(std::uint64_t entries) const { return {{0}, {std::min(entries, most_entries_)}}; }

  const dataset::File& file_;
  schedule::Executor& executor_;
  std::uint64_t most_entries_;
  Everything read_;
};

}  // namespace

Everything read_everything(const dataset::File& file, schedule::Executor& executor, std::uint64_t most_entries) {
  Reading reading(file, executor, most_entries);
  reading.read_all();
  return reading.take();
}

}  // namespace badinput
