:- module(traps, [stuck/5]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(assoc)).
:- use_module(library(ordsets)).
:- use_module(compile).
:- use_module(words).
:- use_module(typed).
:- use_module(memory).
:- use_module(races).
:- use_module(rules).
:- use_module(collectives).

/** <module> Stuck states (section 6 of docs/semantics.md)

Each clause is a row of the table of traps, in the order in which they are examined.
*/

%!  stuck(+Instruction, +State, +K, +Σ, -Why): Why is trap(Kind, Rule, Threads, Details) or limit(stacks).
stuck(I, S, K, Σ, Why) :-
    S = s(Θ, _, _, _, _, _),
    (   trap(I, S, K, Σ, Why0)
    ->  ( Why0 = Kind-Rule -> Why = trap(Kind, Rule, Θ, []) ; Why = Why0 )
    ;   memberchk(I, [bz(_, _), bnz(_, _), everywhere])
    ->  Why = limit(stacks)
    ).

% trap(I, State, K, Σ, Why): Kind-Rule is a control trap, which is reported for all of Θ.
trap(end, _, _, _, 'pc-out-of-program'-'IT').
trap(sync, s(_, _, [], _, _, _), _, _, 'sync-without-branch'-'SP').
trap(stop, s(_, _, [_|_], _, _, _), _, _, 'stop-while-diverged'-'STOP').
trap(end_everywhere, s(_, _, _, [], _, _), _, _, 'end-everywhere-without-everywhere'-'EE').
trap(end_everywhere, s(_, _, [_|_], [_|_], _, _), _, _, 'end-everywhere-while-diverged'-'EE').
trap(branch_mask(_, _), s(_, _, _, [], _, _), _, _, 'branch-mask-outside-everywhere'-'BA').
trap(branch_mask(O, _), s(Θ, Β, _, [_|_], _, _), _, _, Why) :-
    ( undefined(Θ, [O], Β, Trap) -> Why = Trap ; Why = 'branch-mask-divergent'-'BA' ).
trap(barrier, s(_, _, Π, Λ, _, _), _, _, 'barrier-while-diverged'-'BR') :- ( Π \== [] ; Λ \== [] ).
trap(exit, s(_, _, _, [_|_], _, _), _, _, 'exit-inside-everywhere'-'EX').
trap(bz(V, _), s(Θ, Β, _, _, _, _), _, _, Trap) :- undefined(Θ, [V], Β, Trap).
trap(bnz(V, _), s(Θ, Β, _, _, _, _), _, _, Trap) :- undefined(Θ, [V], Β, Trap).
trap(assert(O), s(Θ, Β, _, _, _, _), _, _, Trap) :-
    member(T, Θ),
    (   undefined([T], [O], Β, Trap) -> true
    ;   operand(O, T, Β, 0), Trap = trap(assertion, 'AR', [T], [])
    ).
trap(block_barrier(_), S, _, _, Trap) :- block_barrier_trap(S, [], Trap).
trap(block_barrier(_, _, O), S, _, _, Trap) :- block_barrier_trap(S, [O], Trap).
trap(collective(I), s(Θ, Β, Π, Λ, PC, A), K, _, trap(Kind, Rule, Threads, Details)) :-
    collective_trap(I, Θ, A, Β, K, Kind0-Rule, Threads),
    (   Kind0 = incomplete(P, Mask)
    ->  Kind = 'collective-mask', Details = [incomplete(s(Θ, Β, Π, Λ, PC, A), P, Mask)]
    ;   Kind = Kind0, Details = []
    ).
trap(it(I), S, K, Σ, trap(Kind, Rule, Threads, Details)) :-
    data_trap(I, S, K, Σ, Kind, Rule, Threads, Details).

undefined(Θ, Os, Β, trap('undefined-variable', 'MV', [T], [])) :-
    member(T, Θ),
    member(O, Os),
    \+ operand(O, T, Β, _), !.

block_barrier_trap(s(Θ, Β, _, Λ, _, A), Os, Trap) :-
    ( ( Λ \== [] ; Θ \== A ) -> Trap = 'barrier-while-diverged'-'BB' ; undefined(Θ, Os, Β, Trap) ).

% --- data instructions

% data_trap(I, State, K, Σ, Kind, Rule, Threads, Details): first what one thread finds, then what all together find.
data_trap(I0, s(Θ, Β, _, Λ, _, _), K, Σ, Kind, Rule, [T], []) :-
    strength(I0, _, I),
    mask(Λ, Θ, Mask),
    member(T, Θ),
    thread_trap(I, T, Β, Mask, K, Σ, Kind, Rule), !.
