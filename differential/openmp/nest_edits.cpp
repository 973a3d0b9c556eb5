#include "differential/openmp/nest_edits.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "dsl/lowering/exits.hpp"
#include "dsl/openmp/loop_form.hpp"

namespace musimd::differential::openmp {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;
using Kind = Statement::Kind;

std::ptrdiff_t at(std::size_t i) {
    return static_cast<std::ptrdiff_t>(i);
}

/// How many statements at the beginning of a loop's body compute its variables.
std::size_t fixed_in(const Statement* loop, const dsl::openmp::LoopFunction& function) {
    if (loop == nullptr) return 0;
    if (loop->kind == Kind::simd || loop->kind == Kind::call) return 1;
    if (loop->kind != Kind::parallel) return 0;
    const auto nest = dsl::openmp::nest_of(loop->value, loop->body, function.variables);
    return nest ? nest->statements : loop->body.size();
}

/// A block that may be edited, and how many of its statements may not.
struct EditableBlock {
    Block* block = nullptr;
    std::size_t fixed = 0;
};

void add_editable(Block& block, const Statement* around, const dsl::openmp::LoopFunction& function,
                  std::vector<EditableBlock>& places) {
    places.push_back({&block, fixed_in(around, function)});
    for (Statement& s : block) {
        add_editable(s.body, &s, function, places);
        if (!s.otherwise.empty()) add_editable(s.otherwise, nullptr, function, places);
    }
}

std::vector<EditableBlock> editable_blocks(NestCase& nest) {
    std::vector<EditableBlock> places;
    add_editable(nest.function.body, nullptr, nest.function, places);
    return places;
}

/// Offers the nest with one place changed by `change`.
void offer_changed(NestSearch& search, std::size_t place, const std::function<void(Block&)>& change) {
    NestCase copy = search.current();
    change(*editable_blocks(copy)[place].block);
    search.offer(std::move(copy));
}

// ---- statements

void remove_nest_statements(NestSearch& search) {
    NestCase current = search.current();
    const std::vector<EditableBlock> places = editable_blocks(current);
    for (std::size_t p = 0; p < places.size(); ++p) {
        const std::size_t size = places[p].block->size();
        for (std::size_t length = size - places[p].fixed; length > 0; length /= 2) {
            for (std::size_t i = places[p].fixed; i + length <= size;
                 i += std::max<std::size_t>(1, length / 2))
                offer_changed(search, p, [&](Block& block) {
                    block.erase(block.begin() + at(i), block.begin() + at(i + length));
                });
        }
    }
}

std::vector<Block> instead_of(const Statement& s) {
    std::vector<Block> simpler;
    if (s.kind == Kind::if_) {
        simpler.push_back(s.body);
        simpler.push_back(s.otherwise);
        Statement shorter = s;
        shorter.otherwise.clear();
        if (!s.otherwise.empty()) simpler.push_back({shorter});
    }
    if (s.kind == Kind::while_) {
        simpler.push_back(s.body);
        Statement once = s;
        once.kind = Kind::if_;
        once.step.clear();
        simpler.push_back({once});
    }
    if (s.kind == Kind::simd || s.kind == Kind::parallel) {
        for (const std::uint32_t width : {0U, 2U, 4U, 8U, 16U}) {
            if (width >= s.width || (s.kind == Kind::parallel && width == 2)) continue;
            simpler.push_back({s});
            simpler.back()[0].width = width;
        }
        for (std::size_t r = 0; r < s.reductions.size(); ++r) {
            simpler.push_back({s});
            auto& reductions = simpler.back()[0].reductions;
            reductions.erase(reductions.begin() + at(r));
        }
    }
    return simpler;
}

void unwrap_nest_statements(NestSearch& search) {
    NestCase current = search.current();
    const std::vector<EditableBlock> places = editable_blocks(current);
    for (std::size_t p = 0; p < places.size(); ++p) {
        for (std::size_t i = 0; i < places[p].block->size(); ++i) {
            for (const Block& by : instead_of((*places[p].block)[i])) {
                offer_changed(search, p, [&](Block& block) {
                    block.erase(block.begin() + at(i));
                    block.insert(block.begin() + at(i), by.begin(), by.end());
                });
            }
        }
    }
}

// ---- expressions

/// Variables that combine the terms of a reduction.
std::set<dsl::VariableId> partials_of(const Block& block) {
    std::set<dsl::VariableId> partials;
    dsl::for_each_statement(block, [&](const Statement& s, bool) {
        for (const dsl::Reduction& r : s.reductions) partials.insert(r.partial);
    });
    return partials;
}

bool reads_any(const Expr& e, const std::set<dsl::VariableId>& variables) {
    return (e->kind == Expression::Kind::variable && variables.contains(e->variable)) ||
           std::ranges::any_of(e->operands, [&](const Expr& part) { return reads_any(part, variables); });
}

/// The values that may be edited: of a simd loop the number of iterations, too.
std::vector<Expr*> values_of(NestCase& nest) {
    const std::set<dsl::VariableId> partials = partials_of(nest.function.body);
    std::vector<Expr*> values;
    for (const EditableBlock& place : editable_blocks(nest)) {
        for (std::size_t i = place.fixed; i < place.block->size(); ++i) {
            Statement& s = (*place.block)[i];
            const bool combines = (s.kind == Kind::set && partials.contains(s.variable)) ||
                                  (s.value != nullptr && reads_any(s.value, partials));
            const bool is_fixed =
                s.kind == Kind::parallel || s.kind == Kind::simd || s.kind == Kind::atomic || combines;
            if (s.value != nullptr && !is_fixed) values.push_back(&s.value);
        }
    }
    return values;
}

std::vector<Expr> simpler_than(const Expr& e) {
    std::vector<Expr> simpler;
    if (e->type.condition) {
        if (e->kind != Expression::Kind::apply) return simpler;
    } else {
        const Type type = e->type.type;
        const std::uint64_t one = type == Type::f32   ? 0x3F80'0000U
                                  : type == Type::f64 ? 0x3FF0'0000'0000'0000U
                                                      : 1;
        simpler.push_back(dsl::literal(type, 0));
        simpler.push_back(dsl::literal(type, one));
    }
    for (const Expr& operand : e->operands) {
        if (e->kind == Expression::Kind::load) break;  // whose element it is must not change
        if (operand->type == e->type) simpler.push_back(operand);
        for (const Expr& deeper : operand->operands) {
            if (operand->kind != Expression::Kind::load && deeper->type == e->type) simpler.push_back(deeper);
        }
    }
    return simpler;
}

void edits_of(const Expr& e, const std::function<void(Expr)>& offer) {
    for (Expr& simpler : simpler_than(e)) offer(std::move(simpler));
    if (e->kind == Expression::Kind::load) return;
    for (std::size_t i = 0; i < e->operands.size(); ++i) {
        edits_of(e->operands[i], [&](Expr simpler) {
            Expression copy = *e;
            copy.operands[i] = std::move(simpler);
            offer(std::make_shared<const Expression>(std::move(copy)));
        });
    }
}

void simplify_nest_expressions(NestSearch& search) {
    NestCase current = search.current();
    const std::size_t count = values_of(current).size();
    for (std::size_t i = 0; i < count; ++i) {
        const Expr original = *values_of(current)[i];
        edits_of(original, [&](Expr simpler) {
            NestCase copy = search.current();
            *values_of(copy)[i] = std::move(simpler);
            search.offer(std::move(copy));
        });
    }
}

// ---- the call and the clauses

void simplify_call(NestSearch& search) {
    const NestCase& current = search.current();
    for (std::size_t i = 0; i < current.directives.size(); ++i) {
        NestCase copy = current;
        copy.directives[i] = "parallel for";
        search.offer(std::move(copy));
    }
    for (std::size_t i = 0; i < current.arguments.numbers.size(); ++i) {
        for (const std::uint64_t simpler :
             {std::uint64_t{0}, std::uint64_t{1}, current.arguments.numbers[i] / 2}) {
            NestCase copy = current;
            copy.arguments.numbers[i] = simpler;
            search.offer(std::move(copy));
        }
    }
    for (std::size_t b = 0; b < current.arguments.buffers.size(); ++b) {
        const std::size_t size = current.arguments.buffers[b].size();
        for (std::size_t length = size; length > size / 16; length /= 2) {
            for (std::size_t i = 0; i + length <= size; i += length) {
                NestCase copy = current;
                std::fill_n(copy.arguments.buffers[b].begin() + at(i), length, 0);
                search.offer(std::move(copy));
            }
        }
    }
}

constexpr harness::Edit<NestSearch> kEdits[] = {
    {"statements", remove_nest_statements},
    {"bodies", unwrap_nest_statements},
    {"expressions", simplify_nest_expressions},
    {"call", simplify_call},
};

}  // namespace

std::span<const harness::Edit<NestSearch>> nest_edits() {
    return kEdits;
}

}  // namespace musimd::differential::openmp
