#include "reader/device_survey.hpp"
#include "reader/readers.hpp"

// Functions of OpenMP that ask for devices and for their memory.

namespace musimd::reader {
namespace {

using openmp::DeviceAct;

}  // namespace

/// There is one device, 0; the host is 1.
Expr DeviceData::is_device(const ast::Expr* number) {
    const SourcePoint at = line(number);
    const Expr host = literal(Type::i64, 1, at);
    const Expr given = as_i64(value(number));
    if (const auto known = literal_integer(given)) return literal(Type::i64, *known == 1 ? 0 : 1, at);
    return apply(Function::select,
                 {apply(Function::ne, {given, host}, true, at), host, literal(Type::i64, 0, at)}, false, at);
}

std::optional<Expr> DeviceData::library(const ast::CallExpr* e, llvm::StringRef name) {
    const auto number = [&](std::uint64_t n) { return literal(Type::i32, n, line(e)); };
    const bool is_apart = !has_one_memory(context_);
    for (const char* asks : {"omp_is_initial_device", "omp_get_device_num", "omp_get_num_devices",
                             "omp_get_initial_device", "omp_target_is_present"})
        function_.asks_for_devices = function_.asks_for_devices || name == asks;
    if (name == "omp_is_initial_device" || name == "omp_get_device_num") return is_host(e);
    if (name == "omp_get_num_devices" || name == "omp_get_initial_device") return number(1);
    if (name == "omp_get_default_device") return number(0);
    if (name == "omp_set_default_device") return nullptr;
    if (name == "omp_target_is_present" && e->getNumArgs() == 2) return is_present(e);
    if (name == "omp_target_memcpy" && e->getNumArgs() == 7) return copy(e);
    if (name == "omp_target_free") {
        const Pointer memory = pointer(e->getArg(0)->IgnoreParenCasts());
        if (is_apart && here_.region == 0)
            act({.act = DeviceAct::release}, {readers_.pointers.address(memory, e)}, e->getExprLoc());
        return nullptr;
    }
    return std::nullopt;
}

/// 1 on the host, 0 on the device.
Expr DeviceData::is_host(const ast::CallExpr* e) const {
    const Expr one = literal(Type::i64, 1, line(e));
    return here_.device == nullptr ? literal(Type::i32, 1, line(e))
                                   : convert(minus(one, here_.device, line(e)), Type::i32, line(e));
}

void DeviceData::allocated(const ast::CallExpr* e, const Pointer& memory, const Expr& cells) {
    if (has_one_memory(context_) || here_.region != 0) return;
    const SourcePoint at = line(e);
    const Expr is_apart = is_device(e->getArg(1));
    act({.act = DeviceAct::item}, {readers_.pointers.address(memory, e), cells, literal(Type::i64, 1, at)},
        e->getExprLoc());
    act({.act = DeviceAct::allocate}, {is_apart}, e->getExprLoc());
}

Expr DeviceData::is_present(const ast::CallExpr* e) {
    const ValueType type = ValueType::number(Type::i32);
    const Expr result = dsl::read(new_variable("present", type), type, line(e));
    declare(result->variable, literal(Type::i32, 1, line(e)), e->getExprLoc());
    if (here_.region != 0 || has_one_memory(context_)) return result;
    const ast::Expr* given = e->getArg(0)->IgnoreParenCasts();
    const Pointer at = given->getType()->isArrayType() ? lvalue(given) : pointer(given);
    if (at.to == Pointer::To::variables) return literal(Type::i32, 0, line(e));
    std::vector<Expr> operands = {readers_.pointers.address(at, e), is_device(e->getArg(1))};
    act({.act = DeviceAct::present}, std::move(operands), e->getExprLoc());
    emitter_.out().back().variable = result->variable;
    return result;
}

Expr DeviceData::copy(const ast::CallExpr* e) {
    const bool is_apart = !has_one_memory(context_) && here_.region == 0;
    if (is_apart) {
        std::vector<Expr> sides = {is_device(e->getArg(6)), is_device(e->getArg(5))};
        act({.act = DeviceAct::copy}, std::move(sides), e->getExprLoc());
    }
    readers_.whole_objects.copy(e);
    if (is_apart) act({.act = DeviceAct::end}, {}, e->getExprLoc());
    return literal(Type::i32, 0, line(e));
}

}  // namespace musimd::reader
