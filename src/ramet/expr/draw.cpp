#include "ramet/expr/draw.hpp"

#include <algorithm>
#include <bit>

#include "ramet/expr/internal/draw/compiled_draw.hpp"
#include "ramet/expr/internal/draw/draw_checker.hpp"
#include "ramet/expr/internal/draw/draw_grammar.hpp"
#include "ramet/expr/internal/text/error.hpp"

namespace ramet::inline v1::expr {

namespace {

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

}  // namespace

/// Makes a program of texts. Threads: one at a time.
class DrawCompiler {
 public:
  explicit DrawCompiler(const Scope& scope)
      : made_(std::make_shared<DrawProgram::Compiled>()), checker_(made_->graph, scope), loops_(checker_.build()) {
    made_->graph.random.seed = scope.seed;
  }

  DrawProgram compile(std::span<const std::string> expressions, const std::string& cut) {
    const std::vector<Part> parts = parse(expressions);
    made_->has_cut = !is_blank(cut);
    std::vector<Part> cuts;
    if (made_->has_cut) {
      checker_.stand_in(cut);
      cuts.push_back({checker_.text(), parse_draw_expression(cut)});
      collect(cuts[0]);  // the cut's arrays come first
    }
    for (const Part& part : parts) collect(part);
    loops_.open();
    made_->rows = loops_.space();
    weigh(made_->has_cut ? &cuts[0] : nullptr);
    for (const Part& part : parts) dimension(part);
    columns();
    plan();
    return DrawProgram(std::move(made_));
  }

 private:
  struct Part {
    std::uint32_t text;
    Syntax syntax;
    std::string title = {};
  };

  std::vector<Part> parse(std::span<const std::string> texts) {
    std::vector<Part> parts;
    for (const std::string& text : texts) {
      checker_.stand_in(text);
      std::vector<Syntax> found = parse_draw_expressions(text);
      std::size_t begin = 0;
      for (Syntax& syntax : found) {
        const std::size_t colon = &syntax == &found.back() ? text.size() : text.find(':', syntax.end);
        parts.push_back({checker_.text(), std::move(syntax), text.substr(begin, colon - begin)});
        begin = colon + 1;
      }
    }
    return parts;
  }

  void collect(const Part& part) {
    checker_.stand_in(part.text);
    checker_.collect(part.syntax, loops_);
  }

  void dimension(const Part& part) {
    checker_.stand_in(part.text);
    const DrawValue value = checker_.whole_value(part.syntax, loops_);
    const std::string& text = made_->graph.texts()[part.text];
    DrawProgram::Compiled::Dimension made;
    made.node = checker_.settled(value);
    made.says = {text.substr(part.syntax.begin, part.syntax.end - part.syntax.begin), part.title,
                 made_->graph.node(made.node).type.is_string, value.is_whole};
    made_->says.push_back(made.says);
    made_->dimensions.push_back(std::move(made));
  }

  void weigh(const Part* part) {
    made_->weight = made_->graph.constant(1.);
    made_->kept = loops_.kept();
    if (part == nullptr) return;
    checker_.stand_in(part->text);
    const DrawValue value = checker_.whole_value(part->syntax, loops_);
    const NodeId weight = checker_.settled(value);
    if (made_->graph.node(weight).type.is_string)
      fail_at(ErrorKind::misuse, made_->graph.texts()[part->text], part->syntax.begin, part->syntax.end,
              "a cut is a number, not a text");
    // NaN is not 0, so that the row is kept. Where a condition holds, it is 1.
    const bool is_condition = !value.valid && made_->graph.node(value.node).type == ValueType::of(NumberType::boolean);
    if (!is_condition) made_->weight = weight;
    const NodeId wanted = is_condition ? value.node : checker_.build().to_bool(weight);
    made_->kept = made_->kept ? checker_.build().logical(true, *made_->kept, wanted) : wanted;
  }

  void columns() {
    made_->leaves = checker_.leaves();
    for (ColumnLeaf& leaf : made_->leaves) {
      if (leaf.column >= made_column(MadeColumn::entries)) continue;
      const auto known = std::find(made_->columns.begin(), made_->columns.end(), leaf.column);
      const auto place = static_cast<std::size_t>(known - made_->columns.begin());
      if (known == made_->columns.end()) made_->columns.push_back(leaf.column);
      leaf.column = place;
    }
  }

  void plan() {
    std::vector<NodeId> wanted = {made_->weight};
    if (made_->kept) wanted.push_back(*made_->kept);
    for (const auto& dimension : made_->dimensions) wanted.push_back(dimension.node);
    const Node& weight = made_->graph.node(made_->weight);
    if (weight.kind == NodeKind::constant) made_->constant_weight = std::bit_cast<double>(weight.number);
    made_->plan = plan_elements(made_->graph, wanted);
  }

  std::shared_ptr<DrawProgram::Compiled> made_;
  DrawChecker checker_;
  DrawLoops loops_;
};

DrawProgram DrawProgram::compile(std::span<const std::string> expressions, const std::string& cut, const Scope& scope) {
  return DrawCompiler(scope).compile(expressions, cut);
}

std::span<const DrawDimension> DrawProgram::dimensions() const noexcept { return compiled_->says; }
bool DrawProgram::has_cut() const noexcept { return compiled_->has_cut; }
bool DrawProgram::has_loops() const noexcept { return compiled_->rows != entries_space; }
std::span<const std::size_t> DrawProgram::columns() const noexcept { return compiled_->columns; }

}  // namespace ramet::inline v1::expr
