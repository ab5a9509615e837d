#include "ramet/recovery/check.hpp"

#include "ramet/core/error.hpp"
#include "ramet/file/recovery/container_check.hpp"
#include "ramet/recovery/internal/checks/findings.hpp"
#include "ramet/recovery/internal/checks/object_check.hpp"
#include "ramet/recovery/internal/checks/table_check.hpp"

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
    const auto file = open(source);
    if (!file) return std::move(report_);
    report_.is_opened = true;
    check_records(file->reader());
    const std::vector<Placed> placed = keys_of(file->reader());
    check_objects(*file, placed);
    for (const Placed& one : placed) {
      if (!is_table(one.key)) continue;
      ++report_.tables;
      findings_.attempt(one.path, [&] {
        (tree::is_tree_class(one.key.class_name) ? internal::check_tree : internal::check_ntuple)(
            session_, *file, one.key, one.path, options_, report_, findings_);
      });
    }
    return std::move(report_);
  }

 private:
  static bool is_table(const file::Key& key) {
    return tree::is_tree_class(key.class_name) || ntuple::is_ntuple_class(key.class_name);
  }

  std::shared_ptr<const dataset::File> open(const std::shared_ptr<const io::ByteSource>& source) {
    std::shared_ptr<const file::FileReader> reader;
    std::shared_ptr<const dataset::File> file;
    findings_.attempt("", [&] { reader = file::FileReader::open(source); });
    if (!reader) {
      if (report_.damage.empty()) report_.damage = report_.not_checked;  // whatever it is, it cannot be opened
      return nullptr;
    }
    findings_.attempt("", [&] { file = session_.open(reader); });
    // Its streamer infos are damaged. The rest is read by what ramet knows of ROOT's own classes.
    if (!file) file = session_.open(file::FileReader::open_without_layouts(source));
    return file;
  }

  void check_records(const file::FileReader& reader) {
    const file::ContainerReport container = file::check_container(reader);
    report_.records = container.records;
    for (const std::string& damage : container.damage) report_.damage.push_back({"", damage, {}});
    for (const std::string& remark : container.remarks) report_.remarks.push_back({"", remark, {}});
  }

  std::vector<Placed> keys_of(const file::FileReader& reader) {
    std::vector<Placed> placed;
    findings_.attempt("", [&] {
      reader.for_each_key([&](const file::Directory& directory, const file::Key& key) {
        if (key.is_directory()) return;
        const std::string name = key.cycle == 1 ? key.name : fmt::format("{};{}", key.name, key.cycle);
        placed.push_back({key, directory.path.empty() ? name : directory.path + "/" + name});
      });
    });
    return placed;
  }

  void check_objects(const dataset::File& file, const std::vector<Placed>& placed) {
    std::vector<const Placed*> objects;
    for (const Placed& one : placed)
      if (!is_table(one.key)) objects.push_back(&one);
    report_.objects = objects.size();
    session_.executor().for_each_index(
        objects.size(),
        [&](std::size_t number) {
          const Placed& one = *objects[number];
          findings_.attempt(one.path, [&] { internal::check_object(file, one.key); });
        },
        options_.stop);
  }

  const dataset::Session& session_;
  const CheckOptions& options_;
  CheckReport report_;
  internal::Findings findings_{report_};
};

}  // namespace

CheckReport check(const dataset::Session& session, const std::shared_ptr<const io::ByteSource>& source,
                  const CheckOptions& options) {
  return Check(session, options).run(source);
}

CheckReport check(const dataset::Session& session, const std::filesystem::path& path, const CheckOptions& options) {
  std::shared_ptr<const io::ByteSource> source;
  try {
    source = io::open_local(path);
  } catch (const Error& error) {
    CheckReport report;
    report.name = path.string();
    report.damage.push_back({"", error.what(), {}});
    return report;
  }
  return check(session, source, options);
}

}  // namespace ramet::inline v1::recovery
