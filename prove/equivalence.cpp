#include "prove/equivalence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "dsl/walk.hpp"
#include "prove/equal_loops.hpp"
#include "prove/query.hpp"
#include "prove/tree_facts.hpp"

// Without races and barriers each thread has its own elements, which no other thread writes or, if it writes
// them, reads. So it is enough that each thread does the same to every element.

namespace musimd::prove {
namespace {

using dsl::Statement;
using dsl::cuda::KernelFunction;

constexpr std::size_t kNoPair = SIZE_MAX;

/// What the comparison does not understand of a kernel, and its line.
std::optional<std::pair<std::string, dsl::SourcePoint>> obstacle_in(const KernelFunction& kernel) {
    std::optional<std::pair<std::string, dsl::SourcePoint>> result;
    const auto found = [&](const std::string& what, dsl::SourcePoint line) {
        if (!result) result = std::pair(what, line);
    };
    if (!kernel.shared.empty()) found("shared memory", {});
    if (!kernel.code.structures.empty()) found("structures in memory", {});
    if (kernel.code.heap || !kernel.launches.empty() || kernel.printing)
        found("device launches, malloc and printf", {});
    if (kernel.everywhere_line != 0)
        found("an `everywhere` block", {kernel.everywhere_line, kernel.everywhere_column});
    // What is written by such a pointer is in arrays that have other names, too.
    const auto is_any = [&](dsl::BufferId buffer) { return kernel.code.memory == buffer; };
    dsl::visit_expressions(kernel.code.body, [&](const dsl::Expression& e) {
        if (e.kind == dsl::Expression::Kind::load && is_any(e.element.buffer))
            found("a pointer that may point into several arrays", e.line);
    });
    dsl::visit(kernel.code.body, [&](const Statement& s) {
        if (s.kind == Statement::Kind::store && is_any(s.element.buffer))
            found("a pointer that may point into several arrays", s.line);
        if (s.kind == Statement::Kind::store && s.asynchronous) found("an asynchronous copy", s.line);
        if (s.kind == Statement::Kind::atomic) found("an atomic", s.line);
        if (s.kind != Statement::Kind::instruction) return;
        const Opcode opcode = s.instruction.opcode;
        if (opcode == Opcode::exit || opcode == Opcode::popc || opcode == Opcode::clz) return;
        found("a barrier, or a function of warps,", s.line);
    });
    return result;
}

/// Of a parameter that is a variable of the device; else empty.
std::string symbol_of(const KernelFunction& kernel, std::size_t parameter) {
    const auto at = std::ranges::find(kernel.variables, parameter, &dsl::cuda::DeviceVariable::parameter);
    return at == kernel.variables.end() ? "" : at->symbol;
}

/// Names tell arrays apart.
bool has_equal_names(const KernelFunction& kernel) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < kernel.code.parameters.size(); ++i) {
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[i];
        if (parameter.buffer && !names.insert(kernel.code.buffers[*parameter.buffer].name).second)
            return true;
    }
    return false;
}

class KernelComparison {
  public:
    KernelComparison(const KernelFunction& first, const KernelFunction& second, const Premises& premises,
                     Solver& solver, std::chrono::seconds limit)
        : first_(first), second_(second), premises_(premises), solver_(solver), limit_(limit) {}

    Comparison run() {
        for (const bool is_second : {false, true}) {
            if (!may_compare(is_second)) return std::move(result_);
        }
        solver_.stop_at(std::chrono::steady_clock::now() + limit_);
        compare();
        solver_.stop_at(std::nullopt);
        result_.questions = solver_.questions();
        return std::move(result_);
    }

  private:
    using Arrays =
        std::map<std::string, std::pair<std::optional<dsl::BufferId>, std::optional<dsl::BufferId>>>;

    bool give_up(const std::string& reason, bool is_second, dsl::SourcePoint line) {
        result_.reason = reason;
        if (line.line != 0) result_.at = {is_second, line};
        return false;
    }

    bool may_compare(bool is_second) {
        const KernelFunction& kernel = is_second ? second_ : first_;
        if (const auto obstacle = obstacle_in(kernel))
            return give_up(obstacle->first + " is not understood yet", is_second, obstacle->second);
        if (has_equal_names(kernel)) return give_up("two arrays have one name", is_second, {});
        const Proof proof = Prover(kernel, premises_, solver_, limit_).prove();
        for (const Obligation& o : proof.obligations) {
            if (o.verdict == Verdict::proved || (o.kind != Kind::race && o.kind != Kind::barrier)) continue;
            return give_up(
                fmt::format("it is not proved that {} has no race: {}", kernel.code.name, o.reason),
                is_second, o.line);
        }
        return true;
    }

