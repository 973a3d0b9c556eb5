#include "kernels/compiled/bounded_function.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "dsl/lowering/exits.hpp"
#include "kernels/compiled/error_expressions.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::Block;
using dsl::BufferId;
using dsl::Expr;
using dsl::Expression;
using dsl::Function;
using dsl::Reduction;
using dsl::Statement;
using dsl::VariableId;
using dsl::openmp::LoopFunction;
using Kind = Statement::Kind;

/// What is beside a number.
enum class Beside : std::uint8_t { error, terms, magnitudes };

constexpr Beside kAllBeside[] = {Beside::error, Beside::terms, Beside::magnitudes};

std::string_view name_of(Beside quantity) {
    return quantity == Beside::error   ? "error_of_"
           : quantity == Beside::terms ? "terms_of_"
                                       : "magnitudes_of_";
}

bool is_number(dsl::ValueType type) {
    return !type.condition && is_float(type.type);
}

/// The value without the conversions from one type of floats to another.
const Expr& unconverted(const Expr& e) {
    const Expr* at = &e;
    while ((*at)->kind == Expression::Kind::apply && (*at)->function == Function::cvt &&
           is_number((*at)->operands[0]->type))
        at = &(*at)->operands[0];
    return *at;
}

/// Whether the value is the variable ∘ x₁ ∘ x₂ …; appends the xs. `function`: add or mul.
bool is_update(const Expr& value, VariableId variable, Function function, std::vector<Expr>& terms) {
    const Expr& e = unconverted(value);
    if (e->kind == Expression::Kind::variable) return e->variable == variable;
    if (e->kind != Expression::Kind::apply) return false;
    const bool subtracts = function == Function::add && e->function == Function::sub;
    if (e->function != function && !subtracts) return false;
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
        if ((k == 1 && subtracts) || !is_update(e->operands[k], variable, function, terms)) continue;
        terms.push_back(e->operands[1 - k]);
        return true;
    }
    return false;
}

bool reads(const Expr& e, VariableId v) {
    return (e->kind == Expression::Kind::variable && e->variable == v) ||
           std::ranges::any_of(e->operands, [&](const Expr& operand) { return reads(operand, v); });
}

/// Adds the errors. What has an error is found by doing so again until there is nothing new.
class Bounding {
  public:
    Bounding(const LoopFunction& function, const ErrorSources& sources)
        : function_(function),
          sources_(sources),
          errors_(sources.mathematics, [this](const Expression& e) { return error_of(e); }) {}

    std::optional<BoundedFunction> run();

  private:
    VariableId beside(VariableId v, Beside quantity) const {
        return static_cast<VariableId>(function_.variables.size() + 3 * v +
                                       static_cast<std::size_t>(quantity));
    }
    BufferId beside_buffer(BufferId b, Beside quantity) const {
        return static_cast<BufferId>(function_.buffers.size() + 3 * b + static_cast<std::size_t>(quantity));
    }
    Expr value(VariableId v, Beside quantity) const {
        return dsl::read(beside(v, quantity), dsl::ValueType::number(Type::f64));
    }
    Expr element(BufferId b, Beside quantity, const Expr& index) const {
        return dsl::load(beside_buffer(b, quantity), index, Type::f64);
    }
    Statement set(VariableId v, Beside quantity, Expr to, Kind kind = Kind::set) const {
        return dsl::statement_of(kind, beside(v, quantity), std::move(to), line_);
    }

    bool is_supported() const;
    bool is_read_elsewhere(const Statement& update) const;
    Expr error_of(const Expression& e);
    Expr error_of_sum(VariableId v) const;
    Expr error_of_product(VariableId v, const Expr& product) const;
    void note(VariableId v, const Expr& error) {
        if (error != nullptr) changed_ = variables_.insert(v).second || changed_;
    }
    void note_buffer(BufferId b, const Expr& error) {
        if (error != nullptr) changed_ = buffers_.insert(b).second || changed_;
    }

