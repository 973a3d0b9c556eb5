#include "reader/readers.hpp"

// Shuffles. The machine's have a constant width; of others, the lane from which a thread reads is computed.

namespace musimd::reader {
/// `index`: of the pointer that the call shuffles; null: it is a number.
Expr Shuffles::shuffle(const ast::CallExpr* e, MachineInstruction operation, const Expr& index) {
    const ast::Expr* given = e->getArg(3);
    const auto width = context_.integer(given);
    if (width && (*width < 1 || *width > kWarpSize || (*width & (*width - 1)) != 0))
        context_.fail(given->getExprLoc(), "the width of a shuffle must be a power of two, at most 32");
    Expr mask = readers_.device_calls.lanes(e);
    // Each lane passes a value, also those from which none reads.
    const bool is_of_groups = index == nullptr && context_.is_of_system(e->getExprLoc());
    const auto unset = is_of_groups ? unset_variable(e->getArg(1)) : std::nullopt;
    const Expr from = unset              ? nullptr
                      : index != nullptr ? settle(index, e->getArg(1))
                                         : settle(readers_.device_calls.argument_of(e, 1), e->getArg(1));
    Expr lane = readers_.device_calls.argument_of(e, 2);
    operation.width = static_cast<std::uint32_t>(width.value_or(kWarpSize));
    if (!width) {
        lane = source_lane(operation.variant, settle(std::move(lane), e->getArg(2)), given);
        operation.variant = Variant::idx;
    }
    if (unset) return shuffle_unset(operation, settle(mask, e), *unset, settle(lane, e), e);
    const Type type = index != nullptr ? Type::i64 : context_.number(e->getType(), e->getExprLoc());
    return readers_.device_calls.instruction(operation, {std::move(mask), from, std::move(lane)}, type, e);
}

/// The lane from which this one reads, if lanes exchange values within groups of so many.
Expr Shuffles::source_lane(Variant variant, const Expr& by, const ast::Expr* given) {
    const SourcePoint at = line(given);
    const Type i32 = Type::i32;
    const auto number = [&](std::int64_t n) { return literal(i32, static_cast<std::uint64_t>(n), at); };
    const auto computed = [&](Function function, Expr a, Expr b) {
        return apply(function, {std::move(a), std::move(b)}, true, at);
    };
    const Expr width = settle(convert(value(given), i32, at), given);
    const Expr wrong = computed(Function::andb, width, computed(Function::sub, width, number(1)));
    const Expr is_valid =
        apply(Function::andl,
              {computed(Function::eq, wrong, number(0)),
               computed(Function::le, computed(Function::sub, width, number(1)), number(31))},
              true, at);
    emit(Statement::Kind::check, given->getExprLoc()).value = is_valid;
    const Expr own = settle(lane_of_thread(at), given);
    const Expr distance = convert(by, i32, at);
    const Expr in_group = computed(Function::andb, own, computed(Function::sub, width, number(1)));
    const Expr first = computed(Function::sub, own, in_group);
    const Expr after = computed(Function::add, first, width);
    const auto own_unless = [&](Expr holds, Expr lane) {
        return apply(Function::select, {std::move(holds), std::move(lane), own}, false, at);
    };
    if (variant == Variant::idx)
        return computed(Function::add, first,
                        computed(Function::andb, distance, computed(Function::sub, width, number(1))));
    if (variant == Variant::up)
        return own_unless(computed(Function::le, distance, in_group), computed(Function::sub, own, distance));
    const bool is_xor = variant == Variant::xor_;
    const Expr lane = computed(is_xor ? Function::xorb : Function::add, own, distance);
    return own_unless(computed(Function::lt, lane, after), lane);
}

/// Of a warp of CUDA: x + X · (y + Y · z), modulo 32.
Expr Shuffles::lane_of_thread(SourcePoint at) {
    const auto number = [&](ThreadNumber n) {
        const auto known =
            std::ranges::find(kernel_->numbers, n, &std::pair<VariableId, ThreadNumber>::second);
        VariableId v = 0;
        if (known == kernel_->numbers.end()) {
            v = new_variable("thread", ValueType::number(Type::u32));
            kernel_->numbers.emplace_back(v, n);
        } else {
            v = known->first;
        }
        return read(v, ValueType::number(Type::u32), at);
    };
    const auto computed = [&](Function function, Expr a, Expr b) {
        return apply(function, {std::move(a), std::move(b)}, true, at);
    };
    const Expr plane =
        computed(Function::add, number(ThreadNumber::thread_y),
                 computed(Function::mul, number(ThreadNumber::threads_y), number(ThreadNumber::thread_z)));
    const Expr thread = computed(Function::add, number(ThreadNumber::thread_x),
                                 computed(Function::mul, number(ThreadNumber::threads_x), plane));
    return convert(computed(Function::andb, thread, literal(Type::u32, kWarpSize - 1, at)), Type::i32, at);
}

}  // namespace musimd::reader
