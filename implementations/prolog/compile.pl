:- module(compile, [compile_program/3, k/3, with_smallest_masks/2, word_constant/4, require/3]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(words).
:- use_module(typed).
:- use_module(assembly, [integer_value/3]).
:- use_module(expectations).

/** <module> From a program's text to what the machine runs

The constant part of a run is the term k(…), with P among its fields. In P, an operand is v(Base) (thread t's value is
argument Base + t of the warp's Β), c(C), tid, wid, bid, btid or shared(Offset); a destination is d(Base); a label is the
number of an instruction. A data instruction is wrapped as it(I), a collective as collective(I).
*/

term_expansion(fields(Fields), Clauses) :-
    findall(( k(F, K, V) :- arg(I, K, V) ), nth1(I, Fields, F), Clauses).

%!  k(+Field, +K, -Value)
fields([word, max_address, buffers, order, seed, n, length, p, max_steps, races, registers, variables, warps, entry_bytes,
        context_bytes, block, shared, model, active, exits, tracked, grown, activemask, waits, locations, preloads,
        consistency]).

%!  with_smallest_masks(+K, -K1): the same run, in which an activemask is taken by one thread at a time.
with_smallest_masks(K, K1) :-
    K =.. Fields,
    once(select(largest, Fields, smallest, Fields1)),
    K1 =.. Fields1.

%!  compile_program(+Program, +Options, -K): Options is a list of Name-Value that override directives.
%   Throws errors(List).
compile_program(program(Is, Labels, Directives, Constants), Options, K) :-
    check_once(Directives),
    float_constants(Directives),
    settings(Directives, Options, Constants, Is, S),
    variables_of(Is, Variables),
    length(Variables, Count),
    k_setting(n, S, N), k_setting(warps, S, W),
    require(N * W * max(1, Count) < 1 << 32, null, "N × W × variables must be less than 2^32"),
    ( member(i(_, _, exit), Is) -> Exits = true ; Exits = false ),
    check_expectations(Directives, S, Variables, Exits),
    foldl_index(Variables, N, VariableBases),
    Env = c(S, VariableBases, Labels),
    compile_all(Is, Env, Compiled, Locations),
    length(Is, Length),
    append(Compiled, [end], WithEnd),
    P =.. [p|WithEnd],
    Loc =.. [locations|Locations],
    k_setting(registers, S, Registers),
    Entry is 2 * ((N + 7) // 8) + 16,
    ( Registers == restore -> Saved is 8 * N * Count ; Saved = 0 ),
    Context is (N + 7) // 8 + 16 + Saved,
    k_setting(model, S, Model), k_setting(block, S, Block), k_setting(races, S, Races), k_setting(consistency, S, Consistency),
    ( reports_other(Model, Block, Directives, Is) -> Grown = true ; Grown = false ),
    ( Model == volta -> Agents = thread ; Agents = Races ),
    ( ( Agents == thread ; W > 1 ) -> Tracked = true ; Tracked = false ),
    ( member(i(_, _, I), Is), waiting(I, Model) -> Waits = true ; Waits = false ),
    maplist(wrap_k(S), [word, max_address, buffers, order, seed, n], [F1, F2, F3, F4, F5, F6]),
    maplist(wrap_k(S), [max_steps, shared, active, activemask, preloads], [F7, F8, F9, F10, F11]),
    K = k(F1, F2, F3, F4, F5, F6, Length, P, F7, Agents, Registers, VariableBases, W, Entry, Context, Block, F8, Model, F9,
          Exits, Tracked, Grown, F10, Waits, Loc, F11, Consistency).

wrap_k(S, Name, V) :- k_setting(Name, S, V).

k_setting(Name, S, V) :- memberchk(Name-V, S).

waiting(barrier, _).
waiting(block_barrier(_), _).
waiting(block_barrier(_, _, _), _).
waiting(I, volta) :- functor(I, F, _), memberchk(F, [syncwarp, shuffle, vote, match, reduce, activemask]).

%   Programs and runs in which a race reports the other access: those that use section 11 or 13.
reports_other(volta, _, _, _) :- !.
reports_other(_, Block, _, _) :- Block \== none, !.
reports_other(_, _, Ds, _) :- memberchk(d(_, shared(_, _)), Ds), !.
reports_other(_, _, _, Is) :- member(i(_, _, I), Is), ( of_section_11(I) ; of_section_13(I) ), !.

of_section_13(strong(Order, Scope, I)) :-
    ( functor(I, F, _), memberchk(F, [load, st]) ; Order \== relaxed ; Scope \== grid ), !.

of_section_11(I) :-
    functor(I, F, _),
    memberchk(F, [exit, block_barrier, syncwarp, shuffle, vote, match, reduce, activemask, fence]).

:- meta_predicate require(0, +, +).
require(Goal, _, _) :- call(Goal), !.
require(_, Where, Message) :-
    (   Where = line(Name, Ds)
    ->  ( findall(L, ( member(d(L, D), Ds), functor(D, Name, _) ), Ls), last(Ls, Line) -> true ; Line = null )
    ;   Line = Where
    ),
    throw(errors([error(Line, null, Message)])).

% --- settings

check_once(Directives) :-
    findall(F, ( member(d(_, D), Directives), functor(D, F, _) ), Fs),
    Once = [threads, warps, active, word, registers, races, order, steps, block, grid, model, consistency],
    forall(( member(F, Once), select(F, Fs, Rest) ),
           require(\+ memberchk(F, Rest), line(F, Directives), "this directive may appear only once")).

float_constants(Ds) :-
    ( directive(word, 2, Ds, word(Width, _)) -> true ; Width = 64 ),
    forall(( member(d(Line, const(_, _, float(T, _))), Ds), type(T, _, W) ),
           require(W =< Width, Line, "the type of this float does not fit the word")).

directive(Name, Arity, Ds, D) :-
    functor(D, Name, Arity),
    memberchk(d(_, D), Ds).

settings(Ds, Options, Constants, Is, S) :-
    setting(threads, Ds, Options, 32, N0),
    once(integer_or_error(N0, [], N)),
    require(( N >= 1, N =< 65536 ), line(threads, Ds), ".threads must be 1 … 65536"),
    ( directive(block, 1, Ds, block(T0)) -> integer_or_error(T0, [warp_size-N], T) ; T = none ),
    ( directive(grid, 1, Ds, grid(G0)) -> integer_or_error(G0, [warp_size-N], G) ; G = none ),
    (   T == none
    ->  require(G == none, line(grid, Ds), ".grid needs .block"),
        Block = none, Machine = [warp_size-N],
        setting(warps, Ds, Options, 1, W0),
        integer_or_error(W0, Machine, W)
    ;   require(( T >= 1, T =< 1024 ), line(block, Ds), ".block must be 1 … 1024"),
        ( G == none -> Grid = 1 ; Grid = G ),
        require(Grid >= 1, line(grid, Ds), ".grid must be at least 1"),
        require(\+ directive(warps, 1, Ds, _), line(warps, Ds), ".warps cannot be used with .block"),
        require(\+ directive(active, 1, Ds, _), line(active, Ds), ".active cannot be used with .block"),
        KWarps is (T + N - 1) // N,
        W is Grid * KWarps,
        Block = block(T, Grid, KWarps),
        Machine = [warp_size-N, block_size-T, grid_size-Grid]
    ),
    require(( W >= 1, W =< 1048576 ), line(warps, Ds), "the number of warps must be 1 … 1,048,576"),
    ( directive(word, 2, Ds, word(Width, Mode)) -> true ; Width = 64, Mode = trap ),
    word(Width, Mode, Word),
    Word = word(_, _, _, Max),
    (   Mode == trap
    ->  N1 is N - 1, W1 is W - 1,
        require(( N1 =< Max, W1 =< Max ), line(word, Ds), "the numbers of threads and warps must fit the word"),
        (   Block = block(T1, G1, _)
        ->  require(( T1 =< Max, G1 - 1 =< Max ), line(word, Ds), "T and G − 1 must fit the word")
        ;   true
        )
    ;   true
    ),
    ( directive(registers, 1, Ds, registers(Registers)) -> true ; Registers = keep ),
    ( directive(races, 1, Ds, races(Races)) -> true ; Races = warp ),
    ( directive(consistency, 1, Ds, consistency(Consistency)) -> true ; Consistency = 'c++' ),
    ( memberchk(model-Model, Options) -> true ; directive(model, 1, Ds, model(Model)) -> true ; Model = lockstep ),
    (   directive(order, 2, Ds, order(Order, Seed0))
    ->  integer_or_error(Seed0, Machine, Seed1), Seed is Seed1 /\ 0xFFFFFFFFFFFFFFFF
    ;   Order = ascending, Seed = 0
    ),
    (   last_steps(Ds, Steps0) -> integer_or_error(Steps0, Machine, Steps) ; Steps = 10_000_000 ),
    MaxAddress = 16_777_215,
    active_threads(Ds, N, Machine, Active),
    model_errors(Model, Ds, Is),
    buffers(Ds, Machine, MaxAddress, Buffers),
    shared_objects(Ds, Machine, Max, MaxAddress, Block, Shared),
    preloads(Ds, Machine, Word, MaxAddress, Preloads),
    collective_width(Is, N, Width),
    S = [n-N, warps-W, word-Word, registers-Registers, races-Races, consistency-Consistency, model-Model, order-Order, seed-Seed, max_steps-Steps,
         max_address-MaxAddress, active-Active, buffers-Buffers, shared-Shared, preloads-Preloads, block-Block,
         machine-Machine, activemask-largest, constants-Constants].

setting(Name, Ds, Options, Default, V) :-
    (   memberchk(Name-V0, Options) -> V = V0
    ;   directive(Name, 1, Ds, D) -> arg(1, D, V)
    ;   V = Default
    ).

last_steps(Ds, N) :- findall(N0, member(d(_, steps(N0)), Ds), Ns), last(Ns, N).

integer_or_error(C, Machine, V) :-
    ( integer_value(C, Machine, V) -> true ; throw(errors([error(null, null, "an integer is expected")])) ).

active_threads(Ds, N, Machine, Active) :-
    (   directive(active, 1, Ds, active(Ranges))
    ->  findall(T, ( member(A0-B0, Ranges), integer_or_error(A0, Machine, A), integer_or_error(B0, Machine, B),
                     require(( A >= 0, A =< B, B < N ), line(active, Ds), "a thread does not exist, or a range is reversed"),
                     between(A, B, T) ),
                Ts),
        sort(Ts, Active)
    ;   Active = all
    ).

model_errors(volta, Ds, Is) :- !,
    require(\+ directive(active, 1, Ds, _), line(active, Ds), ".active needs lock step"),
    forall(( member(i(Line, Col, I), Is), functor(I, F, _), memberchk(F, [everywhere, end_everywhere, branch_mask]) ),
           throw(errors([error(Line, Col, "this instruction needs lock step")]))).
model_errors(_, _, _).

buffers(Ds, Machine, MaxAddress, Buffers) :-
    findall(A-End,
            ( member(d(Line, buffer(_, _, A0, C0)), Ds),
              integer_or_error(A0, Machine, A), integer_or_error(C0, Machine, C),
              address_range(A, C, MaxAddress, Line), End is A + C ),
            Buffers0),
    ( member(d(_, buffer(_, _, _, _)), Ds) -> Buffers = some(Buffers0) ; Buffers = any ).

address_range(A, C, MaxAddress, Line) :-
    require(( A >= 0, A =< MaxAddress ), Line, "the address is outside of memory"),
    require(( C >= 0, A + C - 1 =< MaxAddress ), Line, "the count is negative or runs past the last address").

shared_objects(Ds, Machine, MaxWord, MaxAddress, Block, shared(Size, Objects)) :-
    findall(Line-s(Name, Count), member(d(Line, shared(Name, Count)), Ds), Found),
    shared_offsets(Found, Machine, 0, Size, Objects),
    (   Found == []
    ->  true
    ;   Found = [Line-_|_],
        require(Size =< 58112, Line, "more than 58,112 words of shared memory"),
        ( Block = block(_, G, _) -> true ; G = 1 ),
        require(MaxAddress + G * Size =< MaxWord, Line, "the addresses of shared memory must fit the word")
    ).

shared_offsets([], _, Size, Size, []).
shared_offsets([Line-s(Name, Count0)|Fs], Machine, Offset, Size, [Name-Offset|Os]) :-
    integer_or_error(Count0, Machine, Count),
    require(Count >= 1, Line, "the count must be at least 1"),
    require(\+ memberchk(s(Name, _), Fs), Line, "the name is defined already"),
    Offset1 is Offset + Count,
    shared_offsets(Fs, Machine, Offset1, Size, Os).

%   Preloads in the order of their lines: words(A, List) or iota(A, Count, Start, Step).
preloads([], _, _, _, []).
preloads([d(Line, D)|Ds], Machine, Word, Max, Ps) :-
    (   preload(D, Line, Machine, Word, Max, P)
    ->  Ps = [P|Ps1]
    ;   Ps = Ps1
    ),
    preloads(Ds, Machine, Word, Max, Ps1).

preload(memory(A0, Cs0), Line, Machine, Word, Max, words(A, Cs)) :-
    integer_or_error(A0, Machine, A),
    length(Cs0, Count),
    address_range(A, Count, Max, Line),
    maplist(directive_word(Line, Machine, Word), Cs0, Cs).
preload(fill(A0, Count0, C0), Line, Machine, Word, Max, iota(A, Count, C, 0, Word)) :-
    integer_or_error(A0, Machine, A), integer_or_error(Count0, Machine, Count),
    address_range(A, Count, Max, Line),
    directive_word(Line, Machine, Word, C0, C).
preload(iota(A0, Count0, Start0, Step0), Line, Machine, Word, Max, iota(A, Count, Start, Step, Word)) :-
    integer_or_error(A0, Machine, A), integer_or_error(Count0, Machine, Count),
    address_range(A, Count, Max, Line),
    iota_number(Start0, Machine, Start),
    iota_number(Step0, Machine, Step),
    (   Count > 0
    ->  Last is Start + Step * (Count - 1),
        forall(member(C, [Start, Last]), directive_word(Line, Machine, Word, C, _))
    ;   true
    ).

iota_number(float(T, P), _, C) :- !, sign_extend(T, P, C).
iota_number(C0, Machine, C) :- integer_or_error(C0, Machine, C).

directive_word(Line, Machine, Word, C0, C) :-
    ( word_constant(C0, Machine, Word, C) -> true ; throw(errors([error(Line, null, "the value does not fit the word")])) ).

%!  word_constant(+C, +Machine, +Word, -Value): a written constant as a word; fails if it does not fit.
word_constant(float(T, P), _, word(Width, _, _, _), C) :- !,
    type(T, _, W), W =< Width, sign_extend(T, P, C).
word_constant(named(S, Name), Machine, word(Width, Mode, Min, Max), C) :- !,
    integer_value(named(S, Name), Machine, V),
    ( Mode == wrap -> wrap(Width, V, C) ; V >= Min, V =< Max, C = V ).
word_constant(V, _, Word, C) :- literal(Word, V, C).

collective_width(Is, N, Width) :-
    (   member(i(Line, Col, I), Is), functor(I, F, _),
        memberchk(F, [ballot, syncwarp, shuffle, vote, match, reduce, activemask]),
        N > Width
    ->  throw(errors([error(Line, Col, "N must be at most the width of the word")]))
    ;   true
    ).

% --- variables

variables_of(Is, Variables) :-
    findall(Name, ( member(i(_, _, I), Is), names(I, Name) ), Names),
    list_to_set(Names, Variables).

names(I, Name) :- ( I = var(Name0) ; I = dest(Name0) ), !, Name = Name0.
names(I, Name) :- compound(I), arg(_, I, A), names(A, Name).

foldl_index(Names, N, Bases) :- foldl_index(Names, 0, N, Bases).

foldl_index([], _, _, []).
foldl_index([Name|Names], I, N, [Name-Base|Bases]) :-
    Base is 7 + I * N,
    I1 is I + 1,
    foldl_index(Names, I1, N, Bases).

% --- instructions

compile_all([], _, [], []).
compile_all([i(Line, Col, I)|Is], Env, [C|Cs], [Line-Col|Ls]) :-
    catch(compile(I, Env, C0), message(M), throw(errors([error(Line, Col, M)]))),
    wrap_class(C0, C),
    compile_all(Is, Env, Cs, Ls).

wrap_class(I, it(I)) :-
    functor(I, F, _),
    memberchk(F, [st, ld, strong, atomic_inc, fetch, fetch_typed, copy, bp, typed, un, shfl, ballot]), !.
wrap_class(I, collective(I)) :- functor(I, F, _), memberchk(F, [syncwarp, shuffle, vote, match, reduce]), !.
wrap_class(I, I).

compile(shuffle(D0, Mode, M0, X0, O0, Width0), Env, shuffle(D, Mode, M, X, O, Width)) :- !,
    Env = c(S, _, _),
    k_setting(n, S, N), k_setting(machine, S, Machine),
    P is 1 << msb(2 * N - 1),
    ( Width0 == default -> Width = P ; integer_value(Width0, Machine, Width) -> true ; Width = 0 ),
    (   Width >= 1, Width =< P, Width /\ (Width - 1) =:= 0 -> true
    ;   throw(message("the width must be a power of two, at most that of the warp"))
    ),
    maplist(compile_term(Env), [D0, M0, X0, O0], [D, M, X, O]).
% The system is the grid, since a run is of one grid.
compile(strong(Order, Scope0, I0), Env, strong(Order, Scope, I)) :- !, one_grid(Scope0, Scope), compile(I0, Env, I).
compile(fence(Order, Scope0), _, fence(Order, Scope)) :- !, one_grid(Scope0, Scope).
compile(I, Env, C) :-
    I =.. [F|As0],
    (   F == typed, I = typed(_, Op, T, _)
    ->  fits_word(T, Env),
        ( Op = cvt(From) -> fits_word(From, Env) ; true )
    ;   F == fetch_typed, arg(3, I, T) -> fits_word(T, Env)
    ;   F == reduce, arg(3, I, T), T \== none -> fits_word(T, Env)
    ;   true
    ),
    maplist(compile_term(Env), As0, As),
    C =.. [F|As].

one_grid(block, block) :- !.
one_grid(_, grid).

fits_word(T, c(S, _, _)) :-
    k_setting(word, S, word(Width, _, _, _)),
    type(T, _, W),
    ( W =< Width -> true ; throw(message("the type does not fit the word")) ).

compile_term(c(_, Bases, _), var(Name), v(Base)) :- !, memberchk(Name-Base, Bases).
compile_term(c(_, Bases, _), dest(Name), d(Base)) :- !, memberchk(Name-Base, Bases).
compile_term(c(_, _, Labels), label(Name, _), PC) :- !, get_assoc(Name, Labels, PC).
compile_term(c(S, _, _), shared(Name), shared(Offset)) :- !,
    k_setting(shared, S, shared(_, Objects)), memberchk(Name-Offset, Objects).
compile_term(c(S, _, _), const(C0), c(C)) :- !,
    k_setting(machine, S, Machine), k_setting(word, S, Word),
    ( word_constant(C0, Machine, Word, C) -> true ; throw(message("the constant does not fit the word")) ).
compile_term(c(S, _, _), tid, O) :- !,
    k_setting(n, S, N), k_setting(word, S, word(Width, _, _, Max)),
    ( N - 1 =< Max -> O = tid ; O = tid(Width) ).
compile_term(c(S, _, _), btid, O) :- !,
    k_setting(block, S, block(T, _, _)), k_setting(word, S, word(Width, _, _, Max)),
    ( T - 1 =< Max -> O = btid ; O = btid(Width) ).
compile_term(Env, [A|As], [B|Bs]) :- !, compile_term(Env, A, B), compile_term(Env, As, Bs).
compile_term(_, A, A).
