#include "differential/cuda/plain_run.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "differential/cuda/plain_races.hpp"
#include "differential/cuda/plain_values.hpp"
#include "kernels/launch/arguments.hpp"

namespace musimd::differential::cuda {
namespace {

using Kind = Statement::Kind;
using Use = PlainRaces::Use;
using Threads = std::vector<std::uint32_t>;  ///< ascending

constexpr std::uint64_t kMaxStatements = 2'000'000;  // of all threads

/// What ends the run: it is not known what happens after it.
struct Found {
    std::string lockstep;
    std::string volta;
};
struct TooLong {};

class PlainLaunch {
  public:
    PlainLaunch(const Drawn& kernel, const std::vector<std::vector<std::uint64_t>>& buffers)
        : kernel_(kernel), races_(kernel.threads()) {
        run_.buffers = buffers;
    }

    PlainRun run() {
        try {
            for (block_ = 0; block_ < kernel_.blocks(); ++block_) run_block();
        } catch (const Found& found) {
            if (!found.lockstep.empty()) run_.lockstep.insert(found.lockstep);
            run_.volta.insert(found.volta);
        } catch (const Undefined& undefined) {
            run_.lockstep.insert(undefined.kind);
            run_.volta.insert(undefined.kind);
        } catch (const TooLong&) {
            run_.is_too_long = true;
        }
        if (races_.among_warps()) run_.lockstep.insert("race");
        if (races_.among_threads()) run_.volta.insert("race");
        return std::move(run_);
    }

  private:
    struct Loop {
        std::vector<bool> left;  ///< by break
        std::vector<bool> continued;
    };

    void run_block() {
        const std::uint32_t count = kernel_.threads();
        variables_.assign(count, std::vector<std::uint64_t>(kernel_.variables.size(), 0));
        has_left_.assign(count, false);
        own_.assign(kernel_.arrays.size(), {});
        for (std::size_t a = 0; a < kernel_.arrays.size(); ++a) {
            const Array& array = kernel_.arrays[a];
            if (array.is_parameter()) continue;
            const bool is_local = array.space == Array::Space::local;
            own_[a].assign(std::size_t{array.elements} * (is_local ? count : 1),
                           is_local ? std::optional<std::uint64_t>(0) : std::nullopt);
        }
        races_.begin_block();
        Threads all(count);
        for (std::uint32_t t = 0; t < count; ++t) all[t] = t;
        block(kernel_.body, all, nullptr);
    }

    // ---- control

    /// The threads that come to the end of it.
    Threads block(const Block& statements, Threads active, Loop* loop) {
        for (const Statement& s : statements) {
            if (active.empty()) break;
            left_ += active.size();
            if (left_ > kMaxStatements) throw TooLong{};
            active = statement(s, active, loop);
        }
        return active;
    }

    Threads statement(const Statement& s, const Threads& active, Loop* loop) {
        switch (s.kind) {
            case Kind::declare:
            case Kind::set:
                for (const std::uint32_t t : active) variables_[t][s.variable] = value(s.value, t);
                return active;
            case Kind::store:
                for (const std::uint32_t t : active) {
                    const std::uint64_t bits = value(s.value, t);
                    element(s.array, value(s.index, t), t, Use::write) = bits;
                }
                return active;
            case Kind::barrier:
                barrier(s, active);
                return active;
            case Kind::syncwarp:
            case Kind::collective:
                by_warps(s, active);
                return active;
            case Kind::atomic:
                for (const std::uint32_t t : active) atomic(s, t);
                return active;
            case Kind::if_:
                return conditional(s, active, loop);
            case Kind::for_:
                return counted_loop(s, active);
            case Kind::break_:
                for (const std::uint32_t t : active) loop->left[t] = true;
                return {};
            case Kind::continue_:
                for (const std::uint32_t t : active) loop->continued[t] = true;
                return {};
            case Kind::return_:
                for (const std::uint32_t t : active) has_left_[t] = true;
                return {};
        }
        return active;
    }

