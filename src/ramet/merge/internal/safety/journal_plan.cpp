#include "ramet/merge/internal/safety/journal_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ramet/io/detail/file_state.hpp"

namespace ramet::inline v1::merge::internal {
namespace {

/// Raise it when the same inputs and options give other bytes, or places, than before.
constexpr int form_of_outputs = 1;

std::string text_of(const TableOptions& tables) {
  std::string text =
      fmt::format(", packing {}, gather {} of {}, metadata {}", static_cast<int>(tables.on_other_compression),
                  static_cast<int>(tables.gather), tables.cluster_bytes, static_cast<int>(tables.on_other_metadata));
  text += fmt::format(", tables {}, keep {}, drop {}, where {}", fmt::join(tables.changed, ","),
                      fmt::join(tables.columns.keep, ","), fmt::join(tables.columns.drop, ","),
                      fmt::join(tables.where, ","));
  for (const Definition& one : tables.definitions) text += fmt::format(", define {}={}", one.name, one.expression);
  if (tables.profile) text += ", profile " + tables.profile->to_json();
  if (tables.format) text += fmt::format(", format {}", static_cast<int>(*tables.format));
  return text;
}

}  // namespace

std::string text_of(const MergeOptions& options) {
  std::string text = fmt::format("ramet {} ({})", RAMET_VERSION, form_of_outputs);
  text += fmt::format(", differences {}, missing {}, types {}, bad {}", static_cast<int>(options.on_difference),
                      static_cast<int>(options.on_missing_column), static_cast<int>(options.on_other_type),
                      static_cast<int>(options.on_bad_input));
  for (const ClassRule& rule : options.rules)
    text += fmt::format(", rule {}={}", rule.class_name, static_cast<int>(rule.rule));
  text += fmt::format(", filter {}({})", static_cast<int>(options.filter.kind), fmt::join(options.filter.names, ","));
  if (options.compression) text += fmt::format(", compression {}", options.compression->code());
  text += text_of(options.tables);
  if (options.max_size) text += fmt::format(", at most {} bytes", *options.max_size);
  if (!options.order_columns.empty()) text += fmt::format(", by {}", fmt::join(options.order_columns, ","));
  return text + fmt::format(", order {}, reproducible {}, memory {}", static_cast<int>(options.order),
                            options.reproducible, options.max_memory);
}

InputMark mark_of(const std::string& path) {
  const io::FileState state = io::state_of_file(path).value_or(io::FileState{});
  return {.path = path, .size = state.size, .modified = state.modified};
}

std::optional<std::string> difference_of(const JournalPlan& stopped, const JournalPlan& now) {
  if (stopped.options != now.options)
    return fmt::format("it has other options ('{}' instead of '{}')", stopped.options, now.options);
  if (stopped.inputs.size() != now.inputs.size())
    return fmt::format("it has {} inputs, not {}", stopped.inputs.size(), now.inputs.size());
  for (std::size_t number = 0; number < now.inputs.size(); ++number) {
    const InputMark& before = stopped.inputs[number];
    const InputMark& after = now.inputs[number];
    if (before.path != after.path)
      return fmt::format("its input {} is '{}', not '{}'", number + 1, before.path, after.path);
    if (before.size != after.size || before.modified != after.modified ||
        (before.contents != after.contents && before.contents != 0 && after.contents != 0))
      return fmt::format("input '{}' has changed since", after.path);
  }
  return std::nullopt;
}

void write(bytes::ByteWriter& to, const InputMark& input) {
  to.string(input.path);
  to.write(input.size);
  to.write(input.modified);
  to.write(input.contents);
}

InputMark read_input_mark(bytes::ByteCursor& cursor) {
  InputMark input;
  input.path = cursor.string();
  input.size = cursor.read<std::uint64_t>();
  input.modified = cursor.read<std::int64_t>();
  input.contents = cursor.read<std::uint64_t>();
  return input;
}

void write(bytes::ByteWriter& to, const JournalPlan& plan) {
  to.string(plan.options);
  to.write(static_cast<std::uint32_t>(plan.inputs.size()));
  for (const InputMark& input : plan.inputs) write(to, input);
  to.write(static_cast<std::uint32_t>(plan.left_out.size()));
  for (const LeftOut& one : plan.left_out) {
    to.write(one.input);
    to.write(static_cast<std::uint8_t>(one.is_recovered ? 1 : 0));
    to.string(one.path);
    to.string(one.message);
    to.write(one.entries);
  }
}

JournalPlan read_journal_plan(bytes::ByteCursor& cursor) {
  JournalPlan plan;
  plan.options = cursor.string();
  plan.inputs.resize(cursor.count(25, "inputs"));
  for (InputMark& input : plan.inputs) input = read_input_mark(cursor);
  plan.left_out.resize(cursor.count(19, "inputs that are left out"));
  for (LeftOut& one : plan.left_out) {
    one.input = cursor.read<std::uint64_t>();
    one.is_recovered = cursor.read<std::uint8_t>() != 0;
    one.path = cursor.string();
    one.message = cursor.string();
    one.entries = cursor.read<std::uint64_t>();
  }
  return plan;
}

}  // namespace ramet::inline v1::merge::internal
