#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "prove/proof.hpp"
#include "prove/query.hpp"

// A launch, arguments and contents of arrays from the model of a question. Whether they violate anything is
// for the machine to say.

namespace musimd::prove {
namespace {

constexpr std::int64_t kMostElements = 5000;
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
        return std::nullopt;
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

std::string array_text(const std::map<std::int64_t, Integer>& contents, std::int64_t elements) {
    if (contents.empty()) return fmt::format("zeros:{}", elements);
    // One number alone would be a count of elements.
    if (elements == 1) {
        const std::string only = contents.begin()->second.str();
        return only == "0" ? "zeros:1" : fmt::format("between:{}:{}:0[1]", only, only);
    }
    std::vector<std::string> all(static_cast<std::size_t>(elements), "0");
    for (const auto& [index, value] : contents) all[static_cast<std::size_t>(index)] = value.str();
    return fmt::format("{}", fmt::join(all, ","));
}

/// With the arguments of the model; nothing if it does not say how long an array is.
std::optional<Candidate> candidate_of(ModelReader& model, const dsl::cuda::KernelFunction& kernel,
                                      const LaunchTerms& launch, Candidate result) {
    const auto length_of = [&](dsl::BufferId buffer) -> std::optional<std::int64_t> {
        const std::optional<Integer> length = model.value(launch.lengths.at(buffer));
        if (!length || *length < 1 || *length > kMostElements) return std::nullopt;
        return length->convert_to<std::int64_t>();
    };
    for (std::size_t i = 0; i < kernel.code.parameters.size(); ++i) {
        const dsl::openmp::Parameter& parameter = kernel.code.parameters[i];
        const auto is_it = [&](const dsl::cuda::DeviceVariable& variable) { return variable.parameter == i; };
        if (std::ranges::any_of(kernel.variables, is_it)) continue;  // it has the values of the text
        if (parameter.variable) {
            const std::optional<Integer> value = model.value(launch.variables.at(*parameter.variable));
            if (!value) return std::nullopt;
            result.arguments.push_back(parameter.name + "=" + value->str());
            continue;
        }
        std::optional<std::int64_t> elements = kMostElements;
        if (launch.lengths.contains(*parameter.buffer)) elements = length_of(*parameter.buffer);
        if (!elements) return std::nullopt;
        const auto contents = is_float(parameter.type) ? std::map<std::int64_t, Integer>{}
                                                       : model.contents(parameter.name, *elements);
        result.arguments.push_back(parameter.name + "=" + array_text(contents, *elements));
    }
    for (const dsl::cuda::SharedArray& array : kernel.shared) {
        if (array.elements != 0 || !launch.lengths.contains(array.buffer)) continue;
        const std::optional<std::int64_t> elements = length_of(array.buffer);
        if (!elements) return std::nullopt;
        result.shared_bytes = std::max(result.shared_bytes, array.bytes * *elements);
    }
    return result;
}

}  // namespace

std::optional<Candidate> Prover::candidate(const Obligation& obligation,
                                           const std::array<std::int64_t, 3>& block,
                                           const std::array<std::int64_t, 3>& grid) {
    const LaunchTerms& launch = launches_.at(obligation.level);
    for (std::vector<Term> conditions : obligation.open) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            conditions.push_back(terms_.equal(launch.threads[axis], terms_.number(block[axis])));
            conditions.push_back(terms_.equal(launch.blocks[axis], terms_.number(grid[axis])));
        }
        for (const auto& [buffer, length] : launch.lengths) {
            if (Terms::is_number(length)) continue;
            conditions.push_back(terms_.at_most(terms_.number(1), length));
            conditions.push_back(terms_.at_most(length, terms_.number(kMostElements)));
        }
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
