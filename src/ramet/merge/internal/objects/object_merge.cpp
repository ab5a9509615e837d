#include "ramet/merge/internal/objects/object_merge.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/file/detail/record_head.hpp"
#include "ramet/merge/internal/keys/process_numbers.hpp"
#include "ramet/merge/internal/keys/record_window.hpp"
#include "ramet/merge/internal/keys/renamed_record.hpp"
#include "ramet/merge/internal/objects/entry_lists.hpp"
#include "ramet/merge/internal/objects/list_sum.hpp"
#include "ramet/merge/internal/objects/point_sum.hpp"
#include "ramet/merge/internal/objects/promoted_record.hpp"
#include "ramet/merge/internal/objects/record_sum.hpp"
#include "ramet/merge/internal/rules.hpp"
#include "ramet/object/detail/stream_copy.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// What an object of which one stays takes while it is merged, besides its record.
constexpr std::uint64_t memory_of_object = 4096;
/// A run of objects takes as much of the memory: there may be as many names as fill the rest.
constexpr std::uint64_t share_of_run = 8;
/// What an occurrence takes that is read of the file where it is kept.
constexpr std::uint64_t loaded_bytes_of_occurrence = 8;

bool is_one(Treat treat) noexcept {
  return treat != Treat::all && treat != Treat::distinct && treat != Treat::leave_out;
}

/// An object of which one is written. Threads: one at a time.
struct Pending {
  const MergedObject* object = nullptr;
  Occurrences::Iterator next;  // that is read next
  Occurrences::Iterator end;
  Treat treat = Treat::same;
  bool is_done = false;  // by the merge that this one goes on with
  std::size_t from = 0;  // the input of the record that is kept
  RecordSum sum;
  PointSum points;
  ListSum list;
  file::Record kept;
  std::optional<Refusal> refusal;
  Occurrence refused;

  Pending(const MergedObject& merged, const Occurrences& occurrences, Treat how)
      : object(&merged),
        next(occurrences.begin()),
        end(occurrences.end()),
        treat(how),
        sum(merged.class_name),
        points(merged.class_name),
        list(merged.class_name) {}

  const file::Record& record() const noexcept {
    if (treat == Treat::append) return points.record();
    if (treat == Treat::join) return list.record();
    return treat == Treat::add ? sum.record() : kept;
  }
  bool is_empty() const noexcept { return record().bytes.empty(); }
};

/// The payload without the zeros at its end, which some objects get so that they shrink when they are compressed
/// (FileWriter).
std::span<const std::byte> contents_of(const file::Record& record) noexcept {
  std::span<const std::byte> contents = record.payload();
  while (!contents.empty() && contents.back() == std::byte{0}) contents = contents.first(contents.size() - 1);
  return contents;
}

bool is_same(const file::Record& left, const file::Record& right) noexcept {
  return std::ranges::equal(contents_of(left), contents_of(right));
}

/// Why there cannot be two of a class that ROOT adds.
Refusal refusal_of_second(std::string_view class_name) {
  return {DifferenceKind::contents, "",
          fmt::format("objects of this class are not added; the rule {}=all keeps each as a cycle", class_name)};
}

/// Join one more record to an object. It stays as it is if it is not kept.
void join(Pending& to, const Occurrence& occurrence, file::Record& record, const dataset::File& file,
          std::uint16_t raised) {
  std::optional<Refusal> refusal;
  const bool is_first = to.is_empty();
  if (!to.object->promoted().empty() && to.object->stored_class(occurrence) != to.object->class_name)
    record = promoted_record(record, file.forms().layouts());
  if (to.treat == Treat::add)
    refusal = to.sum.add(std::move(record), file.forms().layouts());
  else if (to.treat == Treat::append)
    to.points.add(std::move(record), file.forms().layouts());
  else if (to.treat == Treat::join)
    refusal = to.list.add(std::move(record), file.forms().layouts(), raised);
  else if (is_first || to.treat == Treat::last)
    to.kept = std::move(record);
  else if (to.treat == Treat::alone)
    refusal = refusal_of_second(to.object->class_name);
  else if (to.treat == Treat::same && !is_same(to.kept, record))
    refusal = Refusal{DifferenceKind::contents, "", "it differs"};
  if (is_first || to.treat == Treat::last) to.from = occurrence.input;
  if (refusal && !to.refusal) {
    to.refusal = std::move(refusal);
    to.refused = occurrence;
  }
}

/// Inputs are read together as long as their records take about as many bytes ...
constexpr std::uint64_t bytes_at_a_time = std::uint64_t{5} << 20;
/// ... and at most so many.
constexpr std::size_t inputs_at_a_time = 4;
/// A task adds so many objects: with the same one of several inputs while its sum is in the processor's cache.
constexpr std::size_t objects_of_task = 16;

