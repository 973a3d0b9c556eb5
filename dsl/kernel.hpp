#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/function.hpp"
#include "isa/instruction.hpp"
#include "isa/type.hpp"

// A kernel as a tree: the recorder builds it from C++ with NSIMD's SPMD DSL, the front end for C from a loop
// nest, and the generator of random kernels at random; the reducer shrinks it, and the lowering turns it into
// a program. Plain values; expressions are shared and immutable, so copying a tree is cheap.

namespace musimd::dsl {

/// The type of an expression or a variable: a number, or a condition (k_bool), which differs from lane to
/// lane.
struct ValueType {
    Type type = Type::i32;   ///< for numbers
    bool condition = false;  ///< then `type` is unused and i32

    static constexpr ValueType number(Type type) { return {type, false}; }
    static constexpr ValueType of_condition() { return {Type::i32, true}; }
    friend constexpr bool operator==(ValueType, ValueType) = default;
};

/// An index into Kernel::variables.
using VariableId = std::uint32_t;
/// An index into Kernel::buffers.
using BufferId = std::uint32_t;
/// An index into Kernel::scalars.
using ScalarId = std::uint32_t;

/// A line of the source, and the byte in it, from 1. 0 if unknown. Where only a line is wanted, it is its
/// line.
struct SourcePoint {
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    constexpr SourcePoint(std::uint32_t of_line = 0, std::uint32_t byte = 0) : line(of_line), column(byte) {}
    constexpr operator std::uint32_t() const { return line; }
};

struct Expression;
/// Never null in a tree, unless stated otherwise.
using Expr = std::shared_ptr<const Expression>;

/// Element i + offset of a buffer, for element i of the launch: `k_load((a + 1))` has offset 1. With an index
/// (see below), i is its value.
struct ElementRef {
    BufferId buffer = 0;
    std::int64_t offset = 0;
    friend bool operator==(const ElementRef&, const ElementRef&) = default;
};

struct Expression {
    enum class Kind : std::uint8_t {
        literal,  ///< the same in every lane: a constant, or a uniform argument with its value
        variable,
        load,     ///< k_load, or k_unmasked_load
        apply,    ///< a function, called by its name or by its infix operator
        element,  ///< the number of this element of the launch, an i64
    };
    Kind kind = Kind::literal;
    ValueType type = {};
    std::uint64_t bits = 0;  ///< literal: its pattern; 0 or 1 of a condition
    std::optional<ScalarId> scalar =
        {};                   ///< literal: the parameter that holds the value, if its source names one
    VariableId variable = 0;  ///< variable
    ElementRef element = {};  ///< load
    bool unmasked = false;    ///< load: k_unmasked_load
    std::optional<Scope> atomic = {};  ///< load: it is atomic, and relaxed
    Function function = {};            ///< apply
    bool infix = false;                ///< apply: `a + b` and not `k_add(a, b)`
    /// apply; of NSIMD's shifts, the second is a literal of type i32. load: none, or the index, an integer.
    std::vector<Expr> operands = {};
    SourcePoint line = {};  ///< source line; 0 if unknown
};

/// Structural equality, ignoring lines.
bool same(const Expr& a, const Expr& b);

/// A reduction of a simd or parallel loop. Each lane, or each iteration of a parallel loop, combines into its
/// own `partial`; then the partial values are combined into `original` in the order of the lanes or
/// iterations: original = original ∘ partial₀ ∘ partial₁ …
struct Reduction {
    VariableId original = 0;
    VariableId partial = 0;           ///< has the same type; the loop's body uses it instead of the original
    Function function = {};           ///< ∘: add, mul, min, max, andb, orb, xorb
    std::uint64_t identity_bits = 0;  ///< its neutral element, with which partial values begin
    friend bool operator==(const Reduction&, const Reduction&) = default;
};

/// What a thread of a team does, besides computing. See docs/openmp-language.md, "Parallel regions".
enum class TeamAct : std::uint8_t {
    barrier,      ///< waits for all threads of the team
    fence,        ///< orders the atomic accesses before it and after it
    independent,  ///< any thread may execute what follows, up to `done`
    iteration,    ///< what follows, up to `done`, is an iteration of a loop that the standard assigns to
                  ///< threads
    done,
    joined,   ///< the loop of those iterations ends
    combine,  ///< what follows, up to `combined`, is a reduction's access to its original
    combined,
    stuck,  ///< waits for an iteration that never gives the sign
    // Of tasks. An act about an object is about the address that the thread has stored last.
    depend_in,  ///< the next task, or wait, depends on the object
    depend_out,
    depend_mutex,  ///< `mutexinoutset`
    depend_set,    ///< `inoutset`
    depend_all,    ///< on all memory
    task,          ///< what follows, up to `task_end`, is a task that any thread may execute, also later
    undeferred,    ///< the same, but the thread goes on after it
    final_task,    ///< tasks in this one are undeferred
    detached,      ///< this task is not complete before the event
    fulfilled,     ///< the event has happened
    task_end,
    task_wait,    ///< for the tasks that this one has made
    depend_wait,  ///< for the tasks on which the wait depends
    group,        ///< a group of tasks, up to `group_end`
    group_end,
    object,     ///< a new one, of as many elements as the thread has stored before the address
    automatic,  ///< that object ends with what is around it: a scope, or a task
    scope,
    scope_end,
};

std::string_view to_string(TeamAct act);

/// What only an instruction of the machine does: barriers, exchanges and votes among the threads of a warp,
/// fences, waiting for copies, `exit`, `popc` and `clz`.
struct MachineInstruction {
    Opcode opcode = Opcode::block_barrier;
    Variant variant = Variant::none;
    MemoryOrder order = MemoryOrder::relaxed;  ///< of a fence
    Scope scope = Scope::grid;                 ///< likewise
    std::uint32_t width = 0;                   ///< for shuffle
    friend bool operator==(const MachineInstruction&, const MachineInstruction&) = default;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
    enum class Kind : std::uint8_t {
        declare,  ///< `k_int v;` or, with a value, `k_int v = value;`: executed each time that control comes
                  ///< here
        set,      ///< k_set(variable, value), or k_unmasked_set
        store,    ///< k_store(element, value), or k_unmasked_store
        if_,      ///< k_if (value) body k_else otherwise k_endif
        while_,   ///< k_while (value) body k_endwhile; `head` runs before each test of the condition, `step`
                  ///< after the body, also in lanes that continue
        break_,
        continue_,
        return_,  ///< ends the kernel, or the enclosing device call, for the lane
        call,     ///< a device function: see below
        simd,  ///< the iterations 0 … value − 1 of a loop, of which `width` may run at once. `variable`, an
               ///< i64 declared here, is the number of the iteration. Nothing leaves the body early.
        array,  ///< the buffer of `element` gets `value` elements, an i64, which are undefined; only in the
                ///< host code of an openmp::LoopFunction
        check,  ///< the trap `assertion` where `value`, a condition, does not hold; with `function`, see
                ///< kExit
        print,  ///< prints by the format `function`, as printf; `arguments` are variables; only in host code.
                ///< `width` is 2 for standard error.
        parallel,  ///< the iterations 0 … value − 1 of a parallel loop, each one element of a launch; only in
                   ///< the body of an openmp::LoopFunction. Expression::Kind::element is the number of the
                   ///< iteration; return_ ends it. The variables of the code around it are constants.
        atomic,  ///< the element with this index becomes `value`, in one step. `variable`, declared here, is
                 ///< what it was before; `value` may read it, but no memory. No value: only read.
        team,    ///< `act`, of a thread in a parallel statement whose iterations are `threads`
        instruction,  ///< machine instruction on `operands`; `variable`, declared here, is its result
    };
    Kind kind = Kind::declare;
    VariableId variable = 0;  ///< declare, set, simd, atomic; call: its result, declared here (if has_result)
    /// declare, atomic (may be null), set, store, check, simd, parallel, array; condition of if_ and while_
    Expr value;
    ElementRef element;  ///< store, array, atomic
    Expr index;          ///< store, atomic: the index, an integer; store: null is the launch's element
    bool unmasked =
        false;        ///< set, store: acts on every lane of a CPU's vector, and on the active ones of a GPU
    Block head;       ///< while_: statements that its condition needs (calls in it), run before each test
    Block step;       ///< while_
    Block body;       ///< if_, while_, call, simd, parallel
    Block otherwise;  ///< if_; `k_elseif` is an if_ alone here (with what its condition needs before it)
    std::string function;  ///< call: its name; print: the format
    /// call: in the source, the call is inside the next statement, which reads the result once.
    bool in_place = false;
    /// call: the parameters, which are variables of the call's body, and their values, evaluated before it.
    std::vector<std::pair<VariableId, Expr>> arguments;
    /// call: the returned value, evaluated after the body by every lane that made the call; null for void.
    Expr result;
    /// simd: its simdlen; 0 if the source names none. parallel: of the combined form with `simd`, its
    /// simdlen, or 32 if it names none; else 0.
    bool zeros = false;   ///< array: its elements are 0
    bool is_new = false;  ///< array: what the buffer was before goes on to exist, without a name
    std::uint32_t width = 0;
    std::vector<Reduction> reductions;  ///< simd, parallel
    std::uint32_t safelen = 0;  ///< simd: iterations at least so far apart never run at once; 0: all may
    /// simd: buffers of arrays that its body declares, of which each iteration has its own part.
    std::vector<BufferId> locals = {};
    /// simd: variables of the enclosing code, and those of the body whose value in the last iteration they
    /// have after the loop, if there is an iteration.
    std::vector<std::pair<VariableId, VariableId>> last_values;
    /// parallel: each iteration is a thread by itself, which may wait for others.
    bool threads = false;
    std::uint32_t teams = 1;           ///< parallel, of threads: into so many teams they are divided
    TeamAct act = TeamAct::barrier;    ///< team
    bool acquires = false;             ///< atomic: later accesses come after those before the release it sees
    bool releases = false;             ///< atomic
    Scope scope = Scope::grid;         ///< atomic
    std::optional<Scope> atomic = {};  ///< store: it is atomic, and relaxed
    bool asynchronous = false;         ///< store: of a value that is a load; an asynchronous copy
    MachineInstruction instruction = {};  ///< instruction
    std::vector<Expr> operands = {};      ///< instruction: in the order of the instruction
    SourcePoint line = {};                ///< source line; 0 if unknown
};

Statement statement_of(Statement::Kind kind, VariableId variable = 0, Expr value = nullptr,
                       SourcePoint line = {});

/// The `function` of a check in host code that ends the program, also from a call.
inline constexpr const char* kExit = "exit";

bool same(const Statement& a, const Statement& b);
bool same(const Block& a, const Block& b);

struct KernelVariable {
    std::string name;  ///< unique among the variables visible at its declaration
    ValueType type;
};

/// A pointer parameter: in NSIMD's kernels, elements of the launch's width. The launch defines which elements
/// may be accessed.
struct KernelBuffer {
    std::string name;
    Type element = Type::i32;
};

/// A uniform parameter and its value in the launch. Recorded kernels have none: C++ has inserted the values.
struct KernelScalar {
    std::string name;
    Type type = Type::i32;
    std::uint64_t bits = 0;  ///< its pattern
};

struct Kernel {
    std::string name;
    int bits = 32;                           ///< 8, 16, 32 or 64
    std::vector<KernelBuffer> buffers;       ///< in the order of the parameters
    std::vector<KernelScalar> scalars = {};  ///< parameters after the buffers
    std::vector<KernelVariable> variables;   ///< variables of the kernel and of its calls
    Block body;
    std::string file;  ///< source file; empty if unknown
    /// As in C, signed integers must not overflow: it is a trap. In NSIMD's kernels they wrap.
    bool signed_overflow_traps = false;
    /// What Expression::Kind::element is: a variable, an i64. None: the number of the launch's element.
    std::optional<VariableId> element = {};

    Type signed_type() const { return *type_of(TypeKind::signed_integer, bits); }
    Type unsigned_type() const { return *type_of(TypeKind::unsigned_integer, bits); }
};

bool same(const Kernel& a, const Kernel& b);

// ---- building

Expr literal(Type type, std::uint64_t bits, SourcePoint line = {});
Expr literal(bool condition, SourcePoint line = {});
/// The value of a parameter.
Expr uniform(ScalarId id, const KernelScalar& scalar);
Expr read(VariableId variable, ValueType type, SourcePoint line = {});
Expr load(ElementRef element, Type type, bool unmasked = false, SourcePoint line = {});
/// The element of the buffer with this index.
Expr load(BufferId buffer, Expr index, Type type, SourcePoint line = {}, std::optional<Scope> atomic = {});
Expr element_number(SourcePoint line = {});

/// A call of the function; the result's type follows from the operands, unless `to` names it (cvt,
/// reinterpret, to_mask). Asserts that the function takes such operands.
Expr apply(Function function, std::vector<Expr> operands, bool infix = false, SourcePoint line = {});
Expr apply(Function function, Type to, std::vector<Expr> operands, SourcePoint line = {});

}  // namespace musimd::dsl
