// Reads 226 payloads, each of a class of its own: payloads FILE all|described key|buffer THREADS TIMES. All into
// arrays; those that are described, each eighth, into structs. From their keys, or from the bytes of the keys in
// memory; threads take one after the other. The session is new each time: its plans are made while they read.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../../rivals/payloads/payload_visit.hpp"
#include "../measure.hpp"
#include "payload_descriptions.hpp"

#include "ramet/dataset/session.hpp"

namespace {

using namespace ramet;

/// Of an array of one of these types.
template <class... Numbers>
double sum_of_numbers(const array::Array& values) {
  double sum = 0;
  const auto add = [&]<class Number>(Number) {
    if (values.number() != array::number_type<Number>()) return;
    for (const Number number : values.numbers<Number>()) sum += static_cast<double>(number);
  };
  (add(Numbers{}), ...);
  return sum;
}

/// The sum of all numbers and lengths of texts in an array.
double sum_of_array(const array::Array& values) {
  double sum = 0;
  if (values.kind() == array::Kind::number)
    sum += sum_of_numbers<std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint8_t, float,
                          double>(values);
  if (values.kind() == array::Kind::string) sum += static_cast<double>(values.values().size());
  for (const array::Array& content : values.contents()) sum += sum_of_array(content);
  return sum;
}

/// A payload, and how it is read: from the bytes of its key's record where there are some, else from the key.
struct Payload {
  using Read = double (*)(const dataset::File& file, const Payload& payload, bool is_summed);
  file::Key key;
  Read read;
  file::Record record = {};
};

double read_array(const dataset::File& file, const Payload& payload, bool is_summed) {
  if (payload.record.bytes.empty()) return static_cast<double>(file.array(payload.key).length());
  const auto columns = file.forms().columns(payload.key.class_name, object::Place::whole);
  array::ArrayBuilder values(columns->type());
  bytes::ByteCursor cursor(payload.record.bytes.span());
  cursor.skip(payload.record.key_length);
  columns->append(cursor, 1, values);
  return is_summed ? sum_of_array(std::move(values).finish()) : static_cast<double>(values.length);
}

template <class Struct>
double read_struct(const dataset::File& file, const Payload& payload, bool is_summed) {
  if (payload.record.bytes.empty()) {
    const auto object = std::make_unique<Struct>(file.read<Struct>(payload.key));
    return object ? 1 : 0;
  }
  const auto plan = file.plan<Struct>(payload.key.class_name);
  auto object = std::make_unique<Struct>(plan->read(payload.record.bytes.span(), payload.record.key_length));
  return is_summed ? sum_of(*object) : 1;
}

std::vector<Payload> payloads(const dataset::File& file, bool is_all) {
  std::vector<Payload> found;
#define ADD_ARRAY(CLASS, COUNT) found.push_back({file.reader().key(#CLASS), read_array});
#define ADD_STRUCT(CLASS, COUNT) found.push_back({file.reader().key(#CLASS), read_struct<CLASS>});
  if (is_all) {
    FOR_EACH_PAYLOAD(ADD_ARRAY)
  } else {
    FOR_EACH_DESCRIBED_PAYLOAD(ADD_STRUCT)
  }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const std::string path = argv[1], which = argv[2], way = argv[3];
  const int threads = std::atoi(argv[4]), times = std::atoi(argv[5]);
  double check = 0, bytes = 0;
  std::vector<Payload> all;
  {
    const auto file = dataset::Session({.threads = 1}).open(path);
    all = payloads(*file, which == "all");
    for (Payload& one : all) {
      one.record = file->reader().read_record(one.key);
      bytes += static_cast<double>(one.record.payload().size());
      check += one.read(*file, one, true);
      if (way == "key") one.record = {};
    }
  }
  scenario::repeat("ramet", which + "/" + way, threads, times, bytes, [&] {
    const auto begin = std::chrono::steady_clock::now();
    const dataset::Session session({.threads = 1});
    const auto file = session.open(path);
    const double serial = scenario::seconds_since(begin);
    std::atomic<std::size_t> next{0};
    const auto read_some = [&] {
      for (std::size_t i = next++; i < all.size(); i = next++) all[i].read(*file, all[i], false);
    };
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; ++thread) others.emplace_back(read_some);
    read_some();
    for (std::thread& other : others) other.join();
    return scenario::Outcome(check, serial);
  });
}
