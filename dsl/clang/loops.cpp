#include <functional>

#include "dsl/clang/body_reader.hpp"

// Loops of OpenMP's canonical form, alone and nested, and the loops of the function. Clang has checked the
// form.

namespace musimd::dsl::clang {
namespace {

struct Step {
    const ast::Expr* amount = nullptr;  ///< null: 1
    bool subtracted = false;
};

std::optional<Step> step_of(const ast::Expr* e, const ast::VarDecl* variable) {
    e = e->IgnoreParenImpCasts();
    if (const auto* one = llvm::dyn_cast<ast::UnaryOperator>(e)) return Step{nullptr, one->isDecrementOp()};
    const auto* two = llvm::dyn_cast<ast::BinaryOperator>(e);
    if (two == nullptr) return std::nullopt;
    if (two->isCompoundAssignmentOp()) return Step{two->getRHS(), two->getOpcode() == ast::BO_SubAssign};
    const auto* sum = llvm::dyn_cast<ast::BinaryOperator>(two->getRHS()->IgnoreParenImpCasts());
    if (sum == nullptr) return std::nullopt;
    const bool first = named_variable(sum->getLHS()) == variable;
    return Step{first ? sum->getRHS() : sum->getLHS(), sum->getOpcode() == ast::BO_Sub};
}

const ast::BinaryOperator* test_of(const CanonicalLoop& loop) {
    return llvm::dyn_cast_or_null<ast::BinaryOperator>(
        loop.loop->getCond() == nullptr ? nullptr : loop.loop->getCond()->IgnoreParenImpCasts());
}

const ast::Stmt* only_statement(const ast::Stmt* s) {
    while (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s)) {
        if (list->size() != 1) break;
        s = *list->body_begin();
    }
    return s;
}

}  // namespace

// ---- one loop

CanonicalLoop BodyReader::canonical(const ast::ForStmt* loop) {
    CanonicalLoop result;
    result.loop = loop;
    read_start(result);
    read_step(result);
    read_count(result);
    return result;
}

void BodyReader::read_start(CanonicalLoop& loop) {
    const ast::Expr* first = nullptr;
    if (const auto* s = llvm::dyn_cast_or_null<ast::DeclStmt>(loop.loop->getInit()); s && s->isSingleDecl()) {
        loop.variable = llvm::dyn_cast<ast::VarDecl>(s->getSingleDecl());
        loop.declared = true;
        if (loop.variable != nullptr) first = loop.variable->getInit();
    } else if (const auto* two = llvm::dyn_cast_or_null<ast::BinaryOperator>(loop.loop->getInit())) {
        loop.variable = named_variable(two->getLHS());
        first = two->getRHS();
    }
    if (loop.variable == nullptr || first == nullptr)
        context_.fail(loop.where(), "this loop must begin with `i = …`");
    if (loop.variable->getType()->isPointerType())
        context_.fail(loop.where(), "pointers as loop variables are not supported yet; use an index");
    loop.type = context_.number(loop.variable->getType(), loop.where());
    loop.low = value(first);
}

