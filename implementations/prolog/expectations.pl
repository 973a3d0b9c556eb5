:- module(expectations, [check_expectations/4]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(compile, [word_constant/4, require/3]).
:- use_module(assembly, [integer_value/3]).

/** <module> `.expect` and `.covers`: what they name must exist (docs/interfaces.md, "Directives")

They state what a test expects of a run, and this machine does not compare it.
*/

%!  check_expectations(+Directives, +Settings, +Variables, +Exits): throws errors(List). Exits is true if the program has an
%   `exit`.
check_expectations(Ds, S, Variables, Exits) :-
    findall(Line-E, member(d(Line, expect(E)), Ds), Es),
    one_outcome(Es),
    forall(member(Line-e(M, outcome(error)), Es), require(M \== any, Line, "expected the models that do not accept it")),
    forall(member(Line-e(_, E), Es),
           require(expectation(E, S, Variables, Exits), Line, "the expectation names what does not exist")),
    forall(( member(d(Line, covers(Names)), Ds), member(Name, Names) ),
           require(( rule(Name) ; trap(Name) ), Line, "this is not a rule or a trap")).

% One outcome for each model; one without a model is of both.
one_outcome(Es) :-
    findall(Line-M, member(Line-e(M, outcome(_)), Es), Outcomes),
    forall(( select(Line-M, Outcomes, Others), member(_-M1, Others), ( M == any ; M1 == any ; member(One, M), memberchk(One, M1) ) ),
           require(fail, Line, "a program has one outcome")).

expectation(outcome(trap(Kind, _, Threads)), S, _, _) :- !, trap(Kind), ( Threads == any ; Threads \== [] ), ranges(Threads, S).
expectation(outcome(_), _, _, _).
expectation(lanes(Set, W, Threads), S, _, Exits) :-
    ( Threads == [] -> ( Set == exited ; Exits == true ) ; true ), !,
    warp(W, S),
    ranges(Threads, S).
expectation(var(Name, _, W, Ws), S, Variables, _) :-
    memberchk(Name, Variables),
    warp(W, S),
    memberchk(n-N, S), length(Ws, Count), Count =< N,
    words(Ws, S).
expectation(memory(A0, Ws), S, _, _) :-
    value(A0, S, A), memberchk(max_address-Max, S),
    length(Ws, Count),
    A >= 0, A + Count - 1 =< Max,
    words(Ws, S).
expectation(shared(B0, F0, Ws), S, _, _) :-
    value(B0, S, B), value(F0, S, F),
    ( memberchk(block-block(_, G, _), S) -> true ; G = 1 ),
    memberchk(shared-shared(Size, _), S),
    length(Ws, Count),
    B < G, F + Count =< Size,
    words(Ws, S).
expectation(steps, _, _, _).
expectation(stat(Name), _, _, _) :- statistic(Name), !.
expectation(warning(Kind), _, _, _) :-
    memberchk(Kind, ['barrier-instructions', 'barrier-exited', 'collective-exited', activemask, side]).

value(C, S, V) :- memberchk(machine-Machine, S), integer_value(C, Machine, V).

warp(W0, S) :- value(W0, S, W), memberchk(warps-Warps, S), W < Warps.

ranges(any, _) :- !.
ranges(Ranges, S) :-
    memberchk(n-N, S),
    forall(member(A0-B0, Ranges), ( value(A0, S, A), value(B0, S, B), A >= 0, A =< B, B < N )).

words(Ws, S) :-
    memberchk(machine-Machine, S), memberchk(word-Word, S),
    forall(member(W, Ws), ( memberchk(W, [any, undefined]) ; word_constant(W, Machine, Word, _) )).

rule(Name) :-
    memberchk(Name, ['AC', 'AG', 'AM', 'AR', 'AS', 'AT', 'AW', 'BA', 'BB', 'BD', 'BF', 'BI', 'BL', 'BP', 'BR', 'BT', 'CT', 'EB', 'EE',
                     'EX', 'FE',
                     'IT', 'JP', 'LD', 'MA', 'MM', 'MT', 'MV', 'RD', 'SH', 'SI', 'SP', 'SS', 'ST', 'STOP', 'SV', 'SW', 'TL',
                     'UN', 'VO']).

trap(Name) :-
    memberchk(Name, ['undefined-variable', 'undefined-memory', 'invalid-address', race, 'division-by-zero', 'invalid-shift',
                     overflow, 'sync-without-branch', 'stop-while-diverged', 'end-everywhere-without-everywhere',
                     'end-everywhere-while-diverged', 'branch-mask-outside-everywhere', 'branch-mask-divergent',
                     'barrier-while-diverged', 'collective-mask', 'exit-inside-everywhere', assertion, 'pc-out-of-program']).

statistic(Name) :-
    memberchk(Name, [steps, active_lane_instructions, simd_efficiency, branches_uniform, branches_divergent, max_sync_depth,
                     max_context_depth, everywhere_blocks, lanes_woken, memory_requests, memory_transactions, block_barriers,
                     collectives, fences, exits, waits, shared_requests, shared_transactions]).
statistic(Name) :-
    atom_concat('by_instruction.', I, Name),
    memberchk(I, [bz, bnz, branch_mask, jump, sync, stop, everywhere, end_everywhere, barrier, assert, st, ld, atomic_inc, fetch,
                  copy, bp, shfl, ballot, popc, clz, exit, block_barrier, syncwarp, shuffle, vote, match, reduce, activemask,
                  fence, strong_store, copy_async, async_commit, async_wait]).
