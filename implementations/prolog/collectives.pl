:- module(collectives, [collective/8, collective_rule/2, lane_bits/3, lanes_of/3, mask_operand/2, checked_operands/2,
                        group_trap/5, collective_trap/7, group_key/2, set_group/5]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(compile).
:- use_module(words).
:- use_module(typed).
:- use_module(rules, [operand/4]).
:- use_module(races).
:- set_prolog_flag(optimise, true).

/** <module> Collectives (section 11 of docs/semantics.md) */

collective_rule(syncwarp(_), 'SW').
collective_rule(shuffle(_, _, _, _, _, _), 'SH').
collective_rule(vote(_, _, _, _), 'VO').
collective_rule(match(_, _, _, _), 'MA').
collective_rule(reduce(_, _, _, _, _), 'RD').

mask_operand(syncwarp(M), M).
mask_operand(shuffle(_, _, M, _, _, _), M).
mask_operand(vote(_, _, M, _), M).
mask_operand(match(_, _, M, _), M).
mask_operand(reduce(_, _, _, M, _), M).

%   The operands of check 1, from left to right: all but x.
checked_operands(syncwarp(M), [M]).
checked_operands(shuffle(_, _, M, _, O, _), [M, O]).
checked_operands(vote(_, _, M, O), [M, O]).
checked_operands(match(_, _, M, O), [M, O]).
checked_operands(reduce(_, _, _, M, O), [M, O]).

%   What two threads must have in common to be at the same operation, beside the mask.
group_key(syncwarp(_), syncwarp).
group_key(shuffle(_, Mode, _, _, _, Width), shuffle(Mode, Width)).
group_key(vote(_, Kind, _, _), vote(Kind)).
group_key(match(_, Kind, _, _), match(Kind)).
group_key(reduce(_, Op, T, _, _), reduce(Op, T)).

%!  lane_bits(+Lanes, +K, -C): the set as bits, modulo 2^w.
lane_bits(Lanes, K, C) :-
    arg(1, K, word(Width, _, _, _)),
    bits(Lanes, 0, Bits),
    wrap(Width, Bits, C).

bits([], Bits, Bits).
bits([T|Ts], Bits0, Bits) :- Bits1 is Bits0 \/ (1 << T), bits(Ts, Bits1, Bits).

%!  lanes_of(+Mask, +K, -Lanes): the lanes that the bits of a word name.
lanes_of(Mask, K, Lanes) :-
    arg(1, K, word(Width, _, _, _)),
    W1 is Width - 1,
    findall(T, ( between(0, W1, T), (Mask >> T) /\ 1 =:= 1 ), Lanes).

bad_mask(T, N, Lanes) :-
    ( last(Lanes, L), L >= N -> true ; \+ memberchk(T, Lanes) ).

%!  collective(+I, +Θ, +Θall, +Β, +K, +PC, +Σ0, -Σ): all of Θ, under lock step, in one group or in several.
collective(I, Θ, All, Β, K, _, Σ0, Σ) :-
    \+ collective_trap(I, Θ, All, Β, K, _, _),
    groups(I, Θ, All, Β, K, Groups),
    compute(Groups, I, Β, K, Results),
    assign_results(Results, I, Β),
    meet(I, Groups, Β, K, Σ0, Σ).

groups(_, [], _, _, _, []) :- !.
groups(I, [T|Θ], All, Β, K, [Group|Gs]) :-
    mask_operand(I, M),
    operand(M, T, Β, Mask),
    lanes_of(Mask, K, Lanes),
    ord_intersection(Lanes, All, Group),
    ord_subtract(Θ, Group, Rest),
    groups(I, Rest, All, Β, K, Gs).

compute([], _, _, _, []).
compute([G|Gs], I, Β, K, Results) :-
    with_instruction(G, I, P),
    group_words(P, Β, K, R1),
    append(R1, R2, Results),
    compute(Gs, I, Β, K, R2).

with_instruction([], _, []).
with_instruction([S|Ss], I, [S-I|Ps]) :- with_instruction(Ss, I, Ps).

%!  set_group(+P, +Β, +K, +Σ0, -Σ): a complete group steps, under volta. P is a list of S-I, each lane at its instruction.
set_group(P, Β, K, Σ0, Σ) :-
    group_words(P, Β, K, Results),
    assign_group(Results, P, Β),
    P = [_-I|_],
    findall(S, member(S-_, P), Group),
    meet(I, [Group], Β, K, Σ0, Σ).

assign_results([], _, _).
assign_results([T-C|Rs], I, Β) :-
    assign_result(I, T, C, Β),
    assign_results(Rs, I, Β).

assign_group([], _, _).
assign_group([T-C|Rs], P, Β) :-
    memberchk(T-I, P),
    assign_result(I, T, C, Β),
    assign_group(Rs, P, Β).

assign_result(I, T, C, Β) :-
    arg(1, I, d(D)),
    J is D + T,
    nb_setarg(J, Β, C).

meet(syncwarp(M), [G|Gs], Β, K, Σ0, Σ) :- !,
    G = [T|_],
    operand(M, T, Β, Mask),
    lanes_of(Mask, K, Lanes),
    findall(A, ( member(S, Lanes), agent(S, Β, K, A) ), As0),
    sort(As0, As),
    agents_meet(As, Σ0, Σ1),
    meet(syncwarp(M), Gs, Β, K, Σ1, Σ).
meet(_, _, _, _, Σ, Σ).

%!  collective_trap(+I, +Θ, +Θall, +Β, +K, -Kind, -Threads): the checks, each for all threads before the next. For a group
%   that is not complete, Kind is incomplete.
collective_trap(I, Θ, _, Β, _, 'undefined-variable'-'MV', [T]) :-
    checked_operands(I, Os),
    member(T, Θ), member(O, Os), \+ operand(O, T, Β, _), !.
collective_trap(I, Θ, All, Β, K, Kind, [T]) :-
    mask_operand(I, M),
    member(T, Θ),
    operand(M, T, Β, Mask),
    k(n, K, N),
    collective_rule(I, Rule),
    lanes_of(Mask, K, Lanes),
    (   bad_mask(T, N, Lanes) -> Kind = 'collective-mask'-Rule
    ;   ord_intersection(Lanes, All, P),
        member(S, P),
        \+ ( memberchk(S, Θ), operand(M, S, Β, Mask) )
    ->  Kind = incomplete(P, Mask)-Rule
    ),
    !.
collective_trap(I, Θ, All, Β, K, Kind, [T]) :-
    groups(I, Θ, All, Β, K, Groups),
    findall(T1-Kind1, ( member(G, Groups), operation_trap(I, G, Β, K, T1, Kind1) ), Found),
    keysort(Found, [T-Kind|_]).

operation_trap(I, G, Β, K, T, Kind) :-
    with_instruction(G, I, P),
    group_trap(P, Β, K, T, Kind).

%!  group_trap(+P, +Β, +K, -T, -Kind): check 3 of a complete group.
group_trap(P, Β, K, T, 'undefined-variable'-'SH') :-
    P = [_-shuffle(_, _, _, _, _, _)|_], !,
    member(T-I, P),
    source_lane(I, T, Β, K, J),
    memberchk(J-shuffle(_, _, _, X, _, _), P),
    \+ operand(X, J, Β, _), !.
group_trap(P, Β, K, T, overflow-'RD') :-
    P = [T-reduce(_, _, _, _, _)|_],
    \+ group_words(P, Β, K, _).

%!  group_words(+P, +Β, +K, -Results): T-C for each thread T of the group P, a list of T-I.
group_words(P, Β, K, Results) :-
    P = [_-I|_],
    collective_words(I, P, Β, K, Results).

collective_words(syncwarp(_), _, _, _, []).
collective_words(shuffle(_, _, _, _, _, _), P, Β, K, Results) :-
    shuffled(P, P, Β, K, Results).
collective_words(vote(_, Kind, _, _), P, Β, K, Results) :-
    findall(S, ( member(S-vote(_, _, _, O), P), operand(O, S, Β, C), C =\= 0 ), Set),
    vote(Kind, Set, P, K, C),
    all_same(P, C, Results).
collective_words(match(_, Kind, _, _), P, Β, K, Results) :-
    findall(C-S, ( member(S-match(_, _, _, O), P), operand(O, S, Β, C) ), Pairs),
    matched(Kind, Pairs, Pairs, K, Results).
collective_words(reduce(_, Op, Type, _, _), P, Β, K, Results) :-
    findall(C, ( member(S-reduce(_, _, _, _, O), P), operand(O, S, Β, C) ), [C0|Cs]),
    reduce(Type, Op, C0, Cs, K, C),
    all_same(P, C, Results).

all_same([], _, []).
all_same([T-_|Ps], C, [T-C|Rs]) :- all_same(Ps, C, Rs).

shuffled([], _, _, _, []).
shuffled([T-I|Ts], P, Β, K, [T-C|Rs]) :-
    source_lane(I, T, Β, K, J),
    ( memberchk(J-shuffle(_, _, _, X, _, _), P) -> operand(X, J, Β, C) ; C = undef ),
    shuffled(Ts, P, Β, K, Rs).

source_lane(shuffle(_, Mode, _, _, O, Width), T, Β, K, J) :-
    operand(O, T, Β, C),
    k(n, K, N),
    P is 1 << msb(2 * N - 1),
    Lane is C mod P,
    A is T - T mod Width,
    E is min(A + Width, N) - 1,
    lane(Mode, Lane, Width, T, A, J0),
    ( ( Mode == up -> J0 < A ; J0 > E ) -> J = T ; J = J0 ).

lane(idx, K, Width, _, A, J) :- J is A + K mod Width.
lane(up, K, _, T, _, J) :- J is T - K.
lane(down, K, _, T, _, J) :- J is T + K.
lane(xor, K, _, T, _, J) :- J is T xor K.

vote(ballot, Set, _, K, C) :- lane_bits(Set, K, C).
vote(any, Set, _, _, C) :- ( Set == [] -> C = 0 ; C = 1 ).
vote(all, Set, P, _, C) :- ( same_length(Set, P) -> C = 1 ; C = 0 ).

matched(any, Ts, Pairs, K, Results) :-
    findall(T-Bits, ( member(C-T, Ts), findall(S, member(C-S, Pairs), Set), lane_bits(Set, K, Bits) ), Results).
matched(all, Ts, Pairs, K, Results) :-
    Pairs = [C-_|_],
    findall(S, member(_-S, Pairs), P),
    ( member(D-_, Pairs), D =\= C -> Bits = 0 ; lane_bits(P, K, Bits) ),
    findall(T-Bits, member(_-T, Ts), Results).

reduce(none, Op, C0, Cs, K, C) :-
    arg(1, K, Word),
    in_integers(Cs, Op, C0, Z),
    fit(Word, Z, C).
reduce(Type, Op, C0, Cs, _, C) :-
    Type \== none,
    typed_fold(Cs, Op, Type, C0, C).

in_integers([], _, Z, Z).
in_integers([C|Cs], Op, Z0, Z) :- integer_fold(Op, Z0, C, Z1), in_integers(Cs, Op, Z1, Z).

integer_fold(add, X, Y, Z) :- Z is X + Y.
integer_fold(min, X, Y, Z) :- Z is min(X, Y).
integer_fold(max, X, Y, Z) :- Z is max(X, Y).
integer_fold(and, X, Y, Z) :- Z is X /\ Y.
integer_fold(or, X, Y, Z) :- Z is X \/ Y.
integer_fold(xor, X, Y, Z) :- Z is X xor Y.

typed_fold([], _, _, C, C).
typed_fold([X|Xs], Op, Type, C0, C) :- typed_operation(Op, Type, [C0, X], C1), typed_fold(Xs, Op, Type, C1, C).