/// An input of which records are read. Threads: immutable, once it is open.
struct OpenInput {
  std::size_t number = 0;
  std::uint64_t begin = ~std::uint64_t{0};  // of the records
  std::uint64_t end = 0;
  std::uint64_t size = 0;  // of all records
  std::shared_ptr<const dataset::File> file = nullptr;
  std::shared_ptr<const file::FileReader> window = nullptr;  // of the part that is in memory; may be null

  const file::FileReader& records() const noexcept { return window ? *window : file->reader(); }

  void open(const Inputs& inputs) {
    constexpr std::uint64_t largest = std::uint64_t{16} << 20;
    file = inputs.open_records(number);
    const io::ByteSource& source = file->reader().source();
    const bool is_dense = begin < end && end - begin <= largest && (end - begin) / 2 <= size && end <= source.size();
    if (is_dense)
      window = file::FileReader::open_records(
          std::make_shared<const RecordWindow>(source, io::Extent{begin, end - begin}), std::nullopt);
  }
};

/// The next inputs that are read together, with the places of the records that are read of them.
std::vector<OpenInput> next_inputs(std::span<const Pending> pending, std::span<const std::size_t> inputs) {
  std::vector<OpenInput> next;
  for (const std::size_t input : inputs.first(std::min(inputs.size(), inputs_at_a_time))) next.push_back({input});
  for (const Pending& one : pending) {
    if (one.is_done) continue;
    std::size_t at = 0;
    for (auto place = one.next; place != one.end; ++place) {
      while (at < next.size() && next[at].number != place->input) ++at;
      if (at == next.size()) break;
      next[at].begin = std::min(next[at].begin, place->seek);
      next[at].end = std::max(next[at].end, place->seek + place->record_size);
      next[at].size += place->record_size;
    }
  }
  std::uint64_t bytes = 0;
  const auto last = std::ranges::find_if(next, [&](const OpenInput& one) {
    const std::uint64_t before = std::exchange(bytes, bytes + one.size);
    return before > 0 && bytes > bytes_at_a_time;
  });
  next.erase(last, next.end());
  return next;
}

/// Read the newest cycle in an input, if there is one. `memory` is used again and again.
void read(Pending& pending, const OpenInput& input, std::uint16_t raised, bytes::Buffer& memory) {
  const auto end = pending.end;
  while (pending.next != end && pending.next->input == input.number) {
    const Occurrence occurrence = *pending.next++;
    const bool is_newest = pending.next == end || pending.next->input != input.number;
    if (!is_newest || (pending.treat == Treat::first && !pending.is_empty())) continue;
    file::Record record = input.records().read_record(pending.object->key_of(occurrence), std::move(memory));
    join(pending, occurrence, record, *input.file, raised);
    memory = std::move(record.bytes);
  }
}

bytes::Buffer plain_payload(const file::Record& record) {
  bytes::Buffer payload;
  payload.append(record.payload());
  return payload;
}

/// The joined list of entries, of a tree of the output.
bytes::Buffer list_payload(const EntryList& list, const std::string& output, bool is_reproducible,
                           std::size_t key_length) {
  EntryList placed = list;
  std::error_code error;
  const std::filesystem::path path = output;
  placed.file = is_reproducible ? path.filename().string() : std::filesystem::absolute(path, error).string();
  return payload_of(placed, key_length);
}

/// The payload of a record behind a key of another length: offsets in it count from the key.
bytes::Buffer payload_for(const Pending& pending, std::size_t key_length, const dataset::File& file) {
  const file::Record& record = pending.record();
  if (pending.treat == Treat::append) return pending.points.payload(key_length);
  if (pending.treat == Treat::join && pending.object->occurrences.size() > 1) return pending.list.payload(key_length);
  if (pending.treat == Treat::add && pending.sum.is_union()) return pending.sum.payload(key_length);
  if (pending.object->class_name == process_class) return plain_payload(record);  // it refers to nothing
  if (record.key_length == key_length) return plain_payload(record);
  object::StreamCopy copy(record.bytes.span(), record.key_length, key_length, file.forms().layouts());
  bytes::Buffer payload =
      copy.copy(pending.object->class_name,
                {[](std::string_view, bytes::ByteCursor) {}, [](std::string_view) {},
                 [](const schema::StreamerElement&, bytes::ByteCursor, bytes::ByteWriter&) { return false; }});
  if (!copy.left_out().empty())
    detail::fail(ErrorKind::unsupported, "object '{}' has an object of class '{}', whose layout is unknown",
                 pending.object->path(), copy.left_out().front());
  return payload;
}

