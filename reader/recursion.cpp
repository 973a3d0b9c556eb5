#include "reader/recursion.hpp"

#include <clang/AST/DeclCXX.h>

#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

constexpr std::int64_t kHostNumbers = 1 << 18;
constexpr std::int64_t kThreadNumbers = 1 << 16;
constexpr std::int64_t kIterationNumbers = 1 << 10;

const ValueType kIndex = ValueType::number(Type::i64);

}  // namespace

Recursion::Recursion(Readers& readers) : Reader(readers) {}

bool Recursion::is_recursive(const ast::FunctionDecl* f) {
    return kernel_ == nullptr && readers_.uses.calls().is_recursive(f);
}

Expr Recursion::number(std::int64_t n, ast::SourceLocation where) const {
    return literal(Type::i64, static_cast<std::uint64_t>(n), context_.line(where));
}

Expr Recursion::get(VariableId v, ast::SourceLocation where) const {
    return read(v, function_.variables[v].type, context_.line(where));
}

bool Recursion::is_inside() const {
    if (groups_.empty() || here_.of_program) return false;
    const auto begin = here_.around.begin() + static_cast<std::ptrdiff_t>(groups_.back()->depth);
    return std::none_of(begin, here_.around.end(),
                        [](Around kind) { return kind == Around::parallel || kind == Around::simd; });
}

/// Whether the functions that are read, and this one, call each other.
bool Recursion::is_inner(const ast::FunctionDecl* callee) {
    CallGraph& calls = readers_.uses.calls();
    return is_inside() && calls.reaches(callee, now().root) && calls.reaches(now().root, callee);
}

// ---- calls

Called Recursion::call(const ast::CallExpr* e, const ast::FunctionDecl* callee, const Request& request) {
    const ast::SourceLocation where = e->getExprLoc();
    if (callee->isVariadic()) context_.fail(where, "variadic functions are not supported yet");
    if (is_inner(callee)) {
        const std::size_t k = member(callee, where);
        Values values = arguments(e, Member(now().members[k]));
        Statement& s = emit(Statement::Kind::call, where);
        s.width = static_cast<std::uint32_t>(k) + 1;
        s.arguments = std::move(values);
        return result_of(Member(now().members[k]), e, request);
    }
    auto group = std::make_unique<Group>();
    group->root = callee;
    group->depth = here_.around.size();
    groups_.push_back(std::move(group));
    Statement outer;
    outer.kind = Statement::Kind::call;
    outer.line = line(e);
    outer.function = callee->getNameAsString();
    Member root;
    try {
        make_stack(where);
        const std::size_t k = member(callee, where);
        const NestedScope scope(here_);
        read_bodies();
        root = now().members[k];
        outer.body = machine(root.entry, where);
    } catch (...) {
        groups_.pop_back();
        throw;
    }
    groups_.pop_back();
    outer.arguments = arguments(e, root);
    append(std::move(outer));
    return result_of(root, e, request);
}

/// Its number in the group. What is new is read later.
std::size_t Recursion::member(const ast::FunctionDecl* f, ast::SourceLocation where) {
    std::vector<Member>& members = now().members;
    const auto known = std::ranges::find(members, f, &Member::f);
    if (known != members.end()) return static_cast<std::size_t>(known - members.begin());
    readers_.uses.look_through(f);
    Member result{.f = f};
    for (const ast::ParmVarDecl* p : f->parameters()) {
        std::vector<VariableId>& numbers = result.parameters.emplace_back();
        const std::string name = p->getNameAsString();
        if (!is_composed(p->getType())) {
            numbers.push_back(new_variable(name, ValueType::number(scalar(context_, p->getType(), where))));
            continue;
        }
        for (const Cell& cell : cells_of(context_, p->getType(), where))
            numbers.push_back(new_variable(name + cell.name, ValueType::number(cell.type)));
    }
    const auto* method = llvm::dyn_cast<ast::CXXMethodDecl>(f);
    if (method != nullptr && !method->isStatic()) result.object = new_variable("this", kIndex);
    const ast::QualType type = f->getReturnType();
    if (is_composed(type)) {
        Pointer structure{.index = {}, .to = Pointer::To::variables};
        for (const Cell& cell : cells_of(context_, type, where))
            structure.cells.push_back(new_variable("result" + cell.name, ValueType::number(cell.type)));
        result.structure = std::move(structure);
    } else if (!type->isVoidType()) {
        result.result = new_variable("result", ValueType::number(scalar(context_, type, where)));
    }
    members.push_back(std::move(result));
    return members.size() - 1;
}

