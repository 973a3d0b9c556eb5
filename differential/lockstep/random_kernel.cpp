#include "differential/lockstep/random_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "differential/lockstep/plain_run.hpp"
#include "differential/random/dice.hpp"

namespace musimd::differential::lockstep {
namespace {

using Kind = Statement::Kind;
using Space = Array::Space;

constexpr std::size_t kInstances = 8;

/// What has been done with an array since the last barrier, which says what may be done with it.
struct Mode {
    enum class Use : std::uint8_t {
        free,
        read,    ///< by all, any element
        own,     ///< by a domain: each index has its own element
        atomic,  ///< updates of one kind, any element
    };
    Use use = Use::free;
    std::uint32_t domain = 0;
    Atomic atomic = Atomic::add;
    friend bool operator==(const Mode&, const Mode&) = default;
};

class Generator {
  public:
    Generator(std::uint64_t seed, const DrawnShape& shape) : dice_(seed), shape_(shape) {}

    Drawn run() {
        declare();
        modes_.assign(kernel_.arrays.size(), {});
        initialise(kernel_.body);
        unsigned budget = shape_.statements;
        while (budget > 0) collective(kernel_.body, budget, 2);
        finish(kernel_.body);
        choose_instances();
        if (dice_.chance(shape_.mutants)) mutate();
        return std::move(kernel_);
    }

  private:
    // ---- domains and arrays

    void declare() {
        kernel_.grid = dice_.chance(70) ? 1 : dice_.between(2u, 3u);
        kernel_.n = dice_.between(0u, 20u);
        kernel_.seed = dice_.bits();
        kernel_.domains.push_back({1, false});  // the master
        const unsigned domains = dice_.between(1u, 3u);
        for (unsigned d = 0; d < domains; ++d) kernel_.domains.push_back({domain_size(), dice_.chance(70)});
        for (std::uint32_t d = 1; d < kernel_.domains.size(); ++d) {
            const unsigned contexts = dice_.between(0u, 2u);
            for (unsigned c = 0; c < contexts; ++c) kernel_.contexts.push_back({d, dice_.chance(40)});
        }
        const auto add = [&](const char* name, Space space, unsigned count) {
            for (unsigned i = 0; i < count; ++i)
                kernel_.arrays.push_back({.name = fmt::format("{}{}", name, i),
                                          .space = space,
                                          .elements = array_size(space),
                                          .is_signed = dice_.chance(40),
                                          .atomic = static_cast<Atomic>(dice_.below(6))});
        };
        add("out", Space::output, dice_.between(1u, 2u));
        add("total", Space::total, dice_.between(0u, 1u));
        add("in", Space::input, dice_.between(1u, 2u));
        add("s", Space::shared, dice_.between(1u, 3u));
    }

    std::uint32_t domain_size() {
        if (dice_.chance(30)) return dice_.between(1u, 8u);
        if (dice_.chance(40)) return dice_.pick({16u, 31u, 32u, 33u, 64u, 100u});
        return dice_.between(1u, 120u);
    }

    /// A shared array has a domain of its size, which initialises it.
    std::uint32_t array_size(Space space) {
        if (space == Space::input || space == Space::total) return dice_.between(1u, 64u);
        return dice_.pick(kernel_.domains).size;
    }

    // ---- modes

    void barrier(Block& to, bool always = false) {
        const bool is_free = std::ranges::all_of(modes_, [](const Mode& m) { return m == Mode{}; });
        if (is_free && !always) return;
        to.push_back({.kind = Kind::barrier});
        modes_.assign(modes_.size(), {});
    }

    /// Whether the array may be used so; if it is, it is from here on.
    bool take(std::uint32_t array, const Mode& wanted) {
        Mode& mode = modes_[array];
        if (mode != Mode{} && mode != wanted) return false;
        mode = wanted;
        return true;
    }

    Mode own() const { return {Mode::Use::own, *domain_}; }

    /// An array of a space in which this domain's indices have elements, in the mode.
    std::optional<std::uint32_t> find(Space space, const Mode& wanted, bool needs_own) {
        std::vector<std::uint32_t> fitting;
        for (std::uint32_t a = 0; a < kernel_.arrays.size(); ++a) {
            const bool is_large = !needs_own || kernel_.arrays[a].elements >= kernel_.domains[*domain_].size;
            // Additions to elements of any value may overflow.
            const bool may_overflow = wanted.use == Mode::Use::atomic && wanted.atomic == Atomic::add &&
                                      space == Space::shared && kernel_.arrays[a].is_signed;
            if (kernel_.arrays[a].space == space && is_large && !may_overflow &&
                (modes_[a] == Mode{} || modes_[a] == wanted))
                fitting.push_back(a);
        }
        if (fitting.empty()) return std::nullopt;
        const std::uint32_t chosen = dice_.pick(fitting);
        take(chosen, wanted);
        return chosen;
    }

