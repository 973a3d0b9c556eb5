#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "prove/launch_terms.hpp"
#include "prove/solver.hpp"

// One thread executes the kernel with unknown values. The second thread of a pair does the same: its terms
// are these, with other names for the unknowns that are private to a thread.

namespace musimd::prove {

/// The intervals between barriers that an access may belong to, and when it does. None: it is recorded by
/// another pass through a loop.
using Intervals = std::vector<std::pair<std::uint32_t, Term>>;

/// The latest fact on a path; each has one before it. 0: none.
using FactNumber = std::size_t;

/// Which facts are known at a point: those up to `before`, and those after `from` up to `to`.
struct Known {
    FactNumber before = 0, from = 0, to = 0;
};

struct Access {
    dsl::BufferId buffer = 0;
    Term index = nullptr;
    Term active = nullptr;  ///< when the thread comes here
    Intervals intervals = {};
    bool writes = false;
    bool is_atomic = false;
    bool is_bounded = false;  ///< it stands for all executions of the line: bounds are asked of it
    dsl::SourcePoint line = {};
    Known known = {};
    Term value = nullptr;         ///< of a store that is not atomic: what it writes
    std::size_t loop = SIZE_MAX;  ///< the innermost around it, in Execution::loops; none
};

/// A read of an array of whose contents something is assumed.
struct Read {
    dsl::BufferId buffer = 0;
    Term index = nullptr, element = nullptr;
    Term when = nullptr;  ///< when the thread reads it
};

enum class Kind : std::uint8_t { race, barrier, collective, bounds, assertion, arithmetic };
inline constexpr std::array kKinds = {Kind::race,   Kind::barrier,   Kind::collective,
                                      Kind::bounds, Kind::assertion, Kind::arithmetic};

/// Two threads must not differ here: none may be `there` while the other is `elsewhere`. If `elsewhere` is
/// true, none may be there.
struct Meeting {
    Term there = nullptr, elsewhere = nullptr;
    dsl::SourcePoint line = {};
    Kind kind = Kind::barrier;
    bool is_loop = false;
    Known known = {};
};

/// Something of one thread that must not be: an assertion, or an operation without a result.
struct Assertion {
    Term violated = nullptr;
    dsl::SourcePoint line = {};
    Known known = {};
    Kind kind = Kind::assertion;
};

/// What is not understood: no obligation of this kind is proved.
struct Unclear {
    Kind kind = Kind::race;
    dsl::SourcePoint line = {};
    std::string reason = {};
    std::string array = {};  ///< none: of all
};

/// What a thread has stored last in an array.
struct Stored {
    Term index = nullptr, value = nullptr;
    Type type = Type::i32;
    std::uint32_t number = 0;  ///< how many stores to the array were executed up to this one
    friend bool operator==(const Stored&, const Stored&) = default;
};

/// What a thread has at a point.
struct ThreadState {
    std::map<dsl::VariableId, Term> values = {};
    Term active = nullptr;
    Intervals intervals = {};
    std::set<dsl::BufferId> dirty = {};  ///< this thread may have written there in this interval
    std::map<dsl::BufferId, Stored> stored = {};
    std::uint32_t version = 0;  ///< names the contents of memory at the begin of this interval
};

/// A loop in which each thread makes its own trips.
struct LoopRecord {
    dsl::SourcePoint line = {};
    std::size_t parent = SIZE_MAX;               ///< the innermost around it; none
    bool ends_early = false;                     ///< it has a `break` or a `return`
    std::vector<dsl::VariableId> carried = {};   ///< that it changes, and that have a value before it
    ThreadState entry = {};                      ///< before it
    Term trips = nullptr;                        ///< those before the one that was executed
    ThreadState head = {}, left = {}, end = {};  ///< of that trip; left: of who does not make it
    Term all_trips = nullptr;
    ThreadState last_head = {};  ///< of the trip that is not made any more
    Known before = {}, after_trip = {};
    std::size_t first_access = 0;  ///< in Execution::accesses
};

/// A variable of a loop that would change by the same amount in each trip, but may wrap.
struct WrappingStep {
    Term head = nullptr, step = nullptr;
    Term active = nullptr;  ///< when a trip is made
    Integer highest = 0;    ///< of the variable's type
};

class Execution {
  public:
    Execution(Terms& terms, Solver& solver, const dsl::cuda::KernelFunction& kernel,
              const LaunchTerms& launch, Level level);