Recursion::Values Recursion::arguments(const ast::CallExpr* e, const Member& member) {
    Values result;
    if (const auto object = member.object) {
        const ast::Expr* on = object_of(e);
        Expr at = on == nullptr ? address(readers_.classes.this_pointer(), e)
                                : address(readers_.classes.object_pointer(on), on);
        result.emplace_back(*object, settle(std::move(at), e));
    }
    for (unsigned i = 0; i < member.f->getNumParams(); ++i) {
        const ast::Expr* from = e->getArg(argument_number(e, i));
        const std::vector<Expr> values = argument(from, member.f->getParamDecl(i));
        for (std::size_t k = 0; k < values.size(); ++k) {
            const VariableId to = member.parameters[i][k];
            Expr given = convert(values[k], function_.variables[to].type.type, line(from));
            result.emplace_back(to, settle(std::move(given), from));
        }
    }
    return result;
}

std::vector<Expr> Recursion::argument(const ast::Expr* from, const ast::ParmVarDecl* parameter) {
    const ast::QualType type = parameter->getType();
    if (type->isReferenceType()) {
        const Binding b = readers_.declarations.reference(from);
        if (b.kind == Binding::Kind::value) {  // of a temporary
            const Pointer copy = new_object("t", type->getPointeeType(), false, from->getExprLoc());
            store(copy, b.value, from->getExprLoc());
            return {address(copy, from)};
        }
        return {address(lvalue(from), from)};
    }
    if (type->isPointerType()) return {address(pointer(from), from)};
    if (!is_composed(type)) return {value(from)};
    const std::vector<Cell> cells = cells_of(context_, type, from->getExprLoc());
    const Pointer copy = new_object("t", type, true, from->getExprLoc());
    initialise(copy, type, from);
    std::vector<Expr> result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Place part{.variable = std::nullopt,
                   .pointer = shifted(copy, static_cast<std::int64_t>(i), line(from)),
                   .value = {},
                   .type = cells[i].type};
        if (copy.to == Pointer::To::variables) part.variable = copy.cells[i];
        result.push_back(read_place(part, from));
    }
    return result;
}

Called Recursion::result_of(const Member& member, const ast::CallExpr* e, const Request& request) {
    const ast::QualType type = member.f->getReturnType();
    if (type->isVoidType()) return {};
    if (member.result) {
        const Expr value = settle(get(*member.result, e->getExprLoc()), e);
        if (!type->isReferenceType()) return {value};
        return {nullptr, readers_.pointers.at_address(value)};
    }
    const Pointer to = request.place ? *request.place : new_object("result", type, true, e->getExprLoc());
    for (std::size_t i = 0; i < member.structure->cells.size(); ++i) {
        const VariableId from = member.structure->cells[i];
        Place part{.variable = std::nullopt,
                   .pointer = shifted(to, static_cast<std::int64_t>(i), line(e)),
                   .value = {},
                   .type = function_.variables[from].type.type};
        if (to.to == Pointer::To::variables) part.variable = to.cells[i];
        write_place(part, get(from, e->getExprLoc()), e);
    }
    return {nullptr, to};
}

// ---- the functions

void Recursion::read_bodies() {
    for (std::size_t k = 0; k < now().members.size(); ++k) {
        Block read = body(k);
        now().members[k].entry = now().code.add(std::move(read));
    }
    now().code.finish();
}

Block Recursion::body(std::size_t member) {
    const Member m = now().members[member];
    Statement unused;
    unused.line = context_.line(m.f->getLocation());
    std::optional<Pointer> object;
    if (m.object) object = readers_.pointers.at_address(get(*m.object, m.f->getLocation()));
    readers_.calls.read_called({m.f, m.result, m.structure, {}, object}, unused, [&] {
        for (unsigned i = 0; i < m.f->getNumParams(); ++i)
            bind_parameter(m.f->getParamDecl(i), m.parameters[i]);
        statement(m.f->getBody());
    });
    return std::move(unused.body);
}

void Recursion::bind_parameter(const ast::ParmVarDecl* p, const std::vector<VariableId>& numbers) {
    const ast::QualType type = p->getType();
    const ast::SourceLocation where = p->getLocation();
    Binding b{
        .kind = Binding::Kind::variable, .variable = 0, .pointer = {}, .value = {}, .region = here_.region};
    if (type->isReferenceType() || (type->isPointerType() && !is_assigned(p) && readers_.uses.is_split(p))) {
        const ast::QualType to = type->getPointeeType();
        const bool is_number = type->isReferenceType() && !is_composed(to) && !to->isArrayType();
        b.kind = type->isPointerType() ? Binding::Kind::pointer
                 : is_number           ? Binding::Kind::cell
                                       : Binding::Kind::object;
        b.pointer = readers_.pointers.at_address(get(numbers.front(), where));
        return bind(p, std::move(b));
    }
    for (const VariableId v : numbers) readers_.bindings.note_region(v, here_.region);
    if (readers_.uses.is_split(p)) {
        if (is_composed(type)) {
            b.kind = Binding::Kind::object;
            b.pointer = {.index = {}, .to = Pointer::To::variables, .cells = numbers};
        } else {
            b.variable = numbers.front();
        }
        return bind(p, std::move(b));
    }
    b.kind = is_composed(type) ? Binding::Kind::object : Binding::Kind::cell;
    b.pointer = memory(number(std::ssize(numbers), where), function_.variables[numbers.front()].type.type,
                       false, where);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        store(shifted(b.pointer, static_cast<std::int64_t>(i), context_.line(where)), get(numbers[i], where),
              where);
    bind(p, std::move(b));
}

