// ramet check: reads everything in files and checks that it is consistent.
#include "ramet/recovery/check.hpp"

#include <memory>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/text/json.hpp"
#include "cli/text/text.hpp"
#include <fmt/format.h>

#include "ramet/core/error.hpp"

namespace ramet::cli {
namespace {

struct CheckChoice {
  std::vector<std::string> files;
  bool is_quiet = false;
  bool is_json = false;
  std::uint64_t max_memory = recovery::CheckOptions().max_memory;
};

Json json_of(const std::vector<recovery::Finding>& findings) {
  Json json = Json::array();
  for (const recovery::Finding& finding : findings)
    json.push_back({{"place", finding.place}, {"message", finding.message}});
  return json;
}

Json json_of(const recovery::CheckReport& report) {
  return {{"file", report.name},
          {"sound", report.is_sound()},
          {"opened", report.is_opened},
          {"records", report.records},
          {"objects", report.objects},
          {"tables", report.tables},
          {"entries", report.entries},
          {"pieces", report.pieces},
          {"damage", json_of(report.damage)},
          {"not_checked", json_of(report.not_checked)},
          {"remarks", json_of(report.remarks)}};
}

void add_findings(std::string& text, std::string_view kind, const std::vector<recovery::Finding>& findings) {
  for (const recovery::Finding& finding : findings)
    text += fmt::format("  {}: {}{}{}\n", kind, printable(finding.place), finding.place.empty() ? "" : ": ",
                        printable(finding.message));
}

std::string text_of(const recovery::CheckReport& report, bool is_quiet) {
  std::string text;
  if (report.is_sound() && is_quiet) return text;
  if (report.is_opened) {
    text = fmt::format("{}: {}; {} tables with {} entries in {} baskets and pages, {} objects, {} records\n",
                       printable(report.name), report.is_sound() ? "sound" : "DAMAGED", report.tables, report.entries,
                       report.pieces, report.objects, report.records);
  } else {
    text = fmt::format("{}: CANNOT BE OPENED\n", printable(report.name));
  }
  add_findings(text, "damage", report.damage);
  if (is_quiet) return text;
  add_findings(text, "not checked", report.not_checked);
  add_findings(text, "remark", report.remarks);
  return text;
}

void check(const CheckChoice& choice, Context& context) {
  Json json = Json::array();
  for (const std::string& file : choice.files) {
    try {
      const recovery::CheckReport report = recovery::check(context.session(), std::filesystem::path(file),
                                                           {.stop = context.stop(), .max_memory = choice.max_memory});
      if (!report.is_sound()) context.fail_quietly();
      if (choice.is_json) {
        json.push_back(json_of(report));
      } else {
        context.print(text_of(report, choice.is_quiet));
      }
    } catch (const Error& error) {  // go on with the other files
      if (error.kind() == ErrorKind::cancelled) throw;
      context.complain(error.what());
    }
  }
  if (choice.is_json) context.print(to_text(json));
}

}  // namespace

void add_check(CLI::App& program, Action& action) {
  const auto choice = std::make_shared<CheckChoice>();
  CLI::App* command = program.add_subcommand("check", "Read everything in files in parallel, and report damage");
  command->add_option("file", choice->files, "Files")->type_name("FILE...")->required();
  command->add_flag("-q,--quiet", choice->is_quiet, "Report only damaged files");
  command->add_flag("--json", choice->is_json, "As JSON");
  add_max_memory(*command, choice->max_memory, "; data that needs more is skipped and reported");
  command->footer(
      "Examples:\n"
      "  ramet check run7.root\n"
      "  ramet check -q *.root || echo 'some are damaged'\n"
      "  ramet check --json run7.root | jq '.[].damage'\n"
      "\n"
      "Exit codes: 0 no damage, 1 damage was found, or a file cannot be opened (\"opened\" is false in --json).");
  command->callback([choice, &action] { action = [choice](Context& context) { check(*choice, context); }; });
}

}  // namespace ramet::cli
