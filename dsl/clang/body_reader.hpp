#pragma once

#include <llvm/Support/SaveAndRestore.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/clang/call.hpp"
#include "dsl/clang/canonical_loop.hpp"
#include "dsl/clang/clauses.hpp"
#include "dsl/clang/context.hpp"
#include "dsl/clang/memory.hpp"
#include "dsl/clang/ordered_loops.hpp"
#include "dsl/clang/place.hpp"
#include "dsl/clang/storage.hpp"
#include "dsl/clang/surroundings.hpp"
#include "dsl/clang/survey.hpp"
#include "dsl/clang/team.hpp"
#include "dsl/clang/types.hpp"
#include "dsl/cuda/kernel_function.hpp"
#include "dsl/openmp/loop_function.hpp"

// Reads C statements and expressions into the tree. Expressions of the tree are pure: what C computes with
// side effects becomes statements before that of the expression, in the order of the source.

namespace musimd::dsl::clang {

class BodyReader {
  public:
    /// `threads`: of a region that names no number.
    BodyReader(const Context& context, openmp::LoopFunction& function, std::uint32_t threads)
        : context_(context), function_(function), usual_threads_(threads) {}

    /// Variables that are assigned somewhere in the statement, or whose address is taken.
    void find_assigned(const ast::Stmt* s);
    bool is_assigned(const ast::VarDecl* v) const { return assigned_.contains(v); }

    void bind(const ast::VarDecl* v, Binding binding) { here_.bindings[v] = std::move(binding); }
    /// The parameters of `main`, for these arguments of the program.
    void main_parameters(const ast::FunctionDecl* f, const std::vector<std::string>& arguments);
    /// After its parameters are bound.
    void function_body(const ast::FunctionDecl* f);
    /// The same of a kernel, whose code is the function of this reader.
    void kernel_body(const ast::FunctionDecl* f, cuda::KernelFunction& kernel);

    /// Objects in shared memory whose elements are accessed as others. With a type: arrays of bytes that hold
    /// numbers of this one. Without: numbers of several sizes; an index is that of a byte, and a number is in
    /// the cell of its first one. Null: `extern __shared__` arrays, which are one.
    using SharedAs = std::map<const ast::VarDecl*, std::optional<Type>>;
    /// Thrown by kernel_body: the kernel is to be read again, knowing this from the start.
    struct ReadAgain {
        std::optional<const ast::VarDecl*> shared = {};
        std::optional<Type> as = {};                     ///< for SharedAs
        const ast::FunctionDecl* at_end = nullptr;       ///< called where a thread ends
        const ast::VarDecl* written_by_parts = nullptr;  ///< a local object: see cuda/views.cpp
    };
    void knows(const SharedAs& objects, const ast::FunctionDecl* at_end,
               const std::set<const ast::VarDecl*>& written_by_parts) {
        shared_as_ = objects;
        at_end_ = at_end;
        written_by_parts_ = written_by_parts;
    }
    /// The kernel that the host launches, and those of ChildLaunch: others that the body launches are added.
    using Family = std::vector<const ast::FunctionDecl*>;
    void is_of(Family& family) { family_ = &family; }

    VariableId new_variable(std::string name, ValueType type);

  private:
    // statements.cpp
    template <typename F>
    void attempt(const F& read);
    template <typename F>
    Block block(const F& read);
    /// What the function writes goes there.
    template <typename F>
    void into(Block& block, const F& read);
    /// Of the body of such a statement.
    template <typename F>
    Block block_in(Around kind, const F& read);
    Statement& emit(Statement::Kind kind, ast::SourceLocation where);
    void declare(VariableId v, Expr value, ast::SourceLocation where);
    void set(VariableId v, Expr value, ast::SourceLocation where);
    void statement(const ast::Stmt* s);
    void declaration(const ast::VarDecl* v);
    void declare_number(const ast::VarDecl* v, Expr initial);
    void declare_pointer(const ast::VarDecl* v);
    bool is_split(const ast::VarDecl* v);
    void conditional(const ast::IfStmt* s);
    void while_loop(const ast::WhileStmt* s);
    void do_loop(const ast::DoStmt* s);
    void for_loop(const ast::ForStmt* s);
    void loop(const ast::Stmt* s, const ast::Expr* condition, const std::vector<const ast::Stmt*>& body,
              const ast::Expr* step);
    void leave(const ast::Stmt* s);
    void continue_(ast::SourceLocation where);
    /// A loop of one trip, which the statements may leave.
    void once(ast::SourceLocation where, Block inside);
    void return_(const ast::ReturnStmt* s);
    Expr returned_value(const ast::Expr* e);
    [[noreturn]] void unsupported(const ast::Stmt* s) const;