    /// The same launch, with the second kernel's variables.
    LaunchTerms launch_of_second(const LaunchTerms& launch) {
        LaunchTerms result = launch_terms(terms_, second_, premises_, Level::block);
        const auto require_sizes = [&](std::array<Term, 3>& own, const std::array<Term, 3>& given) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // A size that only one of them names is 1 for both.
                if (Terms::is_number(own[axis]))
                    shared_facts_.push_back(terms_.equal(own[axis], given[axis]));
                own[axis] = given[axis];
            }
        };
        require_sizes(result.threads, launch.threads);
        require_sizes(result.blocks, launch.blocks);
        result.thread = launch.thread;
        result.block = launch.block;
        const std::array<const std::array<Term, 3>*, 4> groups = {&launch.thread, &launch.block,
                                                                  &launch.threads, &launch.blocks};
        for (const auto& [variable, number] : second_.numbers) {
            const auto position = static_cast<std::size_t>(number);
            result.variables[variable] = (*groups[position / 3])[position % 3];
        }
        for (std::size_t i = 0; i < first_.code.parameters.size(); ++i) {
            const auto &own = second_.code.parameters[i], &given = first_.code.parameters[i];
            if (own.variable) result.variables[*own.variable] = launch.variables.at(*given.variable);
        }
        result.facts = launch.facts;
        return result;
    }

    void compare() {
        LaunchTerms launch = launch_terms(terms_, first_, premises_, Level::block);
        LaunchTerms second_launch = launch_of_second(launch);
        for (const KernelFunction* const kernel : {&first_, &second_}) {
            if (kernel->max_threads == 0) continue;
            Term threads =
                terms_.product(terms_.product(launch.threads[0], launch.threads[1]), launch.threads[2]);
            shared_facts_.push_back(terms_.at_most(threads, terms_.number(kernel->max_threads)));
        }
        for (LaunchTerms* const one : {&launch, &second_launch})
            one->facts.insert(one->facts.end(), shared_facts_.begin(), shared_facts_.end());
        result_.limits = launch.limits;
        for (const std::string& limit : second_launch.limits) {
            if (std::ranges::find(result_.limits, limit) == result_.limits.end())
                result_.limits.push_back(limit);
        }
        Execution first(terms_, solver_, first_, launch, Level::block);
        Execution second(terms_, solver_, second_, second_launch, Level::block);
        first.run();
        second.run();
        for (const Execution* const run : {&first, &second}) {
            for (const Unclear& unclear : run->unclear) {
                give_up(unclear.reason, run == &second, unclear.line);
                return;
            }
        }
        compare_runs(first, second);
    }

    void compare_runs(const Execution& first, const Execution& second) {
        LoopPairs loops(terms_, solver_, {first_, first}, {second_, second});
        if (const auto problem = loops.match()) {
            give_up(problem->first, false, problem->second);
            return;
        }
        for (const auto& [name, buffers] : arrays()) {
            for (std::size_t i = 0; i <= loops.pairs().size(); ++i) {
                const std::size_t segment = i == 0 ? kNoPair : i - 1;
                if (!has_same_effect(first, second, loops, segment, name, buffers)) return;
            }
        }
        result_.verdict = Verdict::proved;
    }

    Arrays arrays() const {
        Arrays result;
        for (const dsl::openmp::Parameter& parameter : first_.code.parameters) {
            if (parameter.buffer)
                result[first_.code.buffers[*parameter.buffer].name].first = parameter.buffer;
        }
        for (const dsl::openmp::Parameter& parameter : second_.code.parameters) {
            if (parameter.buffer)
                result[second_.code.buffers[*parameter.buffer].name].second = parameter.buffer;
        }
        return result;
    }

    // ---- what a thread does to an element

    /// In a trip of a loop, or in the kernel but for its loops: the element's value afterwards. A loop in it
    /// is a function, the same in both kernels, if each of its trips has the same effect.
    Term after(const Execution& run, const LoopPairs& loops, std::size_t segment, bool is_second,
               dsl::BufferId buffer, Term element, Term before) {
        const auto number_in = [&](const LoopPair& pair) { return is_second ? pair.second : pair.first; };
        const std::size_t around = segment == kNoPair ? SIZE_MAX : number_in(loops.pairs()[segment]);
        std::size_t last = SIZE_MAX;
        for (const Access& access : run.accesses) {
            if (access.buffer != buffer || !access.writes) continue;
            std::size_t loop = access.loop;
            while (loop != around && loop != SIZE_MAX && run.loops[loop].parent != around)
                loop = run.loops[loop].parent;
            if (loop == around) {
                Term hits = terms_.both(access.active, terms_.equal(access.index, element));
                before = terms_.choose(hits, access.value, before);
                last = SIZE_MAX;
                continue;
            }
            if (loop == SIZE_MAX || loop == last) continue;
            last = loop;
            const auto pair = std::ranges::find_if(
                loops.pairs(), [&](const LoopPair& one) { return number_in(one) == loop; });
            Term result =
                terms_.apply(fmt::format("loop {}", pair - loops.pairs().begin()), {element, before});
            before = terms_.choose(run.loops[loop].entry.active, result, before);
        }
        return before;
    }

    bool has_same_effect(const Execution& first, const Execution& second, const LoopPairs& loops,
                         std::size_t segment, const std::string& name, const Arrays::mapped_type& buffers) {
        Term element = terms_.unknown("element", true), before = terms_.unknown("before", true);
        Term of_first = before, of_second = before;
        if (buffers.first) of_first = after(first, loops, segment, false, *buffers.first, element, before);
        if (buffers.second) of_second = after(second, loops, segment, true, *buffers.second, element, before);
        if (of_first == of_second) return true;
        std::vector<Term> conditions = {terms_.differs(of_first, of_second)};
        const bool is_whole = segment == kNoPair;
        const auto known_in = [&](const Execution& run, bool is_second) {
            if (is_whole) return run.facts_at(run.known_at_end());
            const LoopPair& pair = loops.pairs()[segment];
            return run.facts_at(run.loops[is_second ? pair.second : pair.first].after_trip);
        };
        for (const auto& facts : {known_in(first, false), known_in(second, true)})
            conditions.insert(conditions.end(), facts.begin(), facts.end());
        if (!is_whole) {
            const LoopPair& pair = loops.pairs()[segment];
            conditions.push_back(first.loops[pair.first].entry.active);
            conditions.push_back(second.loops[pair.second].entry.active);
        }
        for (Term equality : loops.equalities_at_end_of(segment)) conditions.push_back(equality);
        const auto answer = solver_.check(query_text(terms_, conditions, Products::by_laws));
        if (answer == Solver::Answer::impossible) return true;
        const std::string causes = first.cause_of({of_first, of_second});
        const std::string more = second.cause_of({of_second});
        std::string reason = fmt::format("{} may differ", name);
        if (answer == Solver::Answer::unknown) reason = "the solver gave up on " + name;
        if (!causes.empty() || !more.empty())
            reason += fmt::format("; it depends on {}{}{}", causes,
                                  causes.empty() || more.empty() ? "" : ", ", causes == more ? "" : more);
        return give_up(reason, false,
                       is_whole ? dsl::SourcePoint{} : first.loops[loops.pairs()[segment].first].line);
    }

    const KernelFunction& first_;
    const KernelFunction& second_;
    Premises premises_;
    Solver& solver_;
    std::chrono::seconds limit_;
    Terms terms_;
    std::vector<Term> shared_facts_;
    Comparison result_;
};

}  // namespace

