#include "dsl/openmp/c_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "dsl/lowering/exits.hpp"
#include "dsl/openmp/c_expression.hpp"
#include "dsl/openmp/loop_form.hpp"

namespace musimd::dsl::openmp {
namespace {

using StatementKind = Statement::Kind;

constexpr std::string_view kDefaultDirective = "target teams distribute parallel for";

bool uses_element(const Expr& e) {
    return e->kind == Expression::Kind::element ||
           std::ranges::any_of(e->operands, [](const Expr& part) { return uses_element(part); });
}

/// Whether any of the statements from number `first` on has such an expression.
template <typename F>
bool any_expression(const Block& block, std::size_t first, const F& is) {
    bool found = false;
    const Block rest(block.begin() + static_cast<std::ptrdiff_t>(std::min(first, block.size())), block.end());
    for_each_statement(rest, [&](const Statement& s, bool) {
        for_each_expression(s, [&](const Expr& e) { found = found || is(e); });
    });
    return found;
}

bool reads(const Expr& e, VariableId v) {
    return (e->kind == Expression::Kind::variable && e->variable == v) ||
           std::ranges::any_of(e->operands, [&](const Expr& part) { return reads(part, v); });
}

bool is_literal(const Expr& e, bool value) {
    return e != nullptr && e->kind == Expression::Kind::literal && e->type.condition &&
           (e->bits != 0) == value;
}

bool is_read(const Expr& e, VariableId v) {
    return e->kind == Expression::Kind::variable && e->variable == v;
}

/// `once = false`, as the step of a loop
bool ends_it(const Block& step, VariableId once) {
    return step.size() == 1 && step[0].kind == StatementKind::set && step[0].variable == once &&
           is_literal(step[0].value, false);
}

class Printer {
  public:
    Printer(const LoopFunction& function, const CStyle& style)
        : function_(function),
          style_(style),
          names_({.variable = [this](VariableId v) { return name(v); },
                  .buffer = [this](BufferId b) { return function_.buffers[b].name; },
                  .element = [this] { return element_; }}) {
        for (const Parameter& p : function.parameters) taken_.insert(p.name);
        for (const KernelBuffer& b : function.buffers) taken_.insert(b.name);
        for (const Parameter& p : function.parameters) {
            if (p.variable) name_of_[*p.variable] = p.name;
        }
    }

    std::string run() {
        std::string parameters;
        for (const Parameter& p : function_.parameters)
            parameters += fmt::format("{}{}{} {}{}", parameters.empty() ? "" : ", ",
                                      p.buffer && !p.writes ? "const " : "", c_type(p.type),
                                      p.buffer ? "*" : "", p.name);
        const auto result = function_.result;
        line(fmt::format("{} {}({}) {{", result ? type(*result) : "void",
                         style_.name.empty() ? function_.name : style_.name,
                         parameters.empty() ? "void" : parameters));
        around_.push_back({.kind = Around::function});
        if (result) deeper([&] { line(fmt::format("{} {};", type(*result), name(*result))); });
        block(function_.body);
        if (result) deeper([&] { line(back()); });
        line("}");
        return functions_ + text_;
    }

  private:
    /// What a statement is in, and where `return` and `continue` go.
    struct Inside {
        enum Where { function, parallel, call, loop, simd } kind = function;
        std::string label = {};  ///< of the end of a call or an iteration, if a statement goes there
    };
    using Around = Inside;

    // ---- names

    /// A name of its own for each variable, so that none hides another.
    std::string name(VariableId v) {
        const auto known = name_of_.find(v);
        if (known != name_of_.end()) return known->second;
        const std::string& wanted = function_.variables[v].name;
        std::string unique = wanted.empty() ? "v" : wanted;
        for (int n = 2; !taken_.insert(unique).second; ++n) unique = fmt::format("{}_{}", wanted, n);
        return name_of_[v] = unique;
    }