    // ---- statements of all workers

    Statement for_each(std::uint32_t domain, Block body) {
        return {.kind = Kind::for_each, .id = domain, .body = std::move(body)};
    }

    void initialise(Block& to) {
        for (std::uint32_t a = 0; a < kernel_.arrays.size(); ++a) {
            const Array& array = kernel_.arrays[a];
            if (array.space != Space::shared) continue;
            for (std::uint32_t d = 0; d < kernel_.domains.size(); ++d) {
                if (kernel_.domains[d].size != array.elements) continue;
                domain_ = d;
                take(a, own());
                to.push_back(for_each(d, {{.kind = Kind::store, .id = a, .value = simple()}}));
                domain_.reset();
                break;
            }
        }
        barrier(to);
    }

    /// All that is left in variables becomes visible.
    void finish(Block& to) {
        for (std::uint32_t c = 0; c < kernel_.contexts.size(); ++c) {
            domain_ = kernel_.contexts[c].domain;
            auto out = find(Space::output, own(), true);
            if (!out) {
                barrier(to);
                out = find(Space::output, own(), true);
            }
            if (out)
                to.push_back(for_each(
                    *domain_, {{.kind = Kind::store,
                                .id = *out,
                                .value = apply(Op::add, {leaf(Op::context, c),
                                                         apply(Op::element, {leaf(Op::index)}, *out)})}}));
            domain_.reset();
        }
        for (std::uint32_t a = 0; a < kernel_.arrays.size(); ++a) {
            if (kernel_.arrays[a].space != Space::shared) continue;
            barrier(to);
            domain_ = 0;
            if (const auto out = find(Space::output, own(), true))
                to.push_back(for_each(0, {{.kind = Kind::store, .id = *out, .value = sum_of(a, *out)}}));
            domain_.reset();
        }
    }

    /// The first, the middle and the last element, and what is there.
    Expr sum_of(std::uint32_t array, std::uint32_t out) {
        take(array, {Mode::Use::read});
        const std::uint32_t elements = kernel_.arrays[array].elements;
        Expr sum = apply(Op::element, {leaf(Op::index)}, out);
        for (const std::uint32_t at : {0u, elements / 2, elements - 1})
            sum = apply(Op::add, {std::move(sum), apply(Op::element, {literal(at)}, array)});
        return sum;
    }

    void collective(Block& to, unsigned& budget, unsigned depth) {
        budget -= 1;
        if (dice_.chance(35)) barrier(to);
        switch (depth == 0 ? 0 : dice_.weighted({8, 1, 1})) {
            case 0:
                return loop_over_domain(to, budget);
            case 1: {
                Statement s{.kind = Kind::repeat, .id = kernel_.locals++, .count = dice_.between(1u, 3u)};
                nested(budget, depth, s.body, s.id);
                to.push_back(std::move(s));
                return barrier(to, true);
            }
            default: {
                Statement s{.kind = Kind::when, .value = value(2)};
                barrier(to, true);
                nested(budget, depth, s.body, std::nullopt);
                if (dice_.chance(40)) nested(budget, depth, s.otherwise, std::nullopt);
                to.push_back(std::move(s));
                return barrier(to, true);
            }
        }
    }

    /// Statements that begin with a barrier: what is before, or in the last iteration, is over.
    void nested(unsigned& budget, unsigned depth, Block& body, std::optional<std::uint32_t> counter) {
        const std::size_t known = locals_.size();
        if (counter) {
            locals_.push_back(*counter);
            repeats_.push_back(*counter);
        }
        barrier(body, true);
        const unsigned statements = dice_.between(1u, 3u);
        for (unsigned i = 0; i < statements && budget > 0; ++i) collective(body, budget, depth - 1);
        locals_.resize(known);
    }

    void loop_over_domain(Block& to, unsigned& budget) {
        domain_ =
            dice_.chance(20) ? 0 : dice_.between(1u, static_cast<std::uint32_t>(kernel_.domains.size()) - 1);
        const std::size_t known = locals_.size();
        Block body;
        const unsigned statements = dice_.between(1u, 4u);
        for (unsigned i = 0; i < statements; ++i) of_index(body, budget, 2);
        locals_.resize(known);
        to.push_back(for_each(*domain_, std::move(body)));
        domain_.reset();
    }