// ---- the stack

void Recursion::make_stack(ast::SourceLocation where) {
    Group& group = now();
    group.top = new_variable("top", kIndex);
    group.frame = new_variable("frame", kIndex);
    group.next = new_variable("next", kIndex);
    const bool is_thread = here_.team != nullptr || here_.threads != nullptr;
    group.size = here_.region == 0 ? kHostNumbers : is_thread ? kThreadNumbers : kIterationNumbers;
    if (here_.region != 0) {
        group.stack = readers_.objects.own_memory("stack", Type::i64, group.size, where);
        function_.of_threads.push_back(group.stack.buffer);  // also if tasks share what the thread declares
        return;
    }
    if (!host_stack_) {
        into(emitter_.prologue(), [&] {
            host_stack_ = emitter_.new_array("stack", Type::i64, number(kHostNumbers, where), false, where);
        });
    }
    group.stack = *host_stack_;
}

/// The program ends where the stack is too small.
void Recursion::check_room(const Expr& more, ast::SourceLocation where) {
    Statement& s = emit(Statement::Kind::check, where);
    const Expr end = plus(get(now().top, where), more, s.line);
    s.value = apply(Function::le, {end, number(now().size, where)}, true, s.line);
    s.function = openmp::kStackOverflow + now().root->getNameAsString();
}

Pointer Recursion::memory(Expr cells, Type type, bool zeros, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const Expr count = settled(std::move(cells), where);
    if (here_.team != nullptr)
        return readers_.allocations.from_heap(count, type, zeros, where, HeapUse::variables);
    check_room(count, where);
    const Expr begin = settled(get(now().top, where), where);
    set(now().top, plus(begin, count, line), where);
    Pointer result = at(begin);
    if (zeros)
        emitter_.count_up(count, where, [&](const Expr& i) {
            store(advanced(result, i, line), literal(type, 0, line), where);
        });
    return result;
}

// ---- the loop over the segments

Block Recursion::machine(std::size_t first, ast::SourceLocation where) {
    std::vector<Segment>& segments = now().code.segments();
    std::map<std::size_t, std::vector<VariableId>> restored;  // by segment to which a call returns
    std::set<VariableId> all;
    for (const Segment& s : segments) {
        if (s.end != Segment::End::call) continue;
        restored[s.next] = saved(s);
        all.insert(restored[s.next].begin(), restored[s.next].end());
    }
    std::vector<Block> codes;
    for (std::size_t k = 0; k < segments.size(); ++k) {
        const auto back = restored.find(k);
        Block code = back == restored.end() ? Block() : restoring(back->second, where);
        define(segments[k].code, all);
        std::ranges::move(segments[k].code, std::back_inserter(code));
        into(code, [&] { end(segments[k], where); });
        codes.push_back(std::move(code));
    }
    return block([&] {
        // Of the caller: its part of the stack, and that no segment follows.
        const Expr begin = number(0, where);
        declare(now().top, number(2, where), where);
        declare(now().frame, number(2, where), where);
        store(at(begin), begin, where);
        store(at(number(1, where)), number(0, where), where);
        declare(now().next, number(static_cast<std::int64_t>(first) + 1, where), where);
        Block inside = choose(codes, 0, codes.size(), where);
        Statement& loop = emit(Statement::Kind::while_, where);
        loop.value = apply(Function::ne, {get(now().next, where), number(0, where)}, true, loop.line);
        loop.body = std::move(inside);
    });
}

/// By halves.
Block Recursion::choose(std::vector<Block>& codes, std::size_t first, std::size_t end_of,
                        ast::SourceLocation where) {
    if (end_of - first == 1) return std::move(codes[first]);
    const std::size_t middle = first + (end_of - first) / 2;
    Block low = choose(codes, first, middle, where);
    Block high = choose(codes, middle, end_of, where);
    return block([&] {
        Statement& s = emit(Statement::Kind::if_, where);
        s.value =
            apply(Function::le, {get(now().next, where), number(static_cast<std::int64_t>(middle), where)},
                  true, s.line);
        s.body = std::move(low);
        s.otherwise = std::move(high);
    });
}