    std::string fresh(const std::string& wanted) {
        std::string unique = wanted;
        for (int n = 2; !taken_.insert(unique).second; ++n) unique = fmt::format("{}_{}", wanted, n);
        return unique;
    }

    std::string_view type(VariableId v) const { return c_type(function_.variables[v].type); }
    std::string text(const Expr& e) const { return c_expression(e, names_); }

    // ---- lines

    void line(const std::string& what) { text_ += std::string(depth_ * 4, ' ') + what + "\n"; }
    void pragma(const std::string& what) { text_ += "#pragma omp " + what + "\n"; }

    template <typename F>
    void deeper(const F& print) {
        ++depth_;
        print();
        --depth_;
    }

    void block(const Block& statements, std::size_t first = 0) {
        deeper([&] {
            for (std::size_t i = first; i < statements.size(); ++i) {
                if (i + 1 < statements.size() && one_trip_or_do(statements[i], statements[i + 1])) {
                    ++i;
                    continue;
                }
                if (is_part_of_update(statements, i)) {
                    name_of_[statements[i].variable] = fmt::format("({})", text(statements[i].value));
                    continue;
                }
                statement(statements[i]);
            }
        });
    }

    // ---- statements

    void statement(const Statement& s) {
        switch (s.kind) {
            case StatementKind::declare:
                return line(fmt::format("{} {}{};", type(s.variable), name(s.variable),
                                        s.value == nullptr ? "" : " = " + text(s.value)));
            case StatementKind::set:
                if (s.variable == returned_) return line(fmt::format("return {};", text(s.value)));
                return line(assignment(s) + ";");
            case StatementKind::store:
                return line(assignment(s) + ";");
            case StatementKind::if_:
                return conditional(s);
            case StatementKind::while_:
                return loop(s);
            case StatementKind::break_:
                return line("break;");
            case StatementKind::continue_:
                return line(continuation());
            case StatementKind::return_:
                return returned_ ? void() : line(back());  // a function has set its result
            case StatementKind::call:
                return call(s);
            case StatementKind::simd:
                return style_.order ? ordered_simd(s) : simd(s);
            case StatementKind::array:
                return array(s);
            case StatementKind::check:
                if (s.function == kExit) return line("__builtin_trap();  // the program ends here");
                return line(fmt::format("if (!({})) __builtin_trap();", text(s.value)));
            case StatementKind::print:
                return line("// it prints here");
            case StatementKind::parallel:
                return style_.order ? ordered_parallel(s) : parallel(s);
            case StatementKind::atomic:
                return atomic(s);
            case StatementKind::team:
                return;  // what teams do at the same time, C does in order
            case StatementKind::instruction:
                return line("// threads meet here");  // not printed: see can_print_c
        }
    }

    void array(const Statement& s) {
        const KernelBuffer& buffer = function_.buffers[s.element.buffer];
        line(fmt::format("{} {}[{}];", c_type(buffer.element), buffer.name, text(s.value)));
        if (s.zeros) line(fmt::format("__builtin_memset({0}, 0, sizeof {0});", buffer.name));
    }

    std::string assignment(const Statement& s) {
        if (s.kind == StatementKind::set) return fmt::format("{} = {}", name(s.variable), text(s.value));
        const std::string index = s.index == nullptr ? element_ : text(s.index);
        return fmt::format("{}[{}] = {}", function_.buffers[s.element.buffer].name, index, text(s.value));
    }

    bool is_read_by_others(VariableId v, const Statement& than) const {
        bool found = false;
        for_each_statement(function_.body, [&](const Statement& s, bool) {
            if (&s == &than) return;
            for_each_expression(s, [&](const Expr& e) { found = found || reads(e, v); });
        });
        return found;
    }

