:- module(rules, [step/7, operand/4, valid_address/3, mask/3, ordered_threads/4, updates/7, values/7, strength/3,
                  plain_accesses/4]).
:- encoding(utf8).
:- use_module(library(ordsets)).
:- use_module(library(assoc)).
:- use_module(compile).
:- use_module(words).
:- use_module(typed).
:- use_module(memory).
:- use_module(races).
:- use_module(collectives).
:- set_prolog_flag(optimise, true).

/** <module> The rules (sections 3, 4, 5 and 11 of docs/semantics.md)

A state of a machine is s(Θ, Β, Π, Λ, PC, Θall), and all machines share Σ. Sets of threads are ascending lists. An entry of
Π is e(Lid, Θdone, Lnext, Θtodo, J, Bytes), an entry of Λ c(Θ, Π, Saved, Bytes), where Bytes is the size of the stacks up
to and with this entry. PC 0 is that of a machine that has stopped. (Β is a capital beta.)

A rule that does not apply fails; a state in which all fail is stuck, and traps.pl finds out why.
*/

%!  step(+Instruction, +State, +K, +Σ, -Rule, -State1, -Σ1): one application of a control rule.
step(it(I), s(Θ, Β, Π, Λ, PC, A), K, Σ0, 'IT', s(Θ, Β, Π, Λ, PC1, A), Σ) :-
    data(I, Θ, Β, Λ, K, PC, Σ0, Σ),
    PC1 is PC + 1.
step(bz(V, L), S0, K, Σ, Rule, S, Σ) :-
    S0 = s(Θ, Β, _, _, _, _),
    split(Θ, Β, V, Θ0, Θn),
    branch(Θ0, Θn, L, K, S0, Rule, S).
step(bnz(V, L), S0, K, Σ, Rule, S, Σ) :-
    S0 = s(Θ, Β, _, _, _, _),
    split(Θ, Β, V, Θ0, Θn),
    branch(Θn, Θ0, L, K, S0, Rule, S).
step(jump(L), s(Θ, Β, Π, Λ, _, A), _, Σ, 'JP', s(Θ, Β, Π, Λ, L, A), Σ).
step(sync, s(Θ, Β, [e(P, Θd, L, [T|Θw], _, Z)|Π], Λ, PC, A), _, Σ, 'SS',
           s([T|Θw], Β, [e(P, Θd1, L, [], PC, Z)|Π], Λ, L, A), Σ) :- !,
    ord_union(Θd, Θ, Θd1).
step(sync, s(Θ, Β, [e(_, Θd, _, [], _, _)|Π], Λ, PC, A), _, Σ, 'SP', s(Θ1, Β, Π, Λ, PC1, A), Σ) :-
    ord_union(Θ, Θd, Θ1),
    PC1 is PC + 1.
step(stop, s(Θ, Β, [], Λ, _, A), _, Σ, 'STOP', s(Θ, Β, [], Λ, 0, A), Σ).
step(branch_mask(O, L), S0, K, Σ, Rule, S, Σ) :-
    S0 = s(Θ, Β, _, [c(Mask, _, _, _)|_], _, _),
    values(Θ, copy(_, O), Β, _, _, K, Lanes),
    mask_branch(Lanes, Mask, L, S0, Rule, S).
step(everywhere, s(Θ, Β, Π, Λ, PC, A), K, Σ, 'EB', s(A, Β, [], [c(Θ, Π, Saved, Z)|Λ], PC1, A), Σ) :-
    stacks(Π, Λ, Z0),
    k(context_bytes, K, Bytes),
    Z is Z0 + Bytes,
    Z =< 1 << 30,
    ( k(registers, K, restore) -> duplicate_term(Β, Saved) ; Saved = none ),
    PC1 is PC + 1.
step(end_everywhere, s(_, Β, [], [c(Θ, Π, Saved, _)|Λ], PC, A), _, Σ, 'EE', s(Θ, Β, Π, Λ, PC1, A), Σ) :-
    ( Saved == none -> true ; restore(Saved, Β) ),
    PC1 is PC + 1.
