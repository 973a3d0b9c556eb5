#include "dsl/lowering/shared_variables.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "dsl/lowering/exits.hpp"

namespace musimd::dsl {
namespace {

/// In the outermost statements of a kernel, by their index.
struct Mentions {
    std::optional<std::size_t> declared;  ///< with a value, by one of them alone
    std::size_t last = 0;
    int declarations = 0;  ///< anywhere
};

bool is_of_the_dsl(Statement::Kind kind) {
    using enum Statement::Kind;
    return kind == declare || kind == set || kind == store || kind == if_ || kind == while_ ||
           kind == break_ || kind == continue_ || kind == return_ || kind == call;
}

class Survey {
  public:
    explicit Survey(const Kernel& kernel) : found_(kernel.variables.size()) {
        for (std::size_t i = 0; i < kernel.body.size(); ++i) look(kernel.body[i], i);
        for (Mentions& m : found_) {
            if (m.declarations != 1) m.declared.reset();
        }
    }

    const std::vector<Mentions>& by_variable() const { return found_; }
    /// Whether dormant lanes may act, or statements have variables that this does not look at.
    bool excluded() const { return excluded_; }

  private:
    void look(const Statement& outermost, std::size_t i) {
        if (outermost.kind == Statement::Kind::declare && outermost.value != nullptr)
            found_[outermost.variable].declared = i;
        std::set<const Expression*> seen;
        const std::function<void(const Expr&)> read = [&](const Expr& e) {
            if (!seen.insert(e.get()).second) return;
            if (e->kind == Expression::Kind::variable) found_[e->variable].last = i;
            excluded_ = excluded_ || e->unmasked;
            for (const Expr& operand : e->operands) read(operand);
        };
        const auto statement = [&](const Statement& s) {
            excluded_ = excluded_ || s.unmasked || !is_of_the_dsl(s.kind);
            using enum Statement::Kind;
            if (s.kind == declare || s.kind == set || (s.kind == call && s.result != nullptr))
                found_[s.variable].last = i;
            if (s.kind == declare) ++found_[s.variable].declarations;
            for (const auto& [parameter, value] : s.arguments) found_[parameter].last = i;
            for_each_expression(s, read);
        };
        const auto inner = [&](const Statement& s, bool) { statement(s); };
        statement(outermost);
        for (const Block* part : {&outermost.head, &outermost.step, &outermost.body, &outermost.otherwise})
            for_each_statement(*part, inner);
    }

    std::vector<Mentions> found_;
    bool excluded_ = false;
};

}  // namespace

std::vector<VariableId> shared_variables(const Kernel& kernel) {
    std::vector<VariableId> result(kernel.variables.size());
    std::iota(result.begin(), result.end(), VariableId{0});
    const Survey survey(kernel);
    if (survey.excluded()) return result;
    std::vector<VariableId> declared;
    for (VariableId v = 0; v < result.size(); ++v) {
        if (survey.by_variable()[v].declared) declared.push_back(v);
    }
    std::ranges::sort(declared, {}, [&](VariableId v) { return *survey.by_variable()[v].declared; });
    // Of each type, the variables of the program with the last mention of what they hold.
    std::map<std::tuple<Type, bool>, std::set<std::pair<std::size_t, VariableId>>> held;
    for (const VariableId v : declared) {
        const Mentions& m = survey.by_variable()[v];
        const ValueType type = kernel.variables[v].type;
        auto& candidates = held[{type.type, type.condition}];
        if (!candidates.empty() && candidates.begin()->first < *m.declared) {
            result[v] = candidates.begin()->second;
            candidates.erase(candidates.begin());
        }
        candidates.emplace(std::max(m.last, *m.declared), result[v]);
    }
    return result;
}

}  // namespace musimd::dsl
