// Files as `ramet check` and `ramet recover` meet them. Input: a whole file, of which anything may be missing.

#include <memory>

#include "fuzz_target.hpp"
#include "unit/file/sample_keys.hpp"
#include "unit/ntuple/samples/sample_hostile.hpp"
#include "unit/recovery/sample_killed.hpp"

#include "ramet/core/error.hpp"
#include "ramet/recovery/check.hpp"
#include "ramet/recovery/recover.hpp"

using namespace ramet;

void fuzz::try_on(std::span<const std::byte> input) {
  const sample::SerialSession serial;
  bytes::Buffer contents;
  contents.append(input);
  const auto source = io::source_of(std::move(contents), "input");
  const recovery::CheckReport checked = recovery::check(serial.session, source);
  require(checked.is_opened || !checked.damage.empty(), "a file that does not open is damaged");
  const auto [made, report] = sample::recovered(source);
  const recovery::CheckReport again = recovery::check(serial.session, made);
  require(again.is_opened, "what was recovered is a file");
  require(again.tables == report.tables.size(), "every table that was recovered is in the file");
  std::uint64_t entries = 0;
  for (const recovery::RecoveredTable& table : report.tables) entries += table.entries;
  require(again.entries == entries, "every entry that was recovered is in the file");
}

namespace {

/// Keys of all objects, each twice with other cycles, and one that reaches into the next record.
bytes::Buffer with_overlapping_keys() {
  const auto killed = sample::killed_file();
  const auto reader = sample::open(killed);
  std::vector<file::Key> keys = reader->root().keys;
  for (const file::Key& key : reader->root().keys) {
    file::Key other = key;
    other.cycle += 3;
    keys.push_back(other);
    other.record_size += 100;
    other.object_size += 100;
    other.cycle += 3;
    keys.push_back(other);
  }
  return sample::with_keys(killed->contents(), keys);
}

}  // namespace

std::vector<fuzz::Bytes> fuzz::seeds() {
  std::vector<Bytes> all;
  for (const int compression : {0, 101, 505}) {
    const auto contents = sample::killed_file(compression)->contents();
    all.emplace_back(contents.span().begin(), contents.span().end());
    all.emplace_back(contents.span().begin(),
                     contents.span().begin() + static_cast<std::ptrdiff_t>(contents.size() / 2));
  }
  const bytes::Buffer overlapping = with_overlapping_keys();
  all.emplace_back(overlapping.span().begin(), overlapping.span().end());
  for (const sample::NTupleRecipe& recipe :
       {sample::memberless(1 << 20), sample::memberless_array(std::uint64_t{1} << 62, 1 << 20),
        sample::repeated_page(1000, 20), sample::page_in_page(), sample::long_names(300, 20, 20)}) {
    const auto contents = sample::NTupleFile(recipe).contents;
    all.emplace_back(contents.span().begin(), contents.span().end());
  }
  return all;
}

std::vector<fuzz::Bytes> fuzz::seeds_of(const file::FileReader& file) { return whole_of(file); }
