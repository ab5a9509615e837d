#include "ramet/recovery/check.hpp"

#include "ramet/core/error.hpp"
#include "ramet/file/detail/container_check.hpp"
#include "ramet/file/detail/out_of_memory.hpp"
#include "ramet/io/detail/distant/block_source.hpp"
#include "ramet/io/detail/url.hpp"
#include "ramet/recovery/internal/checks/ntuple_check.hpp"
#include "ramet/recovery/internal/checks/object_check.hpp"
#include "ramet/recovery/internal/checks/table_check.hpp"
#include "ramet/recovery/internal/limits/layouts_allowed.hpp"
#include "ramet/recovery/internal/reports/findings.hpp"

namespace ramet::inline v1::recovery {
namespace {

/// A key and the directory that it is in. Threads: a value.
struct Placed {
  file::Key key;
  std::string path;
};

/// Checks one file. Threads: one thread.
class Check {
 public:
  Check(const dataset::Session& session, const CheckOptions& options) : session_(session), options_(options) {}

  CheckReport run(const std::shared_ptr<const io::ByteSource>& source) {
    report_.name = source->name();
    internal::Allowance allowance(options_.max_memory, options_.max_work, source->size(),
                                  session_.executor().concurrency());
    if (const auto file = open(source, allowance)) {
      report_.is_opened = true;
      internal::Claims claims;
      check_contents(*file, {session_.executor(), allowance, claims, options_.stop});
    }
    findings_.finish();
    report_.work = allowance.work_done();
    report_.is_limited = allowance.has_refused();
    return std::move(report_);
  }

 private:
  void check_contents(const dataset::File& file, const internal::CheckAids& aids) {
    check_records(file.reader());
    const std::vector<Placed> placed = keys_of(file.reader(), aids.claims);
    check_objects(file, placed, aids);
    for (const Placed& one : placed) {
      if (!is_table(one.key)) continue;
      ++report_.tables;
      const internal::TableToCheck table{file, one.key, one.path, aids, report_, findings_, options_.progress};
      findings_.attempt(one.path, [&] {
        (tree::is_tree_class(one.key.class_name) ? internal::check_tree : internal::check_ntuple)(table);
      });
    }
  }

  static bool is_table(const file::Key& key) {
    return tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name);
  }

  std::shared_ptr<const dataset::File> open(const std::shared_ptr<const io::ByteSource>& source,
                                            internal::Allowance& allowance) {
    std::shared_ptr<const file::FileReader> reader;
    std::shared_ptr<const dataset::File> file;
    findings_.attempt("", [&] { reader = file::FileReader::open(source); });
    if (!reader) {
      if (report_.damage.empty()) report_.damage = report_.not_checked;  // the file cannot be opened
      return nullptr;
    }
    findings_.attempt("", [&] {
      internal::require_layouts_allowed(*reader, allowance);
      file = session_.open(reader);
    });
    // The streamer infos are damaged or too large. Without them, ramet can still read the ROOT classes that it knows.
    if (!file) file = session_.open(file::FileReader::open_without_layouts(source));
    return file;
  }

  void check_records(const file::FileReader& reader) {
    const file::ContainerReport container = file::check_container(reader);
    report_.records = container.records;
    for (const std::string& damage : container.damage) findings_.damage({"", damage, {}});
    for (const std::string& remark : container.remarks) findings_.remark({"", remark, {}});
  }

  /// All keys in the directories. If the records of keys overlap, only the first of these keys is returned.
  std::vector<Placed> keys_of(const file::FileReader& reader, internal::Claims& claims) {
    std::vector<Placed> placed;
    findings_.attempt("", [&] {
      reader.for_each_key([&](const file::Directory& directory, const file::Key& key) {
        if (key.is_directory()) return;
        const std::string name = key.cycle == 1 ? key.name : fmt::format("{};{}", key.name, key.cycle);
        placed.push_back({key, directory.path.empty() ? name : directory.path + "/" + name});
      });
    });
    std::vector<internal::Claimed> records;
    for (const Placed& one : placed) records.push_back({one.key.seek, one.key.record_size, 0});
    const std::vector<internal::Claim> claimed = claims.claim(records, false);
    std::vector<Placed> apart;
    for (std::size_t number = 0; number < placed.size(); ++number) {
      if (claimed[number] == internal::Claim::fresh)
        apart.push_back(std::move(placed[number]));
      else
        findings_.damage({placed[number].path,
                          fmt::format("its record of {} bytes at byte {} overlaps the record of another key",
                                      records[number].size, records[number].offset),
                          {}});
    }
    return apart;
  }

  void check_objects(const dataset::File& file, const std::vector<Placed>& placed, const internal::CheckAids& aids) {
    std::vector<const Placed*> objects;
    for (const Placed& one : placed)
      if (!is_table(one.key)) objects.push_back(&one);
    report_.objects = objects.size();
    aids.allowance.for_each(
        aids.executor, objects.size(),
        [&](std::size_t number, bool is_alone) {
          const file::Key& key = objects[number]->key;
          bool is_done = true;
          findings_.attempt(objects[number]->path, [&] {
            const std::uint64_t memory = internal::memory_of_object(file, key);
            aids.allowance.require_memory(memory);
            is_done = is_alone || aids.allowance.is_small(memory);
            if (!is_done) return;
            aids.allowance.work(std::uint64_t{key.key_length} + key.object_size);
            internal::check_object(file, key);
          });
          return is_done;
        },
        aids.stop);
  }

  const dataset::Session& session_;
  const CheckOptions& options_;
  CheckReport report_;
  internal::Findings findings_{report_, options_.most_alike, options_.most_listed};
};

}  // namespace

CheckReport check(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                  const CheckOptions& options) {
  try {
    return Check(session, options).run(io::in_blocks(source, options.stop));
  } catch (...) {
    rethrow_naming([&] { return fmt::format("file '{}'", source->name()); });
  }
}

CheckReport check(const dataset::Session& session, const std::filesystem::path& path, const CheckOptions& options) {
  std::shared_ptr<const io::ByteSource> source;
  try {
    source = session.open_source(path);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled) throw;
    CheckReport report;
    report.name = io::shown_url(path.native());
    report.damage.push_back({"", error.what(), {}});
    return report;
  }
  return check(session, source, options);
}

}  // namespace ramet::inline v1::recovery