    Block block(const Block& statements);
    void add(const Statement& s, Block& to);
    void assign(const Statement& s, Block& to);
    void update(const Statement& s, Function function, const std::vector<Expr>& terms, Block& to);
    void store(const Statement& s, Block& to);
    void call(const Statement& s, Block& to);
    void loop(const Statement& s, Block& to);
    void reduce(const Reduction& r, bool is_nested, Statement& loop, Block& before, Block& after);
    void array(const Statement& s, Block& to);
    void atomic(const Statement& s, Block& to);

    LoopFunction extended(Block body);
    Block beginnings() const;

    const LoopFunction& function_;
    ErrorSources sources_;
    ErrorExpressions errors_;
    std::set<VariableId> variables_;               ///< that have an error
    std::set<BufferId> buffers_;                   ///< the same
    std::set<BufferId> added_;                     ///< of them, those that atomic updates add to
    std::map<VariableId, Function> accumulators_;  ///< partial values of the loops around
    std::uint32_t line_ = 0;
    bool changed_ = false;
    bool is_known_ = true;
};

// ---- what has errors

bool Bounding::is_supported() const {
    bool result = !function_.memory && function_.structures.empty() && function_.of_threads.empty();
    dsl::for_each_statement(function_.body, [&](const Statement& s, bool) { result = result && !s.threads; });
    return result;
}

// What it was before.
bool Bounding::is_read_elsewhere(const Statement& update) const {
    bool result = false;
    dsl::for_each_statement(function_.body, [&](const Statement& s, bool) {
        if (s.kind == Kind::atomic && s.variable == update.variable) return;
        dsl::for_each_expression(s, [&](const Expr& e) { result = result || reads(e, update.variable); });
    });
    return result;
}

Expr Bounding::error_of(const Expression& e) {
    if (e.kind == Expression::Kind::variable) {
        if (!variables_.contains(e.variable)) return nullptr;
        const auto accumulated = accumulators_.find(e.variable);
        if (accumulated == accumulators_.end()) return value(e.variable, Beside::error);
        if (accumulated->second == Function::add) return error_of_sum(e.variable);
        return error_of_product(e.variable, dsl::read(e.variable, e.type));
    }
    const BufferId b = e.element.buffer;
    if (!buffers_.contains(b)) return nullptr;
    const Expr error = element(b, Beside::error, e.operands[0]);
    if (!added_.contains(b)) return error;
    // The element was at most the sum of what it is and of what has been added.
    const Expr now = dsl::load(b, e.operands[0], e.type.type);
    const Expr added = element(b, Beside::magnitudes, e.operands[0]);
    const Expr all = plus(magnitude(now), plus(added, added));
    return plus(error,
                times(times(element(b, Beside::terms, e.operands[0]), number(epsilon_of(e.type.type))), all));
}

// Σ Δxᵢ + n·ε·Σ|xᵢ|, where the terms differ or their order does.
Expr Bounding::error_of_sum(VariableId v) const {
    const Type type = function_.variables[v].type.type;
    const Expr error = value(v, Beside::error);
    const Expr rounding =
        times(times(value(v, Beside::terms), number(epsilon_of(type))), value(v, Beside::magnitudes));
    const Expr all = plus(error, rounding);
    return sources_.order ? all : unless_zero(error, all);
}

// The error of a product is relative while it is computed: e = Σ Δxᵢ÷|xᵢ| + n·ε. In the end it is |Π|·e·(1 +
// e).
Expr Bounding::error_of_product(VariableId v, const Expr& product) const {
    const Type type = function_.variables[v].type.type;
    const Expr error = value(v, Beside::error);
    const Expr relative = plus(error, times(value(v, Beside::terms), number(epsilon_of(type))));
    const Expr all = times(magnitude(product), times(relative, plus(number(1), relative)));
    return sources_.order ? all : unless_zero(error, all);
}

// ---- statements

