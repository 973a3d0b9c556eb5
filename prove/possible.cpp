#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "prove/content_rules.hpp"
#include "prove/proof.hpp"
#include "prove/query.hpp"

// Assumptions that no launch fulfils would prove everything.

namespace musimd::prove {
namespace {

constexpr std::chrono::milliseconds kPossibleLimit(2000);

/// One thing that a user says.
struct Saying {
    std::string text;  ///< as an option of the command line
    std::function<void(Premises&)> unsay;
};

std::string sizes_text(const std::array<std::uint32_t, 3>& sizes) {
    return fmt::format("{}", fmt::join(sizes, ","));
}

/// In the order in which they are dropped where others suffice.
std::vector<Saying> sayings_of(const Premises& premises) {
    std::vector<Saying> result;
    if (premises.host)
        result.push_back(
            {fmt::format("the launch on line {}", premises.host->line), [](Premises& p) { p.host.reset(); }});
    if (premises.grid)
        result.push_back({"--grid " + sizes_text(*premises.grid), [](Premises& p) { p.grid.reset(); }});
    if (premises.block)
        result.push_back({"--block " + sizes_text(*premises.block), [](Premises& p) { p.block.reset(); }});
    for (const auto& [name, value] : premises.arguments)
        result.push_back(
            {fmt::format("--arg {}={}", name, value), [key = name](Premises& p) { p.arguments.erase(key); }});
    for (const std::string& text : premises.assumptions)
        result.push_back(
            {fmt::format("--assume '{}'", text), [text](Premises& p) { std::erase(p.assumptions, text); }});
    return result;
}

std::string contradiction_text(const std::vector<std::string>& texts, bool by_limits) {
    const std::string limits =
        by_limits ? "; limits that are always assumed: a block has at most 1024 threads, gridDim.d * "
                    "blockDim.d is at most 2147483647, and a parameter has the values of its type"
                  : "";
    if (texts.empty()) return "no launch fulfils the limits that are always assumed";
    if (texts.size() == 1)
        return texts[0] + (by_limits ? " cannot be fulfilled" : " contradicts itself") + limits;
    const std::vector<std::string> first(texts.begin(), texts.end() - 1);
    return fmt::format("{} and {} contradict each other{}", fmt::join(first, ", "), texts.back(), limits);
}

}  // namespace

bool Prover::are_impossible(const Premises& premises, bool with_limits) {
    return is_impossible(launch_terms(terms_, kernel_, premises, Level::block), with_limits);
}

bool Prover::is_impossible(const LaunchTerms& launch, bool with_limits) {
    std::vector<Term> conditions = contents_are_possible(terms_, launch);
    const auto first =
        launch.facts.begin() + (with_limits ? 0 : static_cast<std::ptrdiff_t>(launch.limit_facts));
    conditions.insert(conditions.end(), first, launch.facts.end());
    if (std::ranges::any_of(conditions, Terms::is_false)) return true;
    const auto has_no_answer = [&](Products products) {
        return solver_.check(query_text(terms_, conditions, products), kPossibleLimit) ==
               Solver::Answer::impossible;
    };
    return has_no_answer(Products::by_laws) || has_no_answer(Products::exact);
}

void Prover::require_possible(const LaunchTerms& launch) {
    if (!is_impossible(launch, true)) return;
    if (sayings_of(premises_).empty())
        throw std::invalid_argument("no launch fulfils all assumptions and limits");
    Premises least = premises_;
    std::vector<std::string> needed;
    for (const Saying& saying : sayings_of(premises_)) {
        Premises without = least;
        saying.unsay(without);
        if (are_impossible(without, true))
            least = std::move(without);
        else
            needed.push_back(saying.text);
    }
    throw std::invalid_argument(contradiction_text(needed, !are_impossible(least, false)));
}

}  // namespace musimd::prove
