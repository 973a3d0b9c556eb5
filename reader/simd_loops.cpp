#include "reader/readers.hpp"

// Simd loops.

namespace musimd::reader {
namespace {

constexpr std::uint32_t kDefaultWidth = 16;  ///< of a simd loop that names none

/// Whether a later iteration may overtake an earlier one.
bool is_concurrent(const ast::OMPLoopDirective* directive) {
    return directive->getDirectiveKind() == llvm::omp::OMPD_loop ||
           directive->hasClausesOfKind<ast::OMPOrderClause>();
}

}  // namespace

void SimdLoops::simd_loop(const ast::OMPLoopDirective* directive) {
    Clauses found = readers_.clauses.read(directive, true);
    const NestedScope names(here_);
    const bool in_order = InOrder::applies(found, directive->getRawStmt());
    const std::vector<Carried> carried = readers_.in_order.begin(found);
    std::vector<CanonicalLoop> loops = readers_.loops.nest(directive, found.collapse);
    if (!found.linear.empty()) readers_.loops.check_rectangular(loops);
    Statement result;
    result.kind = Statement::Kind::simd;
    result.line = context_.line(directive->getBeginLoc());
    result.width = in_order ? 1 : found.width(0);
    result.safelen = found.one_at_a_time ? 1 : found.safelen;
    if (is_concurrent(directive)) result.function = "concurrent";
    result.variable = new_variable("iteration", ValueType::number(Type::i64));
    const std::vector<LinearVariable> linear = readers_.linear.begin(found, loops);
    for (CanonicalLoop& loop : loops) {
        // The body computes the variable from these in each iteration.
        const ast::Expr* at = loop.condition();
        if (!loop.declared || loop.low->kind != Expression::Kind::variable) loop.low = settle(loop.low, at);
        loop.step = settle(loop.step, at);
        if (!loop.declared || loops.size() > 1 || !linear.empty()) loop.count = settle(loop.count, at);
        if (!loop.declared) {
            binding(loop.variable, loop.where());
            check_assignable(llvm::cast<ast::BinaryOperator>(loop.loop->getInit())->getLHS());
        }
        result.value = result.value == nullptr ? loop.count : times(result.value, loop.count, result.line);
    }
    if (!found.last_privates.empty())
        result.value = readers_.loops.up_to_last(loops, std::move(result.value), directive->getBeginLoc());
    const Expr count =
        loops.size() == 1 ? loops.front().count : settle(result.value, loops.front().condition());
    result.value = count;
    const Expr number = read(result.variable, ValueType::number(Type::i64), result.line);
    Copies copies;
    Copies last_copies;
    Block before;
    Block after;
    std::vector<ArrayReduction> arrays;
    {
        const NestedScope scope(here_);
        arrays = arrays_of(found, result.line);
        for (const ArrayReduction& r : arrays) result.locals.push_back(r.partial.buffer);
        for (const Carried& c : carried) result.locals.push_back(c.memory.buffer);
        Reduced reduced = readers_.reductions.begin(found, here_.region + 1);
        result.reductions = std::move(reduced.list);
        copies = std::move(reduced.copies);
        const auto originals = originals_of(found, loops, last_copies);
        const bool is_of_host = here_.region == 0 && kernel_ == nullptr;
        here_.before_simd = is_of_host ? &before : nullptr;
        here_.after_simd = &after;
        here_.simd_number = number;
        here_.simd_count = nullptr;
        here_.simd_width = result.width != 0 ? result.width : result.safelen;
        here_.simd_line = result.line;
        ++here_.region;
        if (here_.lane == nullptr) {
            here_.lanes = result.width == 0 ? kDefaultWidth : result.width;
            const Expr lanes = literal(Type::i64, static_cast<std::uint64_t>(here_.lanes), result.line);
            here_.lane = apply(Function::rem, {number, lanes}, true, result.line);
        }
        here_.simd_locals = &result.locals;
        result.body = block([&] {
            readers_.loops.declare_loop_variables(loops, number);
            readers_.privates.privatize(found);
            for (ArrayReduction& r : arrays) readers_.array_reductions.begin_lane(r, here_.lane);
            for (const LinearVariable& v : linear) readers_.linear.declare_in(v, number);
            for (const auto& [name, original] : originals) {
                readers_.privates.privatize(name, false);
                result.last_values.emplace_back(original, here_.bindings.at(named_variable(name)).variable);
            }
            readers_.loops.read_body(loops, [&] { one_trip(loops.back()); });
            readers_.reductions.end_logical(reduced, directive->getEndLoc());
        });
    }
    append(std::move(before));
    append(std::move(result));
    append(std::move(after));
    readers_.reductions.store_reduced(copies, directive->getBeginLoc());
    if (!last_copies.empty())
        emitter_.when(apply(Function::gt, {count, literal(Type::i64, 0, count->line)}, true, count->line),
                      directive->getBeginLoc(),
                      [&] { readers_.reductions.store_reduced(last_copies, directive->getBeginLoc()); });
    const std::uint32_t lanes = found.width(kDefaultWidth);
    for (const ArrayReduction& r : arrays)
        readers_.array_reductions.combine(r, literal(Type::i64, lanes, line(r.name)));
    readers_.loops.set_loop_variables(loops, nullptr);
    for (const LinearVariable& v : linear) write_place(v.original, readers_.linear.value_in(v, count), v.at);
    readers_.in_order.end(carried);
}

/// Each lane has a part of an array of partial values, which it keeps from one of its iterations to the next.
std::vector<ArrayReduction> SimdLoops::arrays_of(const Clauses& found, SourcePoint at) {
    return readers_.array_reductions.begin_lanes(found, literal(Type::i64, found.width(kDefaultWidth), at));
}

// The body of a simd loop that continues: nothing leaves the body, so it is inside of a loop of one trip.
void SimdLoops::one_trip(const CanonicalLoop& loop) {
    const bool wrapped = continues(loop.body());
    Block inside = block_in(wrapped ? Around::loop : Around::simd, [&] { statement(loop.body()); });
    if (!wrapped) {
        append(std::move(inside));
        return;
    }
    emitter_.once(loop.where(), std::move(inside));
}

/// The variables that `lastprivate` names, but for the loops' own, which have their values in any case.
/// Those in memory are copied there if there is an iteration.
std::vector<std::pair<const ast::DeclRefExpr*, VariableId>> SimdLoops::originals_of(
    const Clauses& found, const std::vector<CanonicalLoop>& loops, Copies& copies) {
    std::vector<std::pair<const ast::DeclRefExpr*, VariableId>> result;
    for (const ast::DeclRefExpr* name : found.last_privates) {
        if (is_of_loops(name, loops)) continue;
        attempt([&] {
            check_assignable(name);
            const Place original = place(name);
            if (original.variable) return result.emplace_back(name, *original.variable), void();
            const VariableId copy =
                new_variable(name->getDecl()->getNameAsString(), ValueType::number(original.type));
            declare(copy, literal(original.type, 0, line(name)), name->getExprLoc());
            copies.emplace_back(original, copy);
            result.emplace_back(name, copy);
        });
    }
    return result;
}

}  // namespace musimd::reader
