// Reads a payload with ROOT: root_conditions FILE PAYLOAD key|buffer THREADS TIMES. From its key, or from the bytes of
// the key in memory, into a new object each time, as a database of conditions does.
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../../scenario/measure.hpp"
#include "condition_checks.hpp"
#include "condition_classes.hpp"
#include <TBufferFile.h>
#include <TClass.h>
#include <TFile.h>
#include <TKey.h>
#include <TROOT.h>

namespace {

/// The payload of a key, as it stands in an uncompressed file.
std::vector<char> bytes_of(TFile& file, TKey& key) {
  std::vector<char> bytes(static_cast<std::size_t>(key.GetObjlen()));
  file.Seek(key.GetSeekKey() + key.GetKeylen());
  file.ReadBuffer(bytes.data(), static_cast<int>(bytes.size()));
  return bytes;
}

template <class Payload>
void run(const std::string& path, const std::string& name, const std::string& way, int threads, int times) {
  ROOT::EnableThreadSafety();
  TFile file(path.c_str());
  TKey* const key = file.GetKey(name.c_str());
  TClass* const of_class = TClass::GetClass<Payload>();
  const std::vector<char> bytes = bytes_of(file, *key);
  const int repetitions = repetitions_of(name);
  const auto read_all = [&](int thread) {
    double check = 0;
    std::vector<char> copy = bytes;
    std::unique_ptr<TFile> own(way == "key" ? TFile::Open(path.c_str()) : nullptr);
    for (int i = 0; i < repetitions; ++i) {
      if (own) {
        const std::unique_ptr<Payload> payload(own->Get<Payload>(name.c_str()));
        check += check_of(*payload);
      } else {
        TBufferFile buffer(TBuffer::kRead, static_cast<int>(copy.size()), copy.data(), kFALSE);
        Payload payload;
        of_class->Streamer(&payload, buffer);
        check += check_of(payload);
      }
    }
    return thread == 0 ? check : 0;
  };
  scenario::repeat(
      "root", name + "/" + way, threads, times, static_cast<double>(bytes.size()) * repetitions * threads,
      [&] {
        std::vector<std::thread> others;
        for (int thread = 1; thread < threads; ++thread) others.emplace_back(read_all, thread);
        const double check = read_all(0);
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