/// What has no value is 0 if it is saved: a value that is missing cannot be stored.
void Recursion::define(Block& code, const std::set<VariableId>& saved) const {
    for (Statement& s : code) {
        if (s.kind == Statement::Kind::declare && s.value == nullptr && saved.contains(s.variable)) {
            const ValueType type = function_.variables[s.variable].type;
            s.value = type.condition ? literal(false) : literal(type.type, 0, s.line);
        }
        for (Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) define(*part, saved);
    }
}

Expr Recursion::load_at(Expr index, Type type, ast::SourceLocation where) const {
    return read_at({.variable = std::nullopt, .pointer = at(std::move(index)), .value = {}, .type = type},
                   where);
}

/// After a call, whose part of the stack is the last one.
Block Recursion::restoring(const std::vector<VariableId>& variables, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const auto size = static_cast<std::int64_t>(variables.size()) + 2;
    return block([&] {
        const Expr top = settled(minus(get(now().top, where), number(size, where), line), where);
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const ValueType type = function_.variables[variables[i]].type;
            const Expr place = plus(top, number(static_cast<std::int64_t>(i), where), line);
            Expr value = load_at(place, type.condition ? Type::u8 : type.type, where);
            if (type.condition)
                value = apply(Function::ne, {std::move(value), literal(Type::u8, 0, line)}, true, line);
            set(variables[i], std::move(value), where);
        }
        set(now().frame, load_at(plus(top, number(size - 2, where), line), Type::i64, where), where);
        set(now().top, top, where);
    });
}

void Recursion::end(const Segment& s, ast::SourceLocation where) {
    const auto segment = [&](std::size_t k) { return number(static_cast<std::int64_t>(k) + 1, where); };
    const SourcePoint line = context_.line(where);
    switch (s.end) {
        case Segment::End::jump:
            return set(now().next, segment(s.next), where);
        case Segment::End::branch: {
            Block then = block([&] { set(now().next, segment(s.next), where); });
            Block otherwise = block([&] { set(now().next, segment(s.otherwise), where); });
            Statement& branch = emit(Statement::Kind::if_, where);
            branch.value = s.test;
            branch.body = std::move(then);
            branch.otherwise = std::move(otherwise);
            return;
        }
        case Segment::End::call:
            return call_segment(s, where);
        case Segment::End::returns: {
            const Expr frame = get(now().frame, where);
            set(now().top, frame, where);
            return set(now().next, load_at(minus(frame, number(1, where), line), Type::i64, where), where);
        }
    }
}

/// Those that what follows the call reads. They are not those of a caller.
std::vector<VariableId> Recursion::saved(const Segment& s) const {
    const Group& group = *groups_.back();
    const std::set<VariableId>& declared = group.code.declared();
    std::vector<VariableId> result;
    for (const VariableId v : groups_.back()->code.segments()[s.next].live) {
        const bool is_parameter = std::ranges::any_of(group.members, [&](const Member& m) {
            return m.object == v || std::ranges::any_of(m.parameters, [&](const auto& numbers) {
                       return std::ranges::find(numbers, v) != numbers.end();
                   });
        });
        const bool is_own = v != group.top && v != group.frame && v != group.next;
        if (is_own && (is_parameter || declared.contains(v))) result.push_back(v);
    }
    return result;
}

void Recursion::call_segment(const Segment& s, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const std::vector<VariableId> variables = saved(s);
    Values values;
    for (const auto& [parameter, value] : s.arguments) values.emplace_back(parameter, settled(value, where));
    const auto size = static_cast<std::int64_t>(variables.size()) + 2;
    check_room(number(size, where), where);
    const Expr top = settled(get(now().top, where), where);
    const auto place = [&](std::int64_t i) { return at(plus(top, number(i, where), line)); };
    for (std::size_t i = 0; i < variables.size(); ++i) {
        Expr value = get(variables[i], where);
        if (value->type.condition) value = apply(Function::to_number, Type::u8, {std::move(value)}, line);
        store(place(static_cast<std::int64_t>(i)), std::move(value), where);
    }
    store(place(size - 2), get(now().frame, where), where);
    store(place(size - 1), number(static_cast<std::int64_t>(s.next) + 1, where), where);
    set(now().top, plus(top, number(size, where), line), where);
    set(now().frame, get(now().top, where), where);
    for (const auto& [parameter, value] : values) set(parameter, value, where);
    set(now().next, number(static_cast<std::int64_t>(now().members[s.callee].entry) + 1, where), where);
}

}  // namespace musimd::reader