step(barrier, s(Θ, Β, [], [], PC, A), _, Σ, 'BR', s(Θ, Β, [], [], PC1, A), Σ) :-
    PC1 is PC + 1.
step(assert(O), s(Θ, Β, Π, Λ, PC, A), K, Σ, 'AR', s(Θ, Β, Π, Λ, PC1, A), Σ) :-
    values(Θ, copy(_, O), Β, _, _, K, Cs),
    \+ memberchk(0, Cs),
    PC1 is PC + 1.
step(exit, s(Θ, Β, Π, [], _, A), _, Σ, 'EX', s(Θ1, Β, Π1, [], PC1, A1), Σ) :-
    ord_subtract(A, Θ, A1),
    resume(Π, Θ1, PC1, Π1).
step(collective(I), s(Θ, Β, Π, Λ, PC, A), K, Σ0, Rule, s(Θ, Β, Π, Λ, PC1, A), Σ) :-
    collective_rule(I, Rule),
    collective(I, Θ, A, Β, K, PC, Σ0, Σ),
    PC1 is PC + 1.
step(activemask(d(D)), s(Θ, Β, Π, Λ, PC, A), K, Σ, 'AM', s(Θ, Β, Π, Λ, PC1, A), Σ) :-
    lane_bits(Θ, K, C),
    assign_all(Θ, D, Β, C),
    PC1 is PC + 1.
step(fence(Order, Scope), s(Θ, Β, Π, Λ, PC, A), K, Σ0, 'FE', s(Θ, Β, Π, Λ, PC1, A), Σ) :-
    fence(Order, Scope, Θ, Β, K, Σ0, Σ),
    PC1 is PC + 1.

% branch(ΘBranch, ΘContinue, …): rules BT, BF and BD.
branch(Θw, [], L, K, s(Θw, Β, Π, Λ, PC, A), 'BT', s(Θw, Β, Π1, Λ, L, A)) :- !,
    push(Π, Λ, [], PC, L, K, Π1).
branch([], Θc, L, K, s(Θc, Β, Π, Λ, PC, A), 'BF', s(Θc, Β, Π1, Λ, PC1, A)) :- !,
    push(Π, Λ, [], PC, L, K, Π1),
    PC1 is PC + 1.
branch(Θw, Θc, L, K, s(_, Β, Π, Λ, PC, A), 'BD', s(Θc, Β, Π1, Λ, PC1, A)) :-
    push(Π, Λ, Θw, PC, L, K, Π1),
    PC1 is PC + 1.

% Rules BA and BI.
mask_branch(Lanes, Mask, L, s(Θ, Β, Π, Λ, _, A), 'BA', s(Θ, Β, Π, Λ, L, A)) :-
    all_in(Lanes, Mask), !.
mask_branch(Lanes, Mask, _, s(Θ, Β, Π, Λ, PC, A), 'BI', s(Θ, Β, Π, Λ, PC1, A)) :-
    none_in(Lanes, Mask),
    PC1 is PC + 1.

all_in([], _).
all_in([K|Ks], Mask) :- ord_memberchk(K, Mask), all_in(Ks, Mask).

none_in([], _).
none_in([K|Ks], Mask) :- \+ ord_memberchk(K, Mask), none_in(Ks, Mask).

% --- auxiliary functions

%   split(+Θ, +Β, +V, -Θ0, -Θn)
split([], _, _, [], []).
split([T|Θ], Β, V, Θ0, Θn) :-
    operand(V, T, Β, C),
    (   C =:= 0
    ->  Θ0 = [T|Θ01], split(Θ, Β, V, Θ01, Θn)
    ;   Θn = [T|Θn1], split(Θ, Β, V, Θ0, Θn1)
    ).

push([e(P, Θd, L, Θw0, J, Z)|Π], _, Θw, PC, _, _, [e(P, Θd, L, Θw1, J, Z)|Π]) :-
    P =:= PC, !,
    ord_union(Θw0, Θw, Θw1).
push(Π, Λ, Θw, PC, L, K, [e(PC, [], L, Θw, 0, Z)|Π]) :-
    stacks(Π, Λ, Z0),
    k(entry_bytes, K, Bytes),
    Z is Z0 + Bytes,
    Z =< 1 << 30.

