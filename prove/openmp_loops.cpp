#include "prove/openmp_loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "dsl/trees.hpp"
#include "dsl/walk.hpp"
#include "prove/openmp_trees.hpp"
#include "prove/tree_facts.hpp"

namespace musimd::prove {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Function;
using dsl::Statement;

/// Finds the loops of a function, and what is known where they begin.
class LoopFinder {
  public:
    explicit LoopFinder(const dsl::openmp::LoopFunction& function)
        : function_(function), assignments_(assignments_of(function.body)) {
        dsl::visit(function.body, [&](const Statement& s) {
            if (s.kind == Statement::Kind::array) arrays_[s.element.buffer].push_back(s.value);
            if (s.kind == Statement::Kind::team && s.width == 0 && s.act == dsl::TeamAct::independent)
                has_teams_ = true;
        });
    }

    std::vector<UnorderedLoop> run() {
        find(function_.body, {}, nullptr);
        return std::move(loops_);
    }

  private:
    /// `known`: declarations that are executed before the block, each time.
    void find(const Block& block, std::vector<Statement> known, const Expr& element) {
        for (const Statement& s : block) {
            if (s.kind == Statement::Kind::parallel)
                add_parallel(s, known);
            else if (s.kind == Statement::Kind::simd)
                add(s, known, element);
            else
                find_inside(s, known, element);
            keep_if_constant(s, known, element);
        }
    }

    void find_inside(const Statement& s, std::vector<Statement> known, const Expr& element) {
        for (const auto& [variable, argument] : s.arguments) {
            if (s.kind == Statement::Kind::call)
                keep_if_constant(dsl::statement_of(Statement::Kind::declare, variable, argument, s.line),
                                 known, element);
        }
        for (const Block* const part : dsl::blocks(s)) find(*part, known, element);
    }

    /// A variable that the whole text gives one value, made of such variables: it is the same when the loop
    /// begins.
    void keep_if_constant(const Statement& s, std::vector<Statement>& known, const Expr& element) {
        const auto is_once = [&](dsl::VariableId id) {
            const auto at = assignments_.find(id);
            return at != assignments_.end() && at->second == 1;
        };
        if (s.kind != Statement::Kind::declare || s.value == nullptr || !is_once(s.variable)) return;
        if (dsl::reads_memory(s.value)) return;
        bool is_made_of_known = true;
        dsl::visit(s.value, [&](const Expression& e) {
            if (e.kind != Expression::Kind::variable) return;
            const bool is_parameter = !assignments_.contains(e.variable) && parameters_.contains(e.variable);
            is_made_of_known = is_made_of_known && (is_parameter || std::ranges::any_of(known, [&](auto& k) {
                                                        return k.variable == e.variable;
                                                    }));
        });
        if (!is_made_of_known) return;
        Statement copy = s;
        if (element != nullptr) copy.value = with_element(copy.value, element);
        known.push_back(std::move(copy));
    }

    void add_parallel(const Statement& s, const std::vector<Statement>& known) {
        add(s, known, nullptr);
        // For the simd loops in it, the iteration around them is one number that all share.
        const auto iteration = static_cast<dsl::VariableId>(function_.variables.size());
        find(s.body, known, dsl::read(iteration, dsl::ValueType::number(Type::i64), s.line));
    }

    void add(const Statement& s, const std::vector<Statement>& known, const Expr& element) {
        UnorderedLoop loop{.line = s.line, .is_simd = s.kind == Statement::Kind::simd, .safelen = s.safelen};
        loop.known = known;
        loop.count = s.value;
        loop.kernel.code = function_;
        loop.kernel.code.body = body_of_iteration(s);
        loop.kernel.code.variables.push_back({"iteration", dsl::ValueType::number(Type::i64)});
        if (loop.is_simd) {
            const Expr number = dsl::element_number(s.line);
            if (element != nullptr) {
                loop.count = with_element(loop.count, element);
                loop.kernel.code.body = with_element(loop.kernel.code.body, element);
                loop.kernel.code.locals.clear();  // all iterations of the simd loop share them
            }
            loop.kernel.code.body.insert(
                loop.kernel.code.body.begin(),
                dsl::statement_of(Statement::Kind::declare, s.variable, number, s.line));
        }
        loop.reason = reason_of(s);
        for (const auto& [buffer, lengths] : arrays_) {
            if (lengths.size() == 1) loop.lengths[buffer] = lengths[0];
        }
        loops_.push_back(std::move(loop));
    }

    std::string reason_of(const Statement& s) const {
        if (s.threads) return "a region whose threads wait for each other is not understood yet";
        if (has_teams_) return "teams that run it at the same time are not understood yet";
        if (!s.locals.empty()) return "an array that each lane has of its own is not understood yet";
        const std::string act = unknown_act_in(s.body);
        return act.empty() ? "" : fmt::format("`{}` is not understood yet", act);
    }

    const dsl::openmp::LoopFunction& function_;
    std::map<dsl::VariableId, unsigned> assignments_;
    std::map<dsl::BufferId, std::vector<Expr>> arrays_;
    std::set<dsl::VariableId> parameters_ = parameters_of(function_);
    bool has_teams_ = false;
    std::vector<UnorderedLoop> loops_;