/// By how much numbers of processes in the one object are raised. Members of lists of several inputs have theirs
/// already.
std::uint16_t process_offset_of(const Pending& pending, const Output& output) {
  const bool is_joined = pending.treat == Treat::join && pending.object->occurrences.size() > 1;
  return is_joined || pending.object->class_name == process_class ? 0 : output.process_offset(pending.from);
}

void write(const Pending& pending, const Inputs& inputs, const MergeOptions& options, Output& output) {
  const auto file = inputs.open_records(pending.from);
  bytes::ByteCursor cursor(pending.record().bytes.span());
  file::Key head = file::read_key(cursor);
  const std::string& name = pending.object->written_name();
  const auto payload = [&](std::uint16_t key_length) {
    if (pending.treat != Treat::shift) return payload_for(pending, key_length, *file);
    return list_payload(*pending.object->entry_list(), output.file().name(), options.reproducible, key_length);
  };
  output.make_room(pending.object->directory, pending.object->class_name, name);
  for (const PromotedOccurrence& one : pending.object->promoted()) {
    if (!output.is_own(one.input)) continue;
    std::string stored = pending.object->class_name;
    stored.back() = one.letter;
    output.make_room(pending.object->directory, stored, name);
  }
  const std::uint16_t raised = process_offset_of(pending, output);
  if (raised == 0) return output.put(pending.object->directory, pending.object->class_name, name, head.title, payload);
  head.class_name = pending.object->class_name;
  head.name = name;
  head.date = output.file().date();
  output.put_record(pending.object->directory,
                    raised_record(std::move(head), payload, output.file().options().compression, raised));
}

/// A stored record whose key raises the numbers of processes. A small head has no room for that, so it is made anew.
bytes::Buffer raised_copy(bytes::Buffer stored, const file::Record& record, const dataset::File& file,
                          std::uint16_t raised, Output& output) {
  if (file::has_big_head(stored.span())) {
    raise_process_numbers(stored.span(), raised);
    return stored;
  }
  bytes::ByteCursor cursor(std::as_const(stored).span());
  file::Key head = file::read_record_head(cursor);
  const std::string class_name = head.class_name;
  const auto payload = [&](std::uint16_t key_length) {
    return moved_payload(record, class_name, file.forms().layouts(), key_length, std::nullopt);
  };
  return raised_record(std::move(head), payload, output.file().options().compression, raised);
}

/// Whether a merge that was stopped has written the object.
bool is_done(const MergedObject& object, const Output* output) {
  return output != nullptr && output->has(object.directory, object.written_name(), object.class_name);
}

/// Whether the one object that stays is the file's own.
bool is_there(const Pending& pending, const Output& output) noexcept {
  const Treat treat = pending.treat;
  const bool is_kept = treat == Treat::same || treat == Treat::alone || treat == Treat::first || treat == Treat::last;
  return is_kept && output.is_own(pending.from);
}

}  // namespace

void ObjectMerge::refuse(const MergedObject& object, const Occurrence& occurrence, DifferenceKind kind,
                         std::string part, std::string message) {
  Difference difference{.kind = kind, .path = object.path(), .part = std::move(part), .message = std::move(message)};
  difference.input = occurrence.input;
  differences_.add(std::move(difference));
}

void ObjectMerge::note_rounded(const MergedObject& object) {
  const std::string promoted = promoted_class(object.class_name);
  Difference remark{.kind = DifferenceKind::overflow, .path = object.path(), .part = {}, .message = {}};
  remark.message = fmt::format(
      "counts above 16777216 are rounded, because a {} has floats of 4 bytes{}", object.class_name,
      promoted.empty() ? "" : fmt::format("; the rule {}=promote makes it a {}", object.class_name, promoted));
  remark.input = object.occurrences.front().input;
  remark.is_loss = false;
  differences_.add(std::move(remark));
}

void ObjectMerge::run(const Catalogue& catalogue, Output* output) {
  const OccurrenceFile* const file = catalogue.occurrence_file.get();
  std::vector<const MergedObject*> run;
  std::vector<const MergedObject*> cycles;
  std::uint64_t memory = 0;
  for (const MergedObject& object : catalogue.objects) {
    if (object.kind != ObjectKind::object || object.occurrences.empty()) continue;
    const Treat treat = treatment_of(object, options_.rules);
    if (treat == Treat::leave_out) continue;
    if (!is_one(treat)) {
      cycles.push_back(&object);
      continue;
    }
    std::uint64_t size = memory_of_object + 2 * std::uint64_t{object.occurrences.front().object_size};
    if (!object.occurrences.is_whole()) size += loaded_bytes_of_occurrence * object.occurrences.size();
    if (memory + size > options_.max_memory / share_of_run && !run.empty()) {
      run_sums(run, file, output);
      run.clear();
      memory = 0;
    }
    run.push_back(&object);
    memory += size;
  }
  run_sums(run, file, output);
  copy_cycles(cycles, file, output);
}

