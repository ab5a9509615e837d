#include "ramet/frame/internal/parts/part_results.hpp"

#include <utility>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/bytes/detail/checksum.hpp"
#include "ramet/core/error.hpp"
#include "ramet/frame/internal/parts/part_bytes.hpp"

namespace ramet::inline v1::frame::internal {
namespace {

constexpr std::uint32_t part_magic = 0x524d5052;  // "RMPR"
constexpr std::uint16_t part_version = 2;

/// What is behind the checksum's check. Throws Error(corrupt).
std::span<const std::byte> checked(std::span<const std::byte> part) {
  constexpr std::size_t least = sizeof part_magic + sizeof part_version + sizeof(std::uint64_t);
  if (part.size() < least)
    detail::fail(ErrorKind::corrupt, "{} bytes are no result of a part, which has at least {}", part.size(), least);
  const auto content = part.first(part.size() - sizeof(std::uint64_t));
  const auto stored = bytes::load_little_endian<std::uint64_t>(part.data() + content.size());
  if (const std::uint64_t found = bytes::xxh3(content); found != stored)
    detail::fail(ErrorKind::corrupt, "the checksum of {} bytes is {:016x}, expected {:016x}", content.size(), found,
                 stored);
  return content;
}

void write_traffic(bytes::ByteWriter& to, const io::TrafficCounts& counts) {
  for (const std::uint64_t count :
       {counts.requests, counts.retries, counts.hedges, counts.bytes, counts.gap_bytes, counts.depth})
    to.write(count);
  to.write(counts.round_trip);
  to.write(counts.transfer_seconds);
}

io::TrafficCounts read_traffic(bytes::ByteCursor& from) {
  io::TrafficCounts counts;
  for (std::uint64_t* const count :
       {&counts.requests, &counts.retries, &counts.hedges, &counts.bytes, &counts.gap_bytes, &counts.depth})
    *count = from.read<std::uint64_t>();
  counts.round_trip = from.read<double>();
  counts.transfer_seconds = from.read<double>();
  return counts;
}

PartFacts read_facts(bytes::ByteCursor& from, std::size_t stages, std::span<const Task> tasks) {
  if (from.read<std::uint32_t>() != part_magic) detail::fail(ErrorKind::corrupt, "there is no result of a part");
  if (const auto found = from.read<std::uint16_t>(); found != part_version)
    detail::fail(ErrorKind::corrupt, "a result of version {}, expected {}", found, part_version);
  PartFacts facts;
  facts.key = from.read<std::uint64_t>();
  if (facts.key != key_of(tasks))
    detail::fail(ErrorKind::corrupt, "a part of other tasks: the source, or the program, differs between processes");
  facts.tasks.first = from.read<std::uint64_t>();
  facts.tasks.last = from.read<std::uint64_t>();
  if (facts.tasks.first >= facts.tasks.last || facts.tasks.last > tasks.size())
    detail::fail(ErrorKind::corrupt, "a part of the tasks {} to {} of {}", facts.tasks.first, facts.tasks.last,
                 tasks.size());
  facts.reached = read_whole_numbers(from, "stages");
  facts.kept = read_whole_numbers(from, "stages");
  if (facts.reached.size() != stages || facts.kept.size() != stages)
    detail::fail(ErrorKind::corrupt, "{} stages, expected {}", facts.reached.size(), stages);
  for (std::size_t left = from.count(17, "losses"); left > 0; --left) {
    const EntryNumber first{from.read<std::uint64_t>()};
    const EntryNumber last{from.read<std::uint64_t>()};
    facts.lost.push_back({{first, last}, std::string(from.string())});
  }
  facts.traffic = read_traffic(from);
  facts.process = from.read<std::uint64_t>();
  return facts;
}

}  // namespace

std::uint64_t key_of(std::span<const Task> tasks) noexcept {
  std::vector<std::uint64_t> ends;
  ends.reserve(tasks.size() + 1);
  for (const Task& task : tasks) ends.push_back(task.entries.first.number);
  if (!tasks.empty()) ends.push_back(tasks.back().entries.last.number);
  return bytes::xxh3(std::as_bytes(std::span(ends)));
}

void require_portable(const Plan& plan) {
  if (plan.has_counted())
    detail::fail(ErrorKind::unsupported,
                 "a range behind a filter counts entries in order, which other processes cannot do in parts");
  for (const Plan::Planned& planned : plan.actions)
    if (dynamic_cast<const PortableAction*>(planned.booking->action.get()) == nullptr)
      detail::fail(ErrorKind::unsupported,
                   "{}: it cannot be computed by other processes; leave it out, or run without `on`",
                   planned.booking->action->name());
}

PortableAction& portable_action(const Plan& plan, std::size_t number) {
  return dynamic_cast<PortableAction&>(*plan.actions[number].booking->action);
}

bytes::Buffer write_part(const Plan& plan, const PartFacts& facts) {
  bytes::ByteWriter to;
  to.write(part_magic);
  to.write(part_version);
  to.write(facts.key);
  to.write(static_cast<std::uint64_t>(facts.tasks.first));
  to.write(static_cast<std::uint64_t>(facts.tasks.last));
  write_numbers(to, facts.reached);
  write_numbers(to, facts.kept);
  to.write(static_cast<std::uint32_t>(facts.lost.size()));
  for (const LostEntries& lost : facts.lost) {
    to.write(lost.entries.first.number);
    to.write(lost.entries.last.number);
    to.string(lost.reason);
  }
  write_traffic(to, facts.traffic);
  to.write(facts.process);
  for (std::size_t k = 0; k < plan.actions.size(); ++k) {
    const std::size_t begin = to.size();
    to.write(std::uint64_t{0});
    portable_action(plan, k).write_part(facts.tasks, to);
    to.patch(begin, static_cast<std::uint64_t>(to.size() - begin - sizeof(std::uint64_t)));
  }
  bytes::Buffer made = std::move(to).take();
  const std::uint64_t sum = bytes::xxh3(made.span());
  bytes::store_little_endian(made.extend(sizeof sum).data(), sum);
  return made;
}

PartResult read_part(const Plan& plan, std::span<const Task> tasks, std::span<const std::byte> part) {
  bytes::ByteCursor from(checked(part));
  PartResult result{.facts = read_facts(from, plan.stages.size(), tasks), .contributions = {}};
  for (std::size_t k = 0; k < plan.actions.size(); ++k) {
    const PortableAction& action = portable_action(plan, k);
    const std::uint64_t size = from.read<std::uint64_t>();
    if (size > from.remaining())
      detail::fail(ErrorKind::corrupt, "{}: {} bytes of {} are there", action.name(), from.remaining(), size);
    bytes::ByteCursor own(from.take(static_cast<std::size_t>(size)));
    detail::while_doing([&] { return action.name(); },
                        [&] { result.contributions.push_back(action.read_part(own, result.facts.tasks)); });
    if (!own.at_end()) detail::fail(ErrorKind::corrupt, "{}: {} bytes too many", action.name(), own.remaining());
  }
  if (!from.at_end()) detail::fail(ErrorKind::corrupt, "{} bytes too many", from.remaining());
  return result;
}

}  // namespace ramet::inline v1::frame::internal
