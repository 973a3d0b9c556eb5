#include <clang/AST/Stmt.h>

#include "reader/readers.hpp"

// `switch`. Its body is a list of segments, each with the labels before it. Without fallthrough it becomes a
// chain of conditionals, else a loop of one trip that enters the segments from the chosen one on.

namespace musimd::reader {
namespace {

bool is_case(const ast::Stmt* s) {
    return llvm::isa<ast::SwitchCase>(s);
}

/// Whether the statement has a `break` of the switch around it.
bool breaks(const ast::Stmt* s) {
    if (s == nullptr || llvm::isa<ast::Expr, ast::DeclStmt>(s)) return false;
    if (llvm::isa<ast::BreakStmt>(s)) return true;
    if (llvm::isa<ast::ForStmt, ast::WhileStmt, ast::DoStmt, ast::SwitchStmt>(s)) return false;
    return std::ranges::any_of(s->children(), breaks);
}

/// A label that is not directly in the switch's body.
const ast::SwitchCase* inner_case(const ast::Stmt* s) {
    if (s == nullptr || llvm::isa<ast::SwitchStmt, ast::Expr>(s)) return nullptr;
    if (is_case(s)) return llvm::cast<ast::SwitchCase>(s);
    for (const ast::Stmt* part : s->children()) {
        if (const ast::SwitchCase* found = inner_case(part)) return found;
    }
    return nullptr;
}

bool leaves(const ast::Stmt* s) {
    if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s))
        return !list->body_empty() && leaves(list->body_back());
    return llvm::isa<ast::BreakStmt, ast::ContinueStmt, ast::ReturnStmt>(s);
}

/// The statement without the `break` at its end.
std::vector<const ast::Stmt*> without_break(std::vector<const ast::Stmt*> statements) {
    while (!statements.empty()) {
        const ast::Stmt* last = statements.back();
        if (llvm::isa<ast::BreakStmt>(last)) {
            statements.pop_back();
            break;
        }
        const auto* list = llvm::dyn_cast<ast::CompoundStmt>(last);
        if (list == nullptr) break;
        statements.pop_back();
        statements.insert(statements.end(), list->body_begin(), list->body_end());
    }
    return statements;
}

}  // namespace

struct Switches::Segment {
    std::vector<const ast::SwitchCase*> labels;  ///< none of the first segment, if it has statements
    std::vector<const ast::Stmt*> statements;
    bool is_default() const {
        return std::ranges::any_of(labels, [](const auto* l) { return llvm::isa<ast::DefaultStmt>(l); });
    }
};

std::vector<Switches::Segment> Switches::segments(const ast::SwitchStmt* s) const {
    std::vector<Segment> result(1);
    const auto add = [&](const ast::Stmt* part) {
        bool labelled = false;
        while (const auto* label = llvm::dyn_cast<ast::SwitchCase>(part)) {
            if (!labelled && (!result.back().statements.empty() || result.size() == 1)) result.emplace_back();
            labelled = true;
            result.back().labels.push_back(label);
            const auto* range = llvm::dyn_cast<ast::CaseStmt>(label);
            if (range != nullptr && range->getRHS() != nullptr)
                context_.report(range->getEllipsisLoc(), "case ranges are not supported; list each case");
            part = label->getSubStmt();
        }
        if (const ast::SwitchCase* inner = inner_case(part))
            context_.report(inner->getKeywordLoc(),
                            "a `switch` label inside another statement is not supported");
        if (!llvm::isa<ast::NullStmt>(part)) result.back().statements.push_back(part);
    };
    if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s->getBody()))
        std::ranges::for_each(list->body(), add);
    else
        add(s->getBody());
    return result;
}

void Switches::switch_(const ast::SwitchStmt* s) {
    const std::vector<Segment> parts = segments(s);
    Expr selector = value(s->getCond());
    const bool simple = std::ranges::all_of(parts, [&](const Segment& part) {
        if (part.labels.empty() && &part == &parts.front()) return part.statements.empty();
        const bool ends =
            &part == &parts.back() || (!part.statements.empty() && leaves(part.statements.back()));
        const auto rest = without_break(part.statements);
        return ends && std::ranges::none_of(rest, [](const ast::Stmt* inner) {
                   return breaks(inner) || llvm::isa<ast::DeclStmt>(inner);
               });
    });
    if (selector->kind != Expression::Kind::variable) selector = settle(std::move(selector), s->getCond());
    simple ? chain(parts, selector) : segments_in_order(s, parts, selector);
}