    // ---- statements of an index

    void of_index(Block& to, unsigned& budget, unsigned depth) {
        if (budget > 0) budget -= 1;
        switch (dice_.weighted({3, 2, 4, 4, 3, 3, depth == 0 ? 0u : 2u, depth == 0 ? 0u : 1u})) {
            case 0: {
                Expr e = value(3);
                to.push_back({.kind = Kind::declare, .id = kernel_.locals, .value = std::move(e)});
                return locals_.push_back(kernel_.locals++);
            }
            case 1:
                if (own_locals() == 0) return store(to, Space::output);
                return to.push_back({.kind = Kind::set, .id = settable(), .value = value(3)});
            case 2:
                return set_context(to);
            case 3:
                return store(to, Space::shared);
            case 4:
                return store(to, Space::output);
            case 5:
                return update(to);
            case 6:
                return conditional(to, budget, depth);
            default: {
                Statement s{.kind = Kind::for_, .id = kernel_.locals++, .count = dice_.between(2u, 5u)};
                s.value = value(2);
                const std::size_t known = locals_.size();
                locals_.push_back(s.id);
                counters_.push_back(s.id);
                of_index(s.body, budget, depth - 1);
                counters_.pop_back();
                locals_.resize(known);
                return to.push_back(std::move(s));
            }
        }
    }

    void conditional(Block& to, unsigned& budget, unsigned depth) {
        Statement s{.kind = Kind::if_, .value = value(2)};
        for (Block* const block : {&s.body, &s.otherwise}) {
            if (block == &s.otherwise && dice_.chance(50)) continue;
            const std::size_t known = locals_.size();
            of_index(*block, budget, depth - 1);
            locals_.resize(known);
        }
        to.push_back(std::move(s));
    }

    /// Local variables that are declared in functors: neither counters of loops nor those of all workers.
    std::vector<std::uint32_t> settable_locals() const {
        std::vector<std::uint32_t> result;
        for (const std::uint32_t v : locals_) {
            const bool counts = std::ranges::find(counters_, v) != counters_.end();
            if (!counts && std::ranges::find(repeats_, v) == repeats_.end()) result.push_back(v);
        }
        return result;
    }
    std::size_t own_locals() const { return settable_locals().size(); }
    std::uint32_t settable() { return dice_.pick(settable_locals()); }

    void set_context(Block& to) {
        std::vector<std::uint32_t> fitting;
        for (std::uint32_t c = 0; c < kernel_.contexts.size(); ++c)
            if (kernel_.contexts[c].domain == *domain_) fitting.push_back(c);
        if (fitting.empty()) return store(to, Space::output);
        to.push_back({.kind = Kind::context, .id = dice_.pick(fitting), .value = value(3)});
    }

    void store(Block& to, Space space) {
        Expr e = value(3);
        if (const auto array = find(space, own(), true))
            to.push_back({.kind = Kind::store, .id = *array, .value = std::move(e)});
    }

    void update(Block& to) {
        Expr index = value(1);
        Expr e = value(2);
        const bool is_total = dice_.chance(40);
        Mode wanted{.use = Mode::Use::atomic, .atomic = static_cast<Atomic>(dice_.below(6))};
        auto array = find(is_total ? Space::total : Space::shared, wanted, false);
        if (!array) return;
        if (is_total) wanted.atomic = kernel_.arrays[*array].atomic;  // all blocks do the same
        modes_[*array] = is_total ? Mode{} : wanted;
        // Totals begin at 0: sums of small numbers do not overflow.
        if (is_total && wanted.atomic == Atomic::add && kernel_.arrays[*array].is_signed)
            e = apply(Op::rem, {std::move(e), literal(1023)});
        to.push_back({.kind = Kind::atomic,
                      .id = *array,
                      .atomic = wanted.atomic,
                      .index = std::move(index),
                      .value = std::move(e)});
    }

    // ---- expressions: of an index, or of all workers, for whom they are the same

    Expr value(unsigned depth) {
        if (depth == 0 || dice_.chance(25)) return simple();
        constexpr Op kOps[] = {Op::add,  Op::add, Op::sub, Op::mul, Op::div, Op::rem, Op::andb, Op::orb,
                               Op::xorb, Op::shl, Op::shr, Op::min, Op::max, Op::lt,  Op::eq};
        if (dice_.chance(40)) return load(depth - 1);
        const std::size_t which = dice_.index(std::size(kOps) + 1);
        if (which < std::size(kOps)) {
            Expr a = value(depth - 1);
            return apply(kOps[which], {std::move(a), value(depth - 1)});
        }
        Expr a = value(depth - 1);
        Expr b = value(depth - 1);
        return apply(Op::choose, {std::move(a), std::move(b), value(depth - 1)});
    }