// The direction is that of the comparison; with !=, that of the step, which is 1 or -1.
void BodyReader::read_step(CanonicalLoop& loop) {
    const ast::BinaryOperator* test = test_of(loop);
    const auto step =
        loop.loop->getInc() == nullptr ? std::nullopt : step_of(loop.loop->getInc(), loop.variable);
    if (test == nullptr || !step)
        context_.fail(loop.where(), "this loop must have a condition like `i < n` and a step like `i++`");
    const std::uint32_t at = context_.line(loop.where());
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

void BodyReader::read_count(CanonicalLoop& loop) {
    const ast::BinaryOperator* test = test_of(loop);
    const std::uint32_t at = line(test);
    const bool swapped = named_variable(test->getLHS()) != loop.variable;
    const ast::Expr* bound = swapped ? test->getLHS() : test->getRHS();
    if (bound->getType()->isFloatingType())
        context_.fail(bound->getExprLoc(), "the bound of this loop must be an integer");
    Expr high = as_i64(value(bound));
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
Expr BodyReader::loop_value(const CanonicalLoop& loop, const Expr& number) const {
    const std::uint32_t at = context_.line(loop.where());
    Expr distance = convert(times(number, loop.step, at), loop.type, at);
    if (loop.down) return apply(Function::sub, {loop.low, std::move(distance)}, true, at);
    return plus(loop.low, std::move(distance), at);
}

void BodyReader::declare_loop_variable(const CanonicalLoop& loop, const Expr& number) {
    const VariableId id = new_variable(loop.variable->getNameAsString(), ValueType::number(loop.type));
    declare(id, loop_value(loop, number), loop.where());
    loop_variables_.insert(id);
    bind(loop.variable, {.kind = Binding::Kind::variable,
                         .variable = id,
                         .pointer = {},
                         .value = {},
                         .region = here_.region,
                         .of_loop = true});
}

// ---- nests

std::vector<CanonicalLoop> BodyReader::nest(const ast::OMPLoopDirective* directive, std::int64_t depth) {
    std::vector<CanonicalLoop> result;
    const ast::Stmt* at = directive->getRawStmt();
    while (std::ssize(result) < depth) {
        const auto* loop = llvm::dyn_cast_or_null<ast::ForStmt>(only_statement(at));
        if (loop == nullptr)
            context_.fail(at->getBeginLoc(), "only `for` loops are supported directly under this directive");
        check_rectangular(result, loop);
        result.push_back(canonical(loop));
        at = loop->getBody();
    }
    return result;
}

void BodyReader::check_rectangular(const std::vector<CanonicalLoop>& outer, const ast::ForStmt* inner) const {
    const std::function<void(const ast::Stmt*)> look = [&](const ast::Stmt* s) {
        if (s == nullptr) return;
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(s)) {
            for (const CanonicalLoop& loop : outer) {
                if (loop.variable == name->getDecl())
                    context_.fail(
                        name->getExprLoc(),
                        "with `collapse` or `ordered(n)`, the bounds of an inner loop must not depend "
                        "on the outer loop variable '" +
                            loop.variable->getNameAsString() + "'; omit the clause");
            }
        }
        for (const ast::Stmt* part : s->children()) look(part);
    };
    for (const ast::Stmt* part : {inner->getInit(), llvm::cast<ast::Stmt>(inner->getCond())}) look(part);
}

// The last loop's variable runs fastest.
std::vector<Expr> BodyReader::declare_loop_variables(const std::vector<CanonicalLoop>& loops,
                                                     const Expr& number) {
    Expr rest = number;
    std::vector<Expr> numbers(loops.size());
    for (std::size_t i = loops.size(); i-- > 1;) {
        const std::uint32_t at = context_.line(loops[i].where());
        numbers[i] = apply(Function::rem, {rest, loops[i].count}, true, at);
        rest = settle(apply(Function::div, {rest, loops[i].count}, true, at), loops[i].loop->getCond());
    }
    numbers.front() = rest;
    for (std::size_t i = 0; i < loops.size(); ++i) declare_loop_variable(loops[i], numbers[i]);
    return numbers;
}

// ---- parallel loops

/// A parallel loop whose iterations may wait: a region with a loop that its threads share.
void BodyReader::loop_of_threads(const ast::OMPLoopDirective* directive) {
    team_region(directive, [&] {
        Clauses found;
        const Clauses all =
            clauses(directive, ast::isOpenMPSimdDirective(directive->getDirectiveKind()), true);
        found.collapse = all.collapse;
        found.last_privates = all.last_privates;
        shared_loop(directive, found);
    });
}

void BodyReader::parallel_loop(const ast::OMPLoopDirective* directive, const Clauses& around) {
    const Survey inside = survey(directive->getRawStmt());
    const bool of_threads = directive->hasClausesOfKind<ast::OMPOrderedClause>() ||
                            directive->hasClausesOfKind<ast::OMPCopyinClause>();
    if (inside.waits || inside.names_thread || of_threads) return loop_of_threads(directive);
    const bool simd = ast::isOpenMPSimdDirective(directive->getDirectiveKind());
    Clauses found = clauses(directive, simd);
    std::vector<CanonicalLoop> loops;
    {
        const Scope scope(here_);
        take_names_of(around, directive->getRawStmt(), found);
        loops = nest(directive, found.collapse);
        Expr count = iterations_of(loops, directive->getBeginLoc());
        if (!found.last_privates.empty() || !found.linear.empty())  // which the count may mention
            count = settle(std::move(count), loops.front().loop->getCond());
        const std::vector<LinearVariable> linear = linear_variables(found, loops);
        const auto begin = [&] {
            declare_loop_variables(loops, element_number(context_.line(loops.front().where())));
            privatize(found);
            for (const LinearVariable& v : linear) declare_linear(v, element_number(line(v.at)));
        };
        parallel({directive, found, count, simd ? found.width(32) : 0, loops}, begin,
                 [&] { statement(loops.back().loop->getBody()); });
        for (const LinearVariable& v : linear) write_place(v.original, linear_value(v, count), v.at);
    }
    // In the combined form they are `linear` or `lastprivate`.
    std::erase_if(loops, [&](const CanonicalLoop& loop) {
        return !simd && std::ranges::none_of(found.last_privates, [&](const ast::DeclRefExpr* name) {
            return named_variable(name) == loop.variable;
        });
    });
    set_loop_variables(loops);
}

/// The number of iterations of all loops. What the loops compute from memory, they compute here.
Expr BodyReader::iterations_of(std::vector<CanonicalLoop>& loops, ast::SourceLocation where) {
    Expr count;
    for (CanonicalLoop& loop : loops) {
        for (Expr* part : {&loop.low, &loop.step, &loop.count}) {
            if (reads_memory(*part)) *part = settle(*part, loop.loop->getCond());
        }
        count = count == nullptr ? loop.count : times(count, loop.count, context_.line(where));
    }
    return count;
}

void BodyReader::parallel(const Iterations& of, const std::function<void()>& begin,
                          const std::function<void()>& body) {
    const ast::SourceLocation where = of.directive->getBeginLoc();
    Statement result;
    result.kind = Statement::Kind::parallel;
    result.line = context_.line(where);
    result.width = of.width;
    result.value = of.count;
    Reductions reduced = reductions(of.clauses, 1);
    result.reductions = std::move(reduced.list);
    std::vector<ArrayReduction> arrays = array_reductions(of.clauses, of.count);
    std::vector<LastValue> last = last_values(of.clauses, of.loops, of.count);
    here_.region = 1;
    result.body = block_in(Around::parallel, [&] {
        begin();
        for (ArrayReduction& r : arrays) begin_partial(r);
        iteration(last, of.count, where, body);
    });
    if (of.team != nullptr) {
        result.threads = true;
        result.teams = of.teams;
        for (const ArrayReduction& r : arrays) function_.of_threads.push_back(r.partial.buffer);
        result.body.insert(result.body.begin(), std::make_move_iterator(of.team->begin.begin()),
                           std::make_move_iterator(of.team->begin.end()));
    }
    out_->push_back(std::move(result));
    store_reduced(reduced.copies, where);
    for (const ArrayReduction& r : arrays) combine(r, of.count);
    for (const LastValue& v : last) take_last(v, of.count);
}

}  // namespace musimd::dsl::clang
