#include <algorithm>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/frame/internal/graph/node.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

/// A column of characters, or of lists of them, which are unsigned in an ntuple and signed in an expression.
std::shared_ptr<Definition> signed_characters(DefinitionPointer column, array::Type type) {
  auto made = std::make_shared<Definition>();
  made->name = column->name;
  made->text = type.kind == array::Kind::number ? "static_cast<signed char>(character)"
                                                : "ROOT::VecOps::RVec<signed char>(character)";
  made->type = std::move(type);
  made->names.emplace("character", std::move(column));
  return made;
}

}  // namespace

std::optional<array::Type> type_of_characters(const dataset::Column& column) {
  const array::Type character = array::Type::of(array::NumberType::uint8);
  array::Type signed_one = array::Type::of(array::NumberType::int8);
  if (column.type_name == "char" && *column.type == character) return signed_one;
  const bool is_list = column.type_name == "std::vector<char>" || column.type_name == "ROOT::VecOps::RVec<char>";
  if (is_list && *column.type == array::Type::list_of(character)) return array::Type::list_of(signed_one);
  return std::nullopt;
}

Root::Root(Source source, schedule::Executor& executor, std::vector<Sample> samples, expr::Language language,
           std::uint64_t seed, std::vector<std::string> random_key, std::shared_ptr<const void> owner,
           std::string origin)
    : source_(std::move(source)),
      executor_(executor),
      samples_(std::move(samples)),
      language_(language),
      seed_(seed),
      random_key_(std::move(random_key)),
      origin_(std::move(origin)),
      owner_(std::move(owner)) {
  const std::size_t files = source_.dataset() != nullptr ? source_.dataset()->file_count() : 1;
  if (!samples_.empty() && samples_.size() != files)
    detail::fail(ErrorKind::misuse, "{} samples for {} files: one for each is wanted", samples_.size(), files);
}

std::vector<Sample> Root::samples(const ReadOptions& options) const {
  std::vector<Sample> samples = samples_;
  const dataset::Dataset* const dataset = source_.dataset();
  if (samples.empty()) samples.resize(dataset != nullptr ? dataset->file_count() : 1);
  std::uint64_t first = 0;
  for (std::size_t file = 0; file < samples.size(); ++file) {
    Sample& sample = samples[file];
    if (dataset != nullptr && sample.id.empty())
      sample.id = dataset->place({file}).file + "/" + dataset->place({file}).object;
    sample.entries = dataset != nullptr ? dataset->entries(dataset::FileNumber{file}) : source_.entries(options);
    sample.first = first;
    first += sample.entries;
  }
  return samples;
}

DefinitionPointer Root::find_column(std::string_view name) const {
  const auto column = source_.find(name);
  if (!column || !column->is_readable()) return nullptr;
  auto made = std::make_shared<Definition>();
  made->kind = Definition::Kind::column;
  made->name = name;
  made->path = name;
  made->type = *column->type;
  if (column->is_group) take_objects(*made);
  // ROOT stores C strings with their end, and gives the characters.
  if (column->type_name == "char*") made->characters = expr::Scope::Text::terminated_characters;
  if (made->type.kind == array::Kind::option) {
    made->is_optional = true;
    made->type = array::Type(made->type.contents.front());
  }
  return made;
}

// Objects have methods; the lists of their members have none.
void Root::take_objects(Definition& group) const {
  const auto objects = source_.find(dataset::objects_name(group.path));
  if (!objects) return;
  group.path = objects->name;
  group.type = *objects->type;
}

DefinitionPointer Root::values_of_column(std::string_view name) const {
  DefinitionPointer found = find_column(name);
  if (found == nullptr) return found;
  std::optional<array::Type> type = type_of_characters(*source_.find(name));
  return type ? signed_characters(std::move(found), *std::move(type)) : found;
}

DefinitionPointer Root::column(std::string_view name) const {
  const MutexLock lock(mutex_);
  auto known = columns_.find(name);
  if (known == columns_.end()) known = columns_.emplace(name, values_of_column(name)).first;
  return known->second;
}

std::shared_ptr<Definition> Root::column_that_may_miss(std::string_view name, Definition::Missing missing) const {
  const DefinitionPointer found = find_column(name);
  if (found == nullptr) return nullptr;
  auto made = std::make_shared<Definition>(*found);
  made->missing = missing;
  if (made->tells_missing()) made->type = array::Type::of(array::NumberType::boolean);
  if (source_.dataset() != nullptr && !made->is_optional) {
    made->path.insert(0, 1, '?');
    made->is_optional = true;
  }
  return made;
}

std::vector<std::string> Root::column_names() const {
  std::vector<std::string> names;
  for (const dataset::Column& column : source_.columns())
    if (column.is_readable()) names.push_back(column.name);
  return names;
}

Root::Working::Working(const Root& root) : root_(root) {
  const MutexLock lock(root_.mutex_);
  root_.working_.push_back(std::this_thread::get_id());
}

Root::Working::~Working() {
  const MutexLock lock(root_.mutex_);
  root_.working_.erase(std::ranges::find(root_.working_, std::this_thread::get_id()));
}

bool Root::is_working() const {
  const MutexLock lock(mutex_);
  return std::ranges::find(working_, std::this_thread::get_id()) != working_.end();
}

void Root::add_filter(const std::shared_ptr<const Node>& node) const {
  const MutexLock lock(mutex_);
  if (filters_.size() == filters_.capacity())
    std::erase_if(filters_, [](const std::weak_ptr<const Node>& one) { return one.expired(); });
  filters_.push_back(node);
}

void Root::add_booking(const std::shared_ptr<Booking>& booking) const {
  const MutexLock lock(mutex_);
  if (bookings_.size() == bookings_.capacity())  // as often as it grows
    std::erase_if(bookings_, [](const std::weak_ptr<Booking>& one) { return one.expired(); });
  bookings_.push_back(booking);
}

std::vector<std::shared_ptr<const Node>> Root::filters() const {
  const MutexLock lock(mutex_);
  std::vector<std::shared_ptr<const Node>> found;
  for (const auto& one : filters_)
    if (auto node = one.lock()) found.push_back(std::move(node));
  return found;
}

std::vector<std::shared_ptr<Booking>> Root::bookings() const {
  const MutexLock lock(mutex_);
  std::vector<std::shared_ptr<Booking>> found;
  for (const auto& one : bookings_)
    if (auto booking = one.lock()) found.push_back(std::move(booking));
  return found;
}

}  // namespace ramet::inline v1::frame::internal