    void run();

    std::vector<Access> accesses;
    std::vector<LoopRecord> loops;  ///< in the order of their begin
    std::vector<Meeting> meetings;
    std::vector<Assertion> assertions;
    std::vector<Unclear> unclear;
    std::vector<WrappingStep> wrapping;

    /// At the end of the kernel.
    Known known_at_end() const { return known_here(); }
    /// Of one thread.
    std::vector<Term> facts_at(const Known& known) const;
    /// Of both, and of what they read.
    std::vector<Term> facts_of_both(const Known& of_first, const Known& of_second) const;
    /// Why a term is not known: `a[…] on line 5, which the kernel writes`; nothing: it is.
    std::string cause_of(const std::vector<Term>& terms) const;

    bool is_shared(dsl::BufferId buffer) const { return shared_.contains(buffer); }
    bool is_local(dsl::BufferId buffer) const { return locals_.contains(buffer); }
    std::int64_t local_elements(dsl::BufferId buffer) const { return locals_.at(buffer); }
    Term element() const { return element_; }
    /// What is known of numbers that the two threads have drawn, if the conditions mention them, and from
    /// which arrays. `are_apart`: they are of different blocks.
    std::vector<Term> facts_of_tickets(const std::vector<Term>& conditions, bool are_apart,
                                       std::set<dsl::BufferId>& used) const;
    /// Whether something of this thread and something of the other are between the same barriers.
    Term in_one_interval(const Intervals& own, const Intervals& others) const;
    /// The fence or lock that may order accesses, and is not understood; empty without one.
    const std::string& order() const { return order_; }
    /// What these facts need; nothing: it is so in any launch.
    std::string limit_of_counter(dsl::BufferId buffer) const;
    /// What a lane has was computed from what another has, as if both were at the same warp function.
    bool relies_on_lanes() const { return relies_on_lanes_; }

  private:
    using Statement = dsl::Statement;
    using Expression = dsl::Expression;

    /// An element of an array that an access may be to.
    struct Target {
        Term when = nullptr;
        dsl::BufferId buffer = 0;
        Term index = nullptr;
    };

    void execute();

    // ---- statements
    void block(const dsl::Block& block, ThreadState& state);
    void statement(const Statement& s, ThreadState& state);
    void branch(const Statement& s, ThreadState& state);
    void call(const Statement& s, ThreadState& state);
    void store(const Statement& s, ThreadState& state);
    void copy_asynchronously(const Statement& s);
    void atomic(const Statement& s, ThreadState& state);
    void check(const Statement& s, ThreadState& state);
    void instruction(const Statement& s, ThreadState& state);
    void barrier(const Statement& s, ThreadState& state);
    /// A new interval begins.
    void separate(ThreadState& state);
    /// Of the threads of the level.
    bool is_barrier(Opcode opcode) const;
    void leave(std::vector<ThreadState>& to, ThreadState& state);
    void not_understood(const Statement& s, const std::string& what);
    /// a if the condition holds, else b.
    ThreadState merged(Term condition, const ThreadState& a, const ThreadState& b);
    /// Of states that no thread has at the same time.
    ThreadState joined(const std::vector<ThreadState>& states, ThreadState last);
    Term chosen(Term condition, Term a, Term b);
    Term fresh(dsl::VariableId variable, const std::string& cause, bool is_private = true);
    Term fresh(dsl::ValueType type, const std::string& name, const std::string& cause,
               bool is_private = true);

    // ---- atomics
    /// What an addition has returned.
    struct Ticket {
        dsl::BufferId buffer = 0;
        Term index = nullptr, active = nullptr;
        Intervals intervals = {};
        Term number = nullptr, added = nullptr;
        Integer values = 0;        ///< of the array's type
        bool is_repeated = false;  ///< a thread may add several times here
        bool is_of_block = false;  ///< atomic among the threads of a block alone
    };
    void find_counters();
    void find_order();
    void draw(const Statement& s, Term index, Term old, Term added, const ThreadState& state);
    Term fact_of_tickets(const Ticket& a, const Ticket& b) const;

