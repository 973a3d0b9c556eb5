#include <string_view>

#include "dsl/mathematics.hpp"
#include "reader/readers.hpp"

// Functions of C's mathematics that are composed of several of the tree.

namespace musimd::reader {

/// Null if the name is another.
Expr Calls::composed_call(const ast::CallExpr* e, std::string_view name) {
    if (!is_composed_function(name)) return nullptr;
    std::vector<Expr> values;
    for (unsigned i = 0; i < e->getNumArgs(); ++i)
        values.push_back(kept(value(e->getArg(i)), readers_.uses.changes_after(e, i), e->getArg(i)));
    Expr result = dsl::composed_call(name, std::move(values), line(e));
    if (result == nullptr)
        context_.fail(e->getExprLoc(), "this is not the library's function: its arguments differ");
    return convert(std::move(result), context_.number(e->getType(), e->getExprLoc()), line(e));
}

}  // namespace musimd::reader
