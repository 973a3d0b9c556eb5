#include <algorithm>
#include <functional>

#include "prove/proof.hpp"
#include "prove/query.hpp"

// Launches from the models of questions. Whether they violate anything is for the machine to say.

namespace musimd::prove {
namespace {

constexpr std::int64_t kMostElementsToRun = 5000;
constexpr std::int64_t kLongestArgument = 1 << 24;  ///< that a launch takes
constexpr std::int64_t kMostNumber = 1 << 20;
constexpr std::int64_t kMostThreadsToRun = 1 << 16;
constexpr std::int64_t kMostBlocksOfAxis = 4;  ///< of a launch whose shape the solver chooses
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

std::set<Term, ByNumber> terms_in(const std::vector<Term>& conditions) {
    std::set<Term, ByNumber> seen;
    for (Term condition : conditions) visit_terms(condition, seen);
    return seen;
}

/// Reads the model of the last question.
class ModelReader {
  public:
    ModelReader(Solver& solver, std::set<Term, ByNumber> known) : solver_(solver), known_(std::move(known)) {}

    /// Of a term of parameters and the launch; parameters that the question does not mention are 1.
    std::optional<Integer> value(Term term) {
        if (Terms::is_number(term)) return term->value;
        if (term->op == Op::unknown) return known_.contains(term) ? asked(name_of(term)) : Integer(1);
        if (known_.contains(term) && term->op != Op::product && !Terms::is_condition(term))
            return asked(macro(term));
        if (term->op == Op::choose) {
            const std::optional<bool> first = holds(term->args[0]);
            return first ? value(term->args[*first ? 1 : 2]) : std::nullopt;
        }
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
        const std::optional<bool> first = holds(condition->args[0]);
        if (!first || condition->op == Op::negation) return first ? std::optional(!*first) : first;
        const std::optional<bool> other = holds(condition->args[1]);
        return other ? std::optional(*first && *other) : std::nullopt;
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

std::optional<std::int64_t> length_in(ModelReader& model, Term term) {
    const std::optional<Integer> length = model.value(term);
    if (!length || *length < 1 || *length > kLongestArgument) return std::nullopt;
    if (!Terms::is_number(term) && *length > kMostElementsToRun) return std::nullopt;
    return length->convert_to<std::int64_t>();
}

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

/// False if no contents fulfil what is assumed.
bool add_contents(Argument& argument, ModelReader& model, const dsl::openmp::Parameter& parameter,
                  const LaunchTerms& launch) {
    if (is_float(parameter.type)) return true;
    argument.values = model.contents(parameter.name, argument.elements);
    const auto at = launch.contents.find(*parameter.buffer);
    if (at == launch.contents.end()) return true;
    const auto rules = concrete(model, at->second, range_of(parameter.type));
    if (!rules) return false;
    // Without a stated length, there are as many as can be distinct.
    if (rules->is_distinct && !launch.lengths.contains(*parameter.buffer))
        argument.elements = std::min(Integer(argument.elements), Integer(rules->most - rules->least + 1))
                                .convert_to<std::int64_t>();
    if (argument.elements < 1) return false;
    std::erase_if(argument.values, [&](const auto& value) { return value.first >= argument.elements; });
    const auto all = completed(argument.values, argument.elements, *rules);
    if (!all) return false;
    for (std::size_t i = 0; i < all->size(); ++i) argument.values[static_cast<std::int64_t>(i)] = (*all)[i];
    argument.rules = rules;
    return true;
}

/// Nothing if the model does not say how long an array is.
std::optional<Argument> argument_of(ModelReader& model, const dsl::openmp::Parameter& parameter,
                                    const LaunchTerms& launch) {
    Argument result{.name = parameter.name};
    if (parameter.variable) {
        const std::optional<Integer> value = model.value(launch.variables.at(*parameter.variable));
        if (!value) return std::nullopt;
        result.number = *value;
        return result;
    }
    result.is_array = true;
    result.elements = kMostElementsToRun;
    if (const auto at = launch.lengths.find(*parameter.buffer); at != launch.lengths.end()) {
        const auto elements = length_in(model, at->second);
        if (!elements) return std::nullopt;
        result.elements = *elements;
    }
    if (!add_contents(result, model, parameter, launch)) return std::nullopt;
    return result;
}

std::optional<Shape> shape_of(ModelReader& model, const std::array<Term, 3>& sizes) {
    Shape result = {1, 1, 1};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::optional<Integer> size = model.value(sizes[axis]);
        if (!size) return std::nullopt;
        result[axis] = size->convert_to<std::int64_t>();
    }
    return result;
}

std::optional<Candidate> candidate_of(ModelReader& model, const dsl::cuda::KernelFunction& kernel,
                                      const LaunchTerms& launch) {
    const std::optional<Shape> block = shape_of(model, launch.threads), grid = shape_of(model, launch.blocks);
    if (!block || !grid) return std::nullopt;
    Candidate result{.block = *block, .grid = *grid};
    Integer threads = 1;
    for (const Shape* const shape : {&result.block, &result.grid}) {
        for (const std::int64_t size : *shape) threads *= size;
    }
    if (threads > kMostThreadsToRun) return std::nullopt;
    for (std::size_t i = 0; i < kernel.code.parameters.size(); ++i) {
        const auto is_it = [&](const dsl::cuda::DeviceVariable& variable) { return variable.parameter == i; };
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[i];
        if (std::ranges::any_of(kernel.variables, is_it)) {  // it has the values of the text
            if (parameter.buffer && launch.contents.contains(*parameter.buffer)) return std::nullopt;
            continue;
        }
        auto argument = argument_of(model, parameter, launch);
        if (!argument) return std::nullopt;
        result.arguments.push_back(std::move(*argument));
    }
    for (const dsl::cuda::SharedArray& array : kernel.shared) {
        if (array.elements != 0 || !launch.lengths.contains(array.buffer)) continue;
        const auto elements = length_in(model, launch.lengths.at(array.buffer));
        if (!elements) return std::nullopt;
        result.shared_bytes = std::max(result.shared_bytes, array.bytes * *elements);
    }
    return result;
}

/// Integer parameters that are factors: if they are constants, the question is linear.
std::vector<Term> factors_in(const std::vector<Term>& conditions, const LaunchTerms& launch) {
    std::vector<Term> result;
    for (Term term : terms_in(conditions)) {
        if (term->op != Op::product) continue;
        for (const auto& [variable, value] : launch.variables) {
            const bool is_factor = value->op == Op::unknown && !value->is_private &&
                                   std::ranges::find(term->args, value) != term->args.end();
            if (is_factor && std::ranges::find(result, value) == result.end()) result.push_back(value);
        }
    }
    std::erase_if(result, [&](Term value) {
        const auto is_size = [&](const std::array<Term, 3>& of) {
            return std::ranges::find(of, value) != of.end();
        };
        return is_size(launch.threads) || is_size(launch.blocks);
    });
    return result;
}

/// Of distinct elements there are at most as many as there are values.
void require_room(Terms& terms, const LaunchTerms& launch, dsl::BufferId buffer, const ContentRules& rules,
                  std::vector<Term>& conditions) {
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

std::vector<Term> Prover::limits_of_search(const LaunchTerms& launch) {
    std::vector<Term> result;
    for (const auto& [buffer, rules] : launch.contents) require_room(terms_, launch, buffer, rules, result);
    for (const auto& [buffer, length] : launch.lengths) {
        if (Terms::is_number(length)) continue;
        result.push_back(terms_.at_most(terms_.number(1), length));
        result.push_back(terms_.at_most(length, terms_.number(kMostElementsToRun)));
    }
    for (const auto& [name, value] : launch.names)
        result.push_back(terms_.at_most(value, terms_.number(kMostNumber)));
    return result;
}

std::vector<Term> Prover::shape_conditions(const LaunchTerms& launch,
                                           const std::optional<LaunchShape>& shape) {
    std::vector<Term> result;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (shape) {
            result.push_back(terms_.equal(launch.threads[axis], terms_.number(shape->block[axis])));
            result.push_back(terms_.equal(launch.blocks[axis], terms_.number(shape->grid[axis])));
        } else if (!Terms::is_number(launch.blocks[axis])) {
            result.push_back(terms_.at_most(launch.blocks[axis], terms_.number(kMostBlocksOfAxis)));
        }
    }
    return result;
}

std::optional<Candidate> Prover::solved(std::vector<Term> conditions, const LaunchTerms& launch) {
    if (std::ranges::any_of(conditions, Terms::is_false)) return std::nullopt;
    if (ask(terms_, solver_, conditions, kSearchLimit, &conditions, Products::exact) !=
        Solver::Answer::satisfiable)
        return std::nullopt;
    ModelReader model(solver_, terms_in(conditions));
    return candidate_of(model, kernel_, launch);
}

/// A case of a question may have lost a parameter that has one value there: so it is asked whether the launch
/// is one that the assumptions allow.
std::optional<Candidate> Prover::allowed(std::optional<Candidate> launch,
                                         const std::optional<LaunchShape>& shape) {
    if (!launch) return std::nullopt;
    if (shape) {
        launch->block = shape->block;
        launch->grid = shape->grid;
    }
    return launch_like(*launch);
}

std::optional<Candidate> Prover::candidate(const Obligation& obligation,
                                           const std::optional<LaunchShape>& shape) {
    const LaunchTerms& launch = launches_.at(obligation.level);
    for (const std::vector<Term>& open : obligation.open) {
        std::vector<Term> conditions = open;
        for (Term condition : shape_conditions(launch, shape)) conditions.push_back(condition);
        for (Term limit : limits_of_search(launch)) conditions.push_back(limit);
        const std::vector<Term> factors = factors_in(conditions, launch);
        // Different numbers: width and height that are equal hide a mistake.
        constexpr std::array<std::int64_t, 3> kFactors = {40, 17, 3};
        for (std::size_t turn = 0; turn < kFactors.size() && !factors.empty(); ++turn) {
            std::vector<Term> linear = conditions;
            for (std::size_t i = 0; i < factors.size(); ++i)
                linear.push_back(terms_.equal(factors[i], terms_.number(kFactors[(turn + i) % 3])));
            if (auto result = allowed(solved(linear, launch), shape)) return result;
        }
        if (auto result = allowed(solved(conditions, launch), shape)) return result;
    }
    return std::nullopt;
}

/// With the contents, and the lengths that nothing states, of another one.
void Prover::take_arrays(Candidate& result, const Candidate& from) const {
    const LaunchTerms& launch = launches_.at(Level::block);
    for (const dsl::openmp::Parameter& parameter : kernel_.code.parameters) {
        Argument* const argument = result.find(parameter.name);
        const auto at = std::ranges::find(from.arguments, parameter.name, &Argument::name);
        if (argument == nullptr || !argument->is_array || at == from.arguments.end()) continue;
        argument->take_contents(*at, !launch.lengths.contains(*parameter.buffer));
    }
}

std::vector<Term> Prover::equalities(const Candidate& wanted, const LaunchTerms& launch) {
    std::vector<Term> result = shape_conditions(launch, LaunchShape{wanted.block, wanted.grid});
    for (const Argument& argument : wanted.arguments) {
        if (argument.is_array || !launch.names.contains(argument.name)) continue;
        result.push_back(terms_.equal(launch.names.at(argument.name), terms_.number(argument.number)));
    }
    return result;
}

std::optional<Candidate> Prover::launch_like(const Candidate& wanted) {
    const LaunchTerms& launch = launches_.at(Level::block);
    std::vector<Term> conditions = launch.facts;
    for (Term limit : limits_of_search(launch)) conditions.push_back(limit);
    for (Term equality : equalities(wanted, launch)) conditions.push_back(equality);
    std::optional<Candidate> result = solved(conditions, launch);
    if (!result) return std::nullopt;
    result->block = wanted.block;
    result->grid = wanted.grid;
    for (const Argument& argument : wanted.arguments) {
        if (Argument* const own = result->find(argument.name); own != nullptr && !argument.is_array)
            own->number = argument.number;
    }
    take_arrays(*result, wanted);
    return result;
}

std::optional<Candidate> Prover::launch_near(const Candidate& wanted) {
    if (auto result = launch_like(wanted)) return result;
    const LaunchTerms& launch = launches_.at(Level::block);
    std::vector<Term> conditions = launch.facts;
    for (Term limit : limits_of_search(launch)) conditions.push_back(limit);
    for (Term condition : shape_conditions(launch, std::nullopt)) conditions.push_back(condition);
    for (Term equality : equalities(wanted, launch)) {
        conditions.push_back(equality);
        if (Terms::is_false(equality) || solver_.find(query_text(terms_, conditions, Products::exact),
                                                      kSearchLimit) != Solver::Answer::satisfiable)
            conditions.pop_back();
    }
    std::optional<Candidate> result = solved(conditions, launch);
    if (result) take_arrays(*result, wanted);
    return result;
}

}  // namespace musimd::prove