    /// Whether a declaration is part of an atomic update: the front end computes index and operand before it.
    bool is_part_of_update(const Block& statements, std::size_t i) const {
        const Statement& s = statements[i];
        if (!style_.functions || s.kind != StatementKind::declare || s.value == nullptr) return false;
        std::size_t update = i + 1;
        while (update < statements.size() && update < i + 2 &&
               statements[update].kind == StatementKind::declare)
            ++update;
        if (update == statements.size() || statements[update].kind != StatementKind::atomic) return false;
        bool reads_it = false;
        for_each_expression(statements[update],
                            [&](const Expr& e) { reads_it = reads_it || reads(e, s.variable); });
        return reads_it && !is_read_by_others(s.variable, statements[update]);
    }

    // The old value is written as the element itself in the new one.
    void atomic(const Statement& s) {
        const std::string element =
            fmt::format("{}[{}]", function_.buffers[s.element.buffer].name, text(s.index));
        if (!style_.order && s.value != nullptr && !is_read_by_others(s.variable, s)) {
            name_of_[s.variable] = element;
            pragma("atomic");
            return line(fmt::format("{} = {};", element, text(s.value)));
        }
        const std::string old = name(s.variable);
        line(fmt::format("{} {};", type(s.variable), old));
        if (!style_.order) pragma(s.value == nullptr ? "atomic read" : "atomic capture");
        if (s.value == nullptr) return line(fmt::format("{} = {};", old, element));
        name_of_[s.variable] = element;
        const std::string value = text(s.value);
        name_of_[s.variable] = old;
        line(fmt::format("{{ {0} = {1}; {1} = {2}; }}", old, element, value));
    }

    void conditional(const Statement& s) {
        line(fmt::format("if ({}) {{", text(s.value)));
        block(s.body);
        if (!s.otherwise.empty()) {
            line("} else {");
            block(s.otherwise);
        }
        line("}");
    }

    void braces(const Block& body, Inside inside) {
        around_.push_back(std::move(inside));
        block(body);
        finish_inside();
    }

    void finish_inside() {
        if (const std::string& label = around_.back().label; !label.empty()) line(label + ":;");
        around_.pop_back();
    }

    /// The step of a loop as an expression; nothing if it is more than assignments.
    std::optional<std::string> step_of(const Block& step) {
        std::string result;
        for (const Statement& s : step) {
            if (s.kind != StatementKind::set && s.kind != StatementKind::store) return std::nullopt;
            result += (result.empty() ? "" : ", ") + assignment(s);
        }
        return result;
    }

    void loop(const Statement& s) {
        const auto step = step_of(s.step);
        const bool plain = s.head.empty() && step;
        if (plain && step->empty()) {
            line(fmt::format("while ({}) {{", text(s.value)));
        } else {
            line(fmt::format("for (; {}; {}) {{", plain ? text(s.value) : "", step.value_or("")));
        }
        if (!plain) {
            block(s.head);
            deeper([&] { line(fmt::format("if (!({})) break;", text(s.value))); });
        }
        if (step) {
            braces(s.body, {.kind = Around::loop});
        } else {
            braces(s.body, {.kind = Around::loop, .label = fresh("next")});
            block(s.step);
        }
        line("}");
    }

    /// A do loop, and a body that is a loop of one trip, so that it may continue: the front end writes both
    /// as a variable and a loop.
    bool one_trip_or_do(const Statement& first, const Statement& second) {
        const bool both = first.kind == StatementKind::declare && is_literal(first.value, true) &&
                          second.kind == StatementKind::while_ && second.head.empty() &&
                          is_read(second.value, first.variable);
        if (!both) return false;
        const VariableId v = first.variable;
        if (ends_it(second.step, v) && around_.back().kind == Around::simd && around_.back().label.empty()) {
            around_.push_back({.kind = Around::loop});
            --depth_;
            block(second.body);
            ++depth_;
            around_.pop_back();
            return true;
        }
        if (second.step.size() != 1 || second.step[0].kind != StatementKind::set ||
            second.step[0].variable != v)
            return false;
        line("do {");
        braces(second.body, {.kind = Around::loop});
        line(fmt::format("}} while ({});", text(second.step[0].value)));
        return true;
    }

