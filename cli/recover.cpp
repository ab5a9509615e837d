// ramet recover: copies everything readable in an unclosed or damaged file into a new file.
#include "ramet/recovery/recover.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/text/json.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

namespace ramet::cli {
namespace {

struct RecoverChoice {
  std::string file;
  std::string output;
  std::string like;
  bool is_json = false;
  std::uint64_t max_memory = recovery::RecoverOptions().max_memory;
};

constexpr std::size_t most_objects = 1000;  // paths of objects that are printed

Json json_of(const recovery::RecoverReport& report) {
  Json json = {{"problem", report.problem}, {"skipped_bytes", report.skipped_bytes},
               {"tables", Json::array()},   {"object_count", report.objects.size()},
               {"objects", Json::array()},  {"lost", Json::array()}};
  for (std::size_t object = 0; object < std::min(report.objects.size(), most_objects); ++object)
    json["objects"].push_back(report.objects[object]);
  for (const recovery::RecoveredTable& table : report.tables)
    json["tables"].push_back({{"path", table.path},
                              {"class", table.class_name},
                              {"entries", table.entries},
                              {"saved_entries", table.saved_entries},
                              {"clusters", table.clusters},
                              {"lost_entries", table.lost_entries},
                              {"lost_clusters", table.lost_clusters}});
  for (const recovery::LostThing& lost : report.lost)
    json["lost"].push_back({{"place", lost.place}, {"reason", lost.reason}});
  return json;
}

std::string text_of(const recovery::RecoverReport& report) {
  std::string text;
  for (const recovery::RecoveredTable& table : report.tables) {
    text += fmt::format("{}: {} entries", printable(table.path), table.entries);
    if (table.entries > table.saved_entries)
      text += fmt::format(", {} of them not in the file's metadata", table.entries - table.saved_entries);
    if (table.lost_entries > 0)
      text += fmt::format("; {} lost in {} damaged clusters", table.lost_entries, table.lost_clusters);
    text += '\n';
  }
  if (!report.objects.empty())
    text += fmt::format("{} other object{}\n", report.objects.size(), report.objects.size() == 1 ? "" : "s");
  for (const recovery::LostThing& lost : report.lost)
    text +=
        fmt::format("lost: {}{}{}\n", printable(lost.place), lost.place.empty() ? "" : ": ", printable(lost.reason));
  return text;
}

void recover(const RecoverChoice& choice, Context& context) {
  recovery::RecoverOptions options{.stop = context.stop(), .max_memory = choice.max_memory};
  if (!choice.like.empty()) options.like = context.session().open(std::filesystem::path(choice.like));
  const recovery::RecoverReport report =
      recovery::recover(context.session(), std::filesystem::path(choice.file), choice.output, options);
  context.print(choice.is_json ? to_text(json_of(report)) : text_of(report));
  if (!report.lost.empty() && !choice.is_json) context.complain("not everything could be recovered");
  if (!report.lost.empty() && choice.is_json) context.fail_quietly();
}

}  // namespace

void add_recover(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<RecoverChoice>();
  CLI::App* command =
      program.add_subcommand("recover", "Copy everything readable in an unclosed or damaged file into a new file");
  command->add_option("file", choice->file, "The file to recover; it is not changed")->type_name("FILE")->required();
  command->add_option("-o,--output", choice->output, "The new file")->type_name("FILE")->required();
  command
      ->add_option("--like", choice->like,
                   "An undamaged file of the same job, which may have no entries; its schemas are used if the file's "
                   "own are lost")
      ->type_name("FILE");
  command->add_flag("--json", choice->is_json, "Print the report as JSON");
  add_max_memory(*command, choice->max_memory, "; data that needs more is skipped and reported");
  command->footer(
      "Examples:\n"
      "  ramet recover run7.root -o run7_recovered.root\n"
      "  ramet recover killed.root -o recovered.root --like another_job.root\n"
      "\n"
      "Exit codes: 0 everything found is in the new file, 1 something is not, or nothing was found.");
  command->callback([choice, &action] { action = [choice](Context& context) { recover(*choice, context); }; });
}

}  // namespace ramet::cli