void ObjectMerge::run_sums(std::span<const MergedObject* const> objects, const OccurrenceFile* file, Output* output) {
  const LoadedOccurrences occurrences(objects, file);
  std::vector<Pending> pending;
  pending.reserve(objects.size());
  std::set<std::size_t> used;
  for (std::size_t number = 0; number < objects.size(); ++number) {
    const MergedObject& object = *objects[number];
    pending.emplace_back(object, occurrences.of(number), treatment_of(object, options_.rules));
    pending.back().is_done = is_done(object, output);
    if (pending.back().is_done) continue;
    for (const Occurrence& occurrence : occurrences.of(number)) used.insert(occurrence.input);
  }
  const std::vector<std::size_t> inputs(used.begin(), used.end());
  for (std::size_t first = 0; first < inputs.size();) {
    std::vector<OpenInput> open = next_inputs(pending, std::span(inputs).subspan(first));
    first += open.size();
    executor_.for_each_index(
        open.size(), [&](std::size_t one) { of_input(open[one].number, [&] { open[one].open(inputs_); }); },
        options_.stop);
    executor_.for_each_index((pending.size() + objects_of_task - 1) / objects_of_task,
                             [&](std::size_t task) {
                               bytes::Buffer memory;
                               const std::size_t begin = task * objects_of_task;
                               const std::size_t end = std::min(pending.size(), begin + objects_of_task);
                               for (Pending& one : std::span(pending).subspan(begin, end - begin))
                                 for (const OpenInput& input : open)
                                   if (!one.is_done)
                                     of_input(input.number, [&] {
                                       const std::uint16_t raised =
                                           output == nullptr ? 0 : output->process_offset(input.number);
                                       read(one, input, raised, memory);
                                     });
                             },
                             options_.stop);
    if (options_.progress != nullptr) options_.progress->advance(0, 0);  // where Python looks for Ctrl-C
  }
  for (Pending& one : pending) {
    if (one.refusal) refuse(*one.object, one.refused, one.refusal->kind, one.refusal->part, one.refusal->message);
    if (one.sum.has_rounded()) note_rounded(*one.object);
    if (one.is_done)
      output->put(one.object->directory, one.object->class_name, one.object->written_name(), "",
                  [](std::uint16_t /*key_length*/) { return bytes::Buffer(); });
    else if (output != nullptr && !one.is_empty() && !one.refusal && !is_there(one, *output))
      write(one, inputs_, options_, *output);
  }
}

void ObjectMerge::copy_cycles(std::span<const MergedObject* const> objects, const OccurrenceFile* kept,
                              Output* output) {
  const LoadedOccurrences occurrences(objects, kept);
  std::vector<std::set<std::uint64_t>> known(objects.size());
  std::vector<Occurrences::Iterator> next;
  std::set<std::size_t> used;
  for (std::size_t number = 0; number < objects.size(); ++number) {
    next.push_back(occurrences.of(number).begin());
    for (const Occurrence& occurrence : occurrences.of(number)) used.insert(occurrence.input);
  }
  for (const std::size_t input : used) {
    const auto file = of_input(input, [&] { return inputs_.open_records(input); });
    for (std::size_t number = 0; number < objects.size(); ++number) {
      const MergedObject& object = *objects[number];
      const bool is_distinct = treatment_of(object, options_.rules) == Treat::distinct;
      for (; next[number] != Occurrences::Iterator() && next[number]->input == input; ++next[number]) {
        throw_if_stopped(options_.stop);
        const Occurrence& occurrence = *next[number];
        bytes::Buffer stored = of_input(input, [&] {
          const file::Record record = file->reader().read_record(object.key_of(occurrence));
          const std::uint16_t raised = output == nullptr ? 0 : output->process_offset(input);
          // The same bytes are other references if they name other processes.
          const std::uint64_t identity = bytes::xxh3(contents_of(record)) + raised;
          if (is_distinct && !known[number].insert(identity).second) return bytes::Buffer();
          bytes::Buffer raw(occurrence.record_size);
          file->reader().source().read_at(occurrence.seek, raw.span());
          return raised == 0 ? std::move(raw) : raised_copy(std::move(raw), record, *file, raised, *output);
        });
        if (stored.empty()) continue;
        if (output != nullptr && !output->is_own(input)) output->put_record(object.directory, std::move(stored));
      }
    }
  }
}

}  // namespace ramet::inline v1::merge::internal