    std::string continuation() const {
        const Inside& inside = around_.back();
        return inside.label.empty() ? "continue;" : fmt::format("goto {};", inside.label);
    }

    // `return` ends the iteration of a parallel loop, the call or the function.
    std::string back() {
        for (std::size_t i = around_.size(); i-- > 0;) {
            Inside& inside = around_[i];
            if (inside.kind == Around::function)
                return function_.result ? fmt::format("return {};", name(*function_.result)) : "return;";
            if (inside.kind == Around::parallel && i + 1 == around_.size() && inside.label.empty())
                return "continue;";
            if (inside.kind != Around::call && inside.kind != Around::parallel) continue;
            if (inside.label.empty()) inside.label = fresh("end");
            return fmt::format("goto {};", inside.label);
        }
        return "return;";
    }

    /// Whether the body sets the result where it returns alone, and reads only what it has.
    bool can_be_function(const Statement& s) const {
        if (s.result == nullptr || s.result->kind != Expression::Kind::variable || s.body.empty())
            return false;
        const Statement& first = s.body.front();
        const VariableId result = s.result->variable;
        if (first.kind != StatementKind::declare || first.variable != result || first.value != nullptr)
            return false;
        std::set<VariableId> own = {result};
        for (const auto& [parameter, value] : s.arguments) own.insert(parameter);
        bool simple = true;
        for_each_statement(s.body, [&](const Statement& inner, bool) {
            if (inner.kind == StatementKind::declare) own.insert(inner.variable);
            simple = simple && (inner.kind == StatementKind::declare || inner.kind == StatementKind::set ||
                                inner.kind == StatementKind::if_ || inner.kind == StatementKind::return_);
        });
        const auto look = [&](const auto& self, const Expr& e) -> bool {
            const bool known = e->kind != Expression::Kind::load && e->kind != Expression::Kind::element &&
                               (e->kind != Expression::Kind::variable || own.contains(e->variable));
            return known &&
                   std::ranges::all_of(e->operands, [&](const Expr& part) { return self(self, part); });
        };
        return simple && sets_and_returns(s.body, result, true) &&
               !any_expression(s.body, 0, [&](const Expr& e) { return !look(look, e); });
    }

    static bool sets_and_returns(const Block& block, VariableId result, bool is_whole) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            const Statement& s = block[i];
            const bool is_last = i + 1 == block.size();
            const bool returns = is_last ? is_whole : block[i + 1].kind == StatementKind::return_;
            if (s.kind == StatementKind::set && s.variable == result && !returns) return false;
            const bool has_set =
                i > 0 && block[i - 1].kind == StatementKind::set && block[i - 1].variable == result;
            if (s.kind == StatementKind::return_ && !has_set) return false;
            if (is_whole && is_last && (s.kind != StatementKind::set || s.variable != result)) return false;
            if (!sets_and_returns(s.body, result, false) || !sets_and_returns(s.otherwise, result, false))
                return false;
        }
        return true;
    }

    /// The function, and its call where the result is read.
    void function_and_call(const Statement& s) {
        std::string parameters;
        std::string arguments;
        for (const auto& [parameter, value] : s.arguments) {
            arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", text(value));
            parameters +=
                fmt::format("{}{} {}", parameters.empty() ? "" : ", ", type(parameter), name(parameter));
        }
        const std::string own =
            fmt::format("{}_{}", style_.name.empty() ? function_.name : style_.name, s.function);
        std::string outer = std::exchange(text_, {});
        const std::size_t depth = std::exchange(depth_, 0);
        line(fmt::format("static {} {}({}) {{", type(s.variable), own, parameters));
        returned_ = s.result->variable;
        block(s.body, 1);
        returned_.reset();
        line("}");
        functions_ += text_;
        text_ = std::move(outer);
        depth_ = depth;
        name_of_[s.variable] = fmt::format("{}({})", own, arguments);
    }

