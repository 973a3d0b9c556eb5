#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "prove/array_contents.hpp"
#include "prove/proof.hpp"
#include "prove/query.hpp"

// A launch, arguments and contents of arrays from the model of a question. Whether they violate anything is
// for the machine to say.

namespace musimd::prove {
namespace {

constexpr std::int64_t kMostElements = 5000;
constexpr std::int64_t kMostThreads = 1 << 16;
constexpr std::chrono::milliseconds kSearchLimit(2000);

/// `((x (- 5)))`: -5.
std::optional<Integer> number_in(const std::optional<std::string>& answer) {
    if (!answer) return std::nullopt;
    std::size_t end = answer->size();
    while (end > 0 && (*answer)[end - 1] == ')') --end;
    std::size_t begin = end;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>((*answer)[begin - 1])) != 0) --begin;
    if (begin == end) return std::nullopt;
    const Integer value(answer->substr(begin, end - begin));
    const bool is_negative = begin >= 2 && (*answer)[begin - 2] == '-';
    return is_negative ? Integer(-value) : value;
}

void visit_terms(Term term, std::set<Term, ByNumber>& seen) {
    if (!seen.insert(term).second) return;
    for (Term arg : term->args) visit_terms(arg, seen);
}

/// Reads the model of the last question.
class ModelReader {
  public:
    ModelReader(Solver& solver, std::set<Term, ByNumber> known) : solver_(solver), known_(std::move(known)) {}

    /// Of a term of parameters and the launch; parameters that the question does not mention are 1.
    std::optional<Integer> value(Term term) {
        if (Terms::is_number(term)) return term->value;
        if (term->op == Op::choose) {
            const std::optional<bool> first = holds(term->args[0]);
            return first ? value(term->args[*first ? 1 : 2]) : std::nullopt;
        }
        if (term->op == Op::unknown) return known_.contains(term) ? asked(name_of(term)) : Integer(1);
        std::vector<Integer> args;
        for (Term arg : term->args) {
            const std::optional<Integer> of_arg = value(arg);
            if (!of_arg) return std::nullopt;
            args.push_back(*of_arg);
        }
        if (term->op == Op::sum) {
            Integer result = term->value;
            for (std::size_t i = 0; i < args.size(); ++i) result += term->factors[i] * args[i];
            return result;
        }
        if (term->op == Op::product) {
            Integer result = 1;
            for (const Integer& arg : args) result *= arg;
            return result;
        }
        if (term->op == Op::rest || term->op == Op::quotient) {
            const Integer rest = (args[0] % term->value + term->value) % term->value;
            return term->op == Op::rest ? rest : Integer((args[0] - rest) / term->value);
        }
        return std::nullopt;
    }

    std::optional<bool> holds(Term condition) {
        if (condition->op == Op::truth) return condition->value == 1;
        if (condition->op == Op::positive || condition->op == Op::zero) {
            const std::optional<Integer> of_arg = value(condition->args[0]);
            if (!of_arg) return std::nullopt;
            return condition->op == Op::zero ? *of_arg == 0 : *of_arg > 0;
        }
        std::optional<bool> result = holds(condition->args[0]);
        if (!result || condition->op == Op::negation) return result ? std::optional(!*result) : result;
        const std::optional<bool> other = holds(condition->args[1]);
        return other ? std::optional(*result && *other) : std::nullopt;
    }

    /// Elements of the array, by index.
    std::map<std::int64_t, Integer> contents(const std::string& array, std::int64_t elements) {
        std::map<std::int64_t, Integer> result;
        for (Term term : known_) {
            if (term->op != Op::apply || term->name != "contents of " + array) continue;
            Term index_term = term->args[0];
            const auto index = index_term->op == Op::number    ? std::optional(index_term->value)
                               : index_term->op == Op::unknown ? asked(name_of(index_term))
                                                               : asked(macro(index_term));
            const auto element = asked(macro(term));
            if (index && element && *index >= 0 && *index < elements)
                result[index->convert_to<std::int64_t>()] = *element;
        }
        return result;
    }