    // switches.cpp
    struct Segment;
    std::vector<Segment> segments(const ast::SwitchStmt* s) const;
    void switch_(const ast::SwitchStmt* s);
    Expr is_selected(const Segment& part, const Expr& selector) const;
    void chain(const std::vector<Segment>& parts, const Expr& selector);
    Expr entry(const std::vector<Segment>& parts, const Expr& selector, std::uint32_t at) const;
    void declare_in_all(const std::vector<Segment>& parts);
    void segments_in_order(const ast::SwitchStmt* s, const std::vector<Segment>& parts, const Expr& selector);
    void segment(const Segment& part, const Expr& first, std::size_t number);

    // expressions.cpp
    Expr value(const ast::Expr* e);
    Expr value_of(const ast::Expr* e);
    Expr value_of_statements(const ast::StmtExpr* e);
    Expr condition(const ast::Expr* e);
    Expr binary(const ast::BinaryOperator* e);
    Expr unary(const ast::UnaryOperator* e);
    Expr cast(const ast::CastExpr* e);
    Expr is_not_null(const ast::Expr* e);
    Expr pointer_comparison(const ast::BinaryOperator* e, Function function);
    Expr choose(const ast::ConditionalOperator* e);
    Expr logical(const ast::BinaryOperator* e);
    void effects(const ast::Expr* e);
    std::pair<Expr, Expr> operands(const ast::BinaryOperator* e);
    Expr arithmetic(ast::BinaryOperatorKind kind, Expr a, Expr b, const ast::Expr* at);
    Expr settle(Expr e, const ast::Expr* at);
    /// What an expression may change.
    struct Changes {
        bool variables = false;
        bool memory = false;
    };
    void add_changes(const ast::Stmt* s, Changes& found) const;
    template <typename Expressions>
    Changes changes(const Expressions& expressions) const;
    /// The expression, settled if what follows may change its value.
    Expr kept(Expr e, Changes later, const ast::Expr* at);
    std::uint32_t line(const ast::Expr* e) const { return context_.line(e->getExprLoc()); }

    // places.cpp
    const Binding& binding(const ast::VarDecl* v, ast::SourceLocation where);
    Place place(const ast::Expr* e);
    Place cell(Pointer at, ast::QualType type, const ast::Expr* e);
    Pointer lvalue(const ast::Expr* e);
    Pointer member(const ast::MemberExpr* e);
    Expr read_place(const Place& p, const ast::Expr* at);
    Expr read_at(const Place& p, ast::SourceLocation where) const;
    void write_at(const Place& p, Expr value, ast::SourceLocation where);
    void write_place(const Place& p, Expr value, const ast::Expr* at);
    void check_assignable(const ast::Expr* e) const;
    void check_assignable(const Place& p, const ast::Expr* at) const;
    Place kept(Place p, Changes later, const ast::Expr* at);
    Expr element_index(const Pointer& p, std::uint32_t line) const;

    // assignments.cpp
    Expr assign(const ast::BinaryOperator* e, bool used);
    Expr assign_combined(const ast::CompoundAssignOperator* e, bool used);
    Expr increment(const ast::UnaryOperator* e, bool used);
    static Expr holds(Expr number, std::uint32_t at);
    Expr next_value(const ast::UnaryOperator* e, const Expr& old, Type type);
    Expr finish_assignment(const Place& p, Expr value, const ast::Expr* at, bool used);

    // pointers.cpp
    Pointer at_address(Expr address);
    Pointer pointer(const ast::Expr* e, const Request& request = {});
    Pointer named_pointer(const ast::DeclRefExpr* e);
    Pointer pointer_of_cast(const ast::CastExpr* e, const Request& request);
    Pointer moved(Pointer from, const ast::Expr* distance, ast::QualType element, bool down,
                  const ast::Expr* at);
    Pointer shifted(Pointer from, std::int64_t cells, std::uint32_t line) const;
    static Pointer advanced(Pointer from, Expr cells, std::uint32_t line);
    Pointer settled(Pointer p, const ast::Expr* at);
    Expr elements_in(ast::QualType type, ast::SourceLocation where);
    Expr address(const Pointer& p, const ast::Expr* at);
    Expr address_of(BufferId buffer, std::uint32_t line);
    Expr address_in_bytes(const ast::CastExpr* e);
    Pointer reinterpreted(const Pointer& p, ast::QualType given, ast::QualType wanted, const ast::Expr* at);
    Expr pointer_difference(const ast::BinaryOperator* e);
    /// Indices into one object, or addresses.
    struct PointerPair {
        Expr a;
        Expr b;
        std::int64_t scale = 1;
    };
    PointerPair pointer_operands(const ast::BinaryOperator* e);

