#include "kernels/openmp/updates.hpp"

#include <algorithm>
#include <span>

#include "dsl/lowering/exits.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::Block;
using dsl::BufferId;
using dsl::Expr;
using dsl::Expression;
using dsl::Function;
using dsl::Statement;
using Kind = Statement::Kind;

bool is_apply(const Expr& e) {
    return e->kind == Expression::Kind::apply;
}

/// Small types are converted for each operation.
const Expr& without_conversion(const Expr& e) {
    return is_apply(e) && e->function == Function::cvt ? without_conversion(e->operands.front()) : e;
}

bool loads(BufferId buffer, const Expr& e) {
    if (e == nullptr) return false;
    if (e->kind == Expression::Kind::load && e->element.buffer == buffer) return true;
    return std::ranges::any_of(e->operands, [&](const Expr& operand) { return loads(buffer, operand); });
}

bool loads(BufferId buffer, const Statement& s) {
    bool result = false;
    dsl::for_each_expression(s, [&](const Expr& e) { result = result || loads(buffer, e); });
    return result;
}

bool stores(BufferId buffer, const Statement& s) {
    return (s.kind == Kind::store || s.kind == Kind::atomic) && s.element.buffer == buffer;
}

/// The element that the statement stores to, and nothing else of the buffer.
bool is_element(const Expr& value, const Statement& store) {
    const Expr& e = without_conversion(value);
    return e->kind == Expression::Kind::load && e->element == store.element && e->operands.size() == 1 &&
           store.index != nullptr && dsl::same(e->operands.front(), store.index) &&
           !loads(store.element.buffer, store.index);
}

std::optional<Function> reduction_by(Function function) {
    switch (function) {
        case Function::sub:
            return Function::add;
        case Function::add:
        case Function::mul:
        case Function::min:
        case Function::max:
        case Function::andb:
        case Function::orb:
        case Function::xorb:
            return function;
        default:  // of the functions of the table
            return std::nullopt;
    }
}

/// `s = s ∘ x`, in which x may itself be of the operation.
std::optional<Update> update_of(const Statement& s) {
    if (s.kind != Kind::store || s.atomic) return std::nullopt;
    const Expr& value = without_conversion(s.value);
    if (!is_apply(value) || value->operands.size() != 2) return std::nullopt;
    const auto function = reduction_by(value->function);
    if (!function) return std::nullopt;
    for (const std::size_t own : {0, 1}) {
        if (value->function == Function::sub && own == 1) continue;
        if (is_element(value->operands[own], s) && !loads(s.element.buffer, value->operands[1 - own]))
            return Update{*function, s.line};
    }
    return std::nullopt;
}

/// Whether the condition holds if `value` is the smaller, or the larger, of it and the element.
std::optional<Function> extreme(const Expr& condition, const Statement& store) {
    if (!is_apply(condition) || condition->operands.size() != 2) return std::nullopt;
    const Function f = condition->function;
    const bool is_less = f == Function::lt || f == Function::le;
    if (!is_less && f != Function::gt && f != Function::ge) return std::nullopt;
    const Expr& a = condition->operands[0];
    const Expr& b = condition->operands[1];
    const Expr& value = without_conversion(store.value);
    if (is_element(b, store) && dsl::same(without_conversion(a), value))
        return is_less ? Function::min : Function::max;
    if (is_element(a, store) && dsl::same(without_conversion(b), value))
        return is_less ? Function::max : Function::min;
    return std::nullopt;
}

/// `if (x > s) s = x`.
std::optional<Update> conditional_update(const Statement& s, BufferId buffer) {
    if (s.kind != Kind::if_ || s.body.size() != 1 || !s.otherwise.empty()) return std::nullopt;
    const Statement& store = s.body.front();
    if (store.kind != Kind::store || store.element.buffer != buffer) return std::nullopt;
    const auto function = extreme(s.value, store);
    return function ? std::optional(Update{*function, store.line}) : std::nullopt;
}

