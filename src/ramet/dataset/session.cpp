#include "ramet/dataset/session.hpp"

#include <algorithm>
#include <utility>

#include "ramet/array/array_builder.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/schema/detail/catalogue.hpp"

namespace ramet::inline v1::dataset {
namespace {

std::string place_of(const File& file, const file::Key& key) {
  return fmt::format("'{}': {} '{};{}' at byte {}", file.name(), key.class_name, key.name, key.cycle, key.seek);
}

bool is_on_server(const std::filesystem::path& path, const remote::RemoteFiles& files) {
  std::error_code ignored;
  return files.opens(path.native()) && !std::filesystem::exists(path, ignored);
}

/// The place after the colon of "https:" in a URL; in that of the last one of several, "https://a/x|https://b/x", or of
/// a chain, "zip://x::https://a/y".
std::size_t after_last_scheme(std::string_view text) noexcept {
  std::size_t place = io::url_scheme(text).size() + 1;
  for (std::size_t at = text.find_first_of("|:", place); at != std::string_view::npos;
       at = text.find_first_of("|:", at + 1)) {
    const std::size_t other = at + (text[at] == '|' ? 1 : 2);
    if (text[at] == ':' && !text.substr(at).starts_with("::")) continue;
    const std::size_t scheme = io::url_scheme(text.substr(other)).size();
    if (scheme > 0) place = other + scheme + 1;
  }
  return place;
}

/// The end of the first name in a URL that ends with ".root", from where on a colon begins the object: files of servers
/// have colons in their names, as "2026-11-28T10:00.root". Without such a name it is `from`.
std::size_t after_root_name(std::string_view text, std::size_t from) noexcept {
  constexpr std::string_view ending = ".root";
  for (std::size_t at = text.find(ending, from); at != std::string_view::npos; at = text.find(ending, at + 1)) {
    const std::size_t end = at + ending.size();
    if (end == text.size() || std::string_view(":?#").find(text[end]) != std::string_view::npos) return end;
  }
  return from;
}

/// Where the query of a URL begins, "?key=value"; the end of the text without one: other question marks are of names.
std::size_t query_of(std::string_view text, std::size_t from) noexcept {
  constexpr std::string_view of_keys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  for (std::size_t mark = text.find('?', from); mark != std::string_view::npos; mark = text.find('?', mark + 1)) {
    const std::size_t end = text.find_first_not_of(of_keys, mark + 1);
    if (end != std::string_view::npos && end > mark + 1 && text[end] == '=') return mark;
  }
  return text.size();
}

/// Whether what follows a colon of a query names an object, or nothing, and is not the rest of a value, "10:00&y=2".
bool is_name_behind_query(std::string_view rest) noexcept {
  const bool is_value = !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
  return !is_value && rest.find_first_of("&=%+?") == std::string_view::npos;
}

bool is_scope(std::string_view text, std::size_t colon) noexcept {
  return text[colon - 1] == ':' || text.substr(colon + 1).starts_with(':');
}

FileAndObject split_at(std::string_view text, std::size_t colon) {
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

/// A chain whose first link names the object, "zip://a.root:Events::https://host/b.zip"; others are one file.
FileAndObject split_chain(std::string_view text) {
  constexpr std::string_view ending = ".root:";
  const std::size_t colon = text.find(ending) + ending.size() - 1;
  for (std::size_t next = text.find("::", colon + 1); colon >= ending.size() && next != std::string_view::npos;
       next = text.find("::", next + 1)) {
    const std::string_view link = text.substr(next + 2);
    if (is_scope(text, colon) || (io::url_scheme(link).empty() && !link.starts_with('/'))) continue;
    return {std::string(text.substr(0, colon)).append(text.substr(next)),
            std::string(text.substr(colon + 1, next - colon - 1))};
  }
  return {std::string(text), {}};
}

/// Split a URL whose name ends at `from`, or later: at the first colon of the path, or else at the last of the query,
/// whose values may have colons, too.
FileAndObject split_url(std::string_view text, std::size_t from) {
  const std::size_t query = query_of(text, from);
  for (std::size_t colon = text.find(':', from); colon < query; colon = text.find(':', colon + 1))
    if (!is_scope(text, colon)) return split_at(text, colon);
  for (std::size_t colon = text.rfind(':'); colon != std::string_view::npos && colon > query;
       colon = text.rfind(':', colon - 1)) {
    if (is_scope(text, colon)) continue;
    if (is_name_behind_query(text.substr(colon + 1))) return split_at(text, colon);
    break;
  }
  return split_chain(text);
}

}  // namespace

io::TrafficCounts File::traffic() const {
  const auto ahead = reader_->source().read_ahead();
  return ahead && ahead->traffic != nullptr ? ahead->traffic->counts() : io::TrafficCounts{};
}

std::shared_ptr<const tree::TreeReader> File::tree(std::string_view path) const { return tree(reader_->key(path)); }

std::shared_ptr<const tree::TreeReader> File::tree(const file::Key& key) const try {
  return std::make_shared<const tree::TreeReader>(
      reader_, key, std::make_shared<tree::ClassLayouts>(forms_->file(), forms_->catalogue(), forms_));
} catch (...) {
  rethrow_naming([&] { return place_of(*this, key); });
}

object::ObjectGraph File::object(std::string_view path) const { return object(reader_->key(path)); }

object::ObjectGraph File::object(const file::Key& key) const try {
  return read_key(key, [&](const file::Record& record, const object::FormCache& forms) {
    return object::read_graph(record.bytes.span(), record.key_length, key.class_name, forms);
  });
} catch (...) {
  rethrow_naming([&] { return place_of(*this, key); });
}

array::Array File::array(std::string_view path) const { return array(reader_->key(path)); }

array::Array File::array(const file::Key& key) const try {
  return read_key(key, [&](const file::Record& record, const object::FormCache& forms) {
    const auto columns = forms.columns(key.class_name, object::Place::whole);
    array::ArrayBuilder values(columns->type());
    bytes::ByteCursor cursor(record.bytes.span());
    cursor.skip(record.key_length);
    columns->append(cursor, 1, values);
    return std::move(values).finish();
  });
} catch (...) {
  rethrow_naming([&] { return place_of(*this, key); });
}

std::shared_ptr<const ntuple::NTupleReader> File::ntuple(std::string_view path) const {
  return ntuple(reader_->key(path));
}

std::shared_ptr<const ntuple::NTupleReader> File::ntuple(const file::Key& key) const try {
  return std::make_shared<const ntuple::NTupleReader>(reader_, key, forms_);
} catch (...) {
  rethrow_naming([&] { return place_of(*this, key); });
}

Session::Session(const SessionOptions& options)
    : options_(options),
      own_executor_(
          schedule::make_tbb_executor(options.threads == 0 ? schedule::hardware_concurrency() : options.threads)),
      executor_(own_executor_.get()),
      catalogue_(schema::make_catalogue()),
      schemas_(std::make_unique<SchemaCache>(catalogue_)),
      decompressors_(std::make_shared<file::Decompressors>()),
      remote_files_(std::make_unique<const remote::RemoteFiles>(options_.remote)) {}

Session::Session(schedule::Executor& executor, const SessionOptions& options)
    : options_(options),
      executor_(&executor),
      catalogue_(schema::make_catalogue()),
      schemas_(std::make_unique<SchemaCache>(catalogue_)),
      decompressors_(std::make_shared<file::Decompressors>()),
      remote_files_(std::make_unique<const remote::RemoteFiles>(options_.remote)) {}

std::shared_ptr<const File> Session::open(const std::filesystem::path& path,
                                          const std::shared_ptr<TraceRecorder>& recorder) const {
  return open(open_source(path), recorder);
}

bool Session::reads_of_server(const std::filesystem::path& path) const noexcept {
  return is_on_server(path, *remote_files_);
}

std::shared_ptr<const io::ByteSource> Session::open_source(const std::filesystem::path& path) const {
  if (is_on_server(path, *remote_files_)) return remote_files_->open(path.native());
  return io::open_local(path, options_.local_access);
}

void Session::will_open(const std::filesystem::path& path) const {
  if (is_on_server(path, *remote_files_)) remote_files_->will_open(path.native());
}

bool Session::has_come(const std::filesystem::path& path) const {
  return !is_on_server(path, *remote_files_) || remote_files_->has_come(path.native());
}

std::shared_ptr<const File> Session::open(std::shared_ptr<const io::ByteSource> source,
                                          const std::shared_ptr<TraceRecorder>& recorder) const {
  return open(
      file::FileReader::open(std::move(source), decompressors_, recorder != nullptr ? recorder : options_.recorder));
}

std::shared_ptr<const File> Session::open(std::shared_ptr<const file::FileReader> reader) const try {
  bytes::Buffer packed = reader->packed_streamer_infos();
  file::forget_place(packed.span());  // files share them wherever and whenever they were written
  auto forms = schemas_->find_or_parse(packed.span(), [&] {
    if (packed.empty()) return schema::StreamerInfos({});
    return detail::while_doing(
        [&] { return fmt::format("'{}': streamer infos", reader->name()); },
        [&] {
          const auto record = reader->unpack_record(std::as_const(packed).span(), reader->header().seek_streamer_info);
          return schema::StreamerInfos(schema::read_streamer_infos(record.bytes.span(), record.key_length));
        });
  });
  return std::make_shared<const File>(reader, std::move(forms), memory_);
} catch (...) {
  rethrow_naming([&] { return fmt::format("'{}': streamer infos", reader->name()); });
}

FileAndObject split_path(std::string_view text) {
  std::error_code ignored;
  if (std::filesystem::exists(text, ignored)) return {std::string(text), {}};
  // Skip "C:", or the host and its port.
  const bool is_url = !io::url_scheme(text).empty();
  const std::size_t host = text.find_first_not_of('/', is_url ? after_last_scheme(text) : 1);
  const std::size_t from = is_url ? after_root_name(text, std::min(text.find('/', host), text.size())) : 2;
  for (std::size_t colon = text.rfind(':'); colon != std::string_view::npos && colon >= from && colon > 0;
       colon = text.rfind(':', colon - 1))
    if (std::filesystem::is_regular_file(text.substr(0, colon), ignored)) return split_at(text, colon);
  // No file exists that would decide. "::" belongs to the object, since objects are named after classes, like
  // "edm::Ids", more often than files are.
  if (is_url) return split_url(text, from);
  for (std::size_t colon = text.find(':', from); colon != std::string_view::npos; colon = text.find(':', colon + 1))
    if (!is_scope(text, colon)) return split_at(text, colon);
  return {std::string(text), {}};
}

}  // namespace ramet::inline v1::dataset