    void call(const Statement& s) {
        if (style_.functions && can_be_function(s)) return function_and_call(s);
        if (s.result != nullptr) line(fmt::format("{} {};", type(s.variable), name(s.variable)));
        line("{");
        deeper([&] {
            for (const auto& [parameter, value] : s.arguments)
                line(fmt::format("{} {} = {};", type(parameter), name(parameter), text(value)));
        });
        braces(s.body, {.kind = Around::call});
        if (s.result != nullptr)
            deeper([&] { line(fmt::format("{} = {};", name(s.variable), text(s.result))); });
        line("}");
    }

    // ---- loops with directives

    std::string head_of(const LoopForm& loop) {
        const std::string i = name(loop.variable);
        const std::string change = loop.step == 1
                                       ? fmt::format("{}{}", i, loop.down ? "--" : "++")
                                       : fmt::format("{} {} {}", i, loop.down ? "-=" : "+=", loop.step);
        return fmt::format("for ({} {} = {}; {} {} {}; {}) {{", c_type(loop.type), i, text(loop.low), i,
                           loop.down ? ">" : "<", text(loop.high), change);
    }

    /// A loop over the number of the iteration.
    std::string plain_head(const std::string& number, const Expr& count) {
        const bool at_least_0 = count->kind == Expression::Kind::apply && count->function == Function::max;
        return fmt::format("for (long {0} = 0; {0} < {1}; {0}++) {{", number,
                           text(at_least_0 ? count->operands[1] : count));
    }

    std::string reductions(const Statement& s) {
        std::string result;
        for (const Reduction& r : s.reductions) {
            name_of_[r.partial] = name(r.original);
            result += fmt::format(" reduction({}: {})", reduction_operator(r.function), name(r.original));
        }
        return result;
    }

    static std::string_view reduction_operator(Function function) {
        constexpr std::pair<Function, std::string_view> kOperators[] = {
            {Function::add, "+"},  {Function::mul, "*"}, {Function::min, "min"}, {Function::max, "max"},
            {Function::andb, "&"}, {Function::orb, "|"}, {Function::xorb, "^"}};
        const auto* const found =
            std::ranges::find(kOperators, function, &std::pair<Function, std::string_view>::first);
        return found == std::end(kOperators) ? "?" : found->second;
    }

    /// The declarations at the beginning of a body that are clauses in C: a variable of the same name around
    /// the loop, without a value or copied. Adds them to the directive; the number of declarations.
    std::size_t privates(const Block& body, std::size_t first, std::string& directive) {
        std::size_t i = first;
        for (; i < body.size() && body[i].kind == StatementKind::declare; ++i) {
            const VariableId own = body[i].variable;
            const auto outer = outer_of(body[i]);
            if (!outer || is_last_value(body[i].variable) ||
                any_expression(body, i + 1, [&](const Expr& e) { return reads(e, *outer); }))
                break;
            name_of_[own] = name(*outer);
            directive +=
                fmt::format(" {}({})", body[i].value == nullptr ? "private" : "firstprivate", name(*outer));
        }
        return i - first;
    }

    std::optional<VariableId> outer_of(const Statement& declaration) const {
        const KernelVariable& own = function_.variables[declaration.variable];
        if (declaration.value != nullptr && declaration.value->kind != Expression::Kind::variable)
            return std::nullopt;
        for (const auto& [v, given] : name_of_) {
            const KernelVariable& other = function_.variables[v];
            if (v == declaration.variable || other.name != own.name || other.type != own.type) continue;
            if (declaration.value == nullptr || declaration.value->variable == v) return v;
        }
        return std::nullopt;
    }

    bool is_last_value(VariableId v) const { return last_values_.contains(v); }

    /// Assigned at the end of each iteration.
    void last_values(const Statement& s) {
        deeper([&] {
            for (const auto& [original, last] : s.last_values)
                line(fmt::format("{} = {};", name(original), name(last)));
        });
    }

