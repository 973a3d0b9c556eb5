#include <functional>

#include "reader/readers.hpp"

// Loops of OpenMP's canonical form, alone and nested. Clang has checked the form.

namespace musimd::reader {
namespace {

struct Step {
    const ast::Expr* amount = nullptr;  ///< null: 1
    bool subtracted = false;
};

std::optional<Step> step_of(const ast::Expr* e, const ast::VarDecl* variable) {
    e = e->IgnoreParenImpCasts();
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e))
        return Step{nullptr, unary->isDecrementOp()};
    const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e);
    if (binary == nullptr) return std::nullopt;
    if (binary->isCompoundAssignmentOp())
        return Step{binary->getRHS(), binary->getOpcode() == ast::BO_SubAssign};
    const auto* sum = llvm::dyn_cast<ast::BinaryOperator>(binary->getRHS()->IgnoreParenImpCasts());
    if (sum == nullptr) return std::nullopt;
    const bool first = named_variable(sum->getLHS()) == variable;
    return Step{first ? sum->getRHS() : sum->getLHS(), sum->getOpcode() == ast::BO_Sub};
}

const ast::BinaryOperator* test_of(const CanonicalLoop& loop) {
    return llvm::dyn_cast_or_null<ast::BinaryOperator>(
        loop.condition() == nullptr ? nullptr : loop.condition()->IgnoreParenImpCasts());
}

/// What points to the elements: of a range, its `__begin`.
const ast::VarDecl* element_pointer(const CanonicalLoop& loop) {
    return loop.range == nullptr ? loop.variable
                                 : llvm::cast<ast::VarDecl>(loop.range->getBeginStmt()->getSingleDecl());
}

}  // namespace

bool is_of_loops(const ast::DeclRefExpr* name, const std::vector<CanonicalLoop>& loops) {
    return std::ranges::find(loops, named_variable(name), &CanonicalLoop::variable) != loops.end();
}

// ---- one loop

CanonicalLoop CanonicalLoops::canonical(const ast::Stmt* s) {
    if (const auto* range = llvm::dyn_cast<ast::CXXForRangeStmt>(s)) return over_range(range);
    CanonicalLoop result;
    result.loop = llvm::cast<ast::ForStmt>(s);
    read_start(result);
    read_step(result);
    read_count(result);
    return result;
}

/// Its iterators are pointers, as those of arrays, std::array and std::vector.
CanonicalLoop CanonicalLoops::over_range(const ast::CXXForRangeStmt* range) {
    CanonicalLoop result;
    result.range = range;
    result.variable = range->getLoopVariable();
    result.declared = true;
    for (const ast::Stmt* part :
         {range->getInit(), llvm::cast<ast::Stmt>(range->getRangeStmt()),
          llvm::cast<ast::Stmt>(range->getBeginStmt()), llvm::cast<ast::Stmt>(range->getEndStmt())})
        statement(part);
    const auto* test = llvm::dyn_cast<ast::BinaryOperator>(range->getCond()->IgnoreParenImpCasts());
    if (test == nullptr || !test->getLHS()->getType()->isPointerType())
        context_.fail(range->getBeginLoc(),
                      "a loop of threads over this range is not supported; use an index, or an array, "
                      "std::array or std::vector");
    begin_at(result, test->getLHS());
    result.step = literal(Type::i64, 1, line(test));
    result.count = distance_to(result, test->getRHS());
    return result;
}

void CanonicalLoops::begin_at(CanonicalLoop& loop, const ast::Expr* first) {
    loop.first = settled(pointer(first), first);
    loop.type = Type::i64;
    loop.low = literal(Type::i64, 0, line(first));
}

/// How many elements the pointer is after the loop's first one.
Expr CanonicalLoops::distance_to(const CanonicalLoop& loop, const ast::Expr* end) {
    const Expr low = readers_.pointers.address(*loop.first, loop.condition());
    Expr cells = minus(readers_.pointers.address(settled(pointer(end), end), end), low, line(end));
    Expr each = readers_.pointers.elements_in(end->getType()->getPointeeType(), end->getExprLoc());
    if (is_literal(each, 1)) return cells;
    return apply(Function::div, {std::move(cells), std::move(each)}, true, line(end));
}

void CanonicalLoops::read_start(CanonicalLoop& loop) {
    const ast::Expr* first = nullptr;
    if (const auto* s = llvm::dyn_cast_or_null<ast::DeclStmt>(loop.loop->getInit()); s && s->isSingleDecl()) {
        loop.variable = llvm::dyn_cast<ast::VarDecl>(s->getSingleDecl());
        loop.declared = true;
        if (loop.variable != nullptr) first = loop.variable->getInit();
    } else if (const auto* binary = llvm::dyn_cast_or_null<ast::BinaryOperator>(loop.loop->getInit())) {
        loop.variable = named_variable(binary->getLHS());
        first = binary->getRHS();
    }
    if (loop.variable == nullptr || first == nullptr)
        context_.fail(loop.where(), "this loop must begin with `i = …`");
    if (loop.variable->getType()->isPointerType()) return begin_at(loop, first);
    loop.type = context_.number(loop.variable->getType(), loop.where());
    loop.low = value(first);
}

