#include "ramet/tune/profile.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ramet/core/error.hpp"

namespace ramet::inline v1::tune {
namespace {

using Json = nlohmann::ordered_json;

constexpr int version = 1;
constexpr std::size_t longest_message = 160;

[[noreturn]] void fail_at(std::string_view member, std::string_view problem) {
  detail::fail(ErrorKind::corrupt, "'{}': {}", member, problem);
}

compression::Settings settings_of(const std::string& member, const Json& value) {
  if (!value.is_string()) fail_at(member, "expected a compression as \"zstd:5\"");
  try {
    return compression::Settings::parse(value.get<std::string>());
  } catch (const Error& error) {
    fail_at(member, error.what());
  }
}

Json parsed(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    detail::fail(ErrorKind::corrupt, "no JSON at byte {}: {}", error.byte,
                 std::string_view(error.what()).substr(0, longest_message));
  }
}

void require_version(const Json& json) {
  const auto found = json.is_object() ? json.find("ramet_profile") : json.end();
  if (found == json.end()) detail::fail(ErrorKind::corrupt, "is no profile: it has no member 'ramet_profile'");
  if (!found->is_number_integer()) fail_at("ramet_profile", "expected a number");
  if (*found != version) detail::fail(ErrorKind::unsupported, "has version {}, {} is known", found->dump(), version);
}

}  // namespace

Profile Profile::parse(std::string_view text) {
  const Json json = parsed(text);
  require_version(json);
  Profile profile;
  if (const auto found = json.find("compression"); found != json.end())
    profile.compression = settings_of("compression", *found);
  if (const auto found = json.find("cluster_bytes"); found != json.end()) {
    if (!found->is_number_unsigned()) fail_at("cluster_bytes", "expected a number of bytes");
    profile.cluster_bytes = found->get<std::uint64_t>();
  }
  if (const auto found = json.find("columns"); found != json.end()) {
    if (!found->is_object()) fail_at("columns", "expected an object of compressions by name");
    for (const auto& [name, value] : found->items()) profile.columns[name] = settings_of("columns." + name, value);
  }
  return profile;
}

Profile Profile::read(const std::filesystem::path& path) {
  return detail::while_doing(fmt::format("profile '{}'", path.string()), [&] {
    if (!std::filesystem::exists(path)) detail::fail(ErrorKind::file_missing, "there is no such file");
    const std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in || std::filesystem::is_directory(path)) detail::fail(ErrorKind::io, "cannot read the file");
    return parse(text.str());
  });
}

std::string Profile::to_json() const {
  Json json = {{"ramet_profile", version}, {"compression", compression.to_string()}};
  if (cluster_bytes != 0) json["cluster_bytes"] = cluster_bytes;
  Json named = Json::object();
  for (const auto& [name, settings] : columns) named[name] = settings.to_string();
  json["columns"] = std::move(named);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void Profile::apply(table::Schema& schema, write::TableOptions& options) const {
  options.compression = compression;
  if (cluster_bytes != 0) options.cluster_bytes = cluster_bytes;
  for (table::Column& column : schema.columns)
    if (const auto found = columns.find(column.name); found != columns.end()) column.compression = found->second;
}

}  // namespace ramet::inline v1::tune
