#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reader/call.hpp"
#include "reader/call_graph.hpp"
#include "reader/flat_code.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Functions that call themselves, also by others. A call from outside of them is a loop over the segments of
/// their code, with a stack in memory, on which a function saves its variables while others run.
class Recursion : public Reader {
  public:
    explicit Recursion(Readers& readers);

    /// Whether calls of the function are read here.
    bool is_recursive(const ast::FunctionDecl* f);
    Called call(const ast::CallExpr* e, const ast::FunctionDecl* callee, const Request& request);
    /// Whether the code that is read is that of such a function: what it declares is on the stack.
    bool is_inside() const;
    /// Whether one has begun at this depth of `around`, or deeper.
    bool is_inside_since(std::size_t depth) const {
        return !groups_.empty() && groups_.back()->depth >= depth;
    }
    /// So many numbers on the stack, or, in threads of a team, which may share them, of the heap.
    Pointer memory(Expr cells, Type type, bool zeros, ast::SourceLocation where);

  private:
    struct Member {
        const ast::FunctionDecl* f = nullptr;
        std::vector<std::vector<VariableId>> parameters = {};  ///< by parameter: its numbers
        std::optional<VariableId> object = {};                 ///< what `this` points to
        std::optional<VariableId> result = {};
        std::optional<Pointer> structure = {};  ///< that it returns
        std::size_t entry = 0;
    };
    struct Group {
        const ast::FunctionDecl* root = nullptr;
        std::size_t depth = 0;  ///< of what is around
        Pointer stack = {};
        std::int64_t size = 0;
        VariableId top = 0;    ///< where the stack ends
        VariableId frame = 0;  ///< where the part of the function begins
        VariableId next = 0;   ///< the segment that comes next; 0: none
        std::vector<Member> members = {};
        FlatCode code = {};
    };
    using Values = std::vector<std::pair<VariableId, Expr>>;

    bool is_inner(const ast::FunctionDecl* callee);
    std::size_t member(const ast::FunctionDecl* f, ast::SourceLocation where);
    Values arguments(const ast::CallExpr* e, const Member& member);
    std::vector<Expr> argument(const ast::Expr* from, const ast::ParmVarDecl* parameter);
    void read_bodies();
    Block body(std::size_t member);
    void bind_parameter(const ast::ParmVarDecl* p, const std::vector<VariableId>& numbers);
    void make_stack(ast::SourceLocation where);
    Block machine(std::size_t first, ast::SourceLocation where);
    void define(Block& code, const std::set<VariableId>& saved) const;
    Expr load_at(Expr index, Type type, ast::SourceLocation where) const;
    Block restoring(const std::vector<VariableId>& variables, ast::SourceLocation where);
    void end(const Segment& s, ast::SourceLocation where);
    void call_segment(const Segment& s, ast::SourceLocation where);
    Block choose(std::vector<Block>& codes, std::size_t first, std::size_t end_of, ast::SourceLocation where);
    std::vector<VariableId> saved(const Segment& s) const;
    void check_room(const Expr& more, ast::SourceLocation where);
    Called result_of(const Member& member, const ast::CallExpr* e, const Request& request);

    Group& now() { return *groups_.back(); }
    Expr number(std::int64_t n, ast::SourceLocation where) const;
    Expr get(VariableId v, ast::SourceLocation where) const;
    Pointer at(Expr index) const {
        return Pointer{.buffer = groups_.back()->stack.buffer, .index = std::move(index)};
    }

    std::vector<std::unique_ptr<Group>> groups_;  ///< the innermost is the last one
    std::optional<Pointer> host_stack_;
};

}  // namespace musimd::reader
