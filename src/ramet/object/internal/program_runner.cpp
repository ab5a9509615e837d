#include "ramet/core/error.hpp"
#include "ramet/object/internal/program.hpp"
#include "ramet/object/internal/stored_number.hpp"

namespace ramet::inline v1::object::internal {
namespace {

using schema::Fundamental;

constexpr std::uint32_t is_referenced = 1U << 4;  // TObject::kIsReferenced: a process number follows the bits

/// Runs a plan over one object. Threads: one thread.
class Run {
 public:
  Run(const CompiledPlan& plan, ObjectReader& reader, void* fields) : plan_(plan), reader_(reader), fields_(fields) {}

  void all(const Program& program) {
    for (const Operation& operation : program.operations) {
      if (operation.target == none) {
        skip(program, operation);
        continue;
      }
      const Target& target = plan_.targets[static_cast<std::size_t>(operation.target)];
      if (target.kind == TargetKind::call)
        call(program, operation, target);
      else
        read(operation, target);
    }
  }

 private:
  bytes::ByteCursor& cursor() noexcept { return reader_.cursor(); }

  /// Call the caller's function for a member, then go to the member's end.
  void call(const Program& program, const Operation& operation, const Target& target) {
    const std::uint64_t begin = cursor().position();
    if (operation.action == Action::object &&
        !is_counted(begin)) {  // of ROOT 2: it ends where the function stops reading
      const ObjectReader::Nesting nesting(reader_);
      return target.call(fields_, reader_);
    }
    skip(program, operation);
    const std::uint64_t end = cursor().position();
    cursor().seek(begin);
    {
      const ObjectReader::Nesting nesting(reader_);
      const ObjectReader::Within within(reader_, end);
      target.call(fields_, reader_);
    }
    cursor().seek(end);
  }

  /// Whether the object that begins here has a byte count.
  bool is_counted(std::uint64_t begin) {
    const bool has_end = reader_.read_version().has_end();
    cursor().seek(begin);
    return has_end;
  }

  void read(const Operation& operation, const Target& target) {
    void* const to = target.address(fields_);
    switch (operation.action) {
      case Action::number:
        return store_number(operation, take_number(operation), target.kind, to);
      case Action::bits:
        return store_number(operation, take_bits(), target.kind, to);
      case Action::numbers:
        return store_numbers(operation, take_numbers(operation), target.kind, to);
      case Action::counted:
        return read_counted(operation, target, to);
      case Action::array:
        return store_numbers(operation, take_array(operation), target.kind, to);
      case Action::string:
        *static_cast<std::string*>(to) = cursor().string();
        return;
      case Action::characters:
        *static_cast<std::string*>(to) = take_characters();
        return;
      case Action::std_string:
        *static_cast<std::string*>(to) = take_std_string();
        return;
      case Action::tobject:
        *static_cast<ObjectBits*>(to) = reader_.read_tobject();
        return;
      case Action::pointer:
        *static_cast<ObjectIdentity*>(to) = reader_.skip_pointer();
        return;
      case Action::bytes:
      case Action::object:
      case Action::base:
        return;  // only calls use these kinds
    }
  }

  void skip(const Program& program, const Operation& operation) {
    switch (operation.action) {
      case Action::bytes:
        return cursor().skip(operation.count);
      case Action::number:
        take_number(operation);
        return;
      case Action::numbers:
        take_numbers(operation);
        return;
      case Action::bits:
        take_bits();
        return;
      case Action::counted:
        take_counted(operation);
        return;
      case Action::base:
        return base(program.bases[operation.base]);
      default:
        break;
    }
    for (std::uint32_t i = 0; i < operation.count; ++i) skip_one(operation);
  }

  void skip_one(const Operation& operation) {
    switch (operation.action) {
      case Action::string:
        cursor().string();
        return;
      case Action::characters:
        take_characters();
        return;
      case Action::tobject:
        reader_.read_tobject();
        return;
      case Action::array:
        take_array(operation);
        return;
      case Action::pointer:
        reader_.skip_pointer();
        return;
      default:
        return reader_.skip_object();
    }
  }

  const std::byte* take_number(const Operation& operation) {
    const std::byte* const from = cursor().take(stored_size(operation.stored, operation.range)).data();
    if (operation.counter != none)
      counters_[static_cast<std::size_t>(operation.counter)] = stored_count(operation, from);
    return from;
  }

  const std::byte* take_bits() {
    const std::byte* const from = cursor().take(sizeof(std::uint32_t)).data();
    if ((bytes::load_big_endian<std::uint32_t>(from) & is_referenced) != 0) cursor().skip(sizeof(std::uint16_t));
    return from;
  }

  std::span<const std::byte> take_numbers(const Operation& operation) {
    return cursor().take(stored_size(operation.stored, operation.range) * operation.count);
  }

  std::span<const std::byte> take_array(const Operation& operation) {
    const std::size_t size = stored_size(operation.stored, operation.range);
    return cursor().take(cursor().count(size, "size of a TArray") * size);
  }

  struct CountedNumbers {
    std::span<const std::byte> bytes;
    bool is_wide = false;
  };

  CountedNumbers take_counted(const Operation& operation) {
    const auto presence = cursor().read<std::uint8_t>();
    if (presence == 0) return {};
    const bool is_wide = operation.wide_when_two && presence == 2;
    const std::size_t size = is_wide ? sizeof(std::int64_t) : stored_size(operation.stored, operation.range);
    return {cursor().take(size * counters_[static_cast<std::size_t>(operation.counter)]), is_wide};
  }

  void read_counted(const Operation& operation, const Target& target, void* to) {
    const CountedNumbers numbers = take_counted(operation);
    if (!numbers.is_wide) return store_numbers(operation, numbers.bytes, target.kind, to);
    Operation wide = operation;
    wide.stored = Fundamental::int64;
    store_numbers(wide, numbers.bytes, target.kind, to);
  }

  std::string_view take_characters() {
    const auto text = cursor().take(cursor().count(1, "length of a char*"));
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }

  std::string_view take_std_string() {
    const VersionHeader header = reader_.read_version();
    const std::string_view text = cursor().string();
    reader_.finish(header);
    return text;
  }

  void base(const std::vector<BaseProgram>& versions) {
    const VersionHeader header = reader_.read_version();
    {
      const ObjectReader::Within within(reader_, header);
      all(matching(versions, header));
    }
    reader_.finish(header);
  }

  const Program& matching(const std::vector<BaseProgram>& versions, const VersionHeader& header) {
    const std::string& class_name = versions.front().program->class_name;
    const std::uint32_t checksum = reader_.read_checksum(header, class_name);
    for (const BaseProgram& version : versions)
      if (checksum != 0 ? version.checksum == checksum : version.version == header.version) return *version.program;
    fail(ErrorKind::unsupported, "base '{}' at byte {} has version {}, whose layout is unknown", class_name,
         header.begin, header.version);
  }

  const CompiledPlan& plan_;
  ObjectReader& reader_;
  void* fields_;
  Counters counters_{};
};

}  // namespace

void run_program(const CompiledPlan& plan, ObjectReader& reader, void* fields) {
  Run(plan, reader, fields).all(plan.program);
}

}  // namespace ramet::inline v1::object::internal