// The direction is that of the comparison; with !=, that of the step, which is 1 or -1.
void CanonicalLoops::read_step(CanonicalLoop& loop) {
    const ast::BinaryOperator* test = test_of(loop);
    const auto step =
        loop.loop->getInc() == nullptr ? std::nullopt : step_of(loop.loop->getInc(), loop.variable);
    if (test == nullptr || !step)
        context_.fail(loop.where(), "this loop must have a condition like `i < n` and a step like `i++`");
    const SourcePoint at = context_.line(loop.where());
    Expr amount = step->amount == nullptr ? literal(Type::i64, 1, at) : as_i64(value(step->amount));
    const auto known = literal_integer(amount);
    const bool swapped = named_variable(test->getLHS()) != loop.variable;
    if (test->getOpcode() == ast::BO_NE) {
        loop.down = step->subtracted != (known && *known < 0);
    } else {
        const bool greater = test->getOpcode() == ast::BO_GT || test->getOpcode() == ast::BO_GE;
        loop.down = greater != swapped;
    }
    const bool negated = loop.down != step->subtracted;
    loop.step = negated ? minus(literal(Type::i64, 0, at), std::move(amount), at) : std::move(amount);
}

void CanonicalLoops::read_count(CanonicalLoop& loop) {
    const ast::BinaryOperator* test = test_of(loop);
    const SourcePoint at = line(test);
    const bool swapped = named_variable(test->getLHS()) != loop.variable;
    const ast::Expr* bound = swapped ? test->getLHS() : test->getRHS();
    if (bound->getType()->isFloatingType())
        context_.fail(bound->getExprLoc(), "the bound of this loop must be an integer");
    Expr high = loop.first ? distance_to(loop, bound) : as_i64(value(bound));
    Expr low = as_i64(loop.low);
    Expr distance =
        loop.down ? minus(std::move(low), std::move(high), at) : minus(std::move(high), std::move(low), at);
    if (test->getOpcode() == ast::BO_LE || test->getOpcode() == ast::BO_GE)
        distance = plus(std::move(distance), literal(Type::i64, 1, at), at);
    if (!is_literal(loop.step, 1)) {
        const Expr rounding = minus(loop.step, literal(Type::i64, 1, at), at);
        distance = apply(Function::div, {plus(std::move(distance), rounding, at), loop.step}, true, at);
    }
    if (const auto known = literal_integer(distance)) {
        loop.count = literal(Type::i64, static_cast<std::uint64_t>(std::max<std::int64_t>(*known, 0)), at);
    } else {
        loop.count = apply(Function::max, {literal(Type::i64, 0, at), std::move(distance)}, false, at);
    }
}

/// The variable's value in an iteration; after the last one, if that is the number of iterations.
Expr CanonicalLoops::loop_value(const CanonicalLoop& loop, const Expr& number) const {
    const SourcePoint at = context_.line(loop.where());
    Expr distance = convert(times(number, loop.step, at), loop.type, at);
    if (loop.down) return apply(Function::sub, {loop.low, std::move(distance)}, true, at);
    return plus(loop.low, std::move(distance), at);
}

/// The element of an iteration.
Pointer CanonicalLoops::element(const CanonicalLoop& loop, const Expr& number) {
    const ast::QualType type = element_pointer(loop)->getType()->getPointeeType();
    const SourcePoint at = context_.line(loop.where());
    const Expr each = readers_.pointers.elements_in(type, loop.where());
    return Pointers::advanced(*loop.first, times(loop_value(loop, number), each, at), at);
}

/// The text of a range then declares its variable.
void CanonicalLoops::declare_pointer(const CanonicalLoop& loop, const Expr& number) {
    bind(element_pointer(loop), {.kind = Binding::Kind::pointer,
                                 .variable = {},
                                 .pointer = settled(element(loop, number), loop.condition()),
                                 .value = {},
                                 .region = here_.region,
                                 .of_loop = true});
    if (loop.range != nullptr) statement(loop.range->getLoopVarStmt());
}

void CanonicalLoops::declare_loop_variable(const CanonicalLoop& loop, const Expr& number) {
    if (loop.first) return declare_pointer(loop, number);
    const VariableId id = new_variable(loop.variable->getNameAsString(), ValueType::number(loop.type));
    declare(id, loop_value(loop, number), loop.where());
    readers_.bindings.note_loop_variable(id);
    bind(loop.variable, {.kind = Binding::Kind::variable,
                         .variable = id,
                         .pointer = {},
                         .value = {},
                         .region = here_.region,
                         .of_loop = true});
}

// ---- nests

/// The number of iterations of all loops. What the loops compute from memory, they compute here.
Expr CanonicalLoops::iterations_of(std::vector<CanonicalLoop>& loops, ast::SourceLocation where) {
    Expr count;
    for (CanonicalLoop& loop : loops) {
        for (Expr* part : {&loop.low, &loop.step, &loop.count}) {
            if (reads_memory(*part)) *part = settle(*part, loop.condition());
        }
        count = count == nullptr ? loop.count : times(count, loop.count, context_.line(where));
    }
    return count;
}

/// The variables of loops that do not declare them, after the last iteration.
void CanonicalLoops::set_loop_variables(const std::vector<CanonicalLoop>& loops,
                                        const std::vector<const ast::DeclRefExpr*>* last) {
    for (std::size_t k = 0; k < loops.size(); ++k) {
        const CanonicalLoop& loop = loops[k];
        if (loop.declared) continue;
        const ast::Expr* name = llvm::cast<ast::BinaryOperator>(loop.loop->getInit())->getLHS();
        if (last != nullptr && !names(*last, name)) continue;
        attempt([&] {
            if (loop.depends) return set_dependent_variable(loops, k);
            Expr value = loop.first ? readers_.pointers.address(element(loop, loop.count), name)
                                    : loop_value(loop, loop.count);
            write_place(place(name), std::move(value), name);
        });
    }
}

}  // namespace musimd::reader
