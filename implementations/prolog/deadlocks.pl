:- module(deadlocks, [deadlock/4, waiting_entry/4, missing_of/4]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(compile).
:- use_module(rules).
:- use_module(collectives).
:- use_module(waiting).

/** <module> What a deadlock and a group that is not complete report (section 11, "Turns", and docs/interfaces.md) */

%!  deadlock(+Machines, +Done, +Stopped, +K, -Outcome)
deadlock(Ms, Done, K, trap(Kind, Rule, PC, Warp, Θ, [deadlock(All)])) :-
    append(Ms, Done, All0),
    sort(1, @=<, All0, All),
    k(p, K, P),
    (   member(M, All), M = m(_, Warp, s(Θ, _, _, _, PC, _), _, _), arg(PC, P, collective(C))
    ->  collective_rule(C, Rule), Kind = 'collective-mask'
    ;   All = [m(_, Warp, s(Θ, _, _, _, PC, _), _, _)|_],
        arg(PC, P, I), ( I == barrier -> Rule = 'BR' ; Rule = 'BB' ),
        Kind = 'barrier-while-diverged'
    ).

%!  waiting_entry(+M, +All, +K, -Entry): waiting(Warp, Θ, PC, Missing) of a machine in a deadlock.
waiting_entry(M, All, K, waiting(Warp, Θ, PC, Missing)) :-
    M = m(_, Warp, s(Θ, Β, _, _, PC, _), _, _),
    k(p, K, P), arg(PC, P, I), joint(I, K, Kind),
    (   Kind == group
    ->  I = collective(C), Θ = [T],
        mask_operand(C, O), operand(O, T, Β, Mask), group_key(C, Key), lanes_of(Mask, K, Lanes),
        include(in_warp(Warp, Lanes), All, Named),
        exclude(meets(Key, Mask, K), Named, Ms)
    ;   Kind == block
    ->  block_of(M, Block),
        include(in_block(Block), All, InBlock),
        exclude(waits_at(block, K), InBlock, Ms)
    ;   exclude(waits_at(barrier, K), All, Ms)
    ),
    findall(missing(W1, Θ1, PC1), member(m(_, W1, s(Θ1, _, _, _, PC1, _), _, _), Ms), Missing0),
    merge_missing(Missing0, Missing).

meets(Key, Mask, K, M) :- all_meet_at([M], Key, Mask, K).

waits_at(Kind, K, M) :- waits(M, K, Kind).

% Threads of one warp that are at one instruction are one entry, at the position of the first.
merge_missing([], []).
merge_missing([missing(W, A, PC)|Ms], [missing(W, All, PC)|Merged]) :-
    partition(at_place(W, PC), Ms, Same, Others),
    findall(T, ( member(missing(_, Ts, _), [missing(W, A, PC)|Same]), member(T, Ts) ), All0),
    sort(All0, All),
    merge_missing(Others, Merged).

at_place(W, PC, missing(W, _, PC)).

%!  missing_of(+Lanes, +S, +Warp, -Missing): where the lanes are that a group of state S lacks.
missing_of(Lanes, s(Θ, _, Π, _, PC, _), Warp, Missing) :-
    findall(missing(Warp, [T], At), ( member(T, Lanes), lane_at(T, Θ, PC, Π, At) ), Missing0),
    merge_missing(Missing0, Missing).

lane_at(T, Θ, PC, _, PC) :- memberchk(T, Θ), !.
lane_at(T, _, _, Π, At) :-
    member(e(_, Θd, L, Θw, J, _), Π),
    ( memberchk(T, Θw) -> At = L ; memberchk(T, Θd), At = J ), !.
lane_at(_, _, _, _, null).
