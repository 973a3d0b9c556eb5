#pragma once

#include <optional>
#include <string>
#include <utility>

#include "dsl/cuda/kernel_function.hpp"
#include "dsl/trees.hpp"
#include "reader/binding.hpp"
#include "reader/call.hpp"
#include "reader/emitter.hpp"
#include "reader/place.hpp"
#include "reader/surroundings.hpp"
#include "reader/variable_uses.hpp"

namespace musimd::reader {

struct Readers;

/// Reads one kind of text. It reaches the readers of other kinds by `readers_`; here is what nearly all of
/// them need of each other.
class Reader {
  public:
    explicit Reader(Readers& readers);
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

  protected:
    ~Reader() = default;

    // ---- writing

    Statement& emit(Statement::Kind kind, ast::SourceLocation where) { return emitter_.emit(kind, where); }
    void append(Statement s) { emitter_.append(std::move(s)); }
    void append(Block block) { emitter_.append(std::move(block)); }
    VariableId new_variable(std::string name, ValueType type) {
        return emitter_.new_variable(std::move(name), type);
    }
    void declare(VariableId v, Expr value, ast::SourceLocation where) {
        emitter_.declare(v, std::move(value), where);
    }
    void set(VariableId v, Expr value, ast::SourceLocation where) {
        emitter_.set(v, std::move(value), where);
    }
    Expr settle(Expr e, const ast::Expr* at) { return emitter_.settle(std::move(e), at); }
    Expr settled(Expr e, ast::SourceLocation where) { return emitter_.settled(std::move(e), where); }
    SourcePoint line(const ast::Expr* e) const { return emitter_.line(e); }
    template <typename F>
    Block block(const F& read) {
        return emitter_.block(read);
    }
    /// Of the body of such a statement.
    template <typename F>
    Block block_in(Around kind, const F& read) {
        const Within within(here_, kind);
        return emitter_.block(read);
    }
    template <typename F>
    void into(Block& block, const F& read) {
        emitter_.into(block, read);
    }

    // ---- reading

    void statement(const ast::Stmt* s);
    Expr value(const ast::Expr* e);
    Expr condition(const ast::Expr* e);
    void effects(const ast::Expr* e);
    Changes changes(const ast::Expr* e) const;
    /// The expression, settled if what follows may change its value.
    Expr kept(Expr e, Changes later, const ast::Expr* at);
    Place kept(Place p, Changes later, const ast::Expr* at);

    void bind(const ast::VarDecl* v, Binding binding) { here_.bindings[v] = std::move(binding); }
    const Binding& binding(const ast::VarDecl* v, ast::SourceLocation where);
    bool is_assigned(const ast::VarDecl* v) const;
    void check_assignable(const ast::Expr* e) const;
    void check_assignable(const Place& p, const ast::Expr* at) const;

    Place place(const ast::Expr* e);
    Place cell(Pointer at, ast::QualType type, const ast::Expr* e);
    Pointer lvalue(const ast::Expr* e);
    Expr read_place(const Place& p, const ast::Expr* at);
    Expr read_at(const Place& p, ast::SourceLocation where) const;
    void write_place(const Place& p, Expr value, const ast::Expr* at);
    void write_at(const Place& p, Expr value, ast::SourceLocation where);
    void store(const Pointer& to, Expr value, ast::SourceLocation where);

    Pointer pointer(const ast::Expr* e, const Request& request = {});
    Expr address(const Pointer& p, const ast::Expr* at);
    /// The pointer to the cell so many after this one.
    Pointer shifted(Pointer from, std::int64_t cells, SourcePoint line) const;
    static Pointer advanced(Pointer from, Expr cells, SourcePoint line);
    Pointer settled(Pointer p, const ast::Expr* at);

    Pointer structure(const ast::Expr* e);
    Pointer new_object(const std::string& name, ast::QualType type, bool split, ast::SourceLocation where);
    void initialise(const Pointer& to, ast::QualType type, const ast::Expr* from);

    Readers& readers_;
    const Context& context_;
    openmp::LoopFunction& function_;
    cuda::KernelFunction* kernel_;  ///< the kernel whose code is the function; null: it is C
    Surroundings& here_;
    Emitter& emitter_;
};

}  // namespace musimd::reader