    // objects.cpp
    void declare_object(const ast::VarDecl* v);
    Pointer new_object(const std::string& name, ast::QualType type, bool split, ast::SourceLocation where);
    Pointer in_memory(const std::string& name, const std::vector<Cell>& cells, ast::SourceLocation where);
    Pointer host_memory(const std::string& name, const std::vector<Cell>& cells, bool zeros,
                        ast::SourceLocation where);
    void initialise(const Pointer& to, ast::QualType type, const ast::Expr* from);
    void initialise_in_place(const Pointer& to, ast::QualType type, const ast::Expr* from);
    void initialise_zeroed(const Pointer& to, ast::QualType type, const ast::Expr* from);
    void initialise_members(const Pointer& to, ast::QualType type, const ast::InitListExpr* list);
    void initialise_member(const Pointer& to, const ast::FieldDecl* member, const ast::Expr* from);
    void initialise_elements(const Pointer& to, ast::QualType type, const ast::InitListExpr* list);
    void initialise_text(const Pointer& to, ast::QualType type, const ast::StringLiteral* text);
    void set_to_zero(const Pointer& to, ast::QualType type, const ast::Expr* at);
    void copy_structure(const Pointer& to, ast::QualType type, const ast::Expr* from);
    Pointer structure(const ast::Expr* e);
    Pointer chosen_structure(const ast::ConditionalOperator* e);
    Pointer assign_structure(const ast::BinaryOperator* e);

    // calls.cpp
    Called call(const ast::CallExpr* e, bool used, const Request& request = {});
    Changes changes_after(const ast::CallExpr* e, unsigned argument) const;
    Expr library_call(const ast::CallExpr* e, Function function, std::size_t operands);
    Expr composed_call(const ast::CallExpr* e, std::string_view name);
    Called inlined(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                   const Request& request);
    Statement new_call(const ast::Expr* e, const ast::FunctionDecl* callee) const;
    Call read_called(Call call, Statement& made, const std::function<void()>& read);
    void bind_arguments(const ast::CallExpr* e, const ast::FunctionDecl* callee, Statement& call);
    Binding argument_binding(const ast::Expr* argument, const ast::ParmVarDecl* parameter, Changes later,
                             Statement& call);
    void look_through(const ast::FunctionDecl* callee);

    // loops.cpp
    CanonicalLoop canonical(const ast::ForStmt* loop);
    void read_start(CanonicalLoop& loop);
    void read_step(CanonicalLoop& loop);
    void read_count(CanonicalLoop& loop);
    Expr loop_value(const CanonicalLoop& loop, const Expr& number) const;
    void declare_loop_variable(const CanonicalLoop& loop, const Expr& number);
    /// Returns the numbers of the iterations of each loop.
    std::vector<Expr> declare_loop_variables(const std::vector<CanonicalLoop>& loops, const Expr& number);
    void loop_of_threads(const ast::OMPLoopDirective* directive);
    std::vector<CanonicalLoop> nest(const ast::OMPLoopDirective* directive, std::int64_t depth);
    void check_rectangular(const std::vector<CanonicalLoop>& outer, const ast::ForStmt* inner) const;

    // directives.cpp
    /// `team`: of a region or construct whose threads are threads by themselves.
    Clauses clauses(const ast::OMPExecutableDirective* directive, bool simd, bool team = false) const;
    void read_clause(const ast::OMPClause* clause, bool simd, bool parallel, Clauses& found) const;
    void privatize(const Clauses& found);
    void privatize(const ast::DeclRefExpr* name, bool first);
    void rebind_private(const ast::DeclRefExpr* name, bool first);
    void privatize_object(const ast::DeclRefExpr* name, const ast::VarDecl* v, bool first);
    Expr first_value(const ast::DeclRefExpr* name);
    void simd_loop(const ast::OMPSimdDirective* directive);
    Function function_of_reduction(const ast::OMPReductionClause* clause) const;
    Reduction partial_of(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name, Type type,
                         unsigned region);
    /// Numbers in memory into which a loop reduces, and the variables that do so for them.
    using Copies = std::vector<std::pair<Place, VariableId>>;
    struct Reductions {
        std::vector<Reduction> list;
        Copies copies;
    };
    Reductions reductions(const Clauses& found, unsigned region);
    Reduction reduction(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name, unsigned region,
                        Copies& copies);
    VariableId copy_to_reduce(const Place& original, const std::string& name, const ast::Expr* at,
                              Copies& copies);
    void store_reduced(const Copies& copies, ast::SourceLocation where);
    void one_trip(const ast::ForStmt* loop);
    void read_if(const ast::OMPIfClause* clause, bool simd, Clauses& found) const;
    struct LinearVariable {
        const ast::VarDecl* name = nullptr;
        Place original;
        Expr first;  ///< its value before the loop
        Type type = Type::i32;
        Expr step;  ///< an i64
        const ast::Expr* at = nullptr;
    };
    std::vector<LinearVariable> linear_variables(const Clauses& found,
                                                 const std::vector<CanonicalLoop>& loops);
    Expr linear_value(const LinearVariable& v, const Expr& number) const;
    void declare_linear(const LinearVariable& v, const Expr& number);
    std::vector<std::pair<const ast::DeclRefExpr*, VariableId>> originals_of(
        const Clauses& found, const std::vector<CanonicalLoop>& loops);
    void set_loop_variables(const std::vector<CanonicalLoop>& loops);