    // ---- warp functions
    void collective(const Statement& s, const std::vector<Term>& operands, ThreadState& state);
    void require_lanes(const Statement& s, Term mask, const ThreadState& state);
    Term is_in(Term mask);
    Term result_of(const Statement& s, const std::vector<Term>& operands, bool is_common, ThreadState& state);
    Term is_nonzero(Term a);
    Term voted(const Statement& s, Term own, Term result, const ThreadState& state);
    Term shuffled(const Statement& s, Term x, Term by);

    // ---- loops
    struct HeadVariable;
    struct Trip {
        ThreadState left = {}, end = {};  ///< of those that leave the loop, also by a `break`, and the others
        Term breaks = nullptr;            ///< when a thread leaves it by a `break`
    };
    /// Whether there is a barrier of the threads of the level.
    bool has_own_barrier(const Statement& loop) const;
    /// Whether barriers, or warp functions, make both threads go through the loop equally often.
    bool has_common_trips(const Statement& loop) const;
    void loop(const Statement& s, ThreadState& state);
    std::size_t begin_record(const Statement& s, const std::vector<HeadVariable>& plan,
                             const ThreadState& entry);
    void plain_loop(const Statement& s, std::vector<HeadVariable>& plan, ThreadState& state);
    void refuse_leaving(const Statement& s);
    void meeting_loop(const Statement& s, std::vector<HeadVariable>& plan, ThreadState& state);
    void require_common_end(const Statement& s, Term begins, const Trip& trip);
    Term both_stay();
    void require_barrier(const Statement& s, const ThreadState& end);
    void barrier_loop(const Statement& s, std::vector<HeadVariable>& plan, ThreadState& state);
    std::vector<HeadVariable> plan_of(const Statement& s, const ThreadState& entry);
    void find_steps(const Statement& s, std::vector<HeadVariable>& plan, const ThreadState& entry);
    bool settle(const Statement& s, std::vector<HeadVariable>& plan, const ThreadState& entry);
    bool keep_true(std::vector<HeadVariable>& plan, const ThreadState& head, const ThreadState& end,
                   Term trips);
    void find_change(HeadVariable& variable, Term head, Term end, std::uint32_t newest);
    Term element_of(const std::vector<Term>& cycle, Term trips, std::size_t after);
    Term next_of(const HeadVariable& variable, Term head, Term trips);
    void add_trip_cases(const std::vector<HeadVariable>& plan, const ThreadState& head, Term trips);
    void add_trip_case(Split& split, const std::vector<HeadVariable>& plan, const ThreadState& head,
                       Term trips, unsigned trip, bool is_last);
    ThreadState head_of(const Statement& s, const std::vector<HeadVariable>& plan, const ThreadState& entry,
                        Term trips);
    void add_head_facts(const std::vector<HeadVariable>& plan, const ThreadState& head);
    Trip trip(const Statement& s, ThreadState head);
    Term trip_number(const Statement& s);

    // ---- expressions
    Term evaluate(const dsl::Expr& e, ThreadState& state);
    Term value(const dsl::Expr& e, ThreadState& state);
    Term literal(const Expression& e);
    Term variable(const Expression& e, ThreadState& state);
    Term load(const dsl::Expr& e, ThreadState& state);
    Term loaded(const Expression& e, const Target& from, const ThreadState& state);
    Term applied(const Expression& e, ThreadState& state);
    Term condition_of(const Expression& e, ThreadState& state);
    Term integer_of(const Expression& e, const std::vector<Term>& operands, ThreadState& state,
                    FactNumber from);
    Term compared(const Expression& e, Term a, Term b);
    Term converted(const Expression& e, Term a, ThreadState& state, FactNumber from);
    Term divided(const Expression& e, Term a, Term b, ThreadState& state, FactNumber from);
    Term shifted(const Expression& e, Term a, Term by, ThreadState& state, FactNumber from);
    Term bits_of(const Expression& e, Term a, Term b);
    Term opaque(const Expression& e, std::vector<Term> operands);
    Term in_type(Term exact, Type type, bool traps, ThreadState& state, FactNumber from);
    bool fits(Term a, const Range& range, const ThreadState& state, FactNumber from);
    /// Evaluates with a condition that only facts have: what it computes matters only then.
    Term under(Term condition, const dsl::Expr& e, ThreadState& state);

