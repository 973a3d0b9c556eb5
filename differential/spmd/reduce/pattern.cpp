#include "differential/spmd/reduce/pattern.hpp"

#include <algorithm>
#include <set>

#include "dsl/walk.hpp"

namespace musimd::differential::spmd {
namespace {

using dsl::Block;
using dsl::Function;
using dsl::Kernel;
using dsl::Statement;

// The functions of a statement's expressions that say what it is about.
std::set<Function> functions(const Statement& s) {
    std::set<Function> found;
    dsl::visit_own(s, [&](const dsl::Expression& e) {
        if (e.kind != dsl::Expression::Kind::apply) return;
        const bool comparison = info(e.function).result == 'l' && info(e.function).operands == "vv";
        if (!comparison) found.insert(e.function);
    });
    return found;
}

class Matcher {
  public:
    Matcher(const Kernel& kernel, const Kernel& pattern)
        : kernel_(kernel), pattern_(pattern), control_(has_control(pattern)) {}

    bool run() const {
        const Block& parts = pattern_.body;
        // An empty pattern matches no kernel.
        return std::ranges::any_of(parts, [this](const Statement& s) { return !is_trivial(s); }) &&
               place(parts, 0, kernel_.body) == parts.size();
    }

  private:
    static bool is_condition(const Kernel& kernel, const Statement& s) {
        const bool names = s.kind == Statement::Kind::declare || s.kind == Statement::Kind::set;
        return names && kernel.variables[s.variable].type.condition;
    }

    // In a pattern with loops or exits, arithmetic is irrelevant.
    bool is_trivial(const Statement& s) const {
        const bool data = s.kind == Statement::Kind::declare || s.kind == Statement::Kind::store ||
                          (control_ && s.kind == Statement::Kind::set && !is_condition(pattern_, s));
        if (!data) return false;
        return std::ranges::all_of(functions(s), [this](Function f) {
            return control_ && (f == Function::add || f == Function::sub || f == Function::mul ||
                                f == Function::andb || f == Function::orb || f == Function::xorb);
        });
    }

    static bool has_control(const Kernel& kernel) {
        bool found = false;
        dsl::visit(kernel.body, [&](const Statement& s) {
            found |= s.kind == Statement::Kind::while_ || s.kind == Statement::Kind::return_;
        });
        return found;
    }

    // How many of the parts, from the first, are found in the block, in order.
    std::size_t place(const Block& parts, std::size_t first, const Block& in) const {
        for (const Statement& t : in) {
            while (first < parts.size() && is_trivial(parts[first])) ++first;
            if (first == parts.size()) return first;
            if (matches(parts[first], t)) {
                ++first;
                continue;
            }
            for (const Block* inner : {&t.head, &t.body, &t.otherwise}) first = place(parts, first, *inner);
        }
        while (first < parts.size() && is_trivial(parts[first])) ++first;
        return first;
    }

    bool has(const Block& in, const Block& parts) const { return place(parts, 0, in) == parts.size(); }

    bool matches(const Statement& part, const Statement& t) const {
        const bool data = part.kind == Statement::Kind::declare || part.kind == Statement::Kind::set ||
                          part.kind == Statement::Kind::store;
        const bool data_too = t.kind == Statement::Kind::declare || t.kind == Statement::Kind::set ||
                              t.kind == Statement::Kind::store;
        const auto wanted = functions(part);
        // The destination of a value is irrelevant, unless it is a k_bool.
        const bool same_kind =
            part.kind == t.kind || (data && data_too && !is_condition(pattern_, part) && !wanted.empty());
        if (!same_kind || (is_condition(pattern_, part) && !is_condition(kernel_, t))) return false;
        if (!std::ranges::includes(functions(t), wanted) || !has(t.head, part.head)) return false;
        if (has(t.body, part.body) && has(t.otherwise, part.otherwise)) return true;
        // Of the negated condition.
        return part.otherwise.empty() && has(t.otherwise, part.body);
    }

    const Kernel& kernel_;
    const Kernel& pattern_;
    bool control_;
};

}  // namespace

bool contains(const Kernel& kernel, const Kernel& smallest) {
    return Matcher(kernel, smallest).run();
}

}  // namespace musimd::differential::spmd