    // last_values.cpp
    /// A variable of `lastprivate` of a parallel loop, which each iteration has of its own.
    struct LastValue {
        const ast::DeclRefExpr* name = nullptr;
        Place original;
        Pointer memory;  ///< its value in the last iteration; if conditional, in each iteration
        std::optional<Pointer> assigned;  ///< if conditional: whether the iteration has assigned it
        VariableId flag = 0;
    };
    std::vector<LastValue> last_values(const Clauses& found, const std::vector<CanonicalLoop>& loops,
                                       const Expr& count);
    void iteration(std::vector<LastValue>& last, const Expr& count, ast::SourceLocation where,
                   const std::function<void()>& body);
    void store_last(const LastValue& last, const Expr& count);
    void take_last(const LastValue& last, const Expr& count);
    Expr element_of(const Pointer& p, Type type, std::uint32_t at) const;
    /// A loop that counts from 0.
    void count_up(const Expr& count, ast::SourceLocation where, const std::function<void(const Expr&)>& body);

    // element_reductions.cpp
    Reduction reduction_of_element(const ast::OMPReductionClause* clause, const ast::Expr* element,
                                   unsigned region, Copies& copies);
    bool is_element(const ast::Expr* e) const;
    Place reduced_element(const ast::Expr* element);
    Place partial_of(const Partial& partial, Place element, const ast::Expr* at) const;

    // array_reductions.cpp
    struct ArrayReduction {
        Pointer original;  ///< its first element that is reduced
        Pointer partial;   ///< the elements of iteration 0, then those of iteration 1, …
        Expr elements;     ///< an i64
        Expr base = {};    ///< base of this iteration's elements
        Type type = Type::i32;
        Function function = {};
        std::uint64_t identity_bits = 0;
        const ast::Expr* name = nullptr;
        const ast::VarDecl* variable = nullptr;
    };
    std::vector<ArrayReduction> array_reductions(const Clauses& found, const Expr& count);
    ArrayReduction array_reduction(const ast::OMPReductionClause* clause, const ast::Expr* name,
                                   const Expr& count);
    /// The elements of a variable that a reduction names.
    struct ReducedPart {
        const ast::VarDecl* variable = nullptr;
        const ast::Expr* whole = nullptr;
        ast::QualType element;
        Expr first;     ///< an i64
        Expr elements;  ///< an i64
    };
    ReducedPart reduced_part(const ast::Expr* name);
    void add(std::vector<ArrayReduction>& list, ArrayReduction r) const;
    void combine_part(const ArrayReduction& r, const Expr& base);
    std::vector<ArrayReduction> shared_array_reductions(const Clauses& found);
    Expr before_region(const ast::Stmt* from, const ast::VarDecl* except, ast::SourceLocation where,
                       const std::function<Expr()>& compute);
    void check_known_outside(const ast::Stmt* from, const ast::VarDecl* except,
                             ast::SourceLocation where) const;
    void begin_partial(ArrayReduction& r);
    void combine(const ArrayReduction& r, const Expr& count);

    // atomics.cpp
    void atomic(const ast::OMPAtomicDirective* directive);
    void check_clauses_of_atomic(const ast::OMPAtomicDirective* directive) const;
    Expr atomic_value(const ast::OMPAtomicDirective* directive, const Expr& old);
    Expr atomic_update(const ast::OMPAtomicDirective* directive, const Expr& old);
    struct AtomicComparison {
        Expr holds;  ///< a condition, computed from the old value
        Expr value;  ///< the new one
    };
    AtomicComparison atomic_comparison(const ast::OMPAtomicDirective* directive, const Expr& old);
    void assign_captured(const ast::Expr* to, const Expr& value);
    Expr settled_operand(const ast::Expr* e);

    // regions.cpp
    void team_region(const ast::OMPExecutableDirective* directive, const std::function<void()>& read);
    Expr number_of_threads(const ast::OMPExecutableDirective* directive);
    std::uint32_t number_of_teams(const ast::OMPExecutableDirective* directive) const;
    std::vector<std::pair<VariableId, Place>> keep_shared_in_memory(ast::SourceLocation where);
    std::vector<std::pair<const ast::DeclRefExpr*, Expr>> values_of_first_privates(Clauses& found);
    void declare_first_private(const ast::DeclRefExpr* name, const Expr& initial);
    bool team_directive(const ast::OMPExecutableDirective* directive);
    void act(TeamAct what, ast::SourceLocation where);
    void nested_region(const ast::OMPExecutableDirective* directive);
    void masked(const ast::OMPExecutableDirective* directive);
    void single(const ast::OMPExecutableDirective* directive);
    Pointer team_object(const std::string& name, Type type, ast::SourceLocation where);
    Expr team_variable(const std::string& name, ast::SourceLocation where);
    Expr set_default_threads(const ast::CallExpr* e);
    Expr default_threads(std::uint32_t at);