    Threads conditional(const Statement& s, const Threads& active, Loop* loop) {
        Threads then;
        Threads otherwise;
        for (const std::uint32_t t : active) (value(s.value, t) != 0 ? then : otherwise).push_back(t);
        then = block(s.body, then, loop);
        otherwise = block(s.otherwise, otherwise, loop);
        Threads both;
        std::ranges::merge(then, otherwise, std::back_inserter(both));
        return both;
    }

    Threads counted_loop(const Statement& s, const Threads& active) {
        Loop loop{std::vector<bool>(kernel_.threads()), {}};
        Threads inside = active;
        for (std::uint64_t i = 0;; ++i) {
            std::erase_if(inside, [&](std::uint32_t t) {
                variables_[t][s.variable] = i;
                return static_cast<std::int32_t>(value(s.value, t)) <= static_cast<std::int32_t>(i);
            });
            if (inside.empty()) break;
            loop.continued.assign(kernel_.threads(), false);
            block(s.body, inside, &loop);
            std::erase_if(inside, [&](std::uint32_t t) { return has_left_[t] || loop.left[t]; });
        }
        Threads after;
        for (const std::uint32_t t : active)
            if (!has_left_[t]) after.push_back(t);
        return after;
    }

    // ---- what threads do together

    /// Whether all threads of this range that have not left are active.
    bool are_all(std::uint32_t first, std::uint32_t end, const Threads& active) const {
        for (std::uint32_t t = first; t < end; ++t)
            if (!has_left_[t] && !std::ranges::binary_search(active, t)) return false;
        return true;
    }

    void barrier(const Statement& s, const Threads& active) {
        const std::uint32_t count = kernel_.threads();
        bool is_split = false;
        for (std::uint32_t first = 0; first < count; first += 32) {
            const std::uint32_t end = std::min(count, first + 32);
            const bool is_here = std::ranges::any_of(active, [&](auto t) { return first <= t && t < end; });
            is_split = is_split || (is_here && !are_all(first, end, active));
        }
        if (is_split) throw Found{"barrier-while-diverged", "barrier"};
        if (active.size() != count) throw Found{"barrier", "barrier"};
        std::uint64_t holding = 0;
        if (s.form != Form::none) {
            for (const std::uint32_t t : active) holding += value(s.value, t) != 0 ? 1 : 0;
        }
        races_.barrier();
        if (s.form == Form::none) return;
        const std::uint64_t result = s.form == Form::count ? holding
                                     : s.form == Form::all ? (holding == count ? 1 : 0)
                                                           : (holding != 0 ? 1 : 0);
        for (const std::uint32_t t : active) variables_[t][s.variable] = result;
    }

    void by_warps(const Statement& s, const Threads& active) {
        for (std::size_t i = 0; i < active.size();) {
            std::size_t end = i;
            while (end < active.size() && active[end] / 32 == active[i] / 32) ++end;
            warp(s, Threads(active.begin() + static_cast<std::ptrdiff_t>(i),
                            active.begin() + static_cast<std::ptrdiff_t>(end)));
            i = end;
        }
    }

    /// The threads of a warp that are here, in groups of one mask.
    void warp(const Statement& s, const Threads& here) {
        const std::uint32_t first = here[0] / 32 * 32;
        const std::uint32_t end = std::min(kernel_.threads(), first + 32);
        std::vector<std::uint64_t> results;
        std::vector<Threads> groups;
        for (const std::uint32_t t : here) {
            const std::uint64_t mask = value(s.mask, t);
            if ((mask >> (t - first) & 1) == 0) throw Found{"collective-mask", "collective-mask"};
            Threads group;
            for (std::uint32_t other = first; other < end; ++other) {
                if ((mask >> (other - first) & 1) == 0 || has_left_[other]) continue;
                if (!std::ranges::binary_search(here, other)) throw Found{"collective-mask", "mask"};
                if (value(s.mask, other) != mask) throw Found{"collective-mask", "mask"};
                group.push_back(other);
            }
            const auto named =
                static_cast<std::uint64_t>(std::popcount(mask & (~std::uint64_t{0} >> (64 - (end - first)))));
            if (group.size() != named) throw Found{"mask", "mask"};  // a lane that has left: a warning
            if (s.kind == Kind::collective) results.push_back(collective(s, t, group));
            if (group[0] == t) groups.push_back(std::move(group));
        }
        if (s.kind == Kind::syncwarp) {
            for (const Threads& group : groups) races_.sync(group);
        }
        for (std::size_t i = 0; i < results.size(); ++i) variables_[here[i]][s.variable] = results[i];
    }

