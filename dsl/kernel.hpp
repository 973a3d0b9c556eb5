#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/function.hpp"
#include "isa/type.hpp"

// A kernel of NSIMD's SPMD DSL as a tree: what the recorder makes of C++, the generator of random kernels
// draws, the reducer cuts down, and the lowering turns into a program. Plain values; expressions are shared
// and never change, so that a copy of a tree is cheap.

namespace musimd::dsl {

/// What an expression or a variable is: a number, or a condition (k_bool), which differs from lane to lane.
struct ValueType {
    Type type = Type::i32;   ///< of a number
    bool condition = false;  ///< then `type` means nothing, and is i32

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

struct Expression;
/// Never null in a tree, but where it is said.
using Expr = std::shared_ptr<const Expression>;

/// Element i + offset of a buffer, for element i of the launch: `k_load((a + 1))` has offset 1.
struct Place {
    BufferId buffer = 0;
    std::int64_t offset = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

struct Expression {
    enum class Kind : std::uint8_t {
        literal,  ///< the same in every lane: a constant, or a uniform argument with its value
        variable,
        load,   ///< k_load, or k_unmasked_load
        apply,  ///< a function, called by its name or by its infix operator
    };
    Kind kind = Kind::literal;
    ValueType type;
    std::uint64_t bits = 0;          ///< literal: its pattern; 0 or 1 of a condition
    std::optional<ScalarId> scalar;  ///< literal: the parameter whose value it is, if its source names one
    VariableId variable = 0;         ///< variable
    Place place;                     ///< load
    bool unmasked = false;           ///< load: k_unmasked_load
    Function function = {};          ///< apply
    bool infix = false;              ///< apply: `a + b` and not `k_add(a, b)`
    std::vector<Expr> operands;      ///< apply; a shift's second is a literal of type i32
    std::uint32_t line = 0;          ///< of the source; 0 where there is none
};

/// One by one through the trees, lines aside.
bool same(const Expr& a, const Expr& b);

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
    enum class Kind : std::uint8_t {
        declare,  ///< `k_int v;` or, with a value, `k_int v = value;`: anew each time that control comes here
        set,      ///< k_set(variable, value), or k_unmasked_set
        store,    ///< k_store(place, value), or k_unmasked_store
        if_,      ///< k_if (value) body k_else otherwise k_endif
        while_,   ///< k_while (value) body k_endwhile; `head` runs before each test of the condition
        break_,
        continue_,
        return_,  ///< ends the kernel, or the device call in which it stands, for the lane
        call,     ///< a device function: see below
    };
    Kind kind = Kind::declare;
    VariableId variable = 0;  ///< declare, set; call: what it gives, declared here (if has_result)
    Expr value;               ///< declare (may be null), set, store; the condition of if_ and while_
    Place place;              ///< store
    bool unmasked =
        false;        ///< set, store: acts on every lane of a CPU's vector, and on the active ones of a GPU
    Block head;       ///< while_: statements that its condition needs (calls in it), run before each test
    Block body;       ///< if_, while_, call
    Block otherwise;  ///< if_; `k_elseif` is an if_ alone here (with what its condition needs before it)
    std::string function;  ///< call: its name
    /// call: the source calls where it reads the result, if that is once and in the statement behind it.
    bool in_place = false;
    /// call: the parameters, which are variables of the call's body, and their values, evaluated before it.
    std::vector<std::pair<VariableId, Expr>> arguments;
    /// call: what `return` gives, evaluated behind the body by every lane that made the call; null for void.
    Expr result;
    std::uint32_t line = 0;  ///< of the source; 0 where there is none
};

bool same(const Statement& a, const Statement& b);
bool same(const Block& a, const Block& b);

struct KernelVariable {
    std::string name;  ///< unique among those that can be seen where it is declared
    ValueType type;
};

/// A pointer parameter: elements of the launch's width. What of it may be accessed is the launch's matter.
struct KernelBuffer {
    std::string name;
    Type element = Type::i32;
};

/// A uniform parameter, and what the launch gives it. The recorder knows none: C++ gives it their values.
struct KernelScalar {
    std::string name;
    Type type = Type::i32;
    std::uint64_t bits = 0;  ///< its pattern
};

struct Kernel {
    std::string name;
    int bits = 32;                           ///< 8, 16, 32 or 64
    std::vector<KernelBuffer> buffers;       ///< in the order of the parameters
    std::vector<KernelScalar> scalars = {};  ///< parameters behind the buffers
    std::vector<KernelVariable> variables;   ///< of the kernel and of its calls
    Block body;
    std::string file;  ///< of the source; empty where there is none

    Type signed_type() const { return *type_of(TypeKind::signed_integer, bits); }
    Type unsigned_type() const { return *type_of(TypeKind::unsigned_integer, bits); }
};

bool same(const Kernel& a, const Kernel& b);

// ---- building

Expr literal(Type type, std::uint64_t bits, std::uint32_t line = 0);
Expr literal(bool condition, std::uint32_t line = 0);
/// The value of that parameter.
Expr uniform(ScalarId id, const KernelScalar& scalar);
Expr read(VariableId variable, ValueType type, std::uint32_t line = 0);
Expr load(Place place, Type element, bool unmasked = false, std::uint32_t line = 0);

/// The function with its operands; the result's type follows from them, but where `to` names it (cvt,
/// reinterpret, to_mask). Asserts that it takes such operands.
Expr apply(Function function, std::vector<Expr> operands, bool infix = false, std::uint32_t line = 0);
Expr apply(Function function, Type to, std::vector<Expr> operands, std::uint32_t line = 0);

}  // namespace musimd::dsl
