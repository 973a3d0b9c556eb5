#include "reader/jumps.hpp"

#include <algorithm>

#include "reader/parts.hpp"
#include "reader/readers.hpp"

// `goto`. A list of statements with labels is one segment per label. Each is a call, which a jump leaves as
// `return` does, and is executed if its number is not below that of the label jumped to. Jumps back are a
// loop over all.

namespace musimd::reader {
bool Jumps::has_labels(const ast::CompoundStmt* list) {
    return std::ranges::any_of(list->body(), [](const ast::Stmt* s) { return llvm::isa<ast::LabelStmt>(s); });
}

std::vector<Jumps::Segment> Jumps::segments_of(const ast::CompoundStmt* list) {
    std::vector<Segment> result(1);
    for (const ast::Stmt* s : list->body()) {
        const bool is_labelled = llvm::isa<ast::LabelStmt>(s);
        if (is_labelled) result.emplace_back();
        while (const auto* label = llvm::dyn_cast<ast::LabelStmt>(s)) {
            result.back().labels.push_back(label->getDecl());
            s = label->getSubStmt();
        }
        result.back().statements.push_back(s);
    }
    return result;
}

void Jumps::list(const ast::CompoundStmt* list) {
    List now{.segments = segments_of(list)};
    const auto jumps_to = [&](const ast::Stmt* s, std::size_t first, std::size_t end) {
        return any_below(s, [&](const ast::Stmt* part) {
            const auto* jump = llvm::dyn_cast<ast::GotoStmt>(part);
            for (std::size_t k = first; jump != nullptr && k < end; ++k) {
                if (std::ranges::find(now.segments[k].labels, jump->getLabel()) !=
                    now.segments[k].labels.end())
                    return true;
            }
            return false;
        });
    };
    const std::size_t count = now.segments.size();
    std::vector<const ast::Stmt*>& leading = now.segments.front().statements;
    while (!leading.empty() && !jumps_to(leading.front(), 0, count)) {
        statement(leading.front());
        leading.erase(leading.begin());
    }
    for (std::size_t k = 0; k < count; ++k) {
        for (const ast::Stmt* s : now.segments[k].statements)
            now.goes_back = now.goes_back || jumps_to(s, 0, k + 1);
    }
    const ast::SourceLocation where = list->getBeginLoc();
    declare_in_all(now.segments);
    now.to = new_variable("label", ValueType::number(Type::i32));
    now.exit = new_variable("exit", ValueType::number(Type::i32));
    if (now.goes_back) now.again = new_variable("again", ValueType::of_condition());
    lists_.push_back(std::move(now));
    Block inside = block([&] {
        if (lists_.back().goes_back) set(lists_.back().again, literal(false, context_.line(where)), where);
        for (std::size_t k = 0; k < count; ++k) segment(k);
    });
    now = std::move(lists_.back());
    lists_.pop_back();
    declare(now.to, number(0, where), where);
    if (!now.exits.empty()) declare(now.exit, number(0, where), where);
    if (now.goes_back) {
        declare(now.again, literal(true, context_.line(where)), where);
        Statement& loop = emit(Statement::Kind::while_, where);
        loop.value = read(now.again, ValueType::of_condition(), loop.line);
        loop.body = std::move(inside);
    } else {
        append(std::move(inside));
    }
    take_exits(now);
}

/// A call, which `return` in it leaves.
Statement Jumps::segment_call(ast::SourceLocation where, const std::function<void()>& read) {
    Statement call;
    call.kind = Statement::Kind::call;
    call.line = context_.line(where);
    call.body = block_in(Around::segment, read);
    return call;
}

/// It is a call, as a segment is.
void Jumps::leavable(ast::SourceLocation where, const std::function<void()>& read,
                     const std::function<void()>& after) {
    List now;
    now.to = new_variable("label", ValueType::number(Type::i32));
    now.exit = new_variable("exit", ValueType::number(Type::i32));
    lists_.push_back(std::move(now));
    Statement call = segment_call(where, read);
    now = std::move(lists_.back());
    lists_.pop_back();
    if (!now.exits.empty()) {
        declare(now.to, number(0, where), where);
        declare(now.exit, number(0, where), where);
    }
    append(std::move(call));
    after();
    take_exits(now);
}

void Jumps::take_exits(const List& now) {
    for (std::size_t e = 0; e < now.exits.size(); ++e) {
        Block leaves = block([&] { readers_.statements.leave_list(now.exits[e]); });
        Statement& test = emit(Statement::Kind::if_, now.exits[e]->getBeginLoc());
        const Expr exit = read(now.exit, ValueType::number(Type::i32), test.line);
        test.value = apply(Function::eq, {exit, number(e + 1, now.exits[e]->getBeginLoc())}, true, test.line);
        test.body = std::move(leaves);
    }
}

Expr Jumps::number(std::size_t n, ast::SourceLocation where) const {
    return literal(Type::i32, n, context_.line(where));
}

/// Numbers that a segment declares are those of all.
void Jumps::declare_in_all(const std::vector<Segment>& segments) {
    for (const Segment& segment : segments) {
        for (const ast::Stmt* s : segment.statements) {
            const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s);
            if (declarations == nullptr) continue;
            for (const ast::Decl* d : declarations->decls()) {
                const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
                if (v == nullptr || !v->hasLocalStorage()) continue;
                const bool is_used_after = std::ranges::any_of(segments, [&](const Segment& other) {
                    return &other != &segment &&
                           std::ranges::any_of(other.statements,
                                               [&](const ast::Stmt* part) { return mentions(part, v); });
                });
                if (!is_used_after) continue;
                if (!context_.number(v->getType()) || !readers_.uses.is_split(v))
                    context_.fail(v->getLocation(), "'" + v->getNameAsString() +
                                                        "' is used after a label; declare it before the "
                                                        "first statement with a `goto`");
                readers_.declarations.declare_number(v, nullptr);
                readers_.declarations.note_declared(v);
            }
        }
    }
}