Block Bounding::block(const Block& statements) {
    Block result;
    for (const Statement& s : statements) {
        errors_.forget();
        line_ = s.line;
        add(s, result);
    }
    return result;
}

void Bounding::add(const Statement& s, Block& to) {
    switch (s.kind) {
        case Kind::declare:
        case Kind::set:
            return assign(s, to);
        case Kind::store:
            return store(s, to);
        case Kind::call:
            return call(s, to);
        case Kind::simd:
        case Kind::parallel:
            return loop(s, to);
        case Kind::array:
            return array(s, to);
        case Kind::atomic:
            return atomic(s, to);
        case Kind::if_:
        case Kind::while_:
        case Kind::break_:
        case Kind::continue_:
        case Kind::return_:
        case Kind::check:
        case Kind::print:
        case Kind::team:
        case Kind::instruction:
            break;
    }
    Statement copy = s;
    for (Block* part : {&copy.head, &copy.body, &copy.step, &copy.otherwise}) *part = block(*part);
    to.push_back(std::move(copy));
}

// The error is computed first: the value may read the variable.
void Bounding::assign(const Statement& s, Block& to) {
    if (is_number(function_.variables[s.variable].type)) {
        const auto accumulated = accumulators_.find(s.variable);
        std::vector<Expr> terms;
        if (s.value != nullptr && accumulated != accumulators_.end() &&
            is_update(s.value, s.variable, accumulated->second, terms)) {
            update(s, accumulated->second, terms, to);
        } else {
            Expr error = s.value == nullptr ? nullptr : errors_.error(s.value);
            note(s.variable, error);
            if (s.value != nullptr && error == nullptr) error = number(0);
            if (variables_.contains(s.variable)) to.push_back(set(s.variable, Beside::error, error, s.kind));
        }
    }
    to.push_back(s);
}

// One more term of a reduction.
void Bounding::update(const Statement& s, Function function, const std::vector<Expr>& terms, Block& to) {
    Expr error;
    Expr magnitudes;
    for (const Expr& term : terms) {
        const Expr error_of_term = errors_.error(term);
        const bool relative = error_of_term != nullptr && function == Function::mul;
        error = plus(error, relative ? unless_zero(error_of_term, quotient(error_of_term, magnitude(term)))
                                     : error_of_term);
        magnitudes = plus(magnitudes, magnitude(term));
    }
    note(s.variable, sources_.order ? number(0) : error);
    if (!variables_.contains(s.variable)) return;
    const auto more = [&](Beside quantity, const Expr& by) {
        if (by != nullptr) to.push_back(set(s.variable, quantity, plus(value(s.variable, quantity), by)));
    };
    more(Beside::error, error);
    more(Beside::terms, number(static_cast<double>(terms.size())));
    if (function == Function::add) more(Beside::magnitudes, magnitudes);
}

void Bounding::store(const Statement& s, Block& to) {
    const BufferId b = s.element.buffer;
    const Expr error = errors_.error(s.value);
    note_buffer(b, error);
    const auto put = [&](Beside quantity, Expr bound) {
        Statement copy = s;
        copy.element.buffer = beside_buffer(b, quantity);
        copy.value = bound == nullptr ? number(0) : std::move(bound);
        to.push_back(std::move(copy));
    };
    if (buffers_.contains(b)) put(Beside::error, error);
    if (added_.contains(b)) {
        put(Beside::terms, nullptr);
        put(Beside::magnitudes, nullptr);
    }
    to.push_back(s);
}

void Bounding::call(const Statement& s, Block& to) {
    Statement copy = s;
    copy.arguments.clear();
    for (const auto& [parameter, argument] : s.arguments) {
        const Expr error = errors_.error(argument);
        note(parameter, error);
        if (variables_.contains(parameter))
            copy.arguments.emplace_back(beside(parameter, Beside::error),
                                        error == nullptr ? number(0) : error);
        copy.arguments.emplace_back(parameter, argument);
    }
    copy.body = block(s.body);
    to.push_back(std::move(copy));
    if (s.result == nullptr) return;
    errors_.forget();
    const Expr error = errors_.error(s.result);
    note(s.variable, error);
    if (variables_.contains(s.variable))
        to.push_back(set(s.variable, Beside::error, error == nullptr ? number(0) : error, Kind::declare));
}

