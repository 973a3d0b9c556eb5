#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/kernel_c/syntax.hpp"
#include "dsl/lowering/lowering.hpp"

namespace musimd::dsl::kernel_c {

/// To a number, or to an array of numbers.
struct Pointer {
    BufferId buffer = 0;
    Expr index;                            ///< an i64
    CType element = {};                    ///< the number
    std::vector<std::int64_t> inner = {};  ///< sizes of the array that it points to, if it is one

    /// Numbers of what it points to.
    std::int64_t size() const {
        std::int64_t result = 1;
        for (const std::int64_t n : inner) result *= n;
        return result;
    }
};

/// The value of an expression. With neither a number nor a pointer it is void, or there was an error.
struct Value {
    Expr e = {};  ///< a number or a condition
    CType type = {};
    std::optional<Pointer> pointer = {};
    bool is_void = false;

    bool is_wrong() const { return e == nullptr && !pointer && !is_void; }
};

/// What can be assigned, and read.
struct Place {
    std::optional<VariableId> variable = {};
    std::optional<Pointer> pointer = {};      ///< to the number in memory
    std::optional<Pointer> of_variable = {};  ///< the variable is the index of this pointer
    CType type = {};
    bool is_wrong() const { return !variable && !pointer; }
};

/// What a name stands for.
struct Binding {
    enum class Kind : std::uint8_t {
        variable,
        value,           ///< a constant
        pointer,         ///< that nobody assigns
        moving_pointer,  ///< whose index is a variable
        array,
        split_array,  ///< each element is a variable
        numbers,      ///< threadIdx and the like
        wrong,        ///< its declaration has an error
    };
    Kind kind = Kind::wrong;
    CType type = {};
    VariableId variable = 0;
    Expr value = {};
    Pointer pointer = {};                  ///< of arrays, to their first element
    std::vector<VariableId> cells = {};    ///< split_array
    ThreadNumber numbers = {};             ///< numbers: that of x
    std::vector<std::int64_t> sizes = {};  ///< split_array
};

/// The names that are visible.
class Names {
  public:
    using Scope = std::map<std::string, Binding, std::less<>>;

    Names() : scopes_(1) {}
    const Binding* find(std::string_view name) const;
    /// false: this scope has one of this name.
    bool add(const std::string& name, Binding binding) {
        return scopes_.back().emplace(name, std::move(binding)).second;
    }
    void add_global(const std::string& name, Binding binding) { scopes_.front()[name] = std::move(binding); }
    void open() { scopes_.emplace_back(); }
    void close() { scopes_.pop_back(); }
    /// Of another function, which sees only the file's names. Returns those of this one.
    std::vector<Scope> enter();
    void leave(std::vector<Scope> outer);
    std::vector<std::string_view> all() const;

  private:
    std::vector<Scope> scopes_;
};

}  // namespace musimd::dsl::kernel_c
