#pragma once

#include <string>
#include <vector>

#include "reader/context.hpp"

// How values of C's types are made of numbers. A pointer is an address, an i64.

namespace musimd::reader {

/// Whether its values are several numbers: structures, and complex numbers of C.
bool is_composed(ast::QualType type);

/// The type of both parts of a complex number; null: the type is another.
ast::QualType part_of_complex(ast::QualType type);

struct Cell {
    std::string name;  ///< after that of the variable: `_x`, `_2`
    Type type = Type::i32;
};

/// The numbers that an object of the type consists of; an error if it has parts that are not supported.
std::vector<Cell> cells_of(const Context& context, ast::QualType type, ast::SourceLocation where);

/// The same for an object outside, with the names of C: `.x`, `.v[2]`. Pointers in it are an error.
struct Member {
    std::string name;
    Type type = Type::i32;
};
std::vector<Member> members_of(const Context& context, ast::QualType type, ast::SourceLocation where);

/// Their number.
std::int64_t cell_count(const Context& context, ast::QualType type, ast::SourceLocation where);

/// A part of a structure that has memory: a base class, or a member. One member stands for all of a union;
/// and what a lambda captures by reference has none: its body names the variable.
struct Component {
    ast::QualType type;
    const ast::FieldDecl* member = nullptr;  ///< null: a base class
    /// After the name of the whole: nothing for a base class.
    std::string name(const std::string& between) const;
};
/// In the order of memory.
std::vector<Component> parts_of(const ast::RecordDecl* record);

/// The first cell of a base class within the object.
std::int64_t cell_of_base(const Context& context, const ast::RecordDecl* whole, ast::QualType base,
                          ast::SourceLocation where);

/// The first cell of a member within its structure.
std::int64_t cell_of(const Context& context, const ast::FieldDecl* member, ast::SourceLocation where);

/// The type of a number or of a pointer.
Type scalar(const Context& context, ast::QualType type, ast::SourceLocation where);

/// Whether pointers to the types are pointers to the same numbers.
bool same_cells(const Context& context, ast::QualType a, ast::QualType b);

/// Whether pointers to the types are pointers to numbers of the same sizes, whose bits can be read as either.
bool same_sizes(const Context& context, ast::QualType a, ast::QualType b);

/// Whether one of two structures begins with the numbers of the other.
bool is_beginning(const Context& context, ast::QualType a, ast::QualType b);
/// The bytes of each number of a type, if all of them have as many and nothing lies between them; else 0.
std::int64_t bytes_of_each(const Context& context, ast::QualType type);

/// Whether an object of the type is a union, or has one in it.
bool has_union(ast::QualType type);

/// Whether it is one, or has one in it, whose members differ in the sizes of their numbers. It is in memory.
bool has_mixed_union(const Context& context, ast::QualType type);

/// An error if a structure that host code has, too, has bit-fields: here each is a number of its own.
void refuse_bits(const Context& context, ast::QualType type, ast::SourceLocation where);

/// Whether an object of the class can be made from another one. If not, a function that returns one makes it
/// where it goes.
bool is_copyable(ast::QualType type);

}  // namespace musimd::reader
