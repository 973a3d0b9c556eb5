#include "differential/lockstep/reduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "differential/harness/search.hpp"

namespace musimd::differential::lockstep {
namespace {

using Kind = Statement::Kind;

bool is_of_all(Kind kind) {
    return kind <= Kind::when;
}

std::uint64_t size_of(const Expr& e) {
    if (e == nullptr) return 0;
    std::uint64_t size = e->op == Op::literal ? (e->value == 0 ? 1 : 2) : 3;
    for (const Expr& operand : e->operands) size += size_of(operand);
    return size;
}

// ---- what is well formed

class Checker {
  public:
    explicit Checker(const Drawn& kernel) : kernel_(kernel) {}

    /// `domain`: of the ForEachIdx around it; null: none.
    bool check(const Block& block, std::set<std::uint32_t> declared, const std::uint32_t* domain) const {
        for (const Statement& s : block) {
            if (is_of_all(s.kind) != (domain == nullptr)) return false;
            if (!check(s.value, declared, domain) || !check(s.index, declared, domain)) return false;
            if (s.kind == Kind::set && !declared.contains(s.id)) return false;
            if (s.kind == Kind::context && kernel_.contexts[s.id].domain != *domain) return false;
            if (s.kind == Kind::store && kernel_.arrays[s.id].elements < kernel_.domains[*domain].size)
                return false;
            std::set<std::uint32_t> inside = declared;
            if (s.kind == Kind::repeat || s.kind == Kind::for_) inside.insert(s.id);
            const std::uint32_t* const around = s.kind == Kind::for_each ? &s.id : domain;
            if (!check(s.body, inside, around) || !check(s.otherwise, inside, around)) return false;
            if (s.kind == Kind::declare) declared.insert(s.id);
        }
        return true;
    }

  private:
    bool check(const Expr& e, const std::set<std::uint32_t>& declared, const std::uint32_t* domain) const {
        if (e == nullptr) return true;
        if (e->op == Op::local && !declared.contains(e->id)) return false;
        if (e->op == Op::index && domain == nullptr) return false;
        if (e->op == Op::context && (domain == nullptr || kernel_.contexts[e->id].domain != *domain))
            return false;
        return std::ranges::all_of(e->operands,
                                   [&](const Expr& operand) { return check(operand, declared, domain); });
    }

    const Drawn& kernel_;
};

// ---- edits

struct DrawnKind {
    using Case = Drawn;
    using Weight = std::vector<std::uint64_t>;

