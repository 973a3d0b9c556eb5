#pragma once

#include "differential/text/source.hpp"

namespace musimd::differential::text {

// ---- edits_of_statements.cpp

/// Leaves out functions, declarations, statements and commands.
void remove_statements(TextSearch& search);
/// Leaves out a case of a `switch` with its statements.
void remove_cases(TextSearch& search);
/// An `if` becomes one of its sides, a loop its body, a block what is in it, a definition a declaration.
void unwrap_statements(TextSearch& search);

// ---- edits_of_lists.cpp

/// Leaves out a parameter with the arguments of all calls.
void remove_parameters(TextSearch& search);
/// Leaves out arguments, values of an initializer, and so on.
void remove_items(TextSearch& search);

// ---- edits_of_expressions.cpp

/// An expression becomes one of its operands, a call one of its arguments.
void keep_operands(TextSearch& search);
/// Expressions become 0 or 1.
void replace_by_numbers(TextSearch& search);

// ---- edits_of_words.cpp

/// Leaves out tokens and groups, alone and with their neighbours.
void remove_units(TextSearch& search);
/// Numbers become smaller, and strings empty.
void shrink_literals(TextSearch& search);

// ---- edits_of_directives.cpp

void remove_directives(TextSearch& search);
/// `#if` becomes one of its sides, and a macro what it stands for.
void resolve_directives(TextSearch& search);
/// Leaves out words of a directive.
void shorten_directives(TextSearch& search);

// ---- edits_of_layout.cpp: at last

/// Long names become short ones.
void rename_words(TextSearch& search);
/// Leaves out comments and empty lines, and indents by depth.
void tidy_layout(TextSearch& search);

}  // namespace musimd::differential::text