data_trap(st(A, O), s(Θ, Β, _, _, _, _), K, _, race, 'ST', Threads, []) :-
    at_addresses(Θ, A, Β, Xs),
    values(Θ, copy(_, O), Β, [], _, K, Cs),
    store_race(Θ, Xs, Cs, Threads), !.
data_trap(I0, s(Θ, Β, _, _, _, _), K, Σ, overflow, 'AT', [T], []) :-
    strength(I0, _, I),
    is_atomic(I, _),
    ordered_threads(Θ, Β, K, Order),
    \+ updates(Order, I, Β, K, Σ, _, _),
    append(Before, [T|_], Order),
    append(Before, [T], Upto),
    \+ updates(Upto, I, Β, K, Σ, _, _), !.
data_trap(I, s(Θ, Β, _, _, _, _), K, Σ, race, Rule, [T], Details) :-
    Σ = sigma(_, Log), Log \== off,
    instruction_accesses(I, Θ, Β, K, Σ, Rule, Strength, As),
    race(As, Strength, Β, K, Log, T, Other),
    ( Other == none -> Details = [] ; Details = [other(Other)] ).

at_addresses([], _, _, []).
at_addresses([T|Θ], A, Β, [X|Xs]) :- operand(A, T, Β, X), at_addresses(Θ, A, Β, Xs).

instruction_accesses(ld(_, A), Θ, Β, _, _, 'LD', weak, As) :-
    at_addresses(Θ, A, Β, Xs), plain_accesses(Θ, Xs, read, As).
instruction_accesses(st(A, _), Θ, Β, _, _, 'ST', weak, As) :-
    at_addresses(Θ, A, Β, Xs), plain_accesses(Θ, Xs, write, As).
instruction_accesses(strong(Order, Scope, st(A, _)), Θ, Β, _, _, 'ST', strong(Order, Scope), As) :-
    at_addresses(Θ, A, Β, Xs), plain_accesses(Θ, Xs, put, As).
instruction_accesses(I0, Θ, Β, K, Σ, 'AT', Strength, As) :-
    strength(I0, Strength, I),
    is_atomic(I, _),
    ordered_threads(Θ, Β, K, Order),
    updates(Order, I, Β, K, Σ, Us, _),
    update_accesses(Us, As).

is_atomic(load(_, A), A).
is_atomic(atomic_inc(_, A), A).
is_atomic(fetch(_, _, A, _), A).
is_atomic(fetch_typed(_, _, _, A, _), A).

% thread_trap(I, T, …): operands from left to right, the address, its word, the operation.
thread_trap(I, T, Β, _, _, _, 'undefined-variable', 'MV') :-
    operand_of(I, O),
    \+ operand(O, T, Β, _), !.
thread_trap(I, T, Β, _, K, _, 'invalid-address', Rule) :-
    address_of(I, A, Rule),
    operand(A, T, Β, X),
    \+ valid_address(X, Β, K), !.
thread_trap(I, T, Β, _, _, Σ, 'undefined-memory', 'MM') :-
    address_of(I, A, _),
    I \= st(_, _),
    operand(A, T, Β, X),
    \+ word_at(X, Σ), !.
thread_trap(shfl(d(V), O), T, Β, Mask, _, _, 'undefined-variable', 'SV') :-
    operand(O, T, Β, Lane),
    ord_memberchk(Lane, Mask),
    \+ operand(v(V), Lane, Β, _).
thread_trap(bp(_, Op, A, B), T, Β, _, K, _, Kind, 'BP') :-
    operand(A, T, Β, X),
    operand(B, T, Β, Y),
    k(word, K, Word),
    \+ operation(Op, X, Y, Word, _),
    operation_trap(Op, Y, Word, Kind).
thread_trap(typed(_, Op, Type, Os), T, Β, _, _, _, Kind, 'BP') :-
    findall(C, ( member(O, Os), operand(O, T, Β, C) ), Cs),
    \+ typed_operation(Op, Type, Cs, _),
    typed_trap(Op, Type, Cs, Kind).

address_of(ld(_, A), A, 'LD').
address_of(st(A, _), A, 'ST').
address_of(I, A, 'AT') :- is_atomic(I, A).

% The operands of an instruction, from left to right.
operand_of(I, O) :- arg(_, I, A), operand_in(A, O).

operand_in([O|Os], A) :- !, member(A, [O|Os]).
operand_in(v(B), v(B)).