void Bounding::loop(const Statement& s, Block& to) {
    Statement copy = s;
    const std::uint32_t line = s.line;
    std::vector<std::pair<Reduction, bool>> reduced;
    for (const Reduction& r : s.reductions) {
        if (!is_number(function_.variables[r.original].type)) continue;
        reduced.emplace_back(r, accumulators_.contains(r.original));
        if (r.function == Function::add || r.function == Function::mul)
            accumulators_.emplace(r.partial, r.function);
    }
    copy.body = block(s.body);
    line_ = line;
    for (const auto& [r, is_nested] : reduced) accumulators_.erase(r.partial);
    Block before;
    Block after;
    for (const auto& [r, is_nested] : reduced) reduce(r, is_nested, copy, before, after);
    for (const auto& [original, last] : s.last_values) {
        if (variables_.contains(last)) note(original, number(0));
        if (variables_.contains(original) && variables_.contains(last))
            copy.last_values.emplace_back(beside(original, Beside::error), beside(last, Beside::error));
    }
    for (const BufferId local : s.locals) {
        if (buffers_.contains(local)) copy.locals.push_back(beside_buffer(local, Beside::error));
    }
    to.insert(to.end(), before.begin(), before.end());
    to.push_back(std::move(copy));
    to.insert(to.end(), after.begin(), after.end());
}

// The original is a term, too. Inside of another loop that reduces it, it is that loop's partial value.
void Bounding::reduce(const Reduction& r, bool is_nested, Statement& loop, Block& before, Block& after) {
    if (!variables_.contains(r.partial)) return;
    note(r.original, number(0));
    const auto join = [&](Beside quantity, Function function) {
        loop.reductions.push_back({beside(r.original, quantity), beside(r.partial, quantity), function, 0});
    };
    const bool adds = r.function == Function::add;
    if (!adds && r.function != Function::mul) return join(Beside::error, Function::max);
    join(Beside::error, Function::add);
    join(Beside::terms, Function::add);
    if (adds) join(Beside::magnitudes, Function::add);
    if (is_nested) return;
    const Expr original = dsl::read(r.original, function_.variables[r.original].type);
    before.push_back(set(r.original, Beside::terms, number(1), Kind::declare));
    if (adds) before.push_back(set(r.original, Beside::magnitudes, magnitude(original), Kind::declare));
    const Expr error = value(r.original, Beside::error);
    if (!adds)
        before.push_back(
            set(r.original, Beside::error, unless_zero(error, quotient(error, magnitude(original)))));
    after.push_back(set(r.original, Beside::error,
                        adds ? error_of_sum(r.original) : error_of_product(r.original, original)));
}

void Bounding::array(const Statement& s, Block& to) {
    const BufferId b = s.element.buffer;
    to.push_back(s);
    for (const Beside quantity : kAllBeside) {
        if (!buffers_.contains(b) || (quantity != Beside::error && !added_.contains(b))) continue;
        Statement copy = s;
        copy.element.buffer = beside_buffer(b, quantity);
        copy.zeros = true;
        to.push_back(std::move(copy));
    }
}