    static std::set<dsl::VariableId> parameters_of(const dsl::openmp::LoopFunction& function) {
        std::set<dsl::VariableId> result;
        for (const dsl::openmp::Parameter& parameter : function.parameters) {
            if (parameter.variable) result.insert(*parameter.variable);
        }
        return result;
    }
};

/// The iteration exists: the body is executed if its number is below the count.
Block guarded(const UnorderedLoop& loop) {
    Block result(loop.known.begin(), loop.known.end());
    const Expr exists =
        dsl::apply(Function::lt, {dsl::element_number(loop.line), loop.count}, true, loop.line);
    Statement guard = dsl::statement_of(Statement::Kind::if_, 0, exists, loop.line);
    guard.body = loop.kernel.code.body;
    result.push_back(std::move(guard));
    return result;
}

/// Makes the launch of which each thread is an iteration.
class LoopLaunch {
  public:
    LoopLaunch(Terms& terms, const UnorderedLoop& loop, const Premises& premises)
        : terms_(terms), loop_(loop), premises_(premises) {}

    LaunchTerms make(const Block& body) {
        Term zero = terms_.number(0), one = terms_.number(1);
        Term number = terms_.unknown("iteration", true, {0, Integer(1) << 62});
        launch_.thread = {number, zero, zero};
        launch_.block = {zero, zero, zero};
        // However many iterations there are: more than a grid can have.
        launch_.threads = {terms_.unknown("iterations", false, {0, std::nullopt}), one, one};
        launch_.threads[1] = launch_.threads[0];
        launch_.blocks = {one, one, one};
        launch_.element = number;
        launch_.apart = terms_.negation(terms_.equal(number, terms_.second(number)));
        if (loop_.safelen != 0) launch_.apart = terms_.both(launch_.apart, is_near(number));
        add_variables(body);
        for (const std::string& text : premises_.assumptions)
            launch_.facts.push_back(read_condition(terms_, text, launch_.names));
        add_lengths();
        return std::move(launch_);
    }

  private:
    Term is_near(Term number) {
        Term distance = terms_.difference(number, terms_.second(number));
        Term limit = terms_.number(loop_.safelen);
        return terms_.both(terms_.less(distance, limit), terms_.less(terms_.scaled(distance, -1), limit));
    }

    void add_variables(const Block& body) {
        std::set<dsl::VariableId> all = variables_read(body);
        for (const dsl::openmp::Parameter& parameter : loop_.kernel.code.parameters) {
            if (parameter.variable) all.insert(*parameter.variable);
        }
        const auto of_iteration = assignments_of(loop_.kernel.code.body);
        for (const dsl::VariableId id : all) add_variable(id, !of_iteration.contains(id));
    }

    /// Around the loop it has one value. In the body, a declaration gives it another.
    void add_variable(dsl::VariableId id, bool has_name) {
        const dsl::KernelVariable& variable = loop_.kernel.code.variables[id];
        const bool is_of_floats = !variable.type.condition && is_float(variable.type.type);
        const Range range = variable.type.condition ? Range{0, 1}
                            : is_of_floats          ? Range{}
                                                    : range_of(variable.type.type);
        Term value = terms_.unknown(variable.name, false, range);
        launch_.variables[id] = variable.type.condition ? terms_.positive(value) : value;
        if (has_name && !is_of_floats && !variable.type.condition)
            launch_.names.try_emplace(variable.name, value);
    }

    void add_lengths() {
        for (const auto& [buffer, length] : loop_.lengths) {
            if (Term term = term_of(length)) launch_.lengths[buffer] = term;
        }
        for (const auto& [name, text] : premises_.lengths) {
            const auto& buffers = loop_.kernel.code.buffers;
            const auto at = std::ranges::find(buffers, name, &dsl::KernelBuffer::name);
            if (at == buffers.end())
                throw std::invalid_argument(fmt::format("the function has no array {}", name));
            launch_.given_lengths[name] = read_number(terms_, text, launch_.names);
            launch_.lengths[static_cast<dsl::BufferId>(at - buffers.begin())] = launch_.given_lengths[name];
        }
    }

    /// Of the length of an array, which is exact; null: not known.
    Term term_of(const Expr& e) {
        if (const auto number = dsl::literal_integer(e)) return terms_.number(*number);
        if (e->kind == Expression::Kind::variable) {
            for (const Statement& s : loop_.known) {
                if (s.variable == e->variable) return term_of(s.value);
            }
            return nullptr;
        }
        if (e->kind != Expression::Kind::apply) return nullptr;
        std::vector<Term> operands;
        for (const Expr& operand : e->operands) {
            if (operand->type.condition || is_float(operand->type.type)) return nullptr;
            operands.push_back(term_of(operand));
            if (operands.back() == nullptr) return nullptr;
        }
        const bool is_exact = std::ranges::all_of(operands, Terms::is_number);
        if (!is_exact) return nullptr;
        if (e->function == Function::cvt && operands[0]->value >= 0) return operands[0];
        if (e->function == Function::mul) return terms_.product(operands[0], operands[1]);
        if (e->function == Function::add) return terms_.sum(operands[0], operands[1]);
        return nullptr;
    }

    Terms& terms_;
    const UnorderedLoop& loop_;
    const Premises& premises_;
    LaunchTerms launch_;
};

}  // namespace

std::vector<UnorderedLoop> unordered_loops(const dsl::openmp::LoopFunction& function) {
    return LoopFinder(function).run();
}

Proof prove_loop(const UnorderedLoop& loop, const Premises& premises, Solver& solver,
                 std::chrono::seconds limit) {
    if (!loop.reason.empty()) {
        Proof proof;
        proof.obligations.push_back({.kind = Kind::race, .line = loop.line, .reason = loop.reason});
        return proof;
    }
    dsl::cuda::KernelFunction kernel = loop.kernel;
    kernel.code.body = guarded(loop);
    Prover prover(kernel, premises, solver, limit);
    return prover.prove_block(
        [&](Terms& terms) { return LoopLaunch(terms, loop, premises).make(kernel.code.body); });
}

}  // namespace musimd::prove
