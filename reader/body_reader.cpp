#include "reader/body_reader.hpp"

#include <iterator>
#include <optional>

#include "reader/survey.hpp"

namespace musimd::reader {

void BodyReader::function_body(const ast::FunctionDecl* f) {
    openmp::LoopFunction& function = readers_.function;
    Emitter& emitter = readers_.emitter;
    std::optional<VariableId> result;
    if (!f->getReturnType()->isVoidType()) {
        const Type type = readers_.context.number(f->getReturnType(), f->getLocation());
        result = function.result = emitter.new_variable("result", ValueType::number(type));
    }
    const Survey found = survey(f->getBody());
    readers_.tasks.will_nest(found.allows_nesting);
    readers_.uses.will_nest(found.allows_nesting);
    readers_.uses.find_shared(f->getBody());
    readers_.thread_numbers.will_be_set(found.sets_number);
    function.body = readers_.calls.read_outermost({.function = f, .result = result}, [&] {
        readers_.declarations.assigned_parameters(f);
        if (f->isMain() && result) emitter.declare(*result, literal(Type::i32, 0), f->getLocation());
        readers_.statements.statement(f->getBody());
    });
    insert_prologue();
    Block& body = function.body;
    if (!body.empty() && body.back().kind == Statement::Kind::return_) body.pop_back();
}

void BodyReader::insert_prologue() {
    Block& body = readers_.function.body;
    Block& before = readers_.emitter.prologue();
    body.insert(body.begin(), std::make_move_iterator(before.begin()), std::make_move_iterator(before.end()));
}

void BodyReader::kernel_body(const ast::FunctionDecl* f) {
    readers_.here.region = 1;
    readers_.function.body = readers_.calls.read_outermost({.function = f}, [&] {
        readers_.declarations.assigned_parameters(f);
        readers_.declarations.parameters_in_memory(f);
        readers_.statements.statement(f->getBody());
        readers_.device_calls.end_of_thread(f->getEndLoc());
    });
    insert_prologue();
}

}  // namespace musimd::reader
