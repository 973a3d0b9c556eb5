#include "differential/cuda/edits.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace musimd::differential::cuda {
namespace {

using Kind = Statement::Kind;

std::vector<Block*> blocks_of(Drawn& kernel) {
    std::vector<Block*> blocks;
    for_each_block(kernel.body, [&](Block& block) { blocks.push_back(&block); });
    return blocks;
}

std::ptrdiff_t at(std::size_t i) {
    return static_cast<std::ptrdiff_t>(i);
}

bool offer_changed(DrawnSearch& search, std::size_t which, const std::function<void(Block&)>& change) {
    Drawn copy = search.current();
    change(*blocks_of(copy)[which]);
    return search.offer(std::move(copy));
}

/// Calls `edit(block number, number of its statements)` for each block that there is, as long as there is
/// one.
void for_blocks(DrawnSearch& search,
                const std::function<void(std::size_t, const std::function<std::size_t()>&)>& edit) {
    const auto count = [&] {
        Drawn copy = search.current();
        return blocks_of(copy).size();
    };
    for (std::size_t which = 0; which < count(); ++which) {
        edit(which, [&, which]() -> std::size_t {
            Drawn copy = search.current();
            const auto blocks = blocks_of(copy);
            return which < blocks.size() ? blocks[which]->size() : 0;
        });
    }
}

void remove_statements(DrawnSearch& search) {
    for_blocks(search, [&](std::size_t which, const auto& size) {
        for (std::size_t length = size(); length > 0; length /= 2) {
            for (std::size_t i = 0; i + length <= size();) {
                const bool is_gone = offer_changed(search, which, [&](Block& block) {
                    block.erase(block.begin() + at(i), block.begin() + at(i + length));
                });
                if (!is_gone) i += length;
            }
        }
    });
}

std::vector<Block> instead_of(const Statement& s) {
    std::vector<Block> simpler;
    if (s.kind == Kind::if_ || s.kind == Kind::for_) {
        simpler.push_back(s.body);
        if (!s.otherwise.empty()) {
            simpler.push_back(s.otherwise);
            Statement shorter = s;
            shorter.otherwise.clear();
            simpler.push_back({shorter});
        }
    }
    if (s.kind == Kind::barrier && s.form != Form::none) {
        Statement plain;
        plain.kind = Kind::barrier;
        simpler.push_back({plain});
    }
    return simpler;
}

void unwrap_statements(DrawnSearch& search) {
    for_blocks(search, [&](std::size_t which, const auto& size) {
        for (std::size_t i = 0; i < size(); ++i) {
            Drawn copy = search.current();
            const Statement s = (*blocks_of(copy)[which])[i];
            for (const Block& by : instead_of(s)) {
                const bool is_simpler = offer_changed(search, which, [&](Block& block) {
                    block.erase(block.begin() + at(i));
                    block.insert(block.begin() + at(i), by.begin(), by.end());
                });
                if (is_simpler) break;
            }
        }
    });
}

// ---- expressions

std::vector<Expr*> expressions_of(Drawn& kernel) {
    std::vector<Expr*> all;
    for_each_block(kernel.body, [&](Block& block) {
        for (Statement& s : block)
            for (Expr* const e : {&s.value, &s.index, &s.other, &s.mask})
                if (*e != nullptr) all.push_back(e);
    });
    return all;
}

std::uint64_t one_of(Type type) {
    return type == Type::f32   ? std::bit_cast<std::uint32_t>(1.0F)
           : type == Type::f64 ? std::bit_cast<std::uint64_t>(1.0)
                               : 1;
}

void edits_of(const Expr& e, const std::function<void(Expr)>& offer) {
    if (e->op != Op::literal) offer(literal(e->type, 0));
    if (e->op != Op::literal || e->bits != one_of(e->type)) offer(literal(e->type, one_of(e->type)));
    for (const Expr& operand : e->operands) {
        if (operand->type == e->type) offer(operand);
        for (const Expr& deeper : operand->operands)
            if (deeper->type == e->type) offer(deeper);
    }
    for (std::size_t i = 0; i < e->operands.size(); ++i) {
        edits_of(e->operands[i], [&](Expr simpler) {
            Node copy = *e;
            copy.operands[i] = std::move(simpler);
            offer(std::make_shared<const Node>(std::move(copy)));
        });
    }
}

void simplify_expressions(DrawnSearch& search) {
    Drawn start = search.current();
    const std::size_t count = expressions_of(start).size();
    for (std::size_t i = 0; i < count; ++i) {
        Drawn current = search.current();
        edits_of(*expressions_of(current)[i], [&](Expr simpler) {
            Drawn copy = search.current();
            *expressions_of(copy)[i] = std::move(simpler);
            search.offer(std::move(copy));
        });
    }
}

// ---- the launch

void simplify_launch(DrawnSearch& search) {
    const auto change = [&](const std::function<void(Drawn&)>& by) {
        Drawn copy = search.current();
        by(copy);
        search.offer(std::move(copy));
    };
    change([](Drawn& k) { k.grid = {1, 1, 1}; });
    change([](Drawn& k) { k.grid = {2, 1, 1}; });
    for (const std::uint32_t threads : {1U, 2U, 32U, 64U})
        change([&](Drawn& k) { k.block = {threads, 1, 1}; });
    change([](Drawn& k) { k.block = {k.threads(), 1, 1}; });
    change([](Drawn& k) { k.n = 0; });
}

constexpr harness::Edit<DrawnSearch> kEdits[] = {
    {"statements", remove_statements},
    {"bodies", unwrap_statements},
    {"launch", simplify_launch},
    {"expressions", simplify_expressions},
};

}  // namespace

std::span<const harness::Edit<DrawnSearch>> drawn_edits() {
    return kEdits;
}

}  // namespace musimd::differential::cuda
