#include "ramet/frame/actions/chosen_columns.hpp"

#include "unit/frame/sample_frame.hpp"
#include <doctest/doctest.h>

using namespace ramet;
using frame::chosen_columns;

using Texts = std::vector<std::string>;

TEST_CASE("chosen columns: patterns keep and drop columns, and what was defined stays") {
  const sample::Place place;
  const frame::Frame frame = frame::Frame(sample::hundred(place), *place.executor).define("w", "v * 2");
  CHECK(chosen_columns(frame, {}) == Texts{"x", "y", "nv", "v", "w"});
  CHECK(chosen_columns(frame, {.keep = {"[xy]"}}) == Texts{"x", "y", "w"});
  CHECK(chosen_columns(frame, {.keep = {"x"}, .drop = {"w"}}) == Texts{"x"});
  CHECK(chosen_columns(frame, {.drop = {"*v"}}) == Texts{"x", "y", "w"});
}

TEST_CASE("chosen columns: a pattern without a column, and a choice without any, are refused") {
  const sample::Place place;
  const frame::Frame frame(sample::hundred(place), *place.executor);
  CHECK(sample::error_of([&] {
          chosen_columns(frame, {.keep = {"xx"}});
        }).starts_with("not_found: keep 'xx': there is no such column"));
  CHECK(sample::error_of([&] {
          chosen_columns(frame, {.keep = {"Zzz*"}, .word_of_keep = "reads"});
        }).starts_with("not_found: reads 'Zzz*': no column matches this pattern; there "));
  CHECK(sample::error_of([&] { chosen_columns(frame, {.drop = {"*"}}); }) == "misuse: no column is left to be written");
}

TEST_CASE("chosen columns: patterns may name columns that the frame lacks") {
  const sample::Place place;
  const frame::Frame frame(sample::hundred(place), *place.executor);
  const Texts unreadable = {"hits", "hits.p"};
  CHECK(chosen_columns(frame, {.drop = {"hits*"}, .unreadable = unreadable}) == Texts{"x", "y", "nv", "v"});
  CHECK(chosen_columns(frame, {.keep = {"hits", "x"}, .unreadable = unreadable}) == Texts{"x"});
  CHECK(chosen_columns(frame, {.keep = {"hits"}, .unreadable = unreadable}).empty());
  CHECK(frame::chosen_unreadable({.unreadable = unreadable}) == unreadable);
  CHECK(frame::chosen_unreadable({.keep = {"x"}, .unreadable = unreadable}).empty());
  CHECK(frame::chosen_unreadable({.keep = {"h*"}, .drop = {"hits"}, .unreadable = unreadable}) == Texts{"hits.p"});
}