    // worksharing.cpp
    struct Share;
    struct SharedReduction {
        Function function;
        VariableId partial;
        Place original;
    };
    void privatize_again(const Clauses& found, const std::vector<CanonicalLoop>& loops);
    void shared_loop(const ast::OMPLoopDirective* directive, const Clauses& found);
    void assign_chunks(const ast::OMPExecutableDirective* directive, Share& share);
    Expr settled(Expr e, ast::SourceLocation where);
    void share_work(const ast::OMPExecutableDirective* directive, const Clauses& found, const Share& share,
                    const std::function<void(const Expr&)>& read_body);
    void next_iteration(const Expr& number, const Share& share, ast::SourceLocation where);
    void shared_sections(const ast::OMPExecutableDirective* directive, const Clauses& found);
    std::vector<SharedReduction> shared_reductions(const Clauses& found);
    void combine(const std::vector<SharedReduction>& reduced, const std::vector<ArrayReduction>& arrays,
                 ast::SourceLocation where);
    struct SharedLast {
        Place original;
        Expr value;  ///< value in the thread that executes the last iteration, at its end
    };
    std::vector<SharedLast> shared_last_values(const Clauses& found, const std::vector<CanonicalLoop>& loops);
    void store_last_values(const std::vector<SharedLast>& last, const Share& share,
                           ast::SourceLocation where);
    void in_order(const ast::OMPExecutableDirective* directive);
    void pass_turn(const Order& order, ast::SourceLocation where);

    // doacross.cpp
    std::size_t doacross_depth(const ast::OMPExecutableDirective* directive) const;
    Doacross doacross(const ast::OMPLoopDirective* directive, std::vector<CanonicalLoop> loops,
                      std::size_t shared);
    Expr iterations_outside(const ast::OMPLoopDirective* directive, const std::vector<CanonicalLoop>& of);
    void inner_loops(Doacross& d, const ast::Stmt* body);
    Expr linear(const Doacross& d, const std::vector<Expr>& numbers) const;
    Expr sign_given(const Doacross& d, std::uint32_t line) const;
    Pointer sign_of(const Doacross& d, const Expr& iteration) const;
    void end_of_iteration(const Doacross& d, const Expr& iteration, ast::SourceLocation where);
    void give_sign(const Doacross& d, ast::SourceLocation where);
    void wait_for(const Doacross& d, const ast::OMPClause* clause, llvm::ArrayRef<const ast::Expr*> vector);
    void wait_for(const Doacross& d, const Expr& earlier, ast::SourceLocation where);
    void ordered_by_signs(const ast::OMPExecutableDirective* directive);

    // locks.cpp
    Expr atomically(const Pointer& to, Type type, ast::SourceLocation where,
                    const std::function<Expr(const Expr&)>& next, bool acquires = false,
                    bool releases = false);
    void wait_while(const Pointer& at, Type type, ast::SourceLocation where,
                    const std::function<Expr(const Expr&)>& waits);
    void lock(const Pointer& at, ast::SourceLocation where);
    void unlock(const Pointer& at, ast::SourceLocation where);
    void critical(const ast::OMPCriticalDirective* directive);
    std::optional<Expr> lock_function(const ast::CallExpr* e, llvm::StringRef name);
    Expr add_to_nest(const Pointer& at, std::int64_t n, ast::SourceLocation where);
    void unset_nest_lock(const Pointer& at, ast::SourceLocation where);
    Expr take_nest_lock(const Pointer& at, bool waits, ast::SourceLocation where);
    void when(Expr holds, ast::SourceLocation where, const std::function<void()>& read);
    Expr try_lock(const Pointer& at, ast::SourceLocation where);
    void variable_of_threads(const ast::VarDecl* v);
    void copy_to_threads(BufferId buffer, ast::SourceLocation where);
    void copy_in(const ast::OMPExecutableDirective* directive);

    // threads.cpp
    void threads(const ast::OMPExecutableDirective* directive);
    void threads_of_teams(const ast::OMPExecutableDirective* directive);
    void threads(const ast::OMPExecutableDirective* directive, const Expr& count,
                 const std::function<void()>& read);
    void sections(const ast::OMPExecutableDirective* directive);
    void of_thread(std::uint64_t number, Block body, ast::SourceLocation where);
    Expr thread_query(const ast::CallExpr* e, bool number);

