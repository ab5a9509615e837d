#include "ramet/recovery/internal/checks/object_check.hpp"

#include <set>
#include <variant>
#include <vector>

#include "ramet/hist/figure_reader.hpp"

namespace ramet::inline v1::recovery::internal {
namespace {

/// Checks all values of an object and of the objects that it points to. Threads: one thread.
class GraphCheck {
 public:
  explicit GraphCheck(const object::ObjectGraph& graph) {
    add(graph.root());
    while (!open_.empty()) {
      const object::Object* next = open_.back();
      open_.pop_back();
      for (const object::Value& value : next->values()) add(value);
      add(next->items());
    }
  }

  /// Throws for the first part that could not be read: for damage first, then for unsupported parts.
  void require_read(ErrorKind kind_of_damage) const {
    if (!damage_.empty()) detail::fail(kind_of_damage, "a member cannot be read: {}", damage_);
    if (!unread_.empty()) detail::fail(ErrorKind::unsupported, "a member cannot be read: {}", unread_);
  }

 private:
  void add(const object::Value& value) {
    std::visit([&](const auto& content) { add_content(content); }, value.content());
  }
  template <class Content>
  void add_content(const Content&) {}
  void add_content(const object::Value::Array& array) { array::validate(*array); }
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
    if (seen_.insert(object).second) open_.push_back(object);
  }
  void add_content(const object::Unread& unread) {
    (unread.kind == ErrorKind::unsupported ? unread_ : damage_) = unread.reason;
  }

  std::set<const object::Object*> seen_;
  std::vector<const object::Object*> open_;
  std::string damage_, unread_;
};

}  // namespace

std::uint64_t memory_of_object(const dataset::File& file, const file::Key& key) {
  constexpr std::uint64_t times_of_numbers = 4;
  constexpr std::uint64_t times_of_objects = 32;
  const bool is_figure = hist::is_figure(key.class_name, file.forms().layouts());
  const std::uint64_t plain = std::uint64_t{key.key_length} + key.object_size;
  return key.record_size + plain * (is_figure ? times_of_numbers : times_of_objects);
}

void check_object(const dataset::File& file, const file::Key& key) {
  const object::Layouts layouts = file.forms().layouts();
  const bool is_figure = hist::is_figure(key.class_name, layouts);
  if (is_figure) {
    const file::Record record = file.reader().read_record(key);
    hist::FigureReader(layouts).read(record.bytes.span(), record.key_length, key.class_name);
  }
  // The codec has verified the bytes of a compressed record, so a part that cannot be parsed belongs to a class with a
  // custom streamer.
  GraphCheck(file.object(key)).require_read(key.is_compressed() ? ErrorKind::unsupported : ErrorKind::corrupt);
}

}  // namespace ramet::inline v1::recovery::internal