KernelFunction with_names_of(const KernelFunction& first, KernelFunction second) {
    auto& own = second.code.parameters;
    const auto& given = first.code.parameters;
    if (own.size() != given.size())
        throw std::invalid_argument(fmt::format("{} has {} parameters, and {} has {}", first.code.name,
                                                given.size(), second.code.name, own.size()));
    for (std::size_t i = 0; i < own.size(); ++i) {
        const bool is_same = own[i].type == given[i].type && own[i].boolean == given[i].boolean &&
                             own[i].buffer.has_value() == given[i].buffer.has_value();
        if (!is_same)
            throw std::invalid_argument(fmt::format("parameter {} of {} and {} of {} have different types",
                                                    given[i].name, first.code.name, own[i].name,
                                                    second.code.name));
        if (symbol_of(second, i) != symbol_of(first, i))
            throw std::invalid_argument("the kernels name different variables of the device");
        own[i].name = given[i].name;
        if (own[i].buffer)
            second.code.buffers[*own[i].buffer].name = first.code.buffers[*given[i].buffer].name;
        if (own[i].variable)
            second.code.variables[*own[i].variable].name = first.code.variables[*given[i].variable].name;
    }
    return second;
}

Comparison compare_kernels(const KernelFunction& first, const KernelFunction& second,
                           const Premises& premises, Solver& solver, std::chrono::seconds limit) {
    return KernelComparison(first, second, premises, solver, limit).run();
}

}  // namespace musimd::prove