    // ---- pointers
    bool has_address(Term term);
    bool add_targets(Term address, Term offset, Term when, const Known& known, std::vector<Target>& targets);
    /// Nothing: it is not understood where the pointer points to.
    std::optional<std::vector<Target>> targets_of(dsl::BufferId buffer, Term index, Term active,
                                                  const Known& known);
    /// Null: nothing, or another thread may have stored something since.
    Term stored_at(const Target& from, Type type, const ThreadState& state) const;
    void note_written(dsl::BufferId buffer, Term index, ThreadState& state);

    // ---- contents
    void learn_contents(const Target& from, Type type, Term element, Term when);
    std::vector<Read> reads_at(const Known& known) const;
    Term relation_of(const Read& a, const Read& b) const;
    void add_relations(std::vector<Term>& facts, const std::vector<Read>& reads) const;
    std::vector<Term> relations_of_both(const Known& of_first, const Known& of_second) const;

    // ---- what is known
    void learn(const ThreadState& state, Term fact);
    /// Of an operation: else it is a finding, so that it holds in what follows. `from`: before its operands.
    void require(const ThreadState& state, Term fact, FactNumber from);
    Known known_here() const { return {latest_, 0, 0}; }
    bool is_impossible(std::vector<Term> conditions, const Known& known);
    /// Whether two threads that both are active have the same value here.
    bool is_same_in_both(Term value, Term active);
    void record(Access access);
    void set_unclear(Kind kind, dsl::SourcePoint line, const std::string& reason,
                     const std::string& array = {});
    std::string name_of(dsl::BufferId buffer) const { return kernel_.code.buffers[buffer].name; }

    Terms& terms_;
    Solver& solver_;
    const dsl::cuda::KernelFunction& kernel_;
    const LaunchTerms& launch_;
    Level level_;
    std::set<dsl::BufferId> shared_, written_;
    std::set<dsl::BufferId> counters_;  ///< whose atomics add at least 0
    std::set<dsl::BufferId> stored_;    ///< by plain stores
    std::vector<Ticket> tickets_;
    std::uint32_t loops_ = 0;  ///< around
    std::string order_;
    std::map<dsl::BufferId, std::int64_t> locals_;
    bool writes_anywhere_ = false;  ///< by a pointer that is not understood
    std::set<dsl::BufferId> written_by_pointer_;
    bool remembers_stores_ = true;                   ///< barriers alone order accesses
    std::map<dsl::BufferId, std::uint32_t> stores_;  ///< how many were executed, by any path
    std::map<Term, dsl::BufferId> addresses_;        ///< of the first elements
    std::map<Term, bool> have_address_;
    bool has_fences_ = false;
    bool has_partial_waits_ = false;  ///< of lanes that may not be the whole warp
    bool relies_on_lanes_ = false;
    Term element_ = nullptr;

    struct Fact {
        Term term = nullptr;
        FactNumber previous = 0;
        std::optional<Read> read = {};
    };
    std::vector<Fact> facts_ = {{}};
    FactNumber latest_ = 0;
    FactNumber statement_begin_ = 0;      ///< those of the statement being executed follow
    Term narrow_ = nullptr;               ///< see `under`
    dsl::SourcePoint operation_ = {};     ///< the one that is evaluated
    std::size_t loop_around_ = SIZE_MAX;  ///< in `loops`
    bool is_recording_ = true, is_bounding_ = true;
    bool is_accessing_ = true;      ///< else accesses are recorded by another pass
    bool makes_own_trips_ = false;  ///< the two threads may be in different trips of a loop around
    bool separates_ = true;         ///< barriers begin intervals; else what follows them is not recorded
    bool is_ideal_ = false;         ///< nothing wraps: only to guess how a loop changes its variables
    bool is_wrapping_ = false;      ///< in the value of an atomic: it does not trap
    std::vector<std::vector<ThreadState>*> returns_, continues_, breaks_;  ///< of the calls and loops around
    std::uint32_t intervals_ = 0, versions_ = 0;
    std::uint32_t separations_ = 0;       ///< how often an interval has begun, also in trips that only guess
    std::map<Term, Term> conditions_of_;  ///< of a ballot of the whole warp: what each lane has asked
    std::map<Term, std::string> causes_;
    std::map<std::vector<Term>, bool> answers_;  ///< of the solver, by the conditions
};

}  // namespace musimd::prove