    void parallel(const Statement& s) {
        const auto nest = nest_of(s.value, s.body, function_.variables);
        const bool known = nest && !any_expression(s.body, nest->statements, uses_element);
        std::string directive = next_directive();
        if (s.width != 0) directive += fmt::format(" simd simdlen({})", s.width);
        directive += clauses_;
        if (known && nest->loops.size() > 1) directive += fmt::format(" collapse({})", nest->loops.size());
        directive += reductions(s);
        std::size_t first = known ? nest->statements : 0;
        if (known) first += privates(s.body, first, directive);
        pragma(directive);
        const std::string outer_element = std::exchange(element_, known ? "" : fresh("element"));
        const std::size_t loops = known ? nest->loops.size() : 1;
        for (std::size_t i = 0; i < loops; ++i) {
            line(known ? head_of(nest->loops[i]) : plain_head(element_, s.value));
            ++depth_;
        }
        --depth_;
        around_.push_back({.kind = Around::parallel});
        block(s.body, first);
        finish_inside();
        for (std::size_t i = loops; i-- > 0;) {
            line("}");
            if (i != 0) --depth_;
        }
        element_ = outer_element;
    }

    /// Sets clauses_ to what follows `for` and `simd`.
    std::string next_directive() {
        const std::size_t number = parallel_loops_++;
        const std::string all(number < style_.directives.size() ? style_.directives[number]
                                                                : std::string(kDefaultDirective));
        constexpr std::string_view kEnd = " for";
        const std::size_t end = std::min(all.size(), all.find(kEnd) + kEnd.size());
        clauses_ = all.substr(end);
        return all.substr(0, end);
    }

    void simd(const Statement& s) {
        const Expr number = read(s.variable, ValueType::number(Type::i64));
        std::optional<LoopForm> form;
        if (!s.body.empty() && s.body[0].kind == StatementKind::declare && s.body[0].value != nullptr)
            form = form_of(s.value, s.body[0], function_.variables[s.body[0].variable].type.type, number);
        const auto uses_number = [&](const Expr& e) { return reads(e, s.variable); };
        if (form && any_expression(s.body, 1, uses_number)) form.reset();
        std::string directive = "simd";
        if (s.width != 0) directive += fmt::format(" simdlen({})", s.width);
        const std::size_t which = simd_loops_++;
        if (which < style_.simd_clauses.size()) directive += style_.simd_clauses[which];
        if (s.safelen != 0) directive += fmt::format(" safelen({})", s.safelen);
        directive += reductions(s);
        for (const auto& [original, last] : s.last_values) {
            directive += fmt::format(" lastprivate({})", name(original));
            last_values_.insert(last);
        }
        std::size_t first = form ? 1 : 0;
        if (form) first += privates(s.body, first, directive);
        pragma(directive);
        line(form ? head_of(*form) : plain_head(name(s.variable), s.value));
        around_.push_back({.kind = Around::simd, .label = s.last_values.empty() ? "" : fresh("next")});
        block(s.body, first);
        finish_inside();
        last_values(s);
        line("}");
    }

    // ---- loops in the order of the machine

    /// Each iteration has a partial value of a reduction.
    void ordered_parallel(const Statement& s) {
        const std::string outer_element = std::exchange(element_, fresh("element"));
        const bool in_lanes = style_.order->model == LoopModel::spmd || s.width != 0;
        const bool was_in_simd = std::exchange(in_simd_, in_lanes);
        line(fmt::format("for (long {0} = 0; {0} < ({1}); {0}++) {{", element_, text(s.value)));
        deeper([&] {
            for (const Reduction& r : s.reductions) begin_partial(r, 1, element_);
        });
        braces(s.body, {.kind = Around::parallel, .label = s.reductions.empty() ? "" : fresh("end")});
        deeper([&] {
            for (const Reduction& r : s.reductions) combine(r, 1);
        });
        line("}");
        in_simd_ = was_in_simd;
        element_ = outer_element;
    }

