// Reads a payload of conditions: conditions FILE PAYLOAD key|buffer|array THREADS TIMES. From its key or from the bytes
// of the key in memory into a struct, or from these into an array; into a new one each time.
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "../../rivals/conditions/condition_checks.hpp"
#include "../measure.hpp"

#include "ramet/dataset/session.hpp"

template <>
struct ramet::array::Description<TriggerStrip> {
  static constexpr auto members =
      std::tuple(member("plane", &TriggerStrip::plane), member("strip", &TriggerStrip::strip));
};
template <>
struct ramet::array::Description<TriggerPattern> {
  static constexpr auto members = std::tuple(member("strips", &TriggerPattern::strips));
};
template <>
struct ramet::array::Description<TriggerConfig> {
  static constexpr auto members =
      std::tuple(member("version", &TriggerConfig::version), member("patterns", &TriggerConfig::patterns));
};
template <>
struct ramet::array::Description<GeometryItem> {
  static constexpr auto members =
      std::tuple(member("name", &GeometryItem::name), member("id", &GeometryItem::id), member("x", &GeometryItem::x),
                 member("y", &GeometryItem::y), member("z", &GeometryItem::z), member("phi", &GeometryItem::phi),
                 member("rho", &GeometryItem::rho));
};
template <>
struct ramet::array::Description<GeometryConfig> {
  static constexpr auto members = std::tuple(member("items", &GeometryConfig::items));
};
template <>
struct ramet::array::Description<LookupTables> {
  static constexpr auto members = std::tuple(member("tables", &LookupTables::tables));
};
template <>
struct ramet::array::Description<GainCalibration> {
  static constexpr auto members =
      std::tuple(member("low", &GainCalibration::low), member("high", &GainCalibration::high),
                 member("bytes", &GainCalibration::bytes), member("gains", &GainCalibration::gains));
};

namespace {

using namespace ramet;

template <class Payload>
void run(const std::string& path, const std::string& name, const std::string& way, int threads, int times) {
  const dataset::Session session({.threads = 1});
  const auto file = session.open(path);
  const file::Key key = file->reader().key(name);
  const file::Record record = file->reader().read_record(key);
  const object::StructPlan<Payload> plan(file->forms().layouts(), key.class_name);
  const auto columns = file->forms().columns(key.class_name, object::Place::whole);
  const auto read_once = [&]() -> double {
    if (way == "key") return check_of(file->read<Payload>(key));
    if (way == "buffer") return check_of(plan.read(record.bytes.span(), record.key_length));
    array::ArrayBuilder values(columns->type());
    bytes::ByteCursor cursor(record.bytes.span());
    cursor.skip(record.key_length);
    columns->append(cursor, 1, values);
    return static_cast<double>(values.length);
  };
  const int repetitions = repetitions_of(name);
  const auto read_all = [&] {
    double check = 0;
    for (int i = 0; i < repetitions; ++i) check += read_once();
    return check;
  };
  scenario::repeat(
      "ramet", name + "/" + way, threads, times, static_cast<double>(record.payload().size()) * repetitions * threads,
      [&] {
        std::vector<std::thread> others;
        for (int thread = 1; thread < threads; ++thread) others.emplace_back(read_all);
        const double check = read_all();
        for (std::thread& other : others) other.join();
        return scenario::Outcome(check);
      },
      [] {});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const std::string path = argv[1], name = argv[2], way = argv[3];
  const int threads = std::atoi(argv[4]), times = std::atoi(argv[5]);
  if (name == "trigger") run<TriggerConfig>(path, name, way, threads, times);
  if (name == "geometry") run<GeometryConfig>(path, name, way, threads, times);
  if (name == "tables") run<LookupTables>(path, name, way, threads, times);
  if (name == "gains") run<GainCalibration>(path, name, way, threads, times);
}
