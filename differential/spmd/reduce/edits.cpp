#include "differential/spmd/reduce/edits.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "dsl/walk.hpp"

namespace musimd::differential::spmd {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;

Statement declaration(dsl::VariableId variable, Expr value) {
    Statement statement;
    statement.variable = variable;
    statement.value = std::move(value);
    return statement;
}

namespace {

// Block number `which` of a kernel, in the order of the walk; null past the last.
Block* nth_block(Block& from, std::size_t& which) {
    if (which == 0) return &from;
    --which;
    for (Statement& s : from) {
        for (Block* inner : dsl::blocks(s)) {
            if (inner->empty()) continue;
            if (Block* found = nth_block(*inner, which)) return found;
        }
    }
    return nullptr;
}

// Calls `edit` for each block with its number.
template <typename Edit>
void for_each_block(const kernels::KernelCase& current, const Edit& edit) {
    for (std::size_t number = 0;; ++number) {
        kernels::KernelCase copy = current;
        std::size_t which = number;
        const Block* block = nth_block(copy.kernel.body, which);
        if (block == nullptr) return;
        edit(number, *block);
    }
}

Block& block_of(kernels::KernelCase& test, std::size_t number) {
    return *nth_block(test.kernel.body, number);
}

std::ptrdiff_t at(std::size_t i) {
    return static_cast<std::ptrdiff_t>(i);
}

// The copy with one statement replaced by others.
kernels::KernelCase replaced(const kernels::KernelCase& current, std::size_t number, std::size_t i,
                             const Block& by) {
    kernels::KernelCase copy = current;
    Block& block = block_of(copy, number);
    block.erase(block.begin() + at(i));
    block.insert(block.begin() + at(i), by.begin(), by.end());
    return copy;
}

Block inlined(const Statement& call) {
    Block block;
    for (const auto& [parameter, value] : call.arguments) block.push_back(declaration(parameter, value));
    block.insert(block.end(), call.body.begin(), call.body.end());
    if (call.result != nullptr) block.push_back(declaration(call.variable, call.result));
    return block;
}

// `declare v = …; …; set v = x` as `…; declare v = x`.
void declare_later(const kernels::KernelCase& current, std::size_t number, std::size_t i,
                   const Statement& set, Search& search) {
    kernels::KernelCase copy = replaced(current, number, i, {declaration(set.variable, set.value)});
    Block& block = block_of(copy, number);
    for (std::size_t j = 0; j < i; ++j) {
        if (block[j].kind != Statement::Kind::declare || block[j].variable != set.variable) continue;
        block.erase(block.begin() + at(j));
        search.offer(std::move(copy));
        return;
    }
}

void unwrap(const kernels::KernelCase& current, std::size_t number, std::size_t i, const Statement& s,
            Search& search) {
    const auto put = [&](const Block& by) { search.offer(replaced(current, number, i, by)); };
    if (s.kind == Statement::Kind::if_) {
        put(s.body);
        if (s.otherwise.empty()) return;
        put(s.otherwise);
        Statement shorter = s;
        shorter.otherwise.clear();
        put({shorter});
        if (s.otherwise.size() == 1 && s.otherwise[0].kind == Statement::Kind::if_) put({s.otherwise[0]});
    } else if (s.kind == Statement::Kind::while_) {
        put(s.body);
        Statement once = s;
        once.kind = Statement::Kind::if_;
        once.head.clear();
        put({once});
    } else if (s.kind == Statement::Kind::call) {
        put(inlined(s));
        for (std::size_t p = 0; p < s.arguments.size(); ++p) {
            Statement fewer = s;
            fewer.arguments.erase(fewer.arguments.begin() + at(p));
            put({fewer});
        }
        if (s.result != nullptr)
            put({declaration(s.variable, s.arguments.empty() ? s.result : s.arguments[0].second)});
        Statement gives_nothing = s;
        gives_nothing.result = nullptr;
        put({gives_nothing});
    } else if (s.kind == Statement::Kind::set) {
        declare_later(current, number, i, s, search);
    }
}

// ---- expressions

// Replacements of an expression, simpler ones first.
std::vector<Expr> instead_of(const Expr& expr, const std::vector<Expr>& leaves) {
    std::vector<Expr> simpler;
    const bool leaf = expr->kind == Expression::Kind::literal;
    if (leaf && expr->scalar) simpler.push_back(dsl::literal(expr->type.type, expr->bits));
    if (!expr->type.condition) {
        const Type type = expr->type.type;
        const std::uint64_t one = type == Type::f32   ? 0x3F80'0000U
                                  : type == Type::f64 ? 0x3FF0'0000'0000'0000U
                                                      : 1;
        simpler.push_back(dsl::literal(type, 0));
        simpler.push_back(dsl::literal(type, one));
    }
    if (leaf) return simpler;
    for (const Expr& other : leaves) {
        if (other->type == expr->type) simpler.push_back(other);
    }
    for (const Expr& operand : expr->operands) {
        if (operand->type == expr->type) simpler.push_back(operand);
        for (const Expr& deeper : operand->operands) {
            if (deeper->type == expr->type) simpler.push_back(deeper);
        }
    }
    if (expr->kind == Expression::Kind::load && expr->element.offset != 0)
        simpler.push_back(dsl::load({expr->element.buffer, 0}, expr->type.type));
    if (expr->kind == Expression::Kind::apply && expr->type.condition) {
        // The simplest that differs from lane to lane.
        for (const Expr& other : leaves) {
            if (other->kind == Expression::Kind::load && !is_float(other->type.type))
                simpler.push_back(dsl::apply(dsl::Function::ne, {other, dsl::literal(other->type.type, 0)}));
        }
    }
    return simpler;
}

// Every expression in which one subexpression is simpler.
void edits_of(const Expr& expr, const std::vector<Expr>& leaves, const std::function<void(Expr)>& offer) {
    for (Expr& simpler : instead_of(expr, leaves)) offer(std::move(simpler));
    for (std::size_t i = 0; i < expr->operands.size(); ++i) {
        // The amount of a shift is a literal.
        edits_of(expr->operands[i], leaves, [&](Expr simpler) {
            Expression copy = *expr;
            copy.operands[i] = std::move(simpler);
            offer(std::make_shared<const Expression>(std::move(copy)));
        });
    }
}

std::vector<Expr> leaves_of(const dsl::Kernel& kernel) {
    std::vector<Expr> found;
    const auto add = [&](Expr leaf) {
        if (std::ranges::none_of(found, [&](const Expr& other) { return same(other, leaf); }))
            found.push_back(std::move(leaf));
    };
    dsl::visit_expressions(kernel.body, [&](const Expression& e) {
        if (e.kind == Expression::Kind::variable) add(dsl::read(e.variable, e.type));
        if (e.kind == Expression::Kind::load) add(dsl::load({e.element.buffer, 0}, e.type.type));
    });
    return found;
}

void substitute(Expr& in, dsl::VariableId variable, const Expr& value) {
    if (in->kind == Expression::Kind::variable && in->variable == variable) {
        in = value;
        return;
    }
    if (in->operands.empty()) return;
    Expression copy = *in;
    for (Expr& operand : copy.operands) substitute(operand, variable, value);
    in = std::make_shared<const Expression>(std::move(copy));
}

// Replaces variables that are never set by their values.
void inline_variables(const kernels::KernelCase& current, Search& search) {
    std::set<dsl::VariableId> set;
    std::vector<std::pair<dsl::VariableId, Expr>> declared;
    dsl::visit(current.kernel.body, [&](const Statement& s) {
        if (s.kind == Statement::Kind::set) set.insert(s.variable);
        if (s.kind == Statement::Kind::declare && s.value != nullptr)
            declared.emplace_back(s.variable, s.value);
    });
    for (const auto& [variable, value] : declared) {
        if (set.contains(variable)) continue;
        kernels::KernelCase copy = current;
        for (Expr* slot : dsl::all_slots(copy.kernel.body)) substitute(*slot, variable, value);
        search.offer(std::move(copy));
    }
}

}  // namespace

void remove_statements(Search& search) {
    const kernels::KernelCase current = search.current();
    for_each_block(current, [&](std::size_t number, const Block& block) {
        for (std::size_t length = block.size(); length > 0; length /= 2) {
            for (std::size_t i = 0; i + length <= block.size(); i += std::max<std::size_t>(1, length / 2)) {
                kernels::KernelCase copy = current;
                Block& edited = block_of(copy, number);
                edited.erase(edited.begin() + at(i), edited.begin() + at(i + length));
                search.offer(std::move(copy));
            }
        }
    });
}

void unwrap_statements(Search& search) {
    const kernels::KernelCase current = search.current();
    for_each_block(current, [&](std::size_t number, const Block& block) {
        for (std::size_t i = 0; i < block.size(); ++i) unwrap(current, number, i, block[i], search);
    });
}

void simplify_expressions(Search& search) {
    const kernels::KernelCase current = search.current();
    inline_variables(current, search);
    const std::vector<Expr> leaves = leaves_of(current.kernel);
    kernels::KernelCase copy = current;
    const std::size_t count = dsl::all_slots(copy.kernel.body).size();
    for (std::size_t i = 0; i < count; ++i) {
        const Expr original = *dsl::all_slots(copy.kernel.body)[i];
        edits_of(original, leaves, [&](Expr simpler) {
            kernels::KernelCase edited = current;
            *dsl::all_slots(edited.kernel.body)[i] = std::move(simpler);
            search.offer(std::move(edited));
        });
    }
}

void simplify_launch(Search& search) {
    const kernels::KernelCase current = search.current();
    const auto with_elements = [&](std::int64_t n, std::int64_t skip) {
        if (n < 1 || n + skip > current.elements) return;
        kernels::KernelCase copy = current;
        copy.elements = n;
        for (kernels::Contents& contents : copy.contents) {
            auto& patterns = contents.patterns;
            patterns.erase(patterns.begin(), patterns.begin() + std::min(skip, std::ssize(patterns)));
            const std::int64_t spare = current.elements - n - skip;
            patterns.resize(
                static_cast<std::size_t>(std::max<std::int64_t>(0, std::ssize(patterns) - spare)));
        }
        search.offer(std::move(copy));
    };
    for (const int unroll : {1, current.unroll - 1}) {
        if (unroll < 1 || unroll >= current.unroll) continue;
        kernels::KernelCase copy = current;
        copy.unroll = unroll;
        search.offer(std::move(copy));
    }
    for (const std::int64_t n :
         {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}, std::int64_t{16},
          std::int64_t{32}, current.elements / 2, current.elements - 1}) {
        if (n < current.elements) with_elements(n, 0);
        if (n < current.elements) with_elements(n, current.elements - n);
    }
    for (std::size_t b = 0; b < current.contents.size(); ++b) {
        const auto& patterns = current.contents[b].patterns;
        // Long launches are split into few parts: elements are removed first, and a candidate costs as much
        // as it has elements.
        const std::size_t least = patterns.size() > 128 ? patterns.size() / 16 : 1;
        for (std::size_t length = patterns.size(); length >= least; length /= 2) {
            for (std::size_t i = 0; i + length <= patterns.size(); i += length) {
                for (const std::uint64_t simple : {std::uint64_t{0}, std::uint64_t{1}}) {
                    kernels::KernelCase copy = current;
                    std::fill_n(copy.contents[b].patterns.begin() + at(i), length, simple);
                    search.offer(std::move(copy));
                }
            }
        }
    }
}

}  // namespace musimd::differential::spmd
