#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "internal/file_text.hpp"
#include "internal/signal_watch.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "ramet/merge/keys.hpp"

namespace ramet::bindings {
namespace {

using SharedSession = std::shared_ptr<dataset::Session>;

merge::KeyOptions key_options_of(bool is_recursive, merge::OnTaken on_taken, bool is_recreated, bool has_parents,
                                 std::optional<int> compression, bool is_reproducible, bool overwrite_leftovers) {
  merge::KeyOptions options;
  options.recursive = is_recursive;
  options.on_taken = on_taken;
  options.recreate = is_recreated;
  options.parents = has_parents;
  options.reproducible = is_reproducible;
  options.overwrite_leftovers = overwrite_leftovers;
  if (compression) options.compression = compression::Settings::from_code(*compression);
  return options;
}

/// Run work with the options, stopped by Ctrl-C.
template <class Work>
std::vector<merge::EditedKey> edit(const merge::KeyOptions& wanted, const Work& work) {
  std::vector<merge::EditedKey> done;
  run_unlocked([&](SignalWatch& watch) {
    merge::KeyOptions options = wanted;
    options.stop = watch.stop();
    options.progress = &watch;
    done = work(options);
  });
  return done;
}

}  // namespace

void bind_keys(nb::module_& module) {
  using merge::EditedKey;
  using merge::OnTaken;
  using Places = std::vector<std::string>;
  nb::enum_<OnTaken>(module, "OnTaken", "What to do when there is an object of that name.")
      .value("new_cycle", OnTaken::new_cycle)
      .value("replace", OnTaken::replace)
      .value("fail", OnTaken::fail);
  nb::class_<EditedKey>(module, "EditedKey", "A key that was copied, moved, removed or made.")
      .def_prop_ro("origin", [](const EditedKey& self) { return text_of(self.from); })
      .def_prop_ro("target", [](const EditedKey& self) { return text_of(self.to); })
      .def_prop_ro("class_name", [](const EditedKey& self) { return text_of(self.class_name); });
  [[maybe_unused]] const nb::class_<merge::KeyOptions> options(module, "KeyOptions",
                                                               "Options of changes to the keys of files.");
  module.def("key_options", &key_options_of, nb::arg("is_recursive"), nb::arg("on_taken"), nb::arg("is_recreated"),
             nb::arg("has_parents"), nb::arg("compression").none(), nb::arg("is_reproducible"),
             nb::arg("overwrite_leftovers"));
  module.def(
      "copy_keys",
      [](const SharedSession& session, const Places& sources, const std::string& target,
         const merge::KeyOptions& wanted) {
        return edit(wanted, [&](const auto& how) { return merge::copy_keys(*session, sources, target, how); });
      },
      nb::arg("session"), nb::arg("sources"), nb::arg("target"), nb::arg("options"));
  module.def(
      "move_keys",
      [](const SharedSession& session, const Places& sources, const std::string& target,
         const merge::KeyOptions& wanted) {
        return edit(wanted, [&](const auto& how) { return merge::move_keys(*session, sources, target, how); });
      },
      nb::arg("session"), nb::arg("sources"), nb::arg("target"), nb::arg("options"));
  module.def(
      "remove_keys",
      [](const SharedSession& session, const Places& places, const merge::KeyOptions& wanted) {
        return edit(wanted, [&](const auto& how) { return merge::remove_keys(*session, places, how); });
      },
      nb::arg("session"), nb::arg("places"), nb::arg("options"));
  module.def(
      "make_directories",
      [](const SharedSession& session, const Places& places, const merge::KeyOptions& wanted) {
        return edit(wanted, [&](const auto& how) { return merge::make_directories(*session, places, how); });
      },
      nb::arg("session"), nb::arg("places"), nb::arg("options"));
}

}  // namespace ramet::bindings
