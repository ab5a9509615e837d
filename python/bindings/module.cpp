#include "bindings.hpp"
#include "fit/bind_fit.hpp"
#include "fit/bind_toys.hpp"
#include "frame/bind_parts.hpp"

NB_MODULE(_core, module) {
  using namespace ramet::bindings;
  module.doc() = "The compiled part of ramet. Use the package `ramet`; this module may change at any time.";
  bind_core(module);
  bind_trace(module);
  bind_array(module);
  bind_arrow(module);
  bind_object(module);
  bind_file(module);
  bind_tree(module);
  bind_ntuple(module);
  bind_figures(module);
  bind_hist(module);
  bind_dataset(module);
  bind_random(module);
  bind_expr(module);
  bind_fit(module);
  bind_toys(module);
  bind_frame(module);
  bind_drawing(module);
  bind_native_functions(module);
  bind_dataframe(module);
  bind_booked(module);
  bind_parts(module);
  bind_draw(module);
  bind_formula(module);
  bind_schema(module);
  bind_writer(module);
  bind_processes(module);
  bind_recovery(module);
  bind_tune(module);
  bind_compare(module);
  bind_keys(module);
  bind_merge(module);
  bind_live(module);
}