    // program.cpp
    void find_shared(const ast::Stmt* body);
    void declare_cell(const ast::VarDecl* v, Expr initial);
    void store(const Pointer& to, Expr value, ast::SourceLocation where);
    const Binding& global(const ast::VarDecl* v);
    void structure_of_program(const ast::VarDecl* v);
    std::optional<bool> known_condition(const ast::Expr* e);
    std::optional<std::int64_t> omp_constant(llvm::StringRef name) const;
    std::optional<Expr> library_of_host(const ast::CallExpr* e, llvm::StringRef name);
    Expr exit(const ast::CallExpr* e);
    Expr time_of_day(const ast::CallExpr* e);
    Expr argument(const ast::CallExpr* e);
    VariableId random_state(const ast::CallExpr* e);
    Expr random(const ast::CallExpr* e);
    Expr print(const ast::CallExpr* e, llvm::StringRef name);

    // cuda/kernel_body.cpp
    Binding variable_of_kernel(const ast::VarDecl* v);
    Binding thread_numbers(llvm::StringRef name, ThreadNumber x);
    Binding shared_object(const ast::VarDecl* v);
    BufferId shared_buffer(const ast::VarDecl* v, Type number);
    void check_static_shared(const ast::VarDecl* v);
    [[noreturn]] void read_again(const ReadAgain& knowing) const;
    std::optional<Pointer> as_elements(const Pointer& from, ast::QualType given, ast::QualType element,
                                       const ast::Expr* at);
    std::int64_t bytes_of_cells(ast::QualType type, ast::SourceLocation where) const;
    Binding device_variable(const ast::VarDecl* v);
    Binding reference(const ast::Expr* to);
    void return_reference(const ast::Expr* to);

    // cuda/shuffles.cpp
    Expr shuffle(const ast::CallExpr* e, MachineInstruction what, const Expr& index = nullptr);
    Expr source_lane(Variant how, const Expr& by, const ast::Expr* given);
    Expr lane_of_thread(std::uint32_t at);

    // cuda/views.cpp
    std::optional<Pointer> as_view(const Pointer& from, ast::QualType given, ast::QualType wanted,
                                   const ast::Expr* at);
    void check_aligned(Pointer& view, std::int64_t alignment, const ast::Expr* at);
    Expr load_number(const Pointer& at, Type type, std::uint32_t line) const;
    Expr read_view(const Place& p, ast::SourceLocation where) const;
    void write_view(const Place& p, Expr value, const ast::Expr* at);
    void write_part(const Place& p, Expr value, const ast::Expr* at);
    void zero_if_by_parts(const ast::VarDecl* v, const Pointer& at);
    [[noreturn]] void refuse_view(const Pointer& p, ast::QualType type, const ast::Expr* at);

    // cuda/classes.cpp
    Pointer object_pointer(const ast::Expr* object);
    static bool is_copy(const ast::CallExpr* e);
    Pointer copy_by_operator(const ast::CallExpr* e);
    using Captured = std::vector<std::pair<const ast::VarDecl*, Binding>>;
    Captured bind_captures(const ast::FunctionDecl* callee);
    static void as_number(Binding& b);
    Pointer lambda(const ast::LambdaExpr* e);
    Pointer this_pointer() const;
    void construct(const Pointer& to, const ast::CXXConstructExpr* e);
    void initialise_part(const Pointer& whole, const ast::CXXRecordDecl* cls,
                         const ast::CXXCtorInitializer* part);
    void refer(const Pointer& to, const ast::Expr* from);
    Pointer referred(const Pointer& member, const ast::MemberExpr* e);
    std::optional<std::int64_t> distance_of_cast(const ast::CastExpr* e) const;
    std::optional<Pointer> object_of_cpp(const ast::Expr* e);
    std::optional<Expr> value_of_cpp(const ast::Expr* e);
    void range_for(const ast::CXXForRangeStmt* s);

    // cuda/unsupported.cpp
    const char* reason_against(llvm::StringRef function) const;
    static const char* reason_against(const ast::Expr* e);

    // cuda/device_calls.cpp
    Expr instruction(const MachineInstruction& what, std::vector<Expr> operands, std::optional<Type> type,
                     const ast::Expr* at);
    std::optional<Expr> device_call(const ast::CallExpr* e, llvm::StringRef name);
    Expr lanes(const ast::CallExpr* e);
    Expr argument_of(const ast::CallExpr* e, unsigned number);
    Expr without_mask(const ast::CallExpr* e, const MachineInstruction& what);
    Expr among_lanes(const ast::CallExpr* e, const MachineInstruction& what);
    static std::optional<MachineInstruction> shuffle_named(llvm::StringRef name);
    Expr atomic_load(const ast::CallExpr* e);
    Expr call_at_end(const ast::CallExpr* e);
    void end_of_thread(ast::SourceLocation where);
    std::optional<Expr> bits_call(const ast::CallExpr* e, llvm::StringRef name);
    std::optional<Expr> numbers_call(const ast::CallExpr* e, llvm::StringRef name);
    std::optional<Expr> atomic_call(const ast::CallExpr* e, llvm::StringRef name);
    Expr atomic_value(const ast::CallExpr* e, llvm::StringRef name, const Expr& old, const Expr& a,
                      const Expr& b);

