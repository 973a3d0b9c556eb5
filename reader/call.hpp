#pragma once

#include <optional>
#include <string>

#include "reader/context.hpp"
#include "reader/pointer.hpp"

namespace musimd::reader {

/// What memory that an expression asks for is to be.
struct Wanted {
    ast::QualType type;  ///< type of its elements; null if unknown
    std::string name;
};

/// What the code around a call wants of its result.
struct Request {
    std::optional<Wanted> memory = {};  ///< of the memory that it returns
    std::optional<Pointer> place = {};  ///< where a result goes that has no copies
};

/// The result of a call.
struct Called {
    Expr value = {};                     ///< null: it is no number
    std::optional<Pointer> object = {};  ///< the structure that it is, or what the reference refers to
    std::optional<Pointer> memory = {};  ///< the new memory that it is
};

/// A function while its body is read.
struct Call {
    const ast::FunctionDecl* function;
    std::optional<VariableId> result = {};
    std::optional<Pointer> structure = {};  ///< where a result that is a structure goes
    std::optional<Wanted> wanted = {};      ///< for the memory that it returns
    std::optional<Pointer> object = {};     ///< what `this` points to
    std::optional<Pointer> memory = {};     ///< the new memory that it returns
    std::optional<Pointer> reference = {};  ///< what a reference that it returns refers to
};

}  // namespace musimd::reader
