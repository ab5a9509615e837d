#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ramet/bytes/byte_cursor.hpp"
#include "ramet/bytes/byte_writer.hpp"
#include "ramet/file/directory.hpp"
#include "ramet/merge/merge.hpp"

namespace ramet::inline v1::merge::internal {

/// What tells an input from one that replaced it or was changed. Threads: a value.
struct InputMark {
  std::string path;
  std::uint64_t size = 0;      ///< by the file system; 0 for a URL
  std::int64_t modified = 0;   ///< likewise
  std::uint64_t contents = 0;  ///< a hash of what the opened file says: size, UUID and date; 0 if it was not opened

  bool operator==(const InputMark&) const = default;
};

/// What is lost of a bad input: all of it, or what was not recovered. Threads: a value.
struct LeftOut {
  std::uint64_t input = 0;
  bool is_recovered = false;
  std::string path = {};  ///< of the object
  std::string message;
  std::uint64_t entries = 0;

  bool operator==(const LeftOut&) const = default;
};

/// All that the bytes of an output depend on. Threads: a value.
struct JournalPlan {
  std::string options;  ///< as text_of says
  std::vector<InputMark> inputs;
  std::vector<LeftOut> left_out;

  bool operator==(const JournalPlan&) const = default;
};

/// The options on which the output depends, and the version of the program, as a line.
std::string text_of(const MergeOptions& options);

/// What the file system says about an input.
InputMark mark_of(const std::string& path);

/// In what a merge differs from one that was stopped, in words, or nothing. Inputs that one of them has not opened are
/// compared as far as the file system tells.
std::optional<std::string> difference_of(const JournalPlan& stopped, const JournalPlan& now);

void write(bytes::ByteWriter& to, const InputMark& input);
/// Throws Error(corrupt).
InputMark read_input_mark(bytes::ByteCursor& cursor);

void write(bytes::ByteWriter& to, const JournalPlan& plan);
/// Throws Error(corrupt).
JournalPlan read_journal_plan(bytes::ByteCursor& cursor);

}  // namespace ramet::inline v1::merge::internal