  private:
    static std::string macro(Term term) { return "n" + std::to_string(term->id); }
    std::optional<Integer> asked(const std::string& name) { return number_in(solver_.value_of(name)); }

    Solver& solver_;
    std::set<Term, ByNumber> known_;
};

/// The bounds of the elements in this model; nothing if it does not say them.
std::optional<ConcreteRules> concrete(ModelReader& model, const ContentRules& rules, const Range& of_type) {
    ConcreteRules result{rules.is_distinct, rules.is_sorted, *of_type.low, *of_type.high};
    for (Term least : rules.least) {
        const std::optional<Integer> value = model.value(least);
        if (!value) return std::nullopt;
        result.least = std::max(result.least, *value);
    }
    for (Term most : rules.most) {
        const std::optional<Integer> value = model.value(most);
        if (!value) return std::nullopt;
        result.most = std::min(result.most, *value);
    }
    return result;
}

/// As for --arg; nothing if no contents fulfil what is assumed.
std::optional<std::string> array_text(ModelReader& model, const dsl::openmp::Parameter& parameter,
                                      const LaunchTerms& launch, std::int64_t elements) {
    if (is_float(parameter.type)) return fmt::format("zeros:{}", elements);
    const auto rules = launch.contents.find(*parameter.buffer);
    ConcreteRules concrete_rules{.least = *range_of(parameter.type).low,
                                 .most = *range_of(parameter.type).high};
    if (rules != launch.contents.end()) {
        const auto of_model = concrete(model, rules->second, range_of(parameter.type));
        if (!of_model) return std::nullopt;
        concrete_rules = *of_model;
        // Without a stated length, there are as many as can be distinct.
        if (concrete_rules.is_distinct && !launch.lengths.contains(*parameter.buffer))
            elements = std::min(Integer(elements), Integer(concrete_rules.most - concrete_rules.least + 1))
                           .convert_to<std::int64_t>();
        if (elements < 1) return std::nullopt;
    }
    const auto given = model.contents(parameter.name, elements);
    if (given.empty() && rules == launch.contents.end()) return fmt::format("zeros:{}", elements);
    const auto all = completed(given, elements, concrete_rules);
    if (!all) return std::nullopt;
    // One number alone would be a count of elements.
    if (elements == 1)
        return all->front() == 0 ? "zeros:1" : fmt::format("between:{0}:{0}:0[1]", all->front().str());
    std::vector<std::string> texts;
    for (const Integer& element : *all) texts.push_back(element.str());
    return fmt::format("{}", fmt::join(texts, ","));
}

/// With the arguments of the model; nothing if it does not say how long an array is.
std::optional<Candidate> candidate_of(ModelReader& model, const dsl::cuda::KernelFunction& kernel,
                                      const LaunchTerms& launch, Candidate result) {
    const auto length_of = [&](dsl::BufferId buffer) -> std::optional<std::int64_t> {
        const std::optional<Integer> length = model.value(launch.lengths.at(buffer));
        if (!length || *length < 1) return std::nullopt;
        if (!Terms::is_number(launch.lengths.at(buffer)) && *length > kMostElements) return std::nullopt;
        return length->convert_to<std::int64_t>();
    };
    for (std::size_t i = 0; i < kernel.code.parameters.size(); ++i) {
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[i];
        const auto is_it = [&](const dsl::cuda::DeviceVariable& variable) { return variable.parameter == i; };
        if (std::ranges::any_of(kernel.variables, is_it)) {  // it has the values of the text
            if (parameter.buffer && launch.contents.contains(*parameter.buffer)) return std::nullopt;
            continue;
        }
        if (parameter.variable) {
            const std::optional<Integer> value = model.value(launch.variables.at(*parameter.variable));
            if (!value) return std::nullopt;
            result.arguments.push_back(parameter.name + "=" + value->str());
            continue;
        }
        std::optional<std::int64_t> elements = kMostElements;
        if (launch.lengths.contains(*parameter.buffer)) elements = length_of(*parameter.buffer);
        if (!elements) return std::nullopt;
        const auto text = array_text(model, parameter, launch, *elements);
        if (!text) return std::nullopt;
        result.arguments.push_back(parameter.name + "=" + *text);
    }
    for (const dsl::cuda::SharedArray& array : kernel.shared) {
        if (array.elements != 0 || !launch.lengths.contains(array.buffer)) continue;
        const std::optional<std::int64_t> elements = length_of(array.buffer);
        if (!elements) return std::nullopt;
        result.shared_bytes = std::max(result.shared_bytes, array.bytes * *elements);
    }
    return result;
}

