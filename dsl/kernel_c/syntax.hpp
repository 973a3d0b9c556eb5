#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/kernel.hpp"

// The syntax tree of a file with kernels. Names and operators refer to the text.

namespace musimd::dsl::kernel_c {

/// A type of C++: a number, or a pointer to numbers.
struct CType {
    Type number = Type::i32;  ///< also that of what a pointer points to
    bool is_bool = false;     ///< a u8 that is 0 or 1
    bool is_void = false;     ///< as the result of a function
    bool is_pointer = false;
    bool is_const = false;     ///< the number, not the pointer
    bool is_volatile = false;  ///< likewise

    friend bool operator==(const CType&, const CType&) = default;
};

/// As C++ writes it: `unsigned int`, `const float *`.
std::string to_string(const CType& type);

struct Node {
    enum class Kind : std::uint8_t {
        integer,    ///< `text` is its spelling
        floating,   ///< likewise
        character,  ///< likewise
        text,       ///< likewise, of all parts that follow each other
        truth,      ///< `true` and `false`
        name,
        member,  ///< parts[0].text
        call,    ///< text(parts…); the function is a name
        subscript,
        unary,    ///< text parts[0]
        postfix,  ///< parts[0] text
        binary,   ///< parts[0] text parts[1], with `&&`, `||` and the comma
        assign,   ///< parts[0] text parts[1]: `=`, `+=`, …
        choice,   ///< parts[0] ? parts[1] : parts[2]
        cast,     ///< (type) parts[0]
        size,     ///< sizeof(type)
        list,     ///< { parts… }
    };
    Kind kind = Kind::integer;
    std::string text = {};
    CType type = {};
    std::vector<std::unique_ptr<Node>> parts = {};
    unsigned depth = 1;      ///< of nested operators
    SourcePoint begin = {};  ///< first token
    SourcePoint at = {};     ///< operator, or first token
};
/// Null where there is an error.
using NodePtr = std::unique_ptr<Node>;

struct Declarator {
    std::string name = {};
    CType type = {};
    std::vector<NodePtr> sizes = {};  ///< of an array, from the outermost
    bool has_no_size = false;         ///< `[]`: of `extern __shared__`, and of an array with a list
    NodePtr initial = {};             ///< null: none
    SourcePoint at = {};
};

enum class Storage : std::uint8_t { automatic, constant, shared, extern_shared, device, device_constant };

struct Stmt {
    enum class Kind : std::uint8_t {
        empty,
        expression,
        declare,
        block,
        if_,
        while_,
        do_,
        for_,
        break_,
        continue_,
        return_,
        everywhere,
    };
    Kind kind = Kind::empty;
    SourcePoint at = {};
    NodePtr value = {};  ///< expression, condition, or returned value; of `for` it may be null
    Storage storage = Storage::automatic;  ///< declare
    std::vector<Declarator> declared = {};
    std::vector<Stmt> body = {};       ///< block; of others, one statement
    std::vector<Stmt> otherwise = {};  ///< of if_, none or one
    std::vector<Stmt> init = {};       ///< of for_, none or one
    NodePtr step = {};                 ///< of for_
    std::string mask = {};             ///< everywhere_from(mask)
};

struct FunctionDefinition {
    std::string name;
    bool is_kernel = false;
    CType result = {};
    std::vector<Declarator> parameters = {};
    NodePtr max_threads = {};  ///< of `__launch_bounds__`
    Stmt body = {};
    SourcePoint at = {};
    SourcePoint end = {};  ///< its closing brace
};

/// Variables of the file: `__device__`, `__constant__`, and constants.
struct Global {
    Storage storage = Storage::constant;
    Declarator declared;
};

struct Unit {
    std::vector<FunctionDefinition> functions;
    std::vector<Global> globals;
};

}  // namespace musimd::dsl::kernel_c
