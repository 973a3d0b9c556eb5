#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// What variables that a lambda has captured meant outside of it.
using Captured = std::vector<std::pair<const ast::VarDecl*, Binding>>;

/// Classes of C++: constructors, member functions, and lambdas.
class Classes : public Reader {
  public:
    using Reader::Reader;

    Pointer object_pointer(const ast::Expr* object);
    static bool is_copy(const ast::CallExpr* e);
    Pointer copy_by_operator(const ast::CallExpr* e);
    Captured bind_captures(const ast::FunctionDecl* callee);
    Pointer this_pointer() const;
    void construct(const Pointer& to, const ast::CXXConstructExpr* e);
    void construct_inherited(const Pointer& to, const ast::CXXInheritedCtorInitExpr* e);
    void refer(const Pointer& to, const ast::Expr* from);
    Pointer placed(const ast::CXXNewExpr* e);
    Pointer initializer_list(const ast::CXXStdInitializerListExpr* e);
    Pointer referred(const Pointer& member, const ast::MemberExpr* e);
    bool copy_reference(const Pointer& from, const Pointer& to);
    std::optional<std::int64_t> distance_of_cast(const ast::CastExpr* e) const;
    std::optional<Pointer> object_of_cpp(const ast::Expr* e);
    std::optional<Expr> value_of_cpp(const ast::Expr* e);

  private:
    void run_constructor(const Pointer& to, const ast::CXXConstructorDecl* body, Statement call_statement);
    static void as_number(Binding& b);
    Pointer lambda(const ast::LambdaExpr* e);
    void initialise_part(const Pointer& whole, const ast::CXXRecordDecl* cls,
                         const ast::CXXCtorInitializer* part);

    struct MemberPlace {
        bool is_variable = false;
        std::uint32_t object = 0;  ///< the variable, or the buffer
        std::int64_t cell = 0;
        friend auto operator<=>(const MemberPlace&, const MemberPlace&) = default;
    };
    static MemberPlace key_of(const Pointer& member);
    bool refers_to(const Pointer& member, const Pointer& object);

    std::map<MemberPlace, Pointer>
        references_;  ///< what members refer to that are references to shared memory
    /// What `this` is in the body of a lambda that has captured it.
    std::map<const ast::CXXRecordDecl*, Pointer> captured_this_;
};

}  // namespace musimd::reader
