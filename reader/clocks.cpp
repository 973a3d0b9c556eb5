#include "reader/clocks.hpp"

#include <bit>

#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

constexpr std::int64_t kPerSecond = 1'000'000;

Expr number(std::int64_t n, SourcePoint line) {
    return literal(Type::i64, static_cast<std::uint64_t>(n), line);
}

}  // namespace

std::optional<Expr> Clocks::call(const ast::CallExpr* e, llvm::StringRef name) {
    const SourcePoint at = line(e);
    if (name == "omp_get_wtime") {
        const Expr per_second = literal(Type::f64, std::bit_cast<std::uint64_t>(double{kPerSecond}), at);
        return apply(Function::div, {convert(microseconds(e), Type::f64, at), per_second}, false, at);
    }
    if (name == "omp_get_wtick")
        return literal(Type::f64, std::bit_cast<std::uint64_t>(1.0 / kPerSecond), at);
    if (name == "clock") return microseconds(e);
    if (name == "time" && e->getNumArgs() == 1) return seconds(e);
    if (name == "gettimeofday") return store_time(e, 0, 1);
    if (name == "clock_gettime" && e->getNumArgs() == 2) return store_time(e, 1, 1000);
    if (name == "__musimd_nanoseconds") return times(microseconds(e), number(1000, at), at);
    return std::nullopt;
}

Expr Clocks::microseconds(const ast::CallExpr* e) {
    const ValueType type = ValueType::number(Type::i64);
    if (!count_) {
        count_ = new_variable("clock", type);
        into(emitter_.prologue(), [&] { declare(*count_, number(0, line(e)), e->getExprLoc()); });
    }
    Expr now = settle(read(*count_, type, line(e)), e);
    if (here_.region == 0)
        set(*count_, plus(now, number(1, line(e)), line(e)), e->getExprLoc());
    else
        function_.counts_threads = true;  // compiled without OpenMP, this is no parallel code
    return now;
}

/// `time(&now)`, or `time(NULL)`.
Expr Clocks::seconds(const ast::CallExpr* e) {
    const ast::Expr* to = e->getArg(0);
    Expr now = settle(apply(Function::div, {microseconds(e), number(kPerSecond, line(e))}, true, line(e)), e);
    if (to->isNullPointerConstant(context_.tree(), ast::Expr::NPC_ValueDependentIsNull) ==
        ast::Expr::NPCK_NotNull)
        write_place(cell(pointer(to), context_.tree().LongTy, to), now, to);
    return now;
}

/// In a structure of seconds and of a part of a second.
Expr Clocks::store_time(const ast::CallExpr* e, unsigned argument, std::int64_t units_per_microsecond) {
    const ast::Expr* to = e->getArg(argument);
    const ast::QualType structure = to->getType()->getPointeeType();
    if (!structure->isRecordType() || cell_count(context_, structure, e->getExprLoc()) != 2)
        context_.fail(e->getExprLoc(),
                      "the time must be stored in a `struct timeval` or a `struct timespec`");
    const Pointer at = settled(pointer(to), to);
    const Expr now = microseconds(e);
    const Expr whole = apply(Function::div, {now, number(kPerSecond, line(e))}, true, line(e));
    const Expr rest = apply(Function::rem, {now, number(kPerSecond, line(e))}, true, line(e));
    const Expr units = times(rest, number(units_per_microsecond, line(e)), line(e));
    write_place(cell(at, context_.tree().LongTy, to), whole, to);
    write_place(cell(shifted(at, 1, line(e)), context_.tree().LongTy, to), units, to);
    return literal(Type::i32, 0, line(e));
}

}  // namespace musimd::reader
