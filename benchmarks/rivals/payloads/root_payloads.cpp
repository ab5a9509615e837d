// Reads the 226 payloads with ROOT: root_payloads FILE all|described key|buffer THREADS TIMES. From their keys, each
// thread with a file of its own, or from the bytes of the keys in memory; threads take one after the other.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../../scenario/measure.hpp"
#include "payload_classes.hpp"
#include "payload_visit.hpp"
#include <TBufferFile.h>
#include <TClass.h>
#include <TFile.h>
#include <TKey.h>
#include <TROOT.h>

namespace {

struct Payload {
  const char* name;
  TClass* of_class;
  double (*sum)(void* object);
  std::vector<char> bytes;  ///< as they stand in the uncompressed file
};

template <class Object>
Payload payload(const char* name) {
  return {name, TClass::GetClass<Object>(), [](void* object) { return sum_of(*static_cast<Object*>(object)); }, {}};
}

std::vector<Payload> payloads(bool is_all) {
  std::vector<Payload> found;
#define ADD(CLASS, COUNT) found.push_back(payload<CLASS>(#CLASS));
  if (is_all) {
    FOR_EACH_PAYLOAD(ADD)
  } else {
    FOR_EACH_DESCRIBED_PAYLOAD(ADD)
  }
  return found;
}

void* read_key(TFile& file, const Payload& payload) {
  return file.GetKey(payload.name)->ReadObjectAny(payload.of_class);
}

void* read_buffer(const Payload& payload) {
  TBufferFile buffer(TBuffer::kRead, static_cast<int>(payload.bytes.size()), const_cast<char*>(payload.bytes.data()),
                     kFALSE);
  void* const object = payload.of_class->New();
  payload.of_class->Streamer(object, buffer);
  return object;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const std::string path = argv[1], which = argv[2], way = argv[3];
  const int threads = std::atoi(argv[4]), times = std::atoi(argv[5]);
  ROOT::EnableThreadSafety();
  std::vector<Payload> all = payloads(which == "all");
  double check = 0, bytes = 0;
  TFile whole(path.c_str());
  for (Payload& one : all) {
    TKey& key = *whole.GetKey(one.name);
    one.bytes.resize(static_cast<std::size_t>(key.GetObjlen()));
    whole.Seek(key.GetSeekKey() + key.GetKeylen());
    whole.ReadBuffer(one.bytes.data(), static_cast<int>(one.bytes.size()));
    bytes += static_cast<double>(one.bytes.size());
    void* const object = read_buffer(one);
    check += one.sum(object);
    one.of_class->Destructor(object);
  }
  scenario::repeat("root", which + "/" + way, threads, times, bytes, [&] {
    std::atomic<std::size_t> next{0};
    const auto read_some = [&] {
      const std::unique_ptr<TFile> own(way == "key" ? TFile::Open(path.c_str()) : nullptr);
      for (std::size_t i = next++; i < all.size(); i = next++) {
        void* const object = own ? read_key(*own, all[i]) : read_buffer(all[i]);
        all[i].of_class->Destructor(object);
      }
    };
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; ++thread) others.emplace_back(read_some);
    read_some();
    for (std::thread& other : others) other.join();
    return scenario::Outcome(check);
  });
}
