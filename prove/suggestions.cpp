#include "prove/suggestions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "prove/tree_facts.hpp"

// Assumptions that users often forget to state, from the weakest on.

namespace musimd::prove {
namespace {

constexpr std::size_t kMostTried = 20;
constexpr std::chrono::seconds kTimeOfOne(4), kTimeOfAll(12);

class Suggestions {
  public:
    Suggestions(const dsl::cuda::KernelFunction& kernel, const Premises& premises, const Proof& proof)
        : kernel_(kernel), premises_(premises), proof_(proof) {}

    std::vector<std::string> texts() {
        const bool has_sizes = !premises_.block && !premises_.grid && !premises_.host;
        add_step_limits();
        if (has_sizes) add_numbers_of_threads();
        if (has_sizes) add_sizes_of_blocks();
        add_contents();
        if (result_.size() > kMostTried) result_.resize(kMostTried);
        return std::move(result_);
    }

  private:
    void add(std::string text) { result_.push_back(std::move(text)); }

    /// All loops together.
    void add_step_limits() {
        if (!proof_.step_limits.empty()) add(fmt::format("{}", fmt::join(proof_.step_limits, " && ")));
    }

    void add_numbers_of_threads() {
        const std::set<dsl::VariableId> named = variables_read(kernel_.code.body);
        for (const char* const relation : {"<=", "=="}) {
            for (const dsl::openmp::Parameter& p : kernel_.code.parameters) {
                if (!p.variable || is_float(p.type) || p.boolean || !named.contains(*p.variable)) continue;
                add(fmt::format("{} {} gridDim.x * blockDim.x", p.name, relation));
            }
        }
        add("blockDim.x % 32 == 0");
    }

    void add_sizes_of_blocks() {
        for (const dsl::cuda::SharedArray& array : kernel_.shared) {
            if (array.elements < 2) continue;
            const auto shape =
                std::ranges::find(kernel_.shapes, array.buffer, &dsl::cuda::ObjectShape::buffer);
            if (shape != kernel_.shapes.end() && !shape->inner.empty() && shape->inner.back() > 0) {
                const std::int64_t width = shape->inner.back(), height = array.elements / width;
                add(fmt::format("blockDim.x <= {} && blockDim.y <= {}", std::min(width, height), height));
                continue;
            }
            add(fmt::format("blockDim.x <= {}", array.elements));
            add(fmt::format("blockDim.x == {}", array.elements));
        }
        add("gridDim.x == 1");
    }

    void add_contents() {
        const std::set<dsl::BufferId> written = buffers_written(kernel_.code.body);
        std::vector<std::string> lengths;
        for (const auto& [array, length] : premises_.lengths) lengths.push_back(length);
        for (const Requirement& requirement : proof_.requirements) lengths.push_back(requirement.length);
        for (const dsl::openmp::Parameter& p : kernel_.code.parameters) {
            if (!p.buffer || is_float(p.type) || p.of_structure || written.contains(*p.buffer)) continue;
            add(fmt::format("distinct({})", p.name));
            add(fmt::format("sorted({})", p.name));
            for (const std::string& length : lengths)
                add(fmt::format("0 <= {0}[*] && {0}[*] < {1}", p.name, length));
        }
    }

    const dsl::cuda::KernelFunction& kernel_;
    const Premises& premises_;
    const Proof& proof_;
    std::vector<std::string> result_;
};

/// Where a step may wrap, no length suffices, and nothing was asked.
bool is_open(const Obligation& o, bool may_wrap) {
    const bool is_asked = !o.open.empty() || (may_wrap && o.kind == Kind::bounds);
    return o.verdict != Verdict::proved && o.suggestion.empty() && is_asked;
}

bool is_same(const Obligation& a, const Obligation& b) {
    return a.kind == b.kind && a.level == b.level && a.line.line == b.line.line &&
           a.other.line == b.other.line && a.array == b.array;
}

/// Of the requirements that were found, the same are stated: else others might be.
Premises with_lengths(Premises premises, const Proof& proof) {
    for (const Requirement& requirement : proof.requirements)
        premises.lengths[requirement.array] = requirement.length;
    return premises;
}

}  // namespace

void suggest(const dsl::cuda::KernelFunction& kernel, const Premises& premises, Solver& solver,
             Proof& proof) {
    const auto last = std::chrono::steady_clock::now() + kTimeOfAll;
    const bool may_wrap = !proof.step_limits.empty();
    const auto can_be_helped = [&](const Obligation& o) { return is_open(o, may_wrap); };
    for (const std::string& text : Suggestions(kernel, premises, proof).texts()) {
        const bool is_late = std::chrono::steady_clock::now() > last;
        if (is_late || std::ranges::none_of(proof.obligations, can_be_helped)) return;
        Premises more = with_lengths(premises, proof);
        more.assumptions.push_back(text);
        try {
            const Proof under = Prover(kernel, more, solver, kTimeOfOne).prove();
            for (Obligation& o : proof.obligations) {
                const auto at = std::ranges::find_if(
                    under.obligations, [&](const Obligation& other) { return is_same(o, other); });
                const bool is_proved = at == under.obligations.end() ? false : at->verdict == Verdict::proved;
                if (can_be_helped(o) && is_proved) o.suggestion = text;
            }
        } catch (const std::invalid_argument&) {  // no launch fulfils it
        }
    }
}

}  // namespace musimd::prove
