#include "differential/lockstep/plain_run.hpp"

#include <algorithm>

#include "differential/lockstep/worker_meetings.hpp"

namespace musimd::differential::lockstep {
namespace {

using Kind = Statement::Kind;
using Space = Array::Space;

constexpr std::uint64_t kMaxPlainSteps = 3'000'000;

struct TooLong {};

std::uint32_t updated(Atomic atomic, bool is_signed, std::uint32_t a, std::uint32_t b) {
    const bool is_less = is_signed ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
    switch (atomic) {
        case Atomic::add:
            return a + b;
        case Atomic::min:
            return is_less ? a : b;
        case Atomic::max:
            return is_less ? b : a;
        case Atomic::andb:
            return a & b;
        case Atomic::orb:
            return a | b;
        case Atomic::xorb:
            break;
    }
    return a ^ b;
}

/// Whether the sum does not fit an int.
bool overflows(std::uint32_t a, std::uint32_t b) {
    std::int32_t sum = 0;
    return __builtin_add_overflow(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b), &sum);
}

class PlainMachine {
  public:
    explicit PlainMachine(const Drawn& kernel)
        : kernel_(kernel), elements_(elements_before(kernel)), locals_(kernel.locals), meetings_(kernel) {}

    PlainRun run() {
        PlainRun result;
        try {
            for (block_ = 0; block_ < kernel_.grid; ++block_) run_block();
        } catch (const TooLong&) {
            result.is_too_long = true;
        }
        for (std::size_t a = 0; a < kernel_.arrays.size(); ++a)
            if (kernel_.arrays[a].space == Space::shared) elements_[a].clear();
        result.elements = std::move(elements_);
        result.meetings = meetings_.found();
        result.reads_unwritten = reads_unwritten_;
        result.overflows = overflows_;
        return result;
    }

  private:
    void run_block() {
        contexts_.clear();
        written_.assign(kernel_.arrays.size(), {});
        for (const Context& context : kernel_.contexts)
            contexts_.emplace_back(kernel_.domains[context.domain].size, 0u);
        for (std::size_t a = 0; a < kernel_.arrays.size(); ++a)
            if (kernel_.arrays[a].space == Space::shared) elements_[a].assign(kernel_.arrays[a].elements, 0);
        run(kernel_.body);
        meetings_.barrier();
    }

    void step() {
        if (++steps_ > kMaxPlainSteps) throw TooLong{};
    }

    std::uint32_t& at(std::uint32_t array, std::uint32_t index, Use use) {
        const Array& drawn_array = kernel_.arrays[array];
        std::uint32_t element = index % drawn_array.elements;
        if (drawn_array.space == Space::output) element += block_ * drawn_array.elements;
        if (drawn_array.space != Space::input) meetings_.access(array, element, who_, use);
        if (drawn_array.space == Space::shared) {
            written_[array].resize(drawn_array.elements);
            if (use == Use::write) written_[array][element] = true;
            reads_unwritten_ = reads_unwritten_ || !written_[array][element];
        }
        return elements_[array][element];
    }

    // The order of the operands' accesses is irrelevant.
    std::uint32_t value(const Expr& e) {
        step();
        const auto operand = [&](std::size_t n) { return value(e->operands[n]); };
        switch (e->op) {
            case Op::literal:
                return e->value;
            case Op::index:
                return who_.index;
            case Op::block:
                return block_;
            case Op::size:
                return kernel_.n;
            case Op::local:
                return locals_[e->id];
            case Op::context:
                return contexts_[e->id][who_.index];
            case Op::element:
                return at(e->id, operand(0), Use::read);
            case Op::add:
                return operand(0) + operand(1);
            case Op::sub:
                return operand(0) - operand(1);
            case Op::mul:
                return operand(0) * operand(1);
            case Op::div:
                return operand(0) / (operand(1) | 1u);
            case Op::rem:
                return operand(0) % (operand(1) | 1u);
            case Op::andb:
                return operand(0) & operand(1);
            case Op::orb:
                return operand(0) | operand(1);
            case Op::xorb:
                return operand(0) ^ operand(1);
            case Op::shl:
                return operand(0) << (operand(1) & 31u);
            case Op::shr:
                return operand(0) >> (operand(1) & 31u);
            case Op::min:
                return std::min(operand(0), operand(1));
            case Op::max:
                return std::max(operand(0), operand(1));
            case Op::lt:
                return operand(0) < operand(1) ? 1 : 0;
            case Op::eq:
                return operand(0) == operand(1) ? 1 : 0;
            case Op::choose:
                break;
        }
        return operand(0) != 0 ? operand(1) : operand(2);
    }

    void run(const Block& block) {
        for (const Statement& s : block) run(s);
    }

    void run(const Statement& s) {
        step();
        switch (s.kind) {
            case Kind::for_each:
                for (std::uint32_t i = 0; i < kernel_.domains[s.id].size; ++i) {
                    who_ = {s.id, i};
                    run(s.body);
                }
                who_ = {};
                return;
            case Kind::barrier:
                return meetings_.barrier();
            case Kind::repeat:
                for (std::uint32_t i = 0; i < s.count; ++i) {
                    locals_[s.id] = i;
                    run(s.body);
                }
                return;
            case Kind::when:
            case Kind::if_:
                return run(value(s.value) != 0 ? s.body : s.otherwise);
            case Kind::for_:
                // The bound is computed again before each iteration, as in the text.
                for (std::uint32_t i = 0; i < value(s.value) % s.count; ++i) {
                    locals_[s.id] = i;
                    run(s.body);
                }
                return;
            case Kind::declare:
            case Kind::set:
                locals_[s.id] = value(s.value);
                return;
            case Kind::context:
                contexts_[s.id][who_.index] = value(s.value);
                return;
            case Kind::store: {
                const std::uint32_t stored = value(s.value);
                at(s.id, who_.index, Use::write) = stored;
                return;
            }
            case Kind::atomic: {
                const std::uint32_t index = value(s.index);
                const std::uint32_t by = value(s.value);
                std::uint32_t& element = at(s.id, index, Use::atomic);
                const bool is_signed = kernel_.arrays[s.id].is_signed;
                overflows_ = overflows_ || (is_signed && s.atomic == Atomic::add && overflows(element, by));
                element = updated(s.atomic, is_signed, element, by);
                return;
            }
        }
    }

    const Drawn& kernel_;
    std::vector<std::vector<std::uint32_t>> elements_;
    std::vector<std::uint32_t> locals_;
    std::vector<std::vector<std::uint32_t>> contexts_;
    WorkerMeetings meetings_;
    WorkerMeetings::Who who_;
    std::vector<std::vector<bool>> written_;  ///< elements of shared arrays, in this block
    bool reads_unwritten_ = false;
    bool overflows_ = false;
    std::uint32_t block_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace

bool PlainRun::is_clean() const {
    return !is_too_long && !reads_unwritten && !overflows &&
           std::ranges::none_of(meetings, [](const Meeting& m) { return m.workers; });
}

PlainRun run_plainly(const Drawn& kernel) {
    return PlainMachine(kernel).run();
}

}  // namespace musimd::differential::lockstep
