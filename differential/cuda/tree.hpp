#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/lowering/lowering.hpp"
#include "isa/type.hpp"

// Random kernels of CUDA C++ as trees of their own: what the machine's front end reads is their text, so a
// mistake of its trees is not repeated here. Plain values; expressions are shared and immutable.

namespace musimd::differential::cuda {

/// What computes a value. Numbers are of i32, u32, i64, u64, f32 or f64; a condition is an i32.
enum class Op : std::uint8_t {
    literal,
    variable,
    place,    ///< where the thread is
    size,     ///< the scalar parameter n
    element,  ///< array element; one of a small type becomes an i32
    convert,
    add,
    sub,
    mul,
    div,
    rem,
    andb,
    orb,
    xorb,
    notb,
    shl,
    shr,
    neg,
    min,
    max,
    lt,
    le,
    eq,
    ne,
    both,    ///< &&
    either,  ///< ||
    choose,  ///< ?:
    popc,
    clz,
    ffs,
    fabs,
    sqrt,
    fma,
};

/// Of Op::place.
enum class ThreadIndex : std::uint8_t {
    thread,  ///< its number in the block: `t`
    lane,
    warp,   ///< its number in the block
    block,  ///< its number in the grid: `b`
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
};

struct Node;
using Expr = std::shared_ptr<const Node>;

struct Node {
    Op op = Op::literal;
    Type type = Type::i32;
    std::uint64_t bits = 0;  ///< literal: its pattern
    std::uint32_t id = 0;    ///< variable and element: which; place: its number
    std::vector<Expr> operands = {};
};

Expr literal(Type type, std::uint64_t bits);
Expr number(Type type, std::int64_t value);  ///< integer literal
Expr place(ThreadIndex which);
Expr variable(std::uint32_t id, Type type);
Expr apply(Op op, Type type, std::vector<Expr> operands);
Expr converted(Expr e, Type type);

/// What threads do together, or in one step.
enum class Form : std::uint8_t {
    none,
    count,  ///< for barriers
    all,    ///< for barriers and votes
    any,
    shfl,
    shfl_up,
    shfl_down,
    shfl_xor,
    ballot,
    match,
    add,  ///< for reductions and atomics
    sub,
    min,
    max,
    andb,
    orb,
    xorb,
    exchange,
    compare,  ///< and exchange
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
    enum class Kind : std::uint8_t {
        declare,  ///< `variable` = value
        set,
        store,       ///< array[index] = value
        barrier,     ///< with a form: of the condition `value`; `variable` is declared
        syncwarp,    ///< with `mask`
        collective,  ///< with `mask` and `value`, and a lane or a distance `other`; `variable` is declared
        atomic,      ///< on array[index], of `value`; compare: with `other`. With `has_result`, declares
                     ///< `variable`
        if_,         ///< value
        for_,        ///< `variable`, an i32, is 0 … value − 1
        break_,
        continue_,
        return_,
    };
    Kind kind = Kind::declare;
    Form form = Form::none;
    std::uint32_t variable = 0;
    bool has_result = false;
    std::uint32_t array = 0;
    Expr index = nullptr;
    Expr value = nullptr;
    Expr other = nullptr;
    Expr mask = nullptr;
    Block body = {};
    Block otherwise = {};
};

struct Array {
    enum class Space : std::uint8_t { input, output, shared, dynamic, local };
    std::string name;
    Type type = Type::i32;  ///< for inputs also i8, i16, u8, u16
    Space space = Space::input;
    std::uint32_t elements = 1;  ///< number per block if shared, per thread if local
    std::uint64_t seed = 0;      ///< seed of an input's elements
    bool is_parameter() const { return space == Space::input || space == Space::output; }
};

/// A kernel, and a launch of it.
struct Drawn {
    std::vector<Array> arrays;    ///< parameters first
    std::vector<Type> variables;  ///< by number
    Block body;
    dsl::Dimensions grid = {1, 1, 1};
    dsl::Dimensions block = {32, 1, 1};
    std::int32_t n = 0;
    std::string mutation;  ///< what was made wrong; empty: nothing

    std::uint32_t threads() const { return static_cast<std::uint32_t>(dsl::count_of(block)); }
    std::uint32_t blocks() const { return static_cast<std::uint32_t>(dsl::count_of(grid)); }
};

/// The kernel `k`, as CUDA C++.
std::string source_of(const Drawn& kernel, const std::string& name = "k");

/// `unsigned long long`
std::string_view cuda_type(Type type);

/// The arguments of the launch, by name, as `musimd cuda --arg` takes them.
std::vector<std::pair<std::string, std::string>> arguments_of(const Drawn& kernel);

/// For `extern __shared__`.
std::int64_t dynamic_bytes(const Drawn& kernel);

/// Each statement, with those inside.
void for_each_statement(const Block& block, const std::function<void(const Statement&)>& visit);
void for_each_block(Block& block, const std::function<void(Block&)>& visit);

}  // namespace musimd::differential::cuda
