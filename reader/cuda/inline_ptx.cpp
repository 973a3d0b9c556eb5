#include "reader/cuda/inline_ptx.hpp"

#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>
#include <span>

#include "reader/readers.hpp"

// Inline `asm`: PTX. A register is a variable of the tree.

namespace musimd::reader {
namespace {

/// What a local variable has that nobody assigns; null: it is another expression.
const ast::Expr* only_value(const ast::Expr* e, const VariableUses& uses) {
    const ast::VarDecl* v = named_variable(e);
    const bool is_local = v != nullptr && v->hasLocalStorage() && !llvm::isa<ast::ParmVarDecl>(v);
    return is_local && !uses.is_assigned(v) ? v->getInit() : nullptr;
}

/// The pointer under an operand's conversions to integers and address spaces; null if it is not a pointer.
const ast::Expr* pointer_under_casts(const ast::Expr* e, const VariableUses& uses) {
    for (;;) {
        e = e->IgnoreParens();
        if (const ast::Expr* known = e->getType()->isIntegerType() ? only_value(e, uses) : nullptr) {
            e = known;
            continue;
        }
        const auto* c = llvm::dyn_cast<ast::CastExpr>(e);
        const bool is_typed = e->getType()->isPointerType() && !e->getType()->isVoidPointerType();
        if (is_typed || (c != nullptr && c->getCastKind() == ast::CK_LValueToRValue))
            return e->getType()->isPointerType() ? e : nullptr;
        const auto* call = llvm::dyn_cast<ast::CallExpr>(e);
        const ast::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
        if (c != nullptr)
            e = c->getSubExpr();
        else if (callee != nullptr && callee->getNameAsString().starts_with("__cvta_generic_to_"))
            e = call->getArg(0);
        else
            return e->getType()->isPointerType() ? e : nullptr;
    }
}

std::string joined(const std::vector<std::string>& words) {
    std::string result;
    for (const std::string& word : words) result += (result.empty() ? "" : "_") + word;
    return result;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

void InlinePtx::assembly(const ast::GCCAsmStmt* s) {
    std::string error;
    const std::string text = s->getAsmString()->getString().str();
    const std::vector<PtxInstruction> instructions = read_ptx(text, error);
    if (!error.empty())
        context_.fail(s->getBeginLoc(), error + " in inline PTX is not supported; use CUDA C++");
    statement_ = s;
    registers_.clear();
    for (const PtxInstruction& i : instructions) instruction(i);
    for (unsigned k = 0; k < s->getNumOutputs(); ++k) {
        const auto result = registers_.find("%" + std::to_string(k));
        if (result == registers_.end()) continue;
        const ast::Expr* to = s->getOutputExpr(k);
        check_assignable(to);
        const Place at = place(to);
        const ValueType type = function_.variables[result->second].type;
        write_place(at, as(read(result->second, type, line(to)), at.type), to);
    }
}

void InlinePtx::instruction(const PtxInstruction& i) {
    if (!i.predicate) return execute(i);
    const SourcePoint at = context_.line(statement_->getBeginLoc());
    Expr holds = apply(i.unless ? Function::eq : Function::ne,
                       {value_of(*i.predicate, Type::u32), literal(Type::u32, 0, at)}, true, at);
    // What it assigns exists also where the predicate does not hold.
    const std::map<std::string, VariableId> before = registers_;
    Block inside = block([&] { execute(i); });
    for (const auto& [name, variable] : registers_) {
        if (before.contains(name)) continue;
        Expr initial;
        for (unsigned k = 0; k < statement_->getNumOutputs(); ++k) {
            if (name == "%" + std::to_string(k)) initial = value_before(k);
        }
        if (initial != nullptr) initial = as(std::move(initial), function_.variables[variable].type.type);
        declare(variable, std::move(initial), statement_->getBeginLoc());
        for (Statement& s : inside) {
            if (s.kind == Statement::Kind::declare && s.variable == variable) s.kind = Statement::Kind::set;
        }
    }
    Statement& test = emit(Statement::Kind::if_, statement_->getBeginLoc());
    test.value = std::move(holds);
    test.body = std::move(inside);
}

namespace {

/// The functions of the headers are those of the grid.
void set_scope(Scope scope, std::span<Statement> statements) {
    for (Statement& s : statements) {
        if (s.kind == Statement::Kind::atomic) s.scope = scope;
        if (s.atomic) s.atomic = scope;
        set_scope(scope, s.body);
    }
}

}  // namespace

void InlinePtx::execute(const PtxInstruction& i) {
    std::vector<std::string> words = i.words;
    const Modifiers modifiers = take_modifiers(words);
    const std::size_t before = emitter_.out().size();
    if (modifiers.is_atomic && is_one_of(words.front(), {"ld", "st"}))
        words.insert(words.begin() + 1, "relaxed");
    const std::string name = joined(words);
    const bool is_vector =
        std::ranges::any_of(i.operands, [](const PtxOperand& o) { return o.kind == PtxOperand::Kind::list; });
    const bool is_access = std::ranges::any_of(
        i.operands, [](const PtxOperand& o) { return o.kind == PtxOperand::Kind::address; });
    if (modifiers.releases) fence(modifiers.scope, MemoryOrder::release);
    std::vector<PtxOperand> operands = i.operands;
    if (is_vector && is_access) {  // an access to each element
        const bool loads = operands.front().kind == PtxOperand::Kind::list;
        const std::vector<PtxOperand> elements = operands[loads ? 0 : 1].parts;
        const ast::FunctionDecl* f = needed_function(name, loads ? 1 : 2);
        for (std::size_t k = 0; k < elements.size(); ++k) {
            const auto number = static_cast<std::int64_t>(k);
            if (loads)
                assign(elements[k], call(f, {operands[1]}, number));
            else
                call(f, {operands[0], elements[k]}, number);
        }
    } else if (is_vector && operands.front().kind == PtxOperand::Kind::list) {  // the parts of a number
        const std::vector<PtxOperand> elements = operands.front().parts;
        operands.erase(operands.begin());
        for (std::size_t k = 0; k < elements.size(); ++k) {
            std::vector<PtxOperand> with_number = operands;
            with_number.push_back({.number = static_cast<std::int64_t>(k)});
            assign(elements[k], call(needed_function(name + "_part", with_number.size()), with_number, 0));
        }
    } else {
        if (is_vector) {
            const std::vector<PtxOperand> parts = operands.back().parts;
            operands.pop_back();
            operands.insert(operands.end(), parts.begin(), parts.end());
        }
        const ast::FunctionDecl* plain = function_of(name, operands.size());
        if (plain != nullptr && plain->getReturnType()->isVoidType()) {
            call(plain, operands, 0);
        } else {
            if (operands.empty()) needed_function(name, 0);
            const PtxOperand to = operands.front();
            operands.erase(operands.begin());
            const ast::FunctionDecl* f = needed_function(name, operands.size());
            if (f->getReturnType()->isVoidType()) needed_function(name, operands.size() + 1);  // an error
            // Both results are of the operands before.
            Expr found =
                i.found ? call(needed_function(name + "_found", operands.size()), operands, 0) : nullptr;
            Expr result = call(f, operands, 0);
            assign(to, std::move(result));
            if (i.found) assign(*i.found, std::move(found));
        }
    }
    if (modifiers.scope != Scope::grid) set_scope(modifiers.scope, std::span(emitter_.out()).subspan(before));
    if (modifiers.acquires) fence(modifiers.scope, MemoryOrder::acquire);
}

namespace {

bool copies(const std::vector<std::string>& words) {
    return words.size() > 2 && words[0] == "cp" && words[1] == "async" && is_one_of(words[2], {"ca", "cg"});
}

}  // namespace

/// Removes the words that are not in the names of functions.
InlinePtx::Modifiers InlinePtx::take_modifiers(std::vector<std::string>& words) const {
    Modifiers result;
    const bool is_access = is_one_of(words.front(), {"ld", "ldu", "st", "atom", "red"}) || copies(words);
    const bool is_float = is_one_of(words.back(), {"f32", "f64", "f16", "f16x2"});
    if (words.front() == "ldu") words.front() = "ld";
    std::vector<std::string> kept = {words.front()};
    for (std::size_t k = 1; k < words.size(); ++k) {
        std::string word = words[k];
        if (is_access && is_one_of(word, {"volatile", "relaxed", "acquire", "release", "acq_rel"})) {
            result.is_atomic = true;
            result.acquires = result.acquires || word.starts_with("acq");
            result.releases = result.releases || word == "release" || word == "acq_rel";
        } else if (is_access && is_one_of(word, {"cta", "cluster", "gpu", "sys"})) {
            if (word == "cta") result.scope = Scope::block;
        } else if ((is_access && (is_one_of(word, {"ca", "cg", "cs", "lu", "cv", "nc", "wb", "wt", "weak",
                                                   "v2", "v4", "shared", "local", "const"}) ||
                                  word.find("::") != std::string::npos)) ||
                   word == "global" || word == "aligned" || word == "ftz" || word == "approx" ||
                   word == "full" || (word == "rn" && (is_float || words.front() == "cvt")) ||
                   (words.front() == "fence" && is_one_of(word, {"sc", "acq_rel"}))) {
            continue;
        } else {
            if (is_one_of(word, {"b8", "b16", "b32", "b64"})) word.front() = 'u';
            kept.push_back(std::move(word));
        }
    }
    words = std::move(kept);
    return result;
}

void InlinePtx::fence(Scope scope, MemoryOrder order) {
    emit(Statement::Kind::instruction, statement_->getBeginLoc()).instruction = {
        .opcode = Opcode::fence, .order = order, .scope = scope};
}

/// Null if no function has the name and so many parameters.
const ast::FunctionDecl* InlinePtx::function_of(const std::string& name, std::size_t parameters) const {
    ast::ASTContext& tree = context_.tree();
    for (const ast::NamedDecl* space :
         tree.getTranslationUnitDecl()->lookup(&tree.Idents.get("musimd_ptx"))) {
        const auto* functions = llvm::dyn_cast<ast::NamespaceDecl>(space);
        if (functions == nullptr) continue;
        for (const ast::NamedDecl* d : functions->lookup(&tree.Idents.get(name))) {
            const auto* f = llvm::dyn_cast<ast::FunctionDecl>(d);
            if (f != nullptr && f->getNumParams() == parameters) return f;
        }
    }
    return nullptr;
}

const ast::FunctionDecl* InlinePtx::needed_function(const std::string& name, std::size_t parameters) const {
    if (const ast::FunctionDecl* f = function_of(name, parameters)) return f;
    constexpr std::size_t kMost = 6;
    bool has_others = false;  // with other operands
    for (std::size_t n = 0; n < kMost; ++n) has_others = has_others || function_of(name, n) != nullptr;
    std::string shown = name.starts_with("sreg_") ? "%" + name.substr(5) : name;
    std::ranges::replace(shown, '_', '.');
    context_.fail(statement_->getBeginLoc(), "the PTX `" + shown + "`" +
                                                 (has_others ? " with these operands" : "") +
                                                 " is not supported; CUDA C++ has functions for most of PTX");
}

/// `element`: of the memory at the address.
Expr InlinePtx::call(const ast::FunctionDecl* f, const std::vector<PtxOperand>& operands,
                     std::int64_t element) {
    ast::ASTContext& tree = context_.tree();
    const ast::SourceLocation where = statement_->getBeginLoc();
    Expressions::Substitution known;
    std::vector<ast::Expr*> arguments;
    for (unsigned i = 0; i < f->getNumParams(); ++i) {
        const ast::QualType type = f->getParamDecl(i)->getType();
        if (type->isPointerType()) {
            arguments.push_back(const_cast<ast::Expr*>(address(operands[i], type, element)));
            continue;
        }
        auto* const number = new (tree) ast::OpaqueValueExpr(where, type, ast::VK_PRValue);
        known[number] = value_of(operands[i], context_.number(type, where));
        arguments.push_back(number);
    }
    auto* const name = ast::DeclRefExpr::Create(tree, ast::NestedNameSpecifierLoc(), ast::SourceLocation(),
                                                const_cast<ast::FunctionDecl*>(f), false, where, f->getType(),
                                                ast::VK_LValue);
    auto* const function =
        ast::ImplicitCastExpr::Create(tree, tree.getPointerType(f->getType()), ast::CK_FunctionToPointerDecay,
                                      name, nullptr, ast::VK_PRValue, ast::FPOptionsOverride());
    const auto* const e = ast::CallExpr::Create(tree, function, arguments, f->getReturnType(),
                                                ast::VK_PRValue, where, ast::FPOptionsOverride());
    const ast::GCCAsmStmt* const outer = statement_;  // the function may have an `asm`, too
    Expr result;
    if (f->getReturnType()->isVoidType())
        readers_.expressions.effects_with(std::move(known), e);
    else
        result = readers_.expressions.value_with(std::move(known), e);
    statement_ = outer;
    return result;
}

const ast::Expr* InlinePtx::address(const PtxOperand& operand, ast::QualType type, std::int64_t element) {
    ast::ASTContext& tree = context_.tree();
    const ast::SourceLocation where = statement_->getBeginLoc();
    const bool is_outer =
        operand.kind == PtxOperand::Kind::address && operand.parts.front().kind == PtxOperand::Kind::outer;
    const unsigned first = statement_->getNumOutputs();
    const unsigned number = is_outer ? outer_number(operand.parts.front()) : 0;
    const ast::Expr* e = is_outer && number >= first
                             ? pointer_under_casts(statement_->getInputExpr(number - first), readers_.uses)
                             : nullptr;
    if (e == nullptr) context_.fail(where, "the address in inline PTX must be a pointer, as in \"l\"(p)");
    const auto size = type->getPointeeType()->isVoidType()
                          ? 1
                          : tree.getTypeSizeInChars(type->getPointeeType()).getQuantity();
    auto* result = const_cast<ast::Expr*>(e);
    if (!tree.hasSameUnqualifiedType(e->getType(), type))
        result = ast::ImplicitCastExpr::Create(tree, type, ast::CK_BitCast, result, nullptr, ast::VK_PRValue,
                                               ast::FPOptionsOverride());
    const std::int64_t moved = operand.number / size + element;
    if (moved == 0) return result;
    auto* const distance = ast::IntegerLiteral::Create(
        tree, llvm::APInt(64, static_cast<std::uint64_t>(moved), true), tree.LongLongTy, where);
    return ast::BinaryOperator::Create(tree, result, distance, ast::BO_Add, type, ast::VK_PRValue,
                                       ast::OK_Ordinary, where, ast::FPOptionsOverride());
}

/// The number, as one of the type: its bits, or the integer.
Expr InlinePtx::as(Expr number, Type type) const {
    const Type given = number->type.type;
    const SourcePoint at = number->line;
    if (given == type) return number;
    if (is_float(given) == is_float(type) && !is_float(type)) return convert(std::move(number), type, at);
    const Type bits = *type_of(TypeKind::unsigned_integer, width_of(is_float(given) ? given : type));
    if (is_float(given)) return as(apply(Function::reinterpret, bits, {std::move(number)}, at), type);
    return apply(Function::reinterpret, type, {convert(std::move(number), bits, at)}, at);
}

Expr InlinePtx::value_of(const PtxOperand& operand, Type type) {
    const ast::SourceLocation where = statement_->getBeginLoc();
    const SourcePoint at = context_.line(where);
    switch (operand.kind) {
        case PtxOperand::Kind::number: {
            const auto bits = static_cast<std::uint64_t>(operand.number);
            return operand.is_float ? as(literal(Type::u32, bits, at), type)
                                    : as(literal(Type::i64, bits, at), type);
        }
        case PtxOperand::Kind::special: {
            if (registers_.contains(name_of(operand))) break;
            std::string name = operand.text;
            std::ranges::replace(name, '.', '_');
            return settled(as(call(needed_function("sreg_" + name, 0), {}, 0), type), where);
        }
        case PtxOperand::Kind::outer:
        case PtxOperand::Kind::register_:
            break;
        case PtxOperand::Kind::address:
        case PtxOperand::Kind::list:
            context_.fail(where, "this operand in inline PTX is not supported");
    }
    if (const auto known = registers_.find(name_of(operand)); known != registers_.end())
        return as(read(known->second, function_.variables[known->second].type, at), type);
    if (operand.kind == PtxOperand::Kind::register_)
        context_.fail(where, "the PTX register '" + operand.text + "' is read before it is written");
    const unsigned number = outer_number(operand);
    if (number >= statement_->getNumOutputs())
        return settled(as(value(statement_->getInputExpr(number - statement_->getNumOutputs())), type),
                       where);
    if (Expr before = value_before(number)) return settled(as(std::move(before), type), where);
    context_.fail(where,
                  "the result %" + std::to_string(number) + " of inline PTX is read before it is written");
}

/// Of a result that is an operand, too: `"+r"(x)`, or `"0"(x)` among the operands; else null.
Expr InlinePtx::value_before(unsigned result) {
    if (statement_->isOutputPlusConstraint(result)) {
        const ast::Expr* e = statement_->getOutputExpr(result);
        return read_place(place(e), e);
    }
    for (unsigned k = 0; k < statement_->getNumInputs(); ++k) {
        if (statement_->getInputConstraint(k) == std::to_string(result))
            return value(statement_->getInputExpr(k));
    }
    return nullptr;
}

void InlinePtx::assign(const PtxOperand& to, Expr value) {
    const ast::SourceLocation where = statement_->getBeginLoc();
    const bool is_register = to.kind == PtxOperand::Kind::outer || to.kind == PtxOperand::Kind::register_ ||
                             to.kind == PtxOperand::Kind::special;
    if (!is_register) context_.fail(where, "this result of inline PTX is not supported");
    if (to.text == "_") return;
    const std::string name = name_of(to);
    if (const auto known = registers_.find(name); known != registers_.end())
        return set(known->second, as(std::move(value), function_.variables[known->second].type.type), where);
    const VariableId v = new_variable(to.text.empty() ? "result" : to.text, value->type);
    registers_[name] = v;
    declare(v, std::move(value), where);
}

unsigned InlinePtx::outer_number(const PtxOperand& operand) const {
    if (operand.number >= 0) return static_cast<unsigned>(operand.number);
    const int named = statement_->getNamedOperand(operand.text);
    return static_cast<unsigned>(std::max(named, 0));
}

std::string InlinePtx::name_of(const PtxOperand& operand) const {
    if (operand.kind == PtxOperand::Kind::special) return "%%" + operand.text;
    return operand.kind == PtxOperand::Kind::outer ? "%" + std::to_string(outer_number(operand))
                                                   : operand.text;
}

}  // namespace musimd::reader
