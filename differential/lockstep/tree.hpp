#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/lockstep/setting.hpp"

// Random kernels of the lockstep model as trees: what the machine's front end reads is their text. Plain
// values; expressions are shared and immutable.

namespace musimd::differential::lockstep {

/// A number is 32 bits: an unsigned int of C++. Variables of int are converted.
enum class Op : std::uint8_t {
    literal,
    index,    ///< linearIdx, in a ForEachIdx
    block,    ///< blockIdx.x
    size,     ///< the parameter n
    local,    ///< a variable of the functor, or of a loop
    context,  ///< the element of a context variable that belongs to the index
    element,  ///< array[operand % length]; `id`: which array
    add,
    sub,
    mul,
    div,  ///< by what is made odd
    rem,
    andb,
    orb,
    xorb,
    shl,  ///< by less than 32
    shr,
    min,
    max,
    lt,
    eq,
    choose,
};

struct Node;
using Expr = std::shared_ptr<const Node>;

struct Node {
    Op op = Op::literal;
    std::uint32_t value = 0;  ///< literal
    std::uint32_t id = 0;     ///< local, context, element: which
    std::vector<Expr> operands = {};
};

Expr literal(std::uint32_t value);
Expr leaf(Op op, std::uint32_t id = 0);
Expr apply(Op op, std::vector<Expr> operands, std::uint32_t id = 0);

/// Updates that commute.
enum class Atomic : std::uint8_t { add, min, max, andb, orb, xorb };

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
    enum class Kind : std::uint8_t {
        // for all workers
        for_each,  ///< domain `id`: the body for each index
        barrier,
        repeat,  ///< `count` times: the body; `id` is the local variable that counts
        when,    ///< if the value, which is the same for all workers, is not 0
        // for one index
        declare,  ///< local `id`
        set,
        context,  ///< context variable `id` = value
        store,    ///< array `id`[index of the functor] = value
        atomic,   ///< on array `id`[index % length]
        if_,
        for_,  ///< value % `count` times: the body; `id` is the local variable that counts
    };
    Kind kind = Kind::barrier;
    std::uint32_t id = 0;
    std::uint32_t count = 0;
    Atomic atomic = Atomic::add;
    Expr index = nullptr;
    Expr value = nullptr;
    Block body = {};
    Block otherwise = {};
};

struct Domain {
    std::uint32_t size = 1;
    bool has_simd = false;  ///< IdxConfig<size, numWorkers, simdSize>
};

struct Context {
    std::uint32_t domain = 0;
    bool is_signed = false;
};

struct Array {
    enum class Space : std::uint8_t { input, output, total, shared };
    std::string name;
    Space space = Space::input;
    std::uint32_t elements = 1;  ///< number per block; for inputs and totals: per grid
    bool is_signed = false;
    Atomic atomic = Atomic::add;  ///< total: the only update of it
};

/// An instance that is run.
struct Instance {
    kernels::lockstep::Shape shape;
    kernels::lockstep::IndexOrder order = kernels::lockstep::IndexOrder::ascending;
    friend bool operator==(const Instance&, const Instance&) = default;
};

/// A kernel, and what is run of it.
struct Drawn {
    std::vector<Domain> domains;
    std::vector<Context> contexts;
    std::vector<Array> arrays;
    std::uint32_t locals = 0;
    Block body;
    std::uint32_t grid = 1;
    std::uint32_t n = 0;
    std::vector<Instance> instances;
    std::uint64_t seed = 0;  ///< seed of the elements of inputs
    std::string mutation;    ///< what was made wrong; empty: nothing
};

/// The kernel `k`.
std::string source_of(const Drawn& kernel);

/// The arguments of the launch, by name, as --arg takes them.
std::vector<std::pair<std::string, std::string>> arguments_of(const Drawn& kernel);

/// The elements of all arrays before the launch; of shared ones, none.
std::vector<std::vector<std::uint32_t>> elements_before(const Drawn& kernel);

/// How many elements the array has, of all blocks.
std::uint32_t total_elements(const Drawn& kernel, const Array& array);

/// Each statement, with those inside.
void for_each_statement(const Block& block, const std::function<void(const Statement&)>& visit);
/// Each list of statements.
void for_each_block(Block& block, const std::function<void(Block&)>& visit);

}  // namespace musimd::differential::lockstep