/// Sizes that are known are not chosen.
std::array<std::int64_t, 3> with_fixed(const std::array<Term, 3>& sizes, std::array<std::int64_t, 3> wanted) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (Terms::is_number(sizes[axis])) wanted[axis] = sizes[axis]->value.convert_to<std::int64_t>();
    }
    return wanted;
}

/// Of distinct elements there are at most as many as there are values.
void require_room(Terms& terms, const LaunchTerms& launch, dsl::BufferId buffer,
                  std::vector<Term>& conditions) {
    const ContentRules& rules = launch.contents.at(buffer);
    const auto length = launch.lengths.find(buffer);
    if (!rules.is_distinct || length == launch.lengths.end()) return;
    for (Term least : rules.least) {
        for (Term most : rules.most) {
            Term values = terms.sum(terms.difference(most, least), terms.number(1));
            conditions.push_back(terms.at_most(length->second, values));
        }
    }
}

}  // namespace

std::optional<Candidate> Prover::candidate(const Obligation& obligation,
                                           const std::array<std::int64_t, 3>& block_wanted,
                                           const std::array<std::int64_t, 3>& grid_wanted) {
    const LaunchTerms& launch = launches_.at(obligation.level);
    const auto block = with_fixed(launch.threads, block_wanted),
               grid = with_fixed(launch.blocks, grid_wanted);
    std::int64_t threads = 1;
    for (const std::int64_t size : {block[0], block[1], block[2], grid[0], grid[1], grid[2]})
        threads = std::min(threads * size, kMostThreads + 1);
    if (threads > kMostThreads || !tried_.insert({&obligation, block, grid}).second) return std::nullopt;
    for (std::vector<Term> conditions : obligation.open) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            conditions.push_back(terms_.equal(launch.threads[axis], terms_.number(block[axis])));
            conditions.push_back(terms_.equal(launch.blocks[axis], terms_.number(grid[axis])));
        }
        for (const auto& [buffer, length] : launch.lengths) {
            if (Terms::is_number(length)) continue;  // of the text
            conditions.push_back(terms_.at_most(terms_.number(1), length));
            conditions.push_back(terms_.at_most(length, terms_.number(kMostElements)));
        }
        for (const auto& [buffer, rules] : launch.contents) require_room(terms_, launch, buffer, conditions);
        for (const auto& [name, value] : launch.names)
            conditions.push_back(terms_.at_most(value, terms_.number(1 << 20)));
        if (std::ranges::any_of(conditions, Terms::is_false)) continue;
        if (ask(terms_, solver_, conditions, kSearchLimit, &conditions, Products::exact) !=
            Solver::Answer::satisfiable)
            continue;
        std::set<Term, ByNumber> known;
        for (Term condition : conditions) visit_terms(condition, known);
        ModelReader model(solver_, std::move(known));
        if (auto result = candidate_of(model, kernel_, launch, {.block = block, .grid = grid})) return result;
    }
    return std::nullopt;
}

}  // namespace musimd::prove
