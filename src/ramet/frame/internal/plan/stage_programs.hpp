#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ramet/core/function_ref.hpp"
#include "ramet/expr/program_builder.hpp"
#include "ramet/frame/internal/plan/plan.hpp"

namespace ramet::inline v1::frame::internal {

/// Compiles what a stage computes: one program, and if functions of the user's are among it, one more behind each of
/// these on which others depend. Threads: one thread.
class StagePrograms {
 public:
  using NeedsOf = std::function<std::vector<Version>(const Version&)>;
  using VersionOf = std::function<Version(const DefinitionPointer&, const std::string&)>;

  /// `slots` has what the stage is given; those of what it computes are added.
  StagePrograms(const Root& root, NeedsOf needs, VersionOf version, std::map<Version, Slot>& slots, std::size_t count);
  ~StagePrograms();
  StagePrograms(const StagePrograms&) = delete;
  StagePrograms& operator=(const StagePrograms&) = delete;

  /// `own` is computed here, and `results` of it are wanted. Throws as ProgramBuilder.
  std::vector<Level> compile(const std::vector<Version>& own, const std::vector<Version>& results);
  std::size_t slots() const noexcept { return count_; }

 private:
  struct Part;
  std::size_t level_of(const Version& one);
  void want(const Version& one);
  expr::ProgramBuilder::Value value(const Version& one, std::size_t level);
  expr::ProgramBuilder::Value computed(const Version& one, std::size_t level);

  const Root& root_;
  NeedsOf needs_;
  VersionOf version_;
  std::map<Version, Slot>& slots_;
  std::size_t count_;
  std::map<Version, std::size_t> levels_;
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace ramet::inline v1::frame::internal