void Jumps::segment(std::size_t k) {
    const std::vector<const ast::Stmt*> statements = lists_.back().segments[k].statements;
    lists_.back().current = k;
    if (statements.empty()) return;
    const ast::SourceLocation where = statements.front()->getBeginLoc();
    Statement call = segment_call(where, [&] {
        for (const ast::Stmt* s : statements) statement(s);
    });
    if (k == 0 && !lists_.back().goes_back) return append(std::move(call));
    const Expr to = read(lists_.back().to, ValueType::number(Type::i32), call.line);
    Expr enters = apply(Function::le, {to, number(k, where)}, true, call.line);
    if (lists_.back().goes_back) {
        Expr stays = apply(Function::notl, {read(lists_.back().again, ValueType::of_condition(), call.line)},
                           false, call.line);
        enters = apply(Function::andl, {std::move(enters), std::move(stays)}, false, call.line);
    }
    Block body;
    body.push_back(std::move(call));
    Statement& test = emit(Statement::Kind::if_, where);
    test.value = std::move(enters);
    test.body = std::move(body);
}

void Jumps::jump(const ast::GotoStmt* s) {
    for (auto at = here_.around.rbegin(); at != here_.around.rend() && *at != Around::call; ++at) {
        if (*at == Around::simd || *at == Around::parallel || *at == Around::everywhere)
            context_.fail(s->getBeginLoc(), "`goto` cannot leave this block");
        if (*at == Around::segment) break;
    }
    const auto has_label = [&](const Segment& segment) {
        return std::ranges::find(segment.labels, s->getLabel()) != segment.labels.end();
    };
    const auto is_around = [&](const List& list) { return std::ranges::any_of(list.segments, has_label); };
    if (std::ranges::none_of(lists_, is_around))
        context_.fail(s->getBeginLoc(), "a `goto` into a block is not supported");
    const List& now = lists_.back();
    if (!is_around(now)) return leave(s);
    const auto to = std::ranges::find_if(now.segments, has_label) - now.segments.begin();
    set(now.to, number(static_cast<std::size_t>(to), s->getBeginLoc()), s->getBeginLoc());
    // A jump forward skips what is between; one back, the rest of the list.
    if (static_cast<std::size_t>(to) <= now.current)
        set(now.again, literal(true, context_.line(s->getBeginLoc())), s->getBeginLoc());
    emit(Statement::Kind::return_, s->getBeginLoc());
}

void Jumps::leave(const ast::Stmt* s) {
    List& now = lists_.back();
    now.exits.push_back(s);
    set(now.exit, number(now.exits.size(), s->getBeginLoc()), s->getBeginLoc());
    set(now.to, number(now.segments.size(), s->getBeginLoc()), s->getBeginLoc());
    emit(Statement::Kind::return_, s->getBeginLoc());
}

bool Jumps::is_in_segment() const {
    for (auto at = here_.around.rbegin(); at != here_.around.rend() && *at != Around::call; ++at) {
        if (*at == Around::segment) return true;
    }
    return false;
}

}  // namespace musimd::reader