    static std::optional<Drawn> normalized(Drawn kernel) {
        if (!is_well_formed(kernel)) return std::nullopt;
        return kernel;
    }
    static Weight weigh(const Drawn& kernel) { return weight_of(kernel); }
    static std::string spell(const Drawn& kernel) {
        std::string text = source_of(kernel) + fmt::format("{} {}", kernel.grid, kernel.n);
        for (const Instance& i : kernel.instances)
            text += fmt::format(" {},{},{}", i.shape.workers, i.shape.simd, to_string(i.order));
        return text;
    }
};

using DrawnSearch = harness::Search<Drawn>;

std::vector<Block*> blocks_of(Drawn& kernel) {
    std::vector<Block*> blocks;
    for_each_block(kernel.body, [&](Block& block) { blocks.push_back(&block); });
    return blocks;
}

/// Offers, for each statement, its block after `change`; again at the same place if it is accepted.
void change_statements(DrawnSearch& search, const std::function<bool(Block&, std::size_t)>& change) {
    for (std::size_t b = 0;; ++b) {
        for (std::size_t i = 0;;) {
            Drawn candidate = search.current();
            const std::vector<Block*> blocks = blocks_of(candidate);
            if (b >= blocks.size()) return;
            if (i >= blocks[b]->size()) break;
            const bool is_accepted = change(*blocks[b], i) && search.offer(std::move(candidate));
            if (!is_accepted) ++i;
        }
    }
}

void drop_statements(DrawnSearch& search) {
    change_statements(search, [](Block& block, std::size_t i) {
        block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
    });
}

/// A statement becomes what is in it.
void unwrap_statements(DrawnSearch& search) {
    change_statements(search, [](Block& block, std::size_t i) {
        Block inner = block[i].body;
        inner.insert(inner.end(), block[i].otherwise.begin(), block[i].otherwise.end());
        if (inner.empty()) return false;
        const auto at = block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
        block.insert(at, inner.begin(), inner.end());
        return true;
    });
}

/// Simpler expressions in place of this one, at any depth.
std::vector<Expr> simpler(const Expr& e) {
    std::vector<Expr> result;
    if (e == nullptr) return result;
    if (e->op != Op::literal || e->value > 1) result.push_back(literal(0));
    if (e->op != Op::literal) result.push_back(literal(1));
    for (const Expr& operand : e->operands) result.push_back(operand);
    for (std::size_t n = 0; n < e->operands.size(); ++n) {
        for (Expr& other : simpler(e->operands[n])) {
            Node changed = *e;
            changed.operands[n] = std::move(other);
            result.push_back(std::make_shared<const Node>(std::move(changed)));
        }
    }
    return result;
}

void simplify_expressions(DrawnSearch& search) {
    for (Expr Statement::*member : {&Statement::value, &Statement::index}) {
        for (std::size_t choice = 0; choice < 60; ++choice) {
            change_statements(search, [&](Block& block, std::size_t i) {
                std::vector<Expr> all = simpler(block[i].*member);
                if (choice >= all.size()) return false;
                block[i].*member = std::move(all[choice]);
                return true;
            });
        }
    }
}

void shrink_launch(DrawnSearch& search) {
    for (std::size_t i = 0; i < search.current().instances.size();) {
        Drawn candidate = search.current();
        candidate.instances.erase(candidate.instances.begin() + static_cast<std::ptrdiff_t>(i));
        if (candidate.instances.empty() || !search.offer(std::move(candidate))) ++i;
    }
    const auto offer = [&](const auto& change) {
        Drawn candidate = search.current();
        change(candidate);
        return search.offer(std::move(candidate));
    };
    offer([](Drawn& k) { k.grid = 1; });
    offer([](Drawn& k) { k.n = 0; });
    for (std::size_t i = 0; i < search.current().instances.size(); ++i) {
        offer([&](Drawn& k) { k.instances[i].order = kernels::lockstep::IndexOrder::ascending; });
        offer([&](Drawn& k) { k.instances[i].shape.simd = 1; });
        for (const std::uint32_t workers : {1u, 2u, 32u, 33u, 64u})
            if (offer([&](Drawn& k) { k.instances[i].shape.workers = workers; })) break;
    }
}

/// The domains and the arrays of a size get another.
void shrink_domains(DrawnSearch& search) {
    for (std::size_t d = 0; d < search.current().domains.size(); ++d) {
        const std::uint32_t size = search.current().domains[d].size;
        for (const std::uint32_t smaller : {1u, 2u, 3u, size / 2, size - 1}) {
            if (smaller == 0 || smaller >= size) continue;
            Drawn candidate = search.current();
            for (Domain& domain : candidate.domains)
                if (domain.size == size) domain.size = smaller;
            for (Array& array : candidate.arrays)
                if (array.elements == size) array.elements = smaller;
            if (search.offer(std::move(candidate))) break;
        }
    }
}

constexpr harness::Edit<DrawnSearch> kEdits[] = {
    {"drop statements", drop_statements}, {"unwrap statements", unwrap_statements},
    {"shrink the launch", shrink_launch}, {"simplify expressions", simplify_expressions},
    {"shrink domains", shrink_domains},
};

void add_outline(const Expr& e, std::string& text) {
    if (e == nullptr) return;
    text += fmt::format("{}", static_cast<unsigned>(e->op));
    for (const Expr& operand : e->operands) {
        text += ",";
        add_outline(operand, text);
    }
}

}  // namespace

bool is_well_formed(const Drawn& kernel) {
    return Checker(kernel).check(kernel.body, {}, nullptr);
}

std::vector<std::uint64_t> weight_of(const Drawn& kernel) {
    std::uint64_t statements = 0;
    std::uint64_t parts = 0;
    for_each_statement(kernel.body, [&](const Statement& s) {
        statements += s.body.empty() ? 1 : 2;
        parts += size_of(s.value) + size_of(s.index);
    });
    std::uint64_t workers = 0;
    for (const Instance& i : kernel.instances)
        workers += i.shape.workers + i.shape.simd + static_cast<std::uint64_t>(i.order);
    std::uint64_t indices = 0;
    for (const Domain& domain : kernel.domains) indices += domain.size;
    return {statements, parts, kernel.instances.size(), workers, kernel.grid, kernel.n, indices};
}

Drawn reduced(Drawn kernel, const std::function<bool(const Drawn&)>& shows) {
    return harness::Reducer<DrawnKind>(std::move(kernel), shows).run(kEdits);
}

std::string outline_of(const Drawn& kernel) {
    std::string text;
    for_each_statement(kernel.body, [&](const Statement& s) {
        text += fmt::format("{}.{} ", static_cast<unsigned>(s.kind), static_cast<unsigned>(s.atomic));
        for (const Expr& e : {s.index, s.value}) add_outline(e, text);
        text += ";";
    });
    return text;
}

}  // namespace musimd::differential::lockstep