    std::uint64_t collective(const Statement& s, std::uint32_t t, const Threads& group) {
        const std::uint64_t own = value(s.value, t);
        const auto bits_where = [&](const auto& holds) {
            std::uint64_t bits = 0;
            for (const std::uint32_t member : group)
                bits |= holds(value(s.value, member)) ? std::uint64_t{1} << member % 32 : 0;
            return bits;
        };
        const std::uint64_t holding = bits_where([](std::uint64_t v) { return v != 0; });
        switch (s.form) {
            case Form::shfl:
            case Form::shfl_up:
            case Form::shfl_down:
            case Form::shfl_xor:
                return shuffled(s, t, group);
            case Form::ballot:
                return holding;
            case Form::all:
                return static_cast<std::size_t>(std::popcount(holding)) == group.size() ? 1 : 0;
            case Form::any:
                return holding != 0 ? 1 : 0;
            case Form::match:
                return bits_where([&](std::uint64_t v) { return v == own; });
            case Form::add:
            case Form::min:
            case Form::max:
            case Form::andb:
            case Form::orb:
            case Form::xorb: {
                std::uint64_t sum = value(s.value, group[0]);
                for (std::size_t i = 1; i < group.size(); ++i)
                    sum = combined(s.form, s.value->type, sum, value(s.value, group[i]));
                return sum;
            }
            case Form::none:
            case Form::count:
            case Form::sub:
            case Form::exchange:
            case Form::compare:
                break;
        }
        return 0;
    }

    std::uint64_t shuffled(const Statement& s, std::uint32_t t, const Threads& group) {
        const auto k = static_cast<std::uint32_t>(value(s.other, t)) % 32;
        const std::uint32_t lane = t % 32;
        std::uint32_t from = s.form == Form::shfl       ? k
                             : s.form == Form::shfl_up  ? (lane < k ? lane : lane - k)
                             : s.form == Form::shfl_xor ? (lane ^ k)
                                                        : (lane + k > 31 ? lane : lane + k);
        from += t - lane;
        if (!std::ranges::binary_search(group, from))
            throw Found{"unknown", "unknown"};  // it may be kept, but not used
        return value(s.value, from);
    }

    // ---- memory

    std::uint64_t& element(std::uint32_t a, std::uint64_t index, std::uint32_t t, Use use) {
        const Array& array = kernel_.arrays[a];
        const auto i = static_cast<std::int64_t>(static_cast<std::int32_t>(index));
        if (i < 0 || i >= array.elements) throw Undefined{"invalid-address"};
        auto at = static_cast<std::size_t>(i);
        if (array.is_parameter()) {
            races_.access(a, at, false, t, use);
            return run_.buffers[a][at];
        }
        if (array.space == Array::Space::local)
            at += std::size_t{t} * array.elements;
        else
            races_.access(a, at, true, t, use);
        std::optional<std::uint64_t>& cell = own_[a][at];
        if (!cell && use != Use::write) throw Undefined{"undefined-memory"};
        if (!cell) cell = 0;
        return *cell;
    }

    void atomic(const Statement& s, std::uint32_t t) {
        const std::uint64_t operand = value(s.value, t);
        const std::uint64_t old = s.form == Form::compare ? value(s.other, t) : 0;
        const std::uint64_t index = value(s.index, t);
        const std::uint64_t before = element(s.array, index, t, Use::atomic_read);
        if (s.form != Form::compare || before == old) {
            std::uint64_t& cell = element(s.array, index, t, Use::atomic);
            const bool replaces = s.form == Form::exchange || s.form == Form::compare;
            cell = replaces ? operand : combined(s.form, kernel_.arrays[s.array].type, cell, operand);
        }
        if (s.has_result) variables_[t][s.variable] = before;
    }

    // ---- values