// A sum. Of anything else, nothing is known if the element may have an error.
void Bounding::atomic(const Statement& s, Block& to) {
    const BufferId b = s.element.buffer;
    to.push_back(s);
    if (!is_float(function_.buffers[b].element)) return;
    const Expr error = s.value == nullptr ? nullptr : errors_.error(s.value);
    std::vector<Expr> terms;
    const bool is_sum = s.value != nullptr && !is_read_elsewhere(s) &&
                        is_update(s.value, s.variable, Function::add, terms) && !terms.empty();
    if (!is_sum) {
        const bool rounds = s.value != nullptr && reads(s.value, s.variable);
        is_known_ = is_known_ && error == nullptr && !buffers_.contains(b) && !(rounds && sources_.order);
        return;
    }
    Expr errors;
    Expr magnitudes;
    for (const Expr& term : terms) {
        errors = plus(errors, errors_.error(term));
        magnitudes = plus(magnitudes, magnitude(term));
    }
    if (sources_.order || errors != nullptr) {
        note_buffer(b, number(0));
        changed_ = added_.insert(b).second || changed_;
    }
    if (!added_.contains(b)) return;
    const auto more = [&](Beside quantity, const Expr& by) {
        Statement copy = s;
        copy.element.buffer = beside_buffer(b, quantity);
        copy.variable = beside(s.variable, quantity);
        copy.value = plus(value(s.variable, quantity), by);
        copy.acquires = copy.releases = false;
        to.push_back(std::move(copy));
    };
    if (errors != nullptr) more(Beside::error, errors);
    more(Beside::terms, number(static_cast<double>(terms.size())));
    more(Beside::magnitudes, magnitudes);
}

// ---- the function

/// Parameters have no errors at first.
Block Bounding::beginnings() const {
    Block result;
    for (const auto& parameter : function_.parameters) {
        if (parameter.variable && variables_.contains(*parameter.variable))
            result.push_back(set(*parameter.variable, Beside::error, number(0)));
    }
    return result;
}

LoopFunction Bounding::extended(Block body) {
    LoopFunction result = function_;
    result.body = beginnings();
    result.body.insert(result.body.end(), body.begin(), body.end());
    for (const dsl::KernelVariable& v : function_.variables) {
        for (const Beside quantity : kAllBeside)
            result.variables.push_back(
                {std::string(name_of(quantity)) + v.name, dsl::ValueType::number(Type::f64)});
    }
    for (const dsl::KernelBuffer& b : function_.buffers) {
        for (const Beside quantity : kAllBeside)
            result.buffers.push_back({std::string(name_of(quantity)) + b.name, Type::f64});
    }
    for (const auto& parameter : function_.parameters) {
        if (!parameter.buffer || !buffers_.contains(*parameter.buffer)) continue;
        for (const Beside quantity : kAllBeside) {
            dsl::openmp::Parameter own = parameter;
            own.name = std::string(name_of(quantity)) + parameter.name;
            own.type = Type::f64;
            own.buffer = beside_buffer(*parameter.buffer, quantity);
            result.parameters.push_back(std::move(own));
        }
    }
    for (const dsl::openmp::LocalArray& local : function_.locals) {
        if (buffers_.contains(local.buffer))
            result.locals.push_back({beside_buffer(local.buffer, Beside::error), local.elements});
    }
    if (result.result && variables_.contains(*result.result))
        result.result = beside(*result.result, Beside::error);
    return result;
}

std::optional<BoundedFunction> Bounding::run() {
    if (!is_supported()) return std::nullopt;
    Block body;
    do {
        changed_ = false;
        body = block(function_.body);
    } while (changed_);
    if (!is_known_) return std::nullopt;
    BoundedFunction result{.function = extended(std::move(body)), .buffers = {}};
    for (BufferId b = 0; b < function_.buffers.size(); ++b) {
        auto& buffer = result.buffers.emplace_back();
        if (!buffers_.contains(b)) continue;
        buffer = BufferBounds{.error = beside_buffer(b, Beside::error)};
        if (!added_.contains(b)) continue;
        buffer->terms = beside_buffer(b, Beside::terms);
        buffer->magnitudes = beside_buffer(b, Beside::magnitudes);
    }
    result.result_has_error = function_.result && variables_.contains(*function_.result);
    return result;
}

}  // namespace

std::optional<BoundedFunction> with_error_bounds(const LoopFunction& function, const ErrorSources& sources) {
    return Bounding(function, sources).run();
}

}  // namespace musimd::kernels::openmp