% The size of the stacks.
stacks([e(_, _, _, _, _, Z)|_], _, Z) :- !.
stacks([], [c(_, _, _, Z)|_], Z) :- !.
stacks([], [], 0).

resume([], [], 0, []).
resume([e(P, Θd, L, [T|Θw], J, Z)|Π], [T|Θw], L, [e(P, Θd, L, [], J, Z)|Π]) :- !.
resume([e(_, [T|Θd], _, [], J, _)|Π], [T|Θd], PC, Π) :- !, PC is J + 1.
resume([e(_, [], _, [], _, _)|Π], Θ, PC, Π1) :- resume(Π, Θ, PC, Π1).

%!  mask(+Λ, +Θ, -Mask): Θ_mask
mask([], Θ, Θ).
mask([c(Θ, _, _, _)|_], _, Θ).

% --- data rules

%!  operand(+O, +T, +Β, -C): t, β ⊢ o = c, rules MV and MT.
%   Β is b(Machine, Clock, Wid, Bid, Btid0, Shared, words…), where Btid0 is the `btid` of lane 0.
operand(v(Base), T, Β, C) :- I is Base + T, arg(I, Β, C), C \== undef.
operand(c(C), _, _, C).
operand(tid, T, _, T).
operand(tid(Width), T, _, C) :- wrap(Width, T, C).
operand(wid, _, Β, C) :- arg(3, Β, C).
operand(bid, _, Β, C) :- arg(4, Β, C).
operand(btid, T, Β, C) :- arg(5, Β, C0), C is C0 + T.
operand(btid(Width), T, Β, C) :- arg(5, Β, C0), C1 is C0 + T, wrap(Width, C1, C).
operand(shared(Offset), _, Β, C) :- arg(6, Β, C0), C is C0 + Offset.

%!  data(+I, +Θ, +Β, +Λ, +K, +PC, +Σ, -Σ1): (Θ, β, Σ, Θ_mask, ι) → (β', Σ'), rule TL.
data(ld(d(D), A), Θ, Β, _, K, PC, Σ0, Σ) :- !,                          % LD, MM
    addresses(Θ, A, Β, K, Xs),
    words_at(Xs, Σ0, Cs),
    plain_accesses(Θ, Xs, read, As),
    accesses(As, weak, 'LD', PC, Β, K, Σ0, Σ),
    assign(Θ, D, Β, Cs).
data(st(A, O), Θ, Β, _, K, PC, Σ0, Σ) :- !,                             % ST
    addresses(Θ, A, Β, K, Xs),
    values(Θ, copy(_, O), Β, _, _, K, Cs),
    \+ store_race(Θ, Xs, Cs, _),
    plain_accesses(Θ, Xs, write, As),
    accesses(As, weak, 'ST', PC, Β, K, Σ0, Σ),
    store(Xs, Cs, Σ).
data(strong(Order, Scope, st(A, O)), Θ0, Β, _, K, PC, Σ0, Σ) :- !,      % ST: the last in the scheduler's order remains
    ordered_threads(Θ0, Β, K, Θ),
    addresses(Θ, A, Β, K, Xs),
    values(Θ, copy(_, O), Β, _, _, K, Cs),
    plain_accesses(Θ, Xs, put, As),
    accesses(As, strong(Order, Scope), 'ST', PC, Β, K, Σ0, Σ),
    store(Xs, Cs, Σ).
data(I0, Θ, Β, _, K, PC, Σ0, Σ) :-                                      % AT
    strength(I0, Strength, I),
    atomic(I, D, A), !,
    addresses(Θ, A, Β, K, Xs),
    words_at(Xs, Σ0, _),
    ordered_threads(Θ, Β, K, Order),
    updates(Order, I, Β, K, Σ0, Updates, Words),
    update_accesses(Updates, As),
    accesses(As, Strength, 'AT', PC, Β, K, Σ0, Σ),
    store_words(Words, Σ),
    assign_updates(Updates, D, Β).