    std::uint64_t place_of(ThreadIndex place, std::uint32_t t) const {
        const auto coordinate = [](std::uint32_t number, const dsl::Dimensions& size,
                                   unsigned axis) -> std::uint64_t {
            if (axis == 0) return number % size[0];
            if (axis == 1) return number / size[0] % size[1];
            return number / size[0] / size[1];
        };
        switch (place) {
            case ThreadIndex::thread:
                return t;
            case ThreadIndex::lane:
                return t % 32;
            case ThreadIndex::warp:
                return t / 32;
            case ThreadIndex::block:
                return block_;
            case ThreadIndex::thread_x:
            case ThreadIndex::thread_y:
            case ThreadIndex::thread_z:
                return coordinate(
                    t, kernel_.block,
                    static_cast<unsigned>(place) - static_cast<unsigned>(ThreadIndex::thread_x));
            case ThreadIndex::block_x:
            case ThreadIndex::block_y:
            case ThreadIndex::block_z:
                return coordinate(block_, kernel_.grid,
                                  static_cast<unsigned>(place) - static_cast<unsigned>(ThreadIndex::block_x));
        }
        return 0;
    }

    std::uint64_t value(const Expr& e, std::uint32_t t) {
        const auto operand = [&](std::size_t i) { return value(e->operands[i], t); };
        switch (e->op) {
            case Op::literal:
                return e->bits;
            case Op::variable:
                return variables_[t][e->id];
            case Op::place:
                return place_of(static_cast<ThreadIndex>(e->id), t);
            case Op::size:
                return static_cast<std::uint32_t>(kernel_.n);
            case Op::element:
                return converted_bits(element(e->id, operand(0), t, Use::read), kernel_.arrays[e->id].type,
                                      e->type);
            case Op::both:
                return operand(0) != 0 && operand(1) != 0 ? 1 : 0;
            case Op::either:
                return operand(0) != 0 || operand(1) != 0 ? 1 : 0;
            case Op::choose:
                return operand(0) != 0 ? operand(1) : operand(2);
            case Op::convert:
            case Op::add:
            case Op::sub:
            case Op::mul:
            case Op::div:
            case Op::rem:
            case Op::andb:
            case Op::orb:
            case Op::xorb:
            case Op::notb:
            case Op::shl:
            case Op::shr:
            case Op::neg:
            case Op::min:
            case Op::max:
            case Op::lt:
            case Op::le:
            case Op::eq:
            case Op::ne:
            case Op::popc:
            case Op::clz:
            case Op::ffs:
            case Op::fabs:
            case Op::sqrt:
            case Op::fma:
                break;
        }
        std::uint64_t values[3] = {};
        for (std::size_t i = 0; i < e->operands.size(); ++i) values[i] = operand(i);
        return computed(*e, std::span(values, e->operands.size()));
    }

    const Drawn& kernel_;
    PlainRaces races_;
    PlainRun run_;
    std::uint32_t block_ = 0;
    std::vector<std::vector<std::uint64_t>> variables_;           ///< by thread
    std::vector<bool> has_left_;                                  ///< by `return`
    std::vector<std::vector<std::optional<std::uint64_t>>> own_;  ///< of the block, by array
    std::uint64_t left_ = 0;
};

}  // namespace

std::vector<std::vector<std::uint64_t>> elements_before(const Drawn& kernel) {
    std::vector<std::vector<std::uint64_t>> elements(kernel.arrays.size());
    const auto arguments = arguments_of(kernel);
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        if (!array.is_parameter()) continue;
        dsl::openmp::Parameter parameter;
        parameter.name = array.name;
        parameter.type = array.type;
        parameter.buffer = 0;
        elements[a] = kernels::openmp::read_argument(parameter, arguments[a].second).value();
    }
    return elements;
}

PlainRun run_plainly(const Drawn& kernel, const std::vector<std::vector<std::uint64_t>>& buffers) {
    return PlainLaunch(kernel, buffers).run();
}

PlainRun run_plainly(const Drawn& kernel) {
    return run_plainly(kernel, elements_before(kernel));
}

}  // namespace musimd::differential::cuda