    // cuda/printing.cpp
    Expr print_of_thread(const ast::CallExpr* e, std::string format,
                         const std::vector<std::pair<VariableId, Expr>>& values);
    BufferId printed_buffer();

    // cuda/everywhere.cpp
    bool everywhere_block(const ast::IfStmt* s);
    void wake(const ast::IfStmt* s, bool begins);
    Expr active_before(const ast::IfStmt* s);
    void must_not_leave_everywhere(ast::SourceLocation where, const char* what) const;

    // cuda/launches.cpp
    static bool is_launch(const ast::CallExpr* e);
    Expr launch(const ast::CallExpr* e);
    std::size_t kernel_launched(const ast::Expr* named);
    std::vector<Expr> dimensions(const ast::Expr* e);
    Expr launched_argument(const ast::Expr* e);
    void add_record(BufferId buffer, const std::vector<Expr>& words, std::int64_t room, const ast::Expr* e);

    // cuda/shuffled_pointers.cpp
    std::optional<Pointer> shuffled_pointer(const ast::CastExpr* e);

    // allocation.cpp
    std::optional<Pointer> allocation(const ast::Expr* e, const Wanted& wanted);
    Pointer allocated(const ast::CallExpr* call, const Wanted& wanted);
    Pointer new_memory(Expr bytes, const Wanted& wanted, bool zeros, ast::SourceLocation where);
    ast::QualType type_of_memory(const ast::Expr* e) const;
    ast::QualType type_of_memory(const ast::ValueDecl* pointer) const;
    Expr aligned_memory(const ast::CallExpr* e);
    Pointer pointer_from_void(const ast::CastExpr* e);

    // whole_objects.cpp
    Expr fill(const ast::CallExpr* e);
    Expr copy(const ast::CallExpr* e);
    ast::QualType elements_at(const ast::Expr* argument) const;
    Expr cells_in(const ast::CallExpr* e, ast::QualType element);
    Pointer settled_argument(const ast::Expr* argument);

    // host.cpp
    void array(const ast::VarDecl* v, bool zeros);
    void settle_sizes(ast::QualType type);
    std::string unique_buffer_name(const std::string& wanted) const;
    Pointer new_array(const std::string& name, Type type, Expr size, bool zeros, ast::SourceLocation where);
    void assigned_parameters(const ast::FunctionDecl* f);
    void host_directive(const ast::OMPExecutableDirective* directive);
    bool by_one_thread(const ast::OMPExecutableDirective* directive);
    void parallel_sections(const ast::OMPExecutableDirective* directive);
    // loops.cpp
    void parallel_loop(const ast::OMPLoopDirective* directive, const Clauses& around);
    Expr iterations_of(std::vector<CanonicalLoop>& loops, ast::SourceLocation where);
    struct Iterations {
        const ast::OMPExecutableDirective* directive = nullptr;
        const Clauses& clauses;
        Expr count;
        std::uint32_t width = 0;                  ///< width in the combined form with `simd`; else 0
        const std::vector<CanonicalLoop>& loops;  ///< loops of the directive
        Team* team = nullptr;                     ///< if they are threads by themselves
        std::uint32_t teams = 1;
    };
    /// Iterations that are independent: each declares what `begin` does, and runs the body.
    void parallel(const Iterations& of, const std::function<void()>& begin,
                  const std::function<void()>& body);

    void check_data_clauses(const ast::OMPExecutableDirective* directive) const;
    void freeze(const char* reason);
    void target(const ast::OMPExecutableDirective* directive);
    void teams(const ast::OMPExecutableDirective* directive);
    void teams_of_regions(const ast::OMPExecutableDirective* directive);
    void distribute(const ast::OMPLoopDirective* directive);
    void parallel_region(const ast::OMPExecutableDirective* directive);
    void region_privates(const Clauses& found);
    void take_names_of(const Clauses& region, const ast::Stmt* loop, Clauses& found);
    void check_shared(const ast::Stmt* s, const std::vector<const ast::DeclRefExpr*>& privates,
                      const std::string& directive) const;

    static constexpr std::int64_t kMaxCopies = 64;  ///< limit per variable of threads
    static constexpr std::int64_t kWarpSize = 32;   ///< warp size of CUDA

