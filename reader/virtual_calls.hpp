#pragma once

#include <optional>
#include <vector>

#include "reader/call.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Virtual functions: an object of a class that has some begins with the number of its class, which
/// constructors set, and by which calls choose.
class VirtualCalls : public Reader {
  public:
    using Reader::Reader;

    /// If the call's function depends on the class of the object.
    std::optional<Called> call(const ast::CallExpr* e, bool used, const Request& request);
    /// The object is now one of this class.
    void note_class(const Pointer& object, const ast::CXXRecordDecl* cls, ast::SourceLocation where);
    /// For each class that the object of this one may have: what `read` reads.
    void for_each_class(const Pointer& object, const ast::CXXRecordDecl* cls, ast::SourceLocation where,
                        const std::function<void(const ast::CXXRecordDecl*)>& read);

  private:
    std::int64_t number_of(const ast::CXXRecordDecl* cls);
    std::vector<const ast::CXXRecordDecl*> classes_from(const ast::CXXRecordDecl* base,
                                                        ast::SourceLocation where);
    Pointer place_of_number(const Pointer& object, const ast::CXXRecordDecl* cls, ast::SourceLocation where);
    const std::vector<const ast::CXXRecordDecl*>& classes();
    bool is_also_in(const ast::CXXRecordDecl* cls, const ast::ASTContext& source);

    std::vector<const ast::CXXRecordDecl*> numbered_;
    std::optional<std::vector<const ast::CXXRecordDecl*>> classes_;
};

}  // namespace musimd::reader
