#include "dsl/spmd/replay.hpp"

#include "dsl/spmd/recorder.hpp"

namespace musimd::spmd {
namespace {

using dsl::Statement;

void replay(const Statement& statement, Recorder& recorder);

void replay(const dsl::Block& block, Recorder& recorder) {
    for (const Statement& statement : block) replay(statement, recorder);
}

void replay_if(const Statement& statement, Recorder& recorder) {
    recorder.begin_if(statement.value, statement.line);
    replay(statement.body, recorder);
    if (!statement.otherwise.empty()) {
        recorder.begin_else(statement.line);
        replay(statement.otherwise, recorder);
    }
    recorder.end_if(statement.line);
}

void replay_while(const Statement& statement, Recorder& recorder) {
    recorder.begin_while(statement.line);
    replay(statement.head, recorder);
    recorder.while_condition(statement.value, statement.line);
    replay(statement.body, recorder);
    recorder.end_while(statement.line);
}

void replay(const Statement& statement, Recorder& recorder) {
    switch (statement.kind) {
        case Statement::Kind::declare:
            return recorder.declare(statement.variable, statement.value, statement.line);
        case Statement::Kind::set:
            return recorder.set(statement.variable, statement.value, statement.unmasked, statement.line);
        case Statement::Kind::store:
            return recorder.store(statement.element, statement.value, statement.unmasked, statement.line);
        case Statement::Kind::if_:
            return replay_if(statement, recorder);
        case Statement::Kind::while_:
            return replay_while(statement, recorder);
        case Statement::Kind::break_:
        case Statement::Kind::continue_:
        case Statement::Kind::return_:
            return recorder.leave(statement.kind, statement.line);
        case Statement::Kind::call:
            recorder.begin_call(statement.function, statement.arguments, statement.line);
            replay(statement.body, recorder);
            return recorder.end_call(statement.variable, statement.result, statement.in_place);
        case Statement::Kind::simd:
        case Statement::Kind::array:
        case Statement::Kind::check:
        case Statement::Kind::print:
        case Statement::Kind::parallel:
        case Statement::Kind::atomic:
        case Statement::Kind::team:
        case Statement::Kind::instruction:
            break;  // the DSL has none
    }
}

}  // namespace

dsl::Kernel replay(const dsl::Kernel& kernel) {
    Recorder recorder(kernel.name, kernel.bits, kernel.buffers, kernel.file);
    for (const dsl::KernelVariable& variable : kernel.variables)
        recorder.variable(variable.type, variable.name);
    replay(kernel.body, recorder);
    dsl::Kernel result = recorder.finish();
    result.scalars = kernel.scalars;
    return result;
}

}  // namespace musimd::spmd
