#include "ramet/front/file.hpp"

#include <unordered_set>
#include <utility>

#include "ramet/core/error.hpp"
#include "ramet/dataset/table.hpp"

namespace ramet::inline v1::front {

File::File(const std::filesystem::path& path, std::shared_ptr<const dataset::Session> session)
    : session_(session ? std::move(session) : std::make_shared<const dataset::Session>()),
      file_(session_->open(path)) {}

std::vector<std::string> File::names() const {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (const file::PlacedKey& placed : file_->reader().keys_below(""))
    if (!placed.key.is_directory() && seen.insert(placed.path).second) names.push_back(placed.path);
  return names;
}

bool File::contains(std::string_view path) const {
  try {
    file_->reader().key(path);
    return true;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::not_found) return false;
    throw;
  }
}

Table File::table(std::string_view path) const { return {session_, dataset::open_table(file_, path)}; }

hist::Figure File::figure(std::string_view path) const {
  const file::FileReader& reader = file_->reader();
  const file::Key key = reader.key(path);
  return detail::while_doing(
      [&] { return fmt::format("'{}': key '{};{}' at byte {}", name(), key.name, key.cycle, key.seek); },
      [&] {
        const file::Record record = reader.read_record(key);
        return hist::FigureReader({&file_->streamer_infos(), &file_->catalogue()})
            .read(record.bytes.span(), record.key_length, key.class_name);
      });
}

std::string File::text(std::string_view path) const {
  const file::Key key = file_->reader().key(path);
  if (key.class_name != "TObjString") return file_->read<std::string>(key);
  const object::ObjectGraph graph = file_->object(key);
  const object::Object* const object = graph.root().object();
  const object::Value* const found = object == nullptr ? nullptr : object->find("fString");
  const std::string* const characters = found == nullptr ? nullptr : found->get_if<std::string>();
  if (characters == nullptr)
    detail::fail(ErrorKind::corrupt, "'{}': the TObjString '{};{}' has no text", name(), key.name, key.cycle);
  return *characters;
}

}  // namespace ramet::inline v1::front
