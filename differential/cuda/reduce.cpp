#include "differential/cuda/reduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "differential/cuda/edits.hpp"
#include "differential/harness/search.hpp"

namespace musimd::differential::cuda {
namespace {

using Kind = Statement::Kind;

std::uint64_t size_of(const Expr& e) {
    if (e == nullptr) return 0;
    std::uint64_t size = e->op == Op::literal ? (e->bits == 0 ? 1 : 2) : 3;
    for (const Expr& operand : e->operands) size += size_of(operand);
    return size;
}

bool reads_declared(const Expr& e, const std::set<std::uint32_t>& declared) {
    if (e == nullptr) return true;
    if (e->op == Op::variable && !declared.contains(e->id)) return false;
    return std::ranges::all_of(e->operands,
                               [&](const Expr& operand) { return reads_declared(operand, declared); });
}

bool is_block_well_formed(const Block& block, std::set<std::uint32_t> declared, bool in_loop) {
    for (const Statement& s : block) {
        std::set<std::uint32_t> inside = declared;
        if (s.kind == Kind::for_) inside.insert(s.variable);
        const bool leaves = s.kind == Kind::break_ || s.kind == Kind::continue_;
        if ((leaves && !in_loop) || (s.kind == Kind::set && !declared.contains(s.variable))) return false;
        for (const Expr& e : {s.index, s.other, s.mask})
            if (!reads_declared(e, declared)) return false;
        if (!reads_declared(s.value, s.kind == Kind::for_ ? inside : declared)) return false;
        if (!is_block_well_formed(s.body, inside, in_loop || s.kind == Kind::for_)) return false;
        if (!is_block_well_formed(s.otherwise, inside, in_loop)) return false;
        if (s.kind == Kind::declare || s.has_result) declared.insert(s.variable);
    }
    return true;
}

/// Kernels as a kind of case that is reduced.
struct DrawnKind {
    using Case = Drawn;
    using Weight = std::vector<std::uint64_t>;

    static std::optional<Drawn> normalized(Drawn kernel) {
        if (!is_well_formed(kernel)) return std::nullopt;
        return kernel;
    }
    static Weight weigh(const Drawn& kernel) { return weight_of(kernel); }
    static std::string spell(const Drawn& kernel) {
        return source_of(kernel) + fmt::format("{} {} {}", kernel.threads(), kernel.blocks(), kernel.n);
    }
};

void add_outline(const Expr& e, std::string& text) {
    if (e == nullptr) return;
    text += fmt::format("{}", static_cast<unsigned>(e->op));
    if (e->operands.empty()) return;
    text += "(";
    for (const Expr& operand : e->operands) add_outline(operand, text);
    text += ")";
}

}  // namespace

bool is_well_formed(const Drawn& kernel) {
    return is_block_well_formed(kernel.body, {}, false);
}

std::vector<std::uint64_t> weight_of(const Drawn& kernel) {
    std::uint64_t statements = 0;
    std::uint64_t parts = 0;
    for_each_statement(kernel.body, [&](const Statement& s) {
        statements += s.kind == Kind::for_ ? 3 : s.kind == Kind::if_ ? 2 : 1;
        for (const Expr& e : {s.index, s.value, s.other, s.mask}) parts += size_of(e);
    });
    return {statements, parts, kernel.blocks(), kernel.threads(), static_cast<std::uint64_t>(kernel.n)};
}

Drawn reduced(Drawn kernel, const std::function<bool(const Drawn&)>& shows) {
    return harness::Reducer<DrawnKind>(std::move(kernel), shows).run(drawn_edits());
}

std::string outline_of(const Drawn& kernel) {
    std::string text;
    for_each_statement(kernel.body, [&](const Statement& s) {
        text += fmt::format("{}.{} ", static_cast<unsigned>(s.kind), static_cast<unsigned>(s.form));
        add_outline(s.value, text);
    });
    return text;
}

}  // namespace musimd::differential::cuda