    Expr simple() {
        switch (dice_.weighted({3, domain_ ? 3u : 0u, 1, 1, locals_.empty() ? 0u : 4u, domain_ ? 4u : 0u})) {
            case 1:
                return leaf(Op::index);
            case 2:
                return leaf(Op::block);
            case 3:
                return leaf(Op::size);
            case 4:
                return leaf(Op::local, dice_.pick(locals_));
            case 5:
                for (std::uint32_t c = 0; c < kernel_.contexts.size(); ++c) {
                    if (kernel_.contexts[c].domain == *domain_ && dice_.chance(60))
                        return leaf(Op::context, c);
                }
                return leaf(Op::index);
            default:
                return literal(dice_.chance(70) ? dice_.between(0u, 9u)
                                                : static_cast<std::uint32_t>(dice_.bits()));
        }
    }

    /// An element of an input, of an array that nobody writes now, or the index's own one.
    Expr load(unsigned depth) {
        Expr index = value(depth);
        const bool reads_shared = dice_.chance(60);
        if (reads_shared) {
            if (const auto array = find(Space::shared, {Mode::Use::read}, false))
                return apply(Op::element, {std::move(index)}, *array);
        }
        if (domain_ && dice_.chance(40)) {
            if (const auto array = find(dice_.chance(50) ? Space::shared : Space::output, own(), true))
                return apply(Op::element, {leaf(Op::index)}, *array);
        }
        const auto array = find(Space::input, {}, false);
        return apply(Op::element, {std::move(index)}, *array);
    }

    // ---- instances

    void choose_instances() {
        const kernels::lockstep::IndexOrder first =
            static_cast<kernels::lockstep::IndexOrder>(dice_.below(3));
        const kernels::lockstep::IndexOrder second =
            static_cast<kernels::lockstep::IndexOrder>(dice_.below(3));
        std::vector<std::uint32_t> workers = {1, 32};
        while (workers.size() < kInstances) {
            const std::uint32_t factor = dice_.chance(40)   ? dice_.between(2u, 9u)
                                         : dice_.chance(50) ? dice_.pick({31u, 33u, 64u, 128u})
                                         : dice_.chance(90) ? dice_.between(10u, 160u)
                                                            : dice_.pick({256u, 1000u, 1024u});
            if (std::ranges::find(workers, factor) == workers.end()) workers.push_back(factor);
        }
        for (std::size_t i = 0; i < workers.size(); ++i)
            kernel_.instances.push_back(
                {{workers[i], dice_.pick({1u, 1u, 2u, 3u, 4u, 8u})}, i % 2 == 0 ? first : second});
    }

    // ---- mistakes

    /// The first of some barriers without which workers meet; or any, so that some mistakes have no effect.
    void mutate() {
        constexpr unsigned kTries = 6;
        for (unsigned i = 0; i < kTries; ++i) {
            std::optional<Drawn> wrong = without_a_barrier();
            if (!wrong) return;
            const bool is_last = i + 1 == kTries;
            if (!is_last && run_plainly(*wrong).is_clean()) continue;
            kernel_ = *std::move(wrong);
            kernel_.mutation = "a barrier is missing";
            return;
        }
    }

    std::optional<Drawn> without_a_barrier() {
        Drawn wrong = kernel_;
        std::vector<std::pair<Block*, std::size_t>> barriers;
        for_each_block(wrong.body, [&](Block& block) {
            for (std::size_t i = 0; i < block.size(); ++i)
                if (block[i].kind == Kind::barrier) barriers.emplace_back(&block, i);
        });
        if (barriers.empty()) return std::nullopt;
        const auto [block, at] = dice_.pick(barriers);
        block->erase(block->begin() + static_cast<std::ptrdiff_t>(at));
        return wrong;
    }

    Dice dice_;
    const DrawnShape& shape_;
    Drawn kernel_;
    std::vector<Mode> modes_;
    std::optional<std::uint32_t> domain_;  ///< of the ForEachIdx around this place
    std::vector<std::uint32_t> locals_;    ///< that are declared here
    std::vector<std::uint32_t> counters_;  ///< of loops in the functor
    std::vector<std::uint32_t> repeats_;   ///< of loops of all workers
};

}  // namespace

Drawn random_kernel(std::uint64_t seed, const DrawnShape& shape) {
    return Generator(seed, shape).run();
}

}  // namespace musimd::differential::lockstep