data(ballot(d(D), O), Θ, Β, _, K, _, Σ, Σ) :- !,                        % BL
    values(Θ, copy(_, O), Β, _, _, K, Cs),
    set_lanes(Θ, Cs, Lanes),
    lane_bits(Lanes, K, C),
    assign_all(Θ, D, Β, C).
data(I, Θ, Β, Λ, K, _, Σ, Σ) :-
    mask(Λ, Θ, Mask),
    values(Θ, I, Β, Mask, _, K, Cs),
    arg(1, I, d(D)),
    assign(Θ, D, Β, Cs).

% The words that the rule of an instruction assigns, in each thread of Θ. All are read from the old β.
values([], _, _, _, _, _, []).
values([T|Θ], I, Β, Mask, X, K, [C|Cs]) :-
    value(I, T, Β, Mask, K, C),
    values(Θ, I, Β, Mask, X, K, Cs).

%!  value(+I, +T, +Β, +Mask, +K, -C): one clause per rule. The first argument of I is its destination.
value(copy(_, O), T, Β, _, _, C) :-                                     % CT, AS
    operand(O, T, Β, C).
value(bp(_, Op, A, B), T, Β, _, K, C) :-                                % BP
    operand(A, T, Β, X),
    operand(B, T, Β, Y),
    arg(1, K, Word),
    operation(Op, X, Y, Word, C).
value(typed(_, Op, Type, Os), T, Β, _, _, C) :-                         % BP
    operands(Os, T, Β, Xs),
    typed_operation(Op, Type, Xs, C).
value(un(_, Op, O), T, Β, _, K, C) :-                                   % UN
    operand(O, T, Β, X),
    arg(1, K, word(Width, _, _, _)),
    unary(Op, Width, X, C).
value(shfl(d(V), O), T, Β, Mask, _, C) :-
    operand(O, T, Β, Lane),
    (   ord_memberchk(Lane, Mask)
    ->  operand(v(V), Lane, Β, C)                                       % SV
    ;   C = undef                                                       % SI
    ).

operands([], _, _, []).
operands([O|Os], T, Β, [C|Cs]) :- operand(O, T, Β, C), operands(Os, T, Β, Cs).

assign([], _, _, []).
assign([T|Θ], D, Β, [C|Cs]) :-
    I is D + T,
    nb_setarg(I, Β, C),
    assign(Θ, D, Β, Cs).

assign_all([], _, _, _).
assign_all([T|Θ], D, Β, C) :-
    I is D + T,
    nb_setarg(I, Β, C),
    assign_all(Θ, D, Β, C).

assign_updates([], _, _).
assign_updates([u(T, _, _, C, _)|Us], D, Β) :-
    I is D + T,
    nb_setarg(I, Β, C),
    assign_updates(Us, D, Β).

restore(Saved, Β) :-
    functor(Β, _, Arity),
    forall(between(7, Arity, I), ( arg(I, Saved, C), nb_setarg(I, Β, C) )).

set_lanes([], [], []).
set_lanes([T|Θ], [C|Cs], Lanes) :-
    ( C =:= 0 -> set_lanes(Θ, Cs, Lanes) ; Lanes = [T|Lanes1], set_lanes(Θ, Cs, Lanes1) ).

% --- memory

addresses([], _, _, _, []).
addresses([T|Θ], A, Β, K, [X|Xs]) :-
    operand(A, T, Β, X),
    valid_address(X, Β, K),
    addresses(Θ, A, Β, K, Xs).

valid_address(X, Β, K) :-
    k(max_address, K, Max),
    (   X >= 0, X =< Max
    ->  k(buffers, K, Buffers),
        in_buffer(Buffers, X)
    ;   k(shared, K, shared(Size, _)),
        arg(6, Β, First),
        X >= First, X < First + Size
    ).

in_buffer(any, _) :- !.
in_buffer(some(Ranges), X) :- member(A-End, Ranges), X >= A, X < End, !.

plain_accesses([], [], _, []).
plain_accesses([T|Θ], [X|Xs], Class, [a(T, X, Class)|As]) :- plain_accesses(Θ, Xs, Class, As).

