:- module(waiting, [waiting_turns/9, waits/3, joint/3, all_meet_at/4, block_of/2, in_block/2, in_warp/3]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(library(apply)).
:- use_module(compile).
:- use_module(words).
:- use_module(races).
:- use_module(rules).
:- use_module(traps).
:- use_module(collectives).
:- use_module(machine).
:- use_module(deadlocks).
:- use_module(warnings).
:- set_prolog_flag(optimise, true).

/** <module> Instructions that wait, and machines that step together (sections 9 and 11 of docs/semantics.md) */

%!  waiting_turns(+Machines, +Done, +Stopped, +K, +G, -Outcome, -Running, -Stopped1, -G1): a round.
waiting_turns([], Running, Stopped, _, G, none, Running, Stopped, G) :- !.
waiting_turns([m(Id, W, S, N, stepped)|Ms], Done, Stopped, K, G0, Outcome, Running, Stopped1, G) :- !,
    waiting_turns(Ms, [m(Id, W, S, N, run)|Done], Stopped, K, G0, Outcome, Running, Stopped1, G).
waiting_turns([m(Id, W, S, N, stepped(V))|Ms], Done, Stopped, K, G0, Outcome, Running, Stopped1, G) :- !,
    waiting_turns(Ms, [m(Id, W, S, N, opened(V))|Done], Stopped, K, G0, Outcome, Running, Stopped1, G).
waiting_turns([M|Ms], Done, Stopped, K, G0, Outcome, Running, Stopped1, G) :-
    one_turn(M, Ms, Done, K, G0, Outcome0, M1, Ms1, Done1, G1),
    (   Outcome0 == none
    ->  (   M1 = m(_, _, s(_, _, _, _, 0, _), _, _)
        ->  waiting_turns(Ms1, Done1, [M1|Stopped], K, G1, Outcome, Running, Stopped1, G)
        ;   waiting_turns(Ms1, [M1|Done1], Stopped, K, G1, Outcome, Running, Stopped1, G)
        )
    ;   Outcome = Outcome0, G = G1, Stopped1 = Stopped,
        onto(Done1, [M1|Ms1], Running)
    ).

% one_turn(M, Ms, Done, K, G, Outcome, M1, Ms1, Done1, G1): the six cases of section 11, "Turns".
one_turn(M, Ms, Done, K, G0, Outcome, M1, Ms1, Done1, G) :-
    M = m(_, Warp, S, Steps, Flag),
    arg(5, S, PC),
    k(max_steps, K, Max), k(p, K, P),
    arg(PC, P, I),
    (   Steps >= Max
    ->  Outcome = limit(steps, Warp, Steps, PC), M1 = M, Ms1 = Ms, Done1 = Done, G = G0
    ;   Flag = opened(V)
    ->  pass(I, V, M, M1),
        Outcome = none, Ms1 = Ms, Done1 = Done, G = G0
    ;   joint(I, K, Kind)
    ->  Others = o(Ms, Done),
        (   own_trap(Kind, I, M, K, G0, Why)
        ->  stuck_outcome(Why, PC, Warp, Steps, K, Outcome), M1 = M, Ms1 = Ms, Done1 = Done, G = G0
        ;   come(Kind, I, M, Others, K, Group)
        ->  together(Kind, I, M, Group, Others, K, G0, Outcome, M1, Ms1, Done1, G)
        ;   all_blocked([M|Ms], Done, K)
        ->  deadlock([M|Ms], Done, K, Outcome), M1 = M, Ms1 = Ms, Done1 = Done, G = G0
        ;   Outcome = none, M1 = M, Ms1 = Ms, Done1 = Done, G = G0
        )
    ;   turn(M, K, G0, Outcome, M1, G), Ms1 = Ms, Done1 = Done
    ).

% joint(I, K, Kind): an instruction that waits, or that machines take together.
joint(barrier, _, barrier).
joint(block_barrier(_), _, block).
joint(block_barrier(_, _, _), _, block).
joint(collective(_), K, group) :- k(model, K, volta).
joint(activemask(_), K, mask) :- k(model, K, volta).

% --- own checks

own_trap(Kind, I, m(_, _, S, _, _), K, g(Σ, _), Why) :-
    own_checks(Kind, I, S, K),
    stuck(I, S, K, Σ, Why0),
    own(Kind, Why0, Why).

own_checks(barrier, _, s(_, _, Π, Λ, _, _), _) :- ( Π \== [] ; Λ \== [] ), !.
own_checks(block, _, _, _).
own_checks(group, _, _, _).

% That a group is not complete is a reason to wait, under volta.
own(group, trap(_, _, _, [_|_]), _) :- !, fail.
own(group, trap(Kind, Rule, Threads, []), _) :-
    ( memberchk(Rule, ['SH', 'RD']), memberchk(Kind, ['undefined-variable', overflow]) ), !, Threads = [], fail.
own(_, Why, Why).

% --- what an instruction waits for

% waits(M, K, Kind): M is at an instruction that waits, was not let pass, and passes its own checks.
waits(M, K, Kind) :-
    M = m(_, _, S, _, Flag),
    \+ let_pass(Flag),
    arg(5, S, PC), k(p, K, P), arg(PC, P, I),
    joint(I, K, Kind),
    Kind \== mask,
    \+ own_trap(Kind, I, M, K, g(none, none), _).

% A machine that has stepped with others has no further turn in the round: it passes the barrier in the next one.
let_pass(opened(_)).
let_pass(stepped(_)).

open_flag(stepped, V, stepped(V)) :- !.
open_flag(_, V, opened(V)).

come(barrier, _, _, o(Ms, Done), K, all) :-
    all_wait(Ms, barrier, K), all_wait(Done, barrier, K).
come(block, _, M, o(Ms, Done), K, Group) :-
    block_of(M, Block),
    include(in_block(Block), Ms, Ms1), include(in_block(Block), Done, Done1),
    all_wait(Ms1, block, K), all_wait(Done1, block, K),
    append([M|Ms1], Done1, Group0),
    sort(1, @=<, Group0, Group).
come(group, I, M, o(Ms, Done), K, Group) :-
    M = m(_, Warp, s([T], Β, _, _, _, _), _, _),
    I = collective(C),
    mask_operand(C, O), operand(O, T, Β, Mask),
    group_key(C, Key),
    lanes_of(Mask, K, Lanes),
    include(in_warp(Warp, Lanes), Ms, Ms1), include(in_warp(Warp, Lanes), Done, Done1),
    append([M|Ms1], Done1, Group0),
    sort(1, @=<, Group0, Group),
    all_meet_at(Group, Key, Mask, K).
come(mask, _, M, o(Ms, Done), K, Group) :-
    M = m(_, Warp, s(_, _, _, _, PC, _), _, _),
    (   k(activemask, K, largest)
    ->  include(at_instruction(Warp, PC), Ms, Ms1), include(at_instruction(Warp, PC), Done, Done1),
        append([M|Ms1], Done1, Group0),
        sort(1, @=<, Group0, Group)
    ;   Group = [M]
    ).

in_warp(Warp, Lanes, m(_, Warp, s([S], _, _, _, _, _), _, _)) :- memberchk(S, Lanes).

at_instruction(Warp, PC, m(_, Warp, s(_, _, _, _, PC, _), _, _)).

all_meet_at([], _, _, _).
all_meet_at([m(_, _, s([S], Β, _, _, PC, _), _, _)|Ms], Key, Mask, K) :-
    k(p, K, P), arg(PC, P, collective(C)),
    group_key(C, Key),
    mask_operand(C, O), operand(O, S, Β, Mask1), Mask1 =:= Mask,
    all_meet_at(Ms, Key, Mask, K).

all_wait([], _, _).
all_wait([M|Ms], Kind, K) :- waits(M, K, Kind), all_wait(Ms, Kind, K).

block_of(m(_, _, s(_, Β, _, _, _, _), _, _), Block) :- arg(1, Β, machine(_, Block)).

in_block(Block, M) :- block_of(M, Block).

% --- steps of several machines

% pass: a machine that a barrier has let pass takes its step.
pass(I, V, m(Id, Warp, s(Θ, Β, Π, Λ, PC, A), Steps, _), m(Id, Warp, s(Θ, Β, Π, Λ, PC1, A), Steps1, run)) :-
    ( I = block_barrier(d(D), _, _) -> assign_lanes(Θ, D, Β, V) ; true ),
    PC1 is PC + 1, Steps1 is Steps + 1.

assign_lanes([], _, _, _).
assign_lanes([T|Θ], D, Β, C) :- J is D + T, nb_setarg(J, Β, C), assign_lanes(Θ, D, Β, C).

together(barrier, I, M, _, o(Ms, Done), _, g(Σ0, Ws), none, M1, Ms1, Done1, g(Σ, Ws)) :-
    pass(I, none, M, M1),
    open_all(Ms, none, Ms1), open_all(Done, none, Done1),
    all_meet(Σ0, Σ).
together(block, I, M, Group, o(Ms, Done), K, G0, Outcome, M1, Ms1, Done1, G) :-
    (   other_form(Group, K, m(_, Warp1, s(Θ1, _, _, _, PC1, _), _, _))
    ->  Outcome = trap('barrier-while-diverged', 'BB', PC1, Warp1, Θ1, []),
        M1 = M, Ms1 = Ms, Done1 = Done, G = G0
    ;   barrier_value(I, Group, K, V0),
        arg(1, K, Word),
        (   fit(Word, V0, V)
        ->  Outcome = none,
            block_of(M, Block),
            pass(I, V, M, M1),
            open_block(Ms, Block, V, Ms1), open_block(Done, Block, V, Done1),
            G0 = g(Σ0, Ws0),
            barrier_warnings(Group, Block, K, Ws0, Ws),
            block_agents(Block, K, Agents),
            agents_meet(Agents, Σ0, Σ),
            G = g(Σ, Ws)
        ;   M = m(_, Warp, s([T|_], _, _, _, PC, _), _, _),
            Outcome = trap(overflow, 'BB', PC, Warp, [T], []),
            M1 = M, Ms1 = Ms, Done1 = Done, G = G0
        )
    ).
together(group, I, M, Group, o(Ms, Done), K, g(Σ0, Ws0), Outcome, M1, Ms1, Done1, G) :-
    M = m(_, Warp, s([T], Β, _, _, _, _), _, _),
    I = collective(C),
    k(max_steps, K, Max), k(p, K, P),
    findall(S-J, ( member(m(_, _, s([S], _, _, _, PC, _), _, _), Group), arg(PC, P, collective(J)) ), Lanes),
    (   member(m(_, _, s(_, _, _, _, PC1, _), N, _), Group), N >= Max
    ->  Outcome = limit(steps, Warp, N, PC1), M1 = M, Ms1 = Ms, Done1 = Done, G = g(Σ0, Ws0)
    ;   group_check(Lanes, Β, K, T1, Kind-Rule)
    ->  member(m(_, _, s([T1], _, _, _, PC1, _), _, _), Group),
        Outcome = trap(Kind, Rule, PC1, Warp, [T1], []), M1 = M, Ms1 = Ms, Done1 = Done, G = g(Σ0, Ws0)
    ;   Outcome = none,
        mask_operand(C, O), operand(O, T, Β, Mask),
        set_group(Lanes, Β, K, Σ0, Σ),
        advance_group(M, Ms, Done, Group, M1, Ms1, Done1),
        exited_warning(Mask, Group, Warp, K, Ws0, Ws),
        G = g(Σ, Ws)
    ), !.
together(mask, _, M, Group, o(Ms, Done), K, G, Outcome, M1, Ms1, Done1, G) :-
    M = m(_, Warp, s(_, Β, _, _, PC, _), _, _),
    k(max_steps, K, Max), k(p, K, P),
    (   member(m(_, _, _, N, _), Group), N >= Max
    ->  Outcome = limit(steps, Warp, N, PC), M1 = M, Ms1 = Ms, Done1 = Done
    ;   Outcome = none,
        findall(S, member(m(_, _, s([S], _, _, _, _, _), _, _), Group), Lanes),
        lane_bits(Lanes, K, Bits),
        arg(PC, P, activemask(d(D))),
        assign_lanes(Lanes, D, Β, Bits),
        advance_group(M, Ms, Done, Group, M1, Ms1, Done1)
    ), !.

% The checks of a group that steps: operands, then the operation. The masks are equal, and were checked.
group_check(Lanes, Β, _, T, 'undefined-variable'-'MV') :-
    member(T-C, Lanes),
    checked_operands(C, Os),
    member(O, Os), \+ operand(O, T, Β, _), !.
group_check(Lanes, Β, K, T, Why) :- group_trap(Lanes, Β, K, T, Why).

advance_group(M, Ms, Done, Group, M1, Ms1, Done1) :-
    findall(Id, member(m(Id, _, _, _, _), Group), Ids0), sort(Ids0, Ids),
    stepped([M], Ids, run, [M1]),
    stepped(Ms, Ids, stepped, Ms1),
    stepped(Done, Ids, run, Done1).

stepped([], _, _, []).
stepped([M|Ms], Ids, Flag, [M1|Ms1]) :-
    M = m(Id, Warp, s(Θ, Β, Π, Λ, PC, A), N, _),
    (   ord_memberchk(Id, Ids)
    ->  PC1 is PC + 1, N1 is N + 1,
        M1 = m(Id, Warp, s(Θ, Β, Π, Λ, PC1, A), N1, Flag)
    ;   M1 = M
    ),
    stepped(Ms, Ids, Flag, Ms1).

open_all([], _, []).
open_all([m(I, W, S, N, F)|Ms], V, [m(I, W, S, N, F1)|Ms1]) :-
    open_flag(F, V, F1),
    open_all(Ms, V, Ms1).

open_block([], _, _, []).
open_block([M|Ms], Block, V, [M1|Ms1]) :-
    (   in_block(Block, M)
    ->  M = m(I, W, S, N, F), open_flag(F, V, F1), M1 = m(I, W, S, N, F1)
    ;   M1 = M
    ),
    open_block(Ms, Block, V, Ms1).

other_form([M0|Ms], K, M) :-
    form(M0, K, Form0),
    member(M, Ms), form(M, K, Form), Form \== Form0, !.

form(m(_, _, s(_, _, _, _, PC, _), _, _), K, Form) :-
    k(p, K, P), arg(PC, P, I),
    ( I = block_barrier(Form0) -> Form = Form0 ; I = block_barrier(_, Form, _) ).

barrier_value(block_barrier(_), _, _, 0).
barrier_value(block_barrier(_, Form, _), Group, K, V) :-
    k(p, K, P),
    findall(B, ( member(m(_, _, s(Θ, Β, _, _, PC, _), _, _), Group), arg(PC, P, block_barrier(_, _, O)), member(T, Θ),
                 operand(O, T, Β, C), ( C =:= 0 -> B = 0 ; B = 1 ) ), Bs),
    sum_list(Bs, Count),
    length(Bs, All),
    (   Form == count -> V = Count
    ;   Form == and -> ( Count =:= All -> V = 1 ; V = 0 )
    ;   ( Count > 0 -> V = 1 ; V = 0 )
    ).

block_agents(Block, K, Agents) :-
    k(n, K, N), k(warps, K, W),
    (   k(block, K, block(_, _, PerBlock)) -> First is Block * PerBlock, Last is First + PerBlock - 1
    ;   First = 0, Last is W - 1
    ),
    (   k(races, K, thread) -> A is First * N, B is Last * N + N - 1 ; A = First, B = Last ),
    numlist(A, B, Agents).

% --- deadlocks

all_blocked(Ms, Done, K) :-
    all_blocked_in(Ms, Ms, Done, K), all_blocked_in(Done, Ms, Done, K).

all_blocked_in([], _, _, _).
all_blocked_in([M|Rest], Ms, Done, K) :-
    waits(M, K, Kind),
    arg(3, M, s(_, _, _, _, PC, _)), k(p, K, P), arg(PC, P, I),
    without(M, Ms, Ms1), without(M, Done, Done1),
    \+ come(Kind, I, M, o(Ms1, Done1), K, _),
    all_blocked_in(Rest, Ms, Done, K).

without(_, [], []).
without(M, [X|Xs], Ys) :-
    ( arg(1, M, Id), arg(1, X, Id) -> Ys = Xs ; Ys = [X|Ys1], without(M, Xs, Ys1) ).