    /// Under SIMD, iteration j is computed by lane j mod w, which has a partial value of its own.
    void ordered_simd(const Statement& s) {
        const bool shared = !in_simd_;
        const std::uint32_t width = !shared ? 1 : s.width == 0 ? kDefaultSimdWidth : s.width;
        const std::string number = name(s.variable);
        line("{");
        ++depth_;
        const std::string count = fresh("count");
        line(fmt::format("long {} = {};", count, text(s.value)));
        for (const Reduction& r : s.reductions) begin_partial(r, width, number);
        line(fmt::format("for (long {0} = 0; {0} < {1}; {0}++) {{", number, count));
        const bool was_in_simd = std::exchange(in_simd_, true);
        braces(s.body, {.kind = Around::simd, .label = s.last_values.empty() ? "" : fresh("next")});
        last_values(s);
        in_simd_ = was_in_simd;
        line("}");
        for (const Reduction& r : s.reductions) combine(r, width);
        --depth_;
        line("}");
    }

    void begin_partial(const Reduction& r, std::uint32_t width, const std::string& number) {
        const std::string partial = fresh(name(r.original) + "_partial");
        const Expr identity = literal(function_.variables[r.partial].type.type, r.identity_bits);
        partials_[r.partial] = partial;
        if (width == 1) {
            line(fmt::format("{} {} = {};", type(r.partial), partial, text(identity)));
            name_of_[r.partial] = partial;
            return;
        }
        line(fmt::format("{} {}[{}];", type(r.partial), partial, width));
        line(fmt::format("for (int lane = 0; lane < {}; lane++) {}[lane] = {};", width, partial,
                         text(identity)));
        name_of_[r.partial] = fmt::format("{}[{} % {}]", partial, number, width);
    }

    void combine(const Reduction& r, std::uint32_t width) {
        if (width != 1) name_of_[r.partial] = partials_[r.partial] + "[lane]";
        const ValueType t = function_.variables[r.partial].type;
        const Expr all = apply(r.function, {read(r.original, t), read(r.partial, t)});
        line(fmt::format("{}{} = {};",
                         width == 1 ? "" : fmt::format("for (int lane = 0; lane < {}; lane++) ", width),
                         name(r.original), text(all)));
    }

    const LoopFunction& function_;
    const CStyle& style_;
    CNames names_;
    std::map<VariableId, std::string> name_of_;
    std::map<VariableId, std::string> partials_;
    std::set<VariableId> last_values_;
    std::set<std::string> taken_ = {"lane"};
    std::string functions_;
    std::optional<VariableId> returned_;  ///< of the function that is printed
    std::string element_;
    std::string clauses_;
    std::size_t parallel_loops_ = 0;
    std::size_t simd_loops_ = 0;
    bool in_simd_ =
        true;  ///< in the machine's order: the iterations of a simd loop are not shared; so in host code
    std::vector<Inside> around_;
    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace

bool can_print_c(const LoopFunction& function) {
    bool result = function.locals.empty() && function.structures.empty() && !function.memory;
    const auto look = [&](const auto& self, const Expr& e) -> void {
        const bool of_bits = e->function == Function::andb || e->function == Function::andnotb ||
                             e->function == Function::orb || e->function == Function::xorb;
        if (e->kind == Expression::Kind::apply &&
            (e->function == Function::reinterpret || (of_bits && is_float(e->type.type))))
            result = false;
        const bool loads = e->kind == Expression::Kind::load;
        if (loads && e->type.type != function.buffers[e->element.buffer].element) result = false;
        for (const Expr& operand : e->operands) self(self, operand);
    };
    for_each_statement(function.body, [&](const Statement& s, bool) {
        if (s.kind == StatementKind::parallel && s.threads) result = false;
        if (s.kind == StatementKind::store &&
            s.value->type.type != function.buffers[s.element.buffer].element)
            result = false;
        for_each_expression(s, [&](const Expr& e) { look(look, e); });
    });
    return result;
}

std::string print_c(const LoopFunction& function, const CStyle& style) {
    return Printer(function, style).run();
}

}  // namespace musimd::dsl::openmp