%!  strength(+I, -Strength, -I1): the order and the scope of an atomic, and the instruction without them.
strength(strong(Order, Scope, I), Strength, I1) :- !, Strength = strong(Order, Scope), I1 = I.
strength(I, strong(relaxed, grid), I).

atomic(load(d(D), A), D, A).
atomic(atomic_inc(d(D), A), D, A).
atomic(fetch(d(D), _, A, _), D, A).
atomic(fetch_typed(d(D), _, _, A, _), D, A).

%!  updates(+Order, +I, +Β, +K, +Σ, -Updates, -Words): u(T, X, Writes, Result, New) in the scheduler's order.
%   Words is an assoc of the new words by address.
updates(Order, I, Β, K, Σ, Updates, Words) :-
    empty_assoc(Empty),
    updates(Order, I, Β, K, Σ, Empty, Updates, Words).

updates([], _, _, _, _, Words, [], Words).
updates([T|Θ], I, Β, K, Σ, Words0, [u(T, X, Writes, Result, New)|Us], Words) :-
    arg(1, K, Word),
    update_operands(I, A, Os),
    operand(A, T, Β, X),
    operands(Os, T, Β, Cs),
    ( get_assoc(X, Words0, C) -> true ; word_at(X, Σ, C) ),
    update(I, Word, C, Cs, Result, New, Writes),
    put_assoc(X, Words0, New, Words1),
    updates(Θ, I, Β, K, Σ, Words1, Us, Words).

update_operands(load(_, A), A, []).
update_operands(atomic_inc(_, A), A, []).
update_operands(fetch(_, _, A, Os), A, Os).
update_operands(fetch_typed(_, _, _, A, Os), A, Os).

% update(I, Word, C, Operands, V, New, Writes): Writes is false for a load and a failed `cas`, which only read.
update(load(_, _), _, C, [], C, C, false).
update(atomic_inc(_, _), Word, C, [], New, New, true) :-
    N is C + 1,
    fit(Word, N, New).
update(fetch(_, Op, _, _), Word, C, [O|Os], C, New, Writes) :-
    ( Os = [O2] -> true ; O2 = 0 ),
    fetch_operation(Op, Word, C, O, O2, New),
    ( Op == cas, C =\= O -> Writes = false ; Writes = true ).
update(fetch_typed(_, Op, Type, _, _), _, C, [O|Os], V, New, Writes) :-
    sign_extend(Type, C, V),
    sign_extend(Type, O, P),
    (   Op == cas
    ->  ( V =:= P -> Os = [O2], sign_extend(Type, O2, New), Writes = true ; New = C, Writes = false )
    ;   Writes = true,
        typed_update(Op, Type, V, P, New)
    ).

typed_update(exch, _, _, P, P) :- !.
typed_update(Op, Type, V, P, New) :-
    memberchk(Op, [inc, dec]), !,
    typed_value(Type, V, C),
    typed_value(Type, P, O),
    fetch_operation(Op, none, C, O, 0, N),
    sign_extend(Type, N, New).
typed_update(Op, Type, V, P, New) :- typed_operation(Op, Type, [V, P], New).

typed_value(Type, V, C) :- type(Type, Class, Width), ( Class == signed -> C = V ; C is V /\ ((1 << Width) - 1) ).

%!  ordered_threads(+Θ, +Β, +K, -Order): the scheduler's order of the threads of an instruction.
ordered_threads(Θ, Β, K, Order) :-
    k(order, K, Kind),
    ordered_threads(Kind, Θ, Β, K, Order).

ordered_threads(ascending, Θ, _, _, Θ).
ordered_threads(descending, Θ, _, _, Order) :- reverse(Θ, Order).
ordered_threads(random, Θ, Β, K, Order) :-
    k(seed, K, Seed),
    arg(1, Β, machine(Warp, _)),
    arg(2, Β, Step),
    findall(Key-T, ( member(T, Θ), random_key(Seed, Warp, Step, T, Key) ), Keys),
    sort(Keys, Sorted),
    findall(T, member(_-T, Sorted), Order).