/// Whether the selector is that of a label of the segment; null if it has no label with a number.
Expr Switches::is_selected(const Segment& part, const Expr& selector) const {
    Expr result;
    for (const ast::SwitchCase* label : part.labels) {
        const auto* one = llvm::dyn_cast<ast::CaseStmt>(label);
        const auto number = one == nullptr ? std::nullopt : context_.constant(one->getLHS());
        if (!number) continue;
        const SourcePoint at = context_.line(label->getKeywordLoc());
        Expr same = apply(Function::eq, {selector, convert(*number, selector->type.type, at)}, true, at);
        result = result == nullptr ? std::move(same)
                                   : apply(Function::orl, {result, std::move(same)}, false, result->line);
    }
    return result;
}

// The default comes last, so that its own labels do not matter.
void Switches::chain(const std::vector<Segment>& parts, const Expr& selector) {
    std::vector<Block> bodies;
    Block rest;
    for (const Segment& part : parts) {
        bodies.push_back(block([&] {
            for (const ast::Stmt* inner : without_break(part.statements)) statement(inner);
        }));
        if (part.is_default()) rest = bodies.back();
    }
    for (std::size_t k = parts.size(); k-- > 0;) {
        Expr selected = parts[k].is_default() ? nullptr : is_selected(parts[k], selector);
        if (selected == nullptr) continue;
        Block otherwise = std::move(rest);
        rest = block([&] {
            Statement& choice = emit(Statement::Kind::if_, parts[k].labels.front()->getKeywordLoc());
            choice.value = std::move(selected);
            choice.body = std::move(bodies[k]);
            choice.otherwise = std::move(otherwise);
        });
    }
    append(std::move(rest));
}

/// The number of the segment that is entered; the number of segments if no label has the value.
Expr Switches::entry(const std::vector<Segment>& parts, const Expr& selector, SourcePoint at) const {
    std::size_t otherwise = parts.size();
    for (std::size_t k = 0; k < parts.size(); ++k) {
        if (parts[k].is_default()) otherwise = k;
    }
    Expr result = literal(Type::i32, otherwise, at);
    for (std::size_t k = parts.size(); k-- > 0;) {
        Expr selected = k == otherwise ? nullptr : is_selected(parts[k], selector);
        if (selected == nullptr) continue;
        result = apply(Function::select, {std::move(selected), literal(Type::i32, k, at), std::move(result)},
                       false, at);
    }
    return result;
}

// Declarations at the top of the body are those of all segments.
void Switches::declare_in_all(const std::vector<Segment>& parts) {
    for (const Segment& part : parts) {
        for (const ast::Stmt* s : part.statements) {
            const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s);
            if (declarations == nullptr) continue;
            for (const ast::Decl* d : declarations->decls()) {
                const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
                if (v == nullptr || !v->hasLocalStorage()) continue;
                if (v->getType()->isArrayType() || v->getType()->isPointerType())
                    context_.fail(v->getLocation(),
                                  "an array or a pointer in a `switch` must be declared in its own braces");
                if (!context_.number(v->getType())) continue;
                readers_.declarations.declare_number(v, nullptr);
                readers_.declarations.note_declared(v);
            }
        }
    }
}

void Switches::segments_in_order(const ast::SwitchStmt* s, const std::vector<Segment>& parts,
                                 const Expr& selector) {
    const ast::SourceLocation where = s->getSwitchLoc();
    const SourcePoint at = context_.line(where);
    const Expr first = settle(entry(parts, selector, at), s->getCond());
    declare_in_all(parts);
    const VariableId leaves = new_variable("continues", ValueType::of_condition());
    if (continues(s->getBody())) declare(leaves, literal(false, at), where);
    continues_.push_back(leaves);
    Block inside = block_in(Around::switch_, [&] {
        for (std::size_t k = 0; k < parts.size(); ++k) segment(parts[k], first, k);
    });
    continues_.pop_back();
    emitter_.once(where, std::move(inside));
    if (!continues(s->getBody())) return;
    Block back = block([&] { readers_.statements.continue_(s); });
    Statement& test = emit(Statement::Kind::if_, where);
    test.value = read(leaves, ValueType::of_condition(), at);
    test.body = std::move(back);
}

void Switches::segment(const Segment& part, const Expr& first, std::size_t number) {
    Block inside = block([&] {
        for (const ast::Stmt* s : part.statements) statement(s);
    });
    if (part.labels.empty() || inside.empty()) return;
    Statement& entered = emit(Statement::Kind::if_, part.labels.front()->getKeywordLoc());
    entered.value =
        apply(Function::le, {first, literal(Type::i32, number, entered.line)}, true, entered.line);
    entered.body = std::move(inside);
}

}  // namespace musimd::reader