    const Context& context_;
    openmp::LoopFunction& function_;
    Surroundings here_;
    SharedAs shared_as_;
    const ast::FunctionDecl* at_end_ = nullptr;
    Family* family_ = nullptr;
    std::map<BufferId, const ast::VarDecl*> shared_objects_;  ///< null: `extern __shared__` arrays
    std::set<const ast::VarDecl*> written_by_parts_;
    std::map<BufferId, const ast::VarDecl*> local_objects_;  ///< in memory
    std::int64_t static_shared_ = 0;                         ///< bytes of shared memory so far
    cuda::KernelFunction* kernel_ = nullptr;  ///< the kernel whose code is the function; null: it is C
    std::uint32_t usual_threads_;
    std::set<const ast::VarDecl*> assigned_;
    std::set<const ast::VarDecl*> address_taken_;
    Storage storage_{context_, assigned_};
    struct Local {
        Expr base;   ///< base of this iteration's part of the buffer
        Expr cells;  ///< an i64
    };
    std::map<BufferId, Local> locals_;
    std::map<VariableId, unsigned> regions_;  ///< regions of cells and of variables whose address is known
    std::set<VariableId> loop_variables_;
    bool zeroed_ = false;                     ///< the memory that is being initialised is 0
    std::map<const ast::Expr*, Expr> sizes_;  ///< sizes of arrays of variable size, when they were declared
    Block* out_ = nullptr;                    ///< where statements go
    unsigned statements_ = 0;
    std::vector<VariableId> continues_;  ///< for each switch that is a loop: set where its body continues
    std::set<const ast::VarDecl*> declared_before_;  ///< at the start of the switch
    std::vector<Call> calls_;
    /// What `this` is in the body of a lambda that has captured it.
    std::map<const ast::CXXRecordDecl*, Pointer> captured_this_;
    std::map<const ast::ValueDecl*, ast::QualType>
        types_of_memory_;                   ///< types of parameters that are `void *`
    std::set<const ast::VarDecl*> shared_;  ///< scalars that several threads may assign
    std::map<const ast::VarDecl*, Binding> globals_;
    std::map<std::string, Pointer> criticals_;  ///< their locks, by name
    std::map<BufferId, std::int64_t> cells_of_threads_;
    bool sets_number_ = false;  ///< the function sets the number of threads
    std::optional<VariableId> default_threads_;
    Block prologue_;  ///< runs before the function
    std::optional<VariableId> random_state_;
    std::vector<std::string> arguments_;  ///< arguments of the program, without its name
    const ast::ParmVarDecl* argument_count_ = nullptr;
    const ast::ParmVarDecl* argument_values_ = nullptr;
    std::map<VariableId, VariableId> flags_;             ///< set to 1 where the other variable is assigned
    std::map<const ast::Expr*, Expr> substituted_;       ///< expressions whose value is known
    std::set<const ast::FunctionDecl*> looked_through_;  ///< for variables that are assigned
};

/// The variable that an lvalue is a part of, if no pointer is in between; else null.
const ast::VarDecl* whole_variable(const ast::Expr* e);

/// Whether the statement continues the loop around it.
bool continues(const ast::Stmt* s);

/// Whether a name in a `reduction` clause is an array, or a part of one.
bool is_array_reduction(const ast::Expr* name);
/// The pattern of a reduction's neutral element.
std::uint64_t identity(Function function, Type type);

/// The pattern of 1.
std::uint64_t pattern_of_one(Type type);

/// i64 arithmetic on values whose literals are folded.
Expr as_i64(Expr e);
Expr plus(Expr a, Expr b, std::uint32_t line);
Expr minus(Expr a, Expr b, std::uint32_t line);
Expr times(Expr a, Expr b, std::uint32_t line);
Expr convert(Expr e, Type to, std::uint32_t line);
/// Of a literal that is an integer.
std::optional<std::int64_t> literal_integer(const Expr& e);
bool is_literal(const Expr& e, std::int64_t value);
/// Whether computing the expression may trap, so that only lanes may do so for which C would.
bool may_trap(const Expr& e);
bool reads_memory(const Expr& e);
bool reads_variables(const Expr& e);

template <typename F>
void BodyReader::attempt(const F& read) {
    try {
        read();
    } catch (const Unsupported&) {  // reported
    }
}

template <typename Expressions>
BodyReader::Changes BodyReader::changes(const Expressions& expressions) const {
    Changes result;
    for (const ast::Expr* e : expressions) add_changes(e, result);
    return result;
}

template <typename F>
Block BodyReader::block(const F& read) {
    Block result;
    into(result, read);
    return result;
}

template <typename F>
Block BodyReader::block_in(Around kind, const F& read) {
    const Within within(here_, kind);
    return block(read);
}

template <typename F>
void BodyReader::into(Block& block, const F& read) {
    const llvm::SaveAndRestore<Block*> outside(out_, &block);
    read();
}

}  // namespace musimd::dsl::clang
