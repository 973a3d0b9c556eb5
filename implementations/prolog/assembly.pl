:- module(assembly, [instruction//2, directive//2, labels//1, end_of_line//0, label_name/2,
                     reserved/2, environment/4, define/4, integer_value/3]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(tokens).
:- use_module(words, []).
:- use_module(typed).

/** <module> The grammar of a line of assembly (docs/interfaces.md)

An operand is var(Name), tid, wid, bid, btid, shared(Name) or const(C), where C is an integer, float(Type, Pattern), or
named(Sign, Name) for a constant of the machine (`warp_size`). A destination is dest(Name), a target label(Name, Column).
*/

%!  environment(+Blocks, +SharedNames, +Constants, -Env): Blocks is true if the program has `.block`.
environment(Blocks, Shared, Constants, env(Blocks, Shared, Constants)).

define(env(B, S, C0), Name, Value, env(B, S, C)) :-
    \+ get_assoc(Name, C0, _),
    put_assoc(Name, C0, Value, C).

%!  reserved(+Name, +Env): Name cannot be the name of a variable or label.
reserved(Name, _) :-
    memberchk(Name, [bz, bnz, branch_mask, jump, sync, stop, everywhere, end_everywhere, barrier, shfl, ballot, atomic_inc,
                     min, max, tid, wid, warp_size, '_', inff16, inff32, inff64, nanf16, nanf32, nanf64]), !.
reserved(Name, env(true, _, _)) :- memberchk(Name, [bid, btid, block_size, grid_size]), !.
reserved(Name, env(_, Shared, _)) :- memberchk(Name, Shared).

% --- tokens; the farthest token that was looked at is where an error is

token(Kind) --> [t(Col, Kind0)], { farthest(Col), Kind = Kind0 }.

farthest(Col) :-
    nb_getval(farthest, Old),
    ( Col > Old -> nb_setval(farthest, Col) ; true ).

sign(S) --> token(p(S)).
word(W) --> token(id(W)).

end_of_line([], []) :- !.
end_of_line([t(Col, _)|_], _) :- farthest(Col), fail.

item_name(Name) --> token(id(Name)), { \+ sub_atom(Name, _, _, _, '.') }.

labels([Name-Col|Names]) -->
    [t(Col, id(Name)), t(_, p(:))], !,
    { \+ sub_atom(Name, _, _, _, '.') -> true ; bad(Col, "a label is a name") },
    labels(Names).
labels([]) --> [].

% --- operands

operand(O, Env) -->
    (   sign(S), { memberchk(S, [+, -]) }
    ->  number_after(S, Env, C), { O = const(C) }
    ;   [t(Col, Kind)], { farthest(Col), plain_operand(Kind, Env, O) }
    ).

plain_operand(int(C), _, const(C)).
plain_operand(float(T, P), _, const(float(T, P))).
plain_operand(id(Name), Env, O) :- named_operand(Name, Env, O).

named_operand(tid, _, O) :- !, O = tid.
named_operand(wid, _, O) :- !, O = wid.
named_operand(Name, env(true, _, _), O) :- memberchk(Name, [bid, btid]), !, O = Name.
named_operand(Name, env(_, Shared, _), O) :- memberchk(Name, Shared), !, O = shared(Name).
named_operand(Name, Env, const(C)) :- constant(Name, Env, C), !.
named_operand(Name, Env, var(Name)) :- variable_name(Name, Env).

variable_name(Name, Env) :-
    \+ sub_atom(Name, _, _, _, '.'),
    \+ reserved(Name, Env).

constant(Name, env(_, _, Constants), C) :- get_assoc(Name, Constants, C), !.
constant(warp_size, _, named(1, warp_size)) :- !.
constant(Name, env(true, _, _), named(1, Name)) :- memberchk(Name, [block_size, grid_size]), !.
constant(Name, _, float(T, P)) :- special_float(Name, T, P).

special_float(Name, T, P) :-
    member(T, [f16, f32, f64]),
    (   atom_concat(inf, T, Name) -> !, float_infinity(T, P)
    ;   atom_concat(nan, T, Name) -> !, float_nan(T, P)
    ).

% After a sign: an integer, a float, or the name of a constant that is an integer.
number_after(S, Env, C) -->
    [t(Col, Kind)], { farthest(Col), signed(Kind, S, Env, C) }.

signed(int(C0), S, _, C) :- with_sign(S, C0, C).
signed(float(T, P0), S, _, float(T, P)) :- with_float_sign(S, T, P0, P).
signed(id(Name), S, _, float(T, P)) :- special_float(Name, T, P0), !, with_float_sign(S, T, P0, P).
signed(id(Name), S, Env, C) :- constant(Name, Env, C0), with_sign(S, C0, C).

with_sign(+, C, C).
with_sign(-, C0, C) :- integer(C0), C is -C0.
with_sign(-, named(S0, Name), named(S, Name)) :- S is -S0.

with_float_sign(+, _, P, P).
with_float_sign(-, T, P0, P) :- typed_operation(neg, T, [P0], P).

%   number_constant(-C, +Env)//: an integer or float, as in a directive.
number_constant(C, Env) -->
    (   sign(S), { memberchk(S, [+, -]) }
    ->  number_after(S, Env, C)
    ;   [t(Col, Kind)], { farthest(Col), plain_number(Kind, Env, C) }
    ).

plain_number(int(C), _, C).
plain_number(float(T, P), _, float(T, P)).
plain_number(id(Name), Env, C) :- constant(Name, Env, C).

destination(dest(Name), Env) -->
    [t(Col, id(Name))],
    {   farthest(Col),
        (   memberchk(Name, [tid, wid]) -> bad(Col, "tid and wid cannot be assigned")
        ;   \+ sub_atom(Name, _, _, _, '.'), reserved(Name, Env) -> bad(Col, "this name is reserved")
        ;   constant(Name, Env, _) -> bad(Col, "a constant cannot be assigned")
        ;   variable_name(Name, Env)
        )
    }.

branch_variable(O, Env) --> operand(O, Env), { O = var(_) ; memberchk(O, [tid, wid, bid, btid]) }, !.

target(label(Name, Col), Env) --> [t(Col, id(Name))], { farthest(Col), label_name(Name, Env) }.

%!  label_name(+Name, +Env): a label may have the name of an object of shared memory.
label_name(Name, env(Blocks, _, _)) :- variable_name(Name, env(Blocks, [], none)).

address(A, Env) --> sign('['), operand(A, Env), sign(']').

% --- instructions

instruction(I, Env) --> control(I, Env).
instruction(st(A, O), Env) --> address(A, Env), !, sign(=), operand(O, Env).
instruction(st(A, O), Env) --> sign('↑'), !, operand(A, Env), sign(=), operand(O, Env).
instruction(I, Env) --> assignment(I, Env).

control(I, Env) --> word(W), control(W, I, Env), end_of_line, !.

control(bz, bz(V, L), Env) --> branch_variable(V, Env), sign(','), target(L, Env).
control(bnz, bnz(V, L), Env) --> branch_variable(V, Env), sign(','), target(L, Env).
control(branch_mask, branch_mask(O, L), Env) --> operand(O, Env), sign(','), target(L, Env).
control(jump, jump(L), Env) --> target(L, Env).
control(sync, sync, _) --> [].
control(stop, stop, _) --> [].
control(everywhere, everywhere, _) --> [].
control(end_everywhere, end_everywhere, _) --> [].
control(barrier, barrier, _) --> [].
control(assert, assert(O), Env) --> sign('('), !, operand(O, Env), sign(')').
control(assert, assert(O), Env) --> operand(O, Env).
control(shfl, shfl(V, O), Env) --> destination(V, Env), sign(','), operand(O, Env).
control(shfl, shfl(V, O), Env) --> sign('('), destination(V, Env), sign(','), operand(O, Env), sign(')').
control(exit, exit, _) --> [].
control(block_barrier, block_barrier(plain), _) --> [].
control(syncwarp, syncwarp(M), Env) --> operand(M, Env).
% Section 13.4 is not implemented.
control(W, _, _) --> { memberchk(W, ['copy.async', 'async.commit', 'async.wait']), throw(unsupported("asynchronous copies")) }.
control(W, fence(Order, Scope), _) -->
    { strong_word(W, fence, Words), strength(Words, [acquire, release, acq_rel, seq_cst], acq_rel, Order, Scope) }.
control(W, strong(Order, Scope, st(A, O)), Env) -->
    { strong_word(W, store, Words), strength(Words, [relaxed, release, seq_cst], relaxed, Order, Scope) },
    address(A, Env), sign(','), operand(O, Env).

assignment(I, Env) --> destination(V, Env), assigned(V, I, Env).

assigned(V, I, Env) --> sign(=), !, right_side(V, I, Env).
assigned(V, atomic_inc(V, A), Env) --> arrow, operand(A, Env), sign(+), token(int(1)).

% Nothing is between the signs of the arrow: `v <-a x + 1`.
arrow --> [t(C0, p(<)), t(C1, p(-)), t(C2, id(a))], { C1 =:= C0 + 1, C2 =:= C0 + 2 }, !.
arrow --> sign('←'), ( sign('ᵃ') -> [] ; word(a) ).

right_side(V, ld(V, A), Env) --> address(A, Env), !.
right_side(V, ld(V, A), Env) --> sign('↓'), !, operand(A, Env).
right_side(V, I, Env) --> word(W), named_right_side(W, V, I, Env), end_of_line, !.
right_side(V, I, Env) --> operand(A, Env), after_operand(V, A, I, Env).

after_operand(V, A, bp(V, Op, A, B), Env) -->
    sign(Op0), { infix_operator(Op0, Op) }, !, operand(B, Env).
after_operand(V, A, copy(V, A), _) --> [].

infix_operator('×', *) :- !.
infix_operator(Op, Op) :- memberchk(Op, [+, -, *, /, '%', &, '|', ^, <<, >>, <, <=, >, >=, ==, '!=']).

named_right_side(atomic_inc, V, atomic_inc(V, A), Env) --> address(A, Env).
named_right_side(min, V, bp(V, min, A, B), Env) --> operand(A, Env), sign(','), operand(B, Env).
named_right_side(max, V, bp(V, max, A, B), Env) --> operand(A, Env), sign(','), operand(B, Env).
named_right_side(ballot, V, ballot(V, O), Env) --> operand(O, Env).
named_right_side(activemask, V, activemask(V), Env) --> { \+ constant(activemask, Env, _) }.
named_right_side(W, V, un(V, W, O), Env) --> { clause(words:unary(W, _, _, _), _) }, unary_operand(O, Env).
named_right_side(W, V, I, Env) --> { atomic_list_concat([Head|Parts], '.', W), Parts \== [] }, dotted(Head, Parts, V, I, Env).
named_right_side(W, V, fetch(V, Op, A, Os), Env) -->
    { atom_concat(fetch_, Op, W), fetch_arity(Op, N) }, address(A, Env), more_operands(N, Os, Env).

unary_operand(O, Env) --> sign('('), !, operand(O, Env), sign(')').
unary_operand(O, Env) --> [t(_, Kind)], { Kind \= p(_), plain_operand(Kind, Env, O) }.

fetch_arity(Op, N) :-
    ( Op == cas -> N = 2 ; memberchk(Op, [add, sub, min, max, and, or, xor, exch, inc, dec]), N = 1 ).

more_operands(0, [], _) --> !.
more_operands(N, [O|Os], Env) --> sign(','), operand(O, Env), { N1 is N - 1 }, more_operands(N1, Os, Env).

operands(N, [O|Os], Env) --> operand(O, Env), { N1 is N - 1 }, more_operands(N1, Os, Env).

%   strong_word(Word, Head, Words): Word is Head and, after points, at least one of Words.
strong_word(W, Head, [Word|Words]) :- atomic_list_concat([Head, Word|Words], '.', W).

%   strength(Words, Orders, Default, Order, Scope): an order, a scope or both.
strength([], _, Order, Order, grid).
strength([Order|Rest], Orders, _, Order, Scope) :- memberchk(Order, Orders), !, scope(Rest, Scope).
strength([Scope], _, Order, Order, Scope) :- scope([Scope], Scope).

scope([], grid).
scope([Scope], Scope) :- memberchk(Scope, [block, grid, system]).

%   with_strength(Words, I0, I): of an update.
with_strength(Words, I0, I) :-
    strength(Words, [relaxed, acquire, release, acq_rel, seq_cst], relaxed, Order, Scope),
    ( Order == relaxed, Scope == grid -> I = I0 ; I = strong(Order, Scope, I0) ).

% Instructions whose name has a dot.
dotted(block_barrier, [Form], V, block_barrier(V, Form, O), Env) -->
    { memberchk(Form, [count, and, or]) }, operand(O, Env).
dotted(shfl, [Mode], V, shuffle(V, Mode, M, X, O, Width), Env) -->
    { memberchk(Mode, [idx, up, down, xor]) },
    operands(3, [M, X, O], Env),
    (   sign(',') -> number_constant(Width, Env) ; { Width = default } ).
dotted(vote, [Kind], V, vote(V, Kind, M, O), Env) --> { memberchk(Kind, [ballot, any, all]) }, operands(2, [M, O], Env).
dotted(match, [Kind], V, match(V, Kind, M, O), Env) --> { memberchk(Kind, [any, all]) }, operands(2, [M, O], Env).
dotted(reduce, [Op|Type], V, reduce(V, Op, T, M, O), Env) -->
    {   memberchk(Op, [add, min, max, and, or, xor]),
        (   Type == [] -> T = none
        ;   Type = [T], type(T, Class, _),
            ( Class \== float -> true ; memberchk(Op, [min, max]) )
        )
    },
    operands(2, [M, O], Env).
dotted(cvt, [T, S], V, typed(V, cvt(S), T, [O]), Env) --> { type(T, _, _), type(S, _, _) }, operand(O, Env).
dotted(Op, [T], V, typed(V, Op, T, Os), Env) -->
    { type(T, Class, _), typed_arity(Op, Class, N) }, operands(N, Os, Env).
dotted(load, Words, V, strong(Order, Scope, load(V, A)), Env) -->
    { strength(Words, [relaxed, acquire, seq_cst], relaxed, Order, Scope) }, !, address(A, Env).
dotted(Fetch, Words, V, I, Env) -->
    { atom_concat(fetch_, Op, Fetch), fetch_arity(Op, N), with_strength(Words, fetch(V, Op, A, Os), I) }, !,
    address(A, Env), more_operands(N, Os, Env).
dotted(Fetch, [T|Words], V, I, Env) -->
    {   atom_concat(fetch_, Op, Fetch), fetch_arity(Op, N), type(T, Class, _),
        ( Class == float -> memberchk(Op, [add, sub, min, max, exch, cas]) ; true ),
        with_strength(Words, fetch_typed(V, Op, T, A, Os), I)
    },
    address(A, Env), more_operands(N, Os, Env).

% --- directives

%!  directive(-Directive, +Env)//
directive(D, Env) --> [t(_, directive(Name))], directive(Name, D, Env).

directive(threads, threads(N), Env) --> integer_constant(N, Env).
directive(warps, warps(N), Env) --> integer_constant(N, Env).
directive(active, active(Threads), Env) --> threads(Threads, Env), { Threads \== [] }.
directive(memory, memory(A, Words), Env) --> integer_constant(A, Env), sign(:), numbers(Words, Env), { Words \== [] }.
directive(fill, fill(A, Count, C), Env) --> integer_constant(A, Env), integer_constant(Count, Env), number_constant(C, Env).
directive(iota, iota(A, Count, Start, Step), Env) -->
    integer_constant(A, Env), integer_constant(Count, Env),
    (   end_of_line -> { Start = 0, Step = 1 }
    ;   number_constant(Start, Env),
        ( end_of_line -> { Step = 1 } ; integer_constant(Step, Env) )
    ).
directive(buffer, buffer(Name, Col, A, Count), Env) -->
    new_name(Name, Col, Env), integer_constant(A, Env), integer_constant(Count, Env).
directive(const, const(Name, Col, C), Env) --> new_name(Name, Col, Env), number_constant(C, Env).
directive(word, word(W, Mode), Env) -->
    integer_constant(W, Env), { memberchk(W, [8, 16, 32, 64]) },
    ( end_of_line -> { Mode = trap } ; word(Mode), { memberchk(Mode, [trap, wrap]) } ).
directive(registers, registers(Mode), _) --> word(Mode), { memberchk(Mode, [keep, restore]) }.
directive(races, races(Mode), _) --> word(Mode), { memberchk(Mode, [warp, thread]) }.
directive(consistency, consistency(Model), _) -->
    word(M), ( { M == ptx } -> { Model = ptx } ; { M == c }, sign(+), sign(+), { Model = 'c++' } ).
directive(block, block(T), Env) --> integer_constant(T, Env).
directive(grid, grid(G), Env) --> integer_constant(G, Env).
directive(shared, shared(Name, Count), Env) --> item_name(Name), integer_constant(Count, Env).
directive(model, model(Model), _) -->
    word(M),
    { memberchk(M, [stack, minpc, masks, maximal, uniform, barriers])
      -> format(string(Why), "the model ~w", [M]), throw(unsupported(Why))
      ;  memberchk(M-Model, [lockstep-lockstep, pascal-lockstep, volta-volta]) }.
directive(order, order(Order, Seed), Env) -->
    word(Order), { memberchk(Order, [ascending, descending, random]) },
    ( end_of_line -> { Seed = 0 } ; integer_constant(Seed, Env), { Seed \= named(_, _), Seed >= 0, Seed < 1 << 64 } ).
directive(steps, steps(N), Env) --> integer_constant(N, Env), { integer(N) -> N >= 0 ; true }.
directive(covers, covers(Names), _) --> covered(Names), { Names \== [] }.
directive(expect, expect(E), Env) --> expectation(E, Env).

new_name(Name, Col, Env) -->
    [t(Col, id(Name))],
    {   farthest(Col),
        \+ sub_atom(Name, _, _, _, '.'),
        ( reserved(Name, Env) -> bad(Col, "this name is reserved") ; true ),
        ( constant(Name, Env, _) -> bad(Col, "this constant is defined already") ; true )
    }.

integer_constant(N, Env) --> number_constant(N, Env), { \+ N = float(_, _) }.

numbers([C|Cs], Env) --> number_constant(C, Env), !, numbers(Cs, Env).
numbers([], _) --> [].

threads([A-B|Ts], Env) -->
    thread(A, Env), !,
    ( sign(-) -> thread(B, Env) ; { B = A } ),
    ( sign(',') -> [] ; [] ),
    threads(Ts, Env).
threads([], _) --> [].

thread(N, Env) --> [t(Col, Kind)], { farthest(Col), plain_number(Kind, Env, N), \+ N = float(_, _) }.

covered([K|Ks]) --> trap_kind(K), !, ( sign(',') -> [] ; [] ), covered(Ks).
covered([]) --> [].

%!  integer_value(+C, +Machine, -Value): the value of an integer constant; Machine is a list of Name-Value.
integer_value(named(S, Name), Machine, V) :- !, memberchk(Name-V0, Machine), V is S * V0.
integer_value(V, _, V) :- integer(V).

% --- expectations: their syntax is checked, and their names are kept for later checks

expectation(e([M|Ms], E), Env) --> model_name(M), !, model_names(Ms), expectation_of(E, Env).
expectation(e(any, E), Env) --> expectation_of(E, Env).

model_name(M) --> word(M), { memberchk(M, [lockstep, stack, minpc, masks, maximal, uniform, barriers, volta]) }.

model_names([M|Ms]) --> model_name(M), !, model_names(Ms).
model_names([]) --> [].

expectation_of(E, Env) --> word(W), expectation(W, E, Env).

expectation(stop, outcome(stop), _) --> [].
expectation(error, outcome(error), _) --> [].
expectation(limit, outcome(limit), _) --> ( end_of_line -> [] ; word(R), { memberchk(R, [steps, stacks]) } ).
expectation(trap, outcome(trap(Kind, Line, Threads)), Env) -->
    trap_kind(Kind),
    optional_line(Line, Env),
    ( word(warp) -> natural(_, Env) ; [] ),
    ( word(threads) -> colon, threads(Threads, Env) ; { Threads = any } ).
expectation(active, lanes(active, W, Threads), Env) --> of_warp(W, Env), colon, threads(Threads, Env).
expectation(exited, lanes(exited, W, Threads), Env) --> of_warp(W, Env), colon, threads(Threads, Env).
expectation(var, var(Name, Col, W, Ws), Env) -->
    [t(Col, id(Name))], { farthest(Col) }, of_warp(W, Env), sign(:), expected_words(Ws, Env), { Ws \== [] }.
expectation(memory, memory(A, Ws), Env) --> integer_constant(A, Env), sign(:), expected_words(Ws, Env), { Ws \== [] }.
expectation(shared, shared(B, F, Ws), Env) -->
    natural(B, Env), natural(F, Env), sign(:), expected_words(Ws, Env), { Ws \== [] }.
expectation(steps, steps, Env) --> natural(_, Env).
expectation(stat, stat(Name), Env) -->
    word(Name), sign(Op), { memberchk(Op, [==, '!=', <, <=, >, >=]) }, decimal(Env).
expectation(warning, warning(Kind), Env) --> trap_kind(Kind), optional_line(_, Env).

decimal(_) --> ( sign(-) ; [] ), ( token(decimal(_)) ; sign('.'), token(int(_)) ), !.
decimal(Env) --> integer_constant(_, Env).

natural(N, Env) --> integer_constant(N, Env), { integer(N) -> N >= 0 ; true }.

optional_line(Line, Env) --> integer_constant(Line, Env), !, { integer(Line) -> Line >= 1 ; true }.
optional_line(any, _) --> [].

colon --> sign(:), !.
colon --> [].

of_warp(W, Env) --> word(warp), !, natural(W, Env).
of_warp(0, _) --> [].

% The name of a trap or a warning: words with hyphens between them, and no blanks.
trap_kind(Kind) --> hyphenated(_, Ws), { atomic_list_concat(Ws, -, Kind) }.

hyphenated(End, [W|Ws]) -->
    [t(Col, id(W))],
    { farthest(Col), End = Col, atom_length(W, N), Next is Col + N, After is Next + 1 },
    (   [t(Next, p(-))], hyphenated(After, Ws) -> [] ; { Ws = [] } ).

expected_words([W|Ws], Env) --> expected_word(W, Env), !, expected_words(Ws, Env).
expected_words([], _) --> [].

expected_word(any, _) --> sign(*), !.
expected_word(undefined, _) --> word('_'), !.
expected_word(C, Env) --> number_constant(C, Env).
