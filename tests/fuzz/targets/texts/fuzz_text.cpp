// Text that is parsed: type names and ranges from files, and what users write: paths, cycles, types of columns,
// compression. Input: | which parser 1 | text |.

#include <array>
#include <string>
#include <string_view>

#include "fuzz_target.hpp"

#include "ramet/array/type.hpp"
#include "ramet/compression/settings.hpp"
#include "ramet/core/error.hpp"
#include "ramet/dataset/session.hpp"
#include "ramet/file/directory.hpp"
#include "ramet/schema/type_name.hpp"
#include "ramet/schema/value_range.hpp"

using namespace ramet;

namespace {

void try_type_name(std::string_view text) {
  const auto type = schema::TypeName::parse(text);
  fuzz::require(schema::TypeName::parse(type.spelling()) == type, "a spelled type name is the same one");
  type.container();
  type.is_string();
  type.fundamental();
}

void try_range(std::string_view text) {
  const auto range = schema::parse_range(text);
  fuzz::require(range.bits >= 0 && range.bits <= 32, "bits of a packed number");
}

void try_path(std::string_view text) {
  const auto [file, object] = dataset::split_path(text);
  if (file == text) return;
  // Behind the file, or in a chain of URLs behind its first link: "zip://a.root:Events::https://host/b.zip".
  bool is_split = file + ":" + object == text;
  for (std::size_t link = file.find("::"); !is_split && link != std::string::npos; link = file.find("::", link + 1))
    is_split = file.substr(0, link) + ":" + object + file.substr(link) == text;
  fuzz::require(is_split, "a path is split at a colon, or stays whole");
}

void try_cycle(std::string_view text) {
  const auto [name, cycle] = file::split_cycle(text);
  fuzz::require(text.starts_with(name) && (cycle.has_value() || name == text), "a name is what is before its cycle");
}

/// Users' text: a wrong one is theirs.
template <class Parse>
void try_users(Parse&& parse) {
  try {
    parse();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::misuse) throw;
  }
}

void try_column_type(std::string_view text) {
  try_users([&] {
    const array::Type type = array::parse_type(text);
    fuzz::require(array::parse_type(array::to_string(type)) == type, "a spelled type of a column is the same one");
  });
}

void try_compression(std::string_view text) {
  try_users([&] {
    const auto settings = compression::Settings::parse(text);
    fuzz::require(compression::Settings::from_code(settings.code()).code() == settings.code(), "a code is a code");
  });
}

constexpr std::array parsers = {try_type_name, try_range, try_path, try_cycle, try_column_type, try_compression};

}  // namespace

void fuzz::try_on(std::span<const std::byte> input) {
  if (input.empty()) return;
  const auto rest = input.subspan(1);
  parsers[std::to_integer<std::size_t>(input[0]) % parsers.size()](
      {reinterpret_cast<const char*>(rest.data()), rest.size()});
}

std::vector<fuzz::Bytes> fuzz::seeds() {
  const std::array<std::vector<std::string_view>, parsers.size()> texts = {
      {{"map<int,vector<string> >*", "const std::vector<std::pair<float,Double32_t>,std::allocator<int> >",
        "A<int>::B<unsigned long long>", "ROOT::VecOps::RVec<TString>", "array<short,3>"},
       {"x[3][0,pi,16]", "[-2*pi,twopi,10]", "[0,100]", "[0,0,8]", "x/D[-1.5e3,1e9,32]"},
       {"file.root:dir/Events", "root://host:1094//data/file.root:Events;2", "C:/data/a.root:t", "a.root", "edm::Ids"},
       {"events;12", "a;b;3", "x;", ";1", "events;99999"},
       {"var * 2 * float32", "{a: int8, b: var * string}", "bool", "3 * var * uint64"},
       {"zstd:5", "505", "none", "lzma", "zlib:9"}}};
  std::vector<Bytes> all;
  for (std::size_t parser = 0; parser < texts.size(); ++parser)
    for (const std::string_view text : texts[parser]) {
      Bytes seed{static_cast<std::byte>(parser)};
      for (const char letter : text) seed.push_back(static_cast<std::byte>(letter));
      all.push_back(seed);
    }
  return all;
}
