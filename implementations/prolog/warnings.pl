:- module(warnings, [barrier_warnings/5, warn_exited/6, exited_warning/6, existing/3]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(compile).
:- use_module(rules).
:- use_module(collectives).

/** <module> Warnings of section 11: a list of warning(Kind, PC, Warp, Threads), the first of each kind and pc, the last one
first */

warn(Kind, PC, Warp, Threads, Ws0, Ws) :-
    ( memberchk(warning(Kind, PC, _, _), Ws0) -> Ws = Ws0 ; Ws = [warning(Kind, PC, Warp, Threads)|Ws0] ).

barrier_warnings(Group, Block, K, Ws0, Ws) :-
    Group = [m(_, Warp, s(_, _, _, _, PC, _), _, _)|_],
    (   member(m(_, _, s(_, _, _, _, PC1, _), _, _), Group), PC1 =\= PC
    ->  findall(Θ, ( member(m(_, Warp, s(Θ, _, _, _, PC2, _), _, _), Group), PC2 =\= PC ), Θs),
        append(Θs, Ts0), sort(Ts0, Ts),
        warn('barrier-instructions', PC, Warp, Ts, Ws0, Ws1)
    ;   Ws1 = Ws0
    ),
    (   some_exited(Group, Block, K)
    ->  exited_in_warp(Warp, Group, K, Exited),
        warn('barrier-exited', PC, Warp, Exited, Ws1, Ws)
    ;   Ws = Ws1
    ).

% The threads that exist in a warp but are in no Θall of a machine that runs have exited.
exited_in_warp(Warp, Machines, K, Exited) :-
    existing(Warp, K, Exist),
    findall(A, member(m(_, Warp, s(_, _, _, _, _, A), _, _), Machines), As),
    append(As, Alive0), sort(Alive0, Alive),
    ord_subtract(Exist, Alive, Exited).

some_exited(Group, Block, K) :-
    (   k(block, K, block(_, _, PerBlock)) -> First is Block * PerBlock, Last is First + PerBlock - 1
    ;   k(warps, K, W), First = 0, Last is W - 1
    ),
    between(First, Last, Warp),
    exited_in_warp(Warp, Group, K, [_|_]), !.

%!  existing(+Warp, +K, -Lanes)
existing(Warp, K, Exist) :-
    k(n, K, N),
    (   k(block, K, block(T, _, PerBlock)) -> Last is min(N, T - (Warp mod PerBlock) * N) - 1 ; Last is N - 1 ),
    numlist(0, Last, Exist).

%!  warn_exited(+I, +S, +Warp, +K, +Ws0, -Ws): the collective step of a warp under lock step.
warn_exited(I, s(Θ, Β, _, _, PC, A), Warp, K, Ws0, Ws) :-
    existing(Warp, K, Exist),
    ord_subtract(Exist, A, Exited),
    (   Exited \== [],
        mask_operand(I, M),
        findall(L, ( member(T, Θ), operand(M, T, Β, Mask), lanes_of(Mask, K, Ls), member(L, Ls), memberchk(L, Exited) ), Ls0),
        Ls0 \== []
    ->  sort(Ls0, Lanes),
        warn('collective-exited', PC, Warp, Lanes, Ws0, Ws)
    ;   Ws = Ws0
    ).

exited_warning(Mask, Group, Warp, K, Ws0, Ws) :-
    lanes_of(Mask, K, Lanes0),
    existing(Warp, K, Exist),
    ord_intersection(Lanes0, Exist, Lanes),
    findall(T, member(m(_, _, s([T], _, _, _, _, _), _, _), Group), Here),
    ord_subtract(Lanes, Here, Exited),
    (   Exited == []
    ->  Ws = Ws0
    ;   Group = [m(_, _, s(_, _, _, _, PC, _), _, _)|_],
        warn('collective-exited', PC, Warp, Exited, Ws0, Ws)
    ).