/// `s = x > s ? x : s`: a variable is declared, set by a condition, and stored.
std::optional<Update> chosen_update(std::span<const Statement> statements, BufferId buffer) {
    if (statements.size() < 3) return std::nullopt;
    const Statement& choice = statements[1];
    Statement store = statements[2];
    const bool is_choice = statements[0].kind == Kind::declare && choice.kind == Kind::if_ &&
                           choice.body.size() == 1 && choice.otherwise.size() == 1 &&
                           store.kind == Kind::store && store.element.buffer == buffer;
    if (!is_choice) return std::nullopt;
    const Expr stored = without_conversion(store.value);
    const dsl::VariableId chosen = statements[0].variable;
    const auto sets = [&](const Statement& s) { return s.kind == Kind::set && s.variable == chosen; };
    if (stored->kind != Expression::Kind::variable || stored->variable != chosen ||
        !sets(choice.body.front()) || !sets(choice.otherwise.front()))
        return std::nullopt;
    const Expr& then = choice.body.front().value;
    const Expr& otherwise = choice.otherwise.front().value;
    const bool keeps = is_element(then, store);
    if (keeps == is_element(otherwise, store)) return std::nullopt;
    store.value = keeps ? otherwise : then;
    auto function = extreme(choice.value, store);
    if (!function) return std::nullopt;
    if (keeps) function = *function == Function::min ? Function::max : Function::min;
    return Update{*function, store.line};
}

class Uses {
  public:
    explicit Uses(BufferId buffer) : buffer_(buffer) {}

    void block(const Block& statements) {
        for (std::size_t i = 0; i < statements.size(); ++i) {
            const std::span<const Statement> rest = std::span(statements).subspan(i);
            if (statements[i].kind == Kind::team && statements[i].act == dsl::TeamAct::combine) {
                i = end_of_combination(statements, i);
            } else if (const auto update = chosen_update(rest, buffer_)) {
                found_.updates.push_back(*update);
                i += 2;
            } else {
                statement(statements[i]);
            }
        }
    }
    const ObjectUses& found() const { return found_; }

  private:
    /// What a reduction adds to its original is no access of the source.
    static std::size_t end_of_combination(const Block& statements, std::size_t i) {
        while (i + 1 < statements.size() &&
               !(statements[i].kind == Kind::team && statements[i].act == dsl::TeamAct::combined))
            ++i;
        return i;
    }

    void statement(const Statement& s) {
        auto update = conditional_update(s, buffer_);
        if (!update && stores(buffer_, s)) update = update_of(s);
        if (update) {
            found_.updates.push_back(*update);
            return;
        }
        found_.is_written = found_.is_written || stores(buffer_, s);
        found_.has_others = found_.has_others || stores(buffer_, s) || loads(buffer_, s);
        for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) block(*part);
    }

    BufferId buffer_;
    ObjectUses found_;
};

/// Whether the statements may read the buffer first; `written` if they, or what came before, have written to
/// it on every way to their end.
bool may_read_first(BufferId buffer, const Block& block, bool& written) {
    for (const Statement& s : block) {
        if (written) return false;
        if (!s.head.empty() && may_read_first(buffer, s.head, written)) return true;
        if (written) return false;
        if (loads(buffer, s) || (s.kind == Kind::atomic && stores(buffer, s))) return true;
        if (stores(buffer, s)) written = true;
        bool in_body = written;
        bool otherwise = written;
        if (may_read_first(buffer, s.body, in_body) || may_read_first(buffer, s.otherwise, otherwise))
            return true;
        bool in_step = in_body;
        if (may_read_first(buffer, s.step, in_step)) return true;
        if (s.kind == Kind::if_) written = in_body && otherwise;
        if (s.kind == Kind::call) written = in_body;
    }
    return false;
}

}  // namespace

ObjectUses uses_of(BufferId buffer, const Block& block) {
    Uses uses(buffer);
    uses.block(block);
    return uses.found();
}

bool accesses(BufferId buffer, const Statement& s) {
    return stores(buffer, s) || loads(buffer, s);
}

bool may_read_first(BufferId buffer, const Block& block) {
    bool written = false;
    return may_read_first(buffer, block, written);
}

bool is_read_after(BufferId buffer, const Statement& s, const Block& whole) {
    std::vector<const Statement*> inside;
    dsl::for_each_statement(s.body, [&](const Statement& inner, bool) { inside.push_back(&inner); });
    bool is_after = false;
    std::optional<bool> is_read;
    dsl::for_each_statement(whole, [&](const Statement& other, bool) {
        if (&other == &s) {
            is_after = true;
        } else if (is_after && !is_read && std::ranges::find(inside, &other) == inside.end()) {
            if (loads(buffer, other)) is_read = true;
            if (!is_read && stores(buffer, other)) is_read = false;
        }
    });
    return is_read.value_or(false);
}

std::string_view clause_name(Function function) {
    switch (function) {
        case Function::mul:
            return "*";
        case Function::min:
            return "min";
        case Function::max:
            return "max";
        case Function::andb:
            return "&";
        case Function::orb:
            return "|";
        case Function::xorb:
            return "^";
        default:  // of the functions of a reduction
            return "+";
    }
}

}  // namespace musimd::kernels::openmp
