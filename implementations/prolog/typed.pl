:- module(typed, [type/3, typed_arity/3, typed_operation/4, typed_trap/4, float_infinity/2, float_nan/2,
                  sign_extend/3]).
:- encoding(utf8).
:- use_module(words).
:- use_module(floats).
:- use_module(transcendental).
:- set_prolog_flag(optimise, true).

/** <module> Typed words (section 10 of docs/semantics.md)

An operation reads the low bits of its words as a T. Its result is the pattern of a T, sign-extended to the word.
*/

%!  type(?Type, -Class, -Width)
type(i8, signed, 8).
type(i16, signed, 16).
type(i32, signed, 32).
type(i64, signed, 64).
type(u8, unsigned, 8).
type(u16, unsigned, 16).
type(u32, unsigned, 32).
type(u64, unsigned, 64).
type(f16, float, 16).
type(f32, float, 32).
type(f64, float, 64).

%!  typed_arity(+Op, +Class, -Operands)
typed_arity(Op, _, 2) :- memberchk(Op, [add, sub, mul, div, rem, min, max, eq, ne, lt, le, gt, ge]), !.
typed_arity(Op, _, 1) :- memberchk(Op, [neg, abs]), !.
typed_arity(select, _, 3) :- !.
typed_arity(Op, Class, 2) :- memberchk(Op, [adds, subs, shl, shr, shra, and, or, xor, andnot]), !, Class \== float.
typed_arity(not, Class, 1) :- !, Class \== float.
typed_arity(Op, Class, 2) :- memberchk(Op, [addo, subo, mulo]), !, Class == signed.
typed_arity(fma, float, 3) :- !.
typed_arity(Op, float, 2) :- memberchk(Op, [atan2, pow, hypot, remainder]), !.
typed_arity(Op, float, 1) :- memberchk(Op, [sqrt, ceil, floor, trunc, round, rec, rsqrt]), !.
typed_arity(Op, float, 1) :- transcendental(Op).

sign_extend(Type, Pattern, Word) :- type(Type, _, Width), wrap(Width, Pattern, Word).

float_infinity(Type, P) :- infinity(Type, 0, P).
float_nan(Type, P) :- nan(Type, P).

%!  typed_operation(+Op, +Type, +Words, -Word)
typed_operation(Op, Type, [X, Y], R) :-
    comparison(Op), !,
    typed_compare(Op, Type, X, Y, R).
typed_operation(select, Type, [C, X, Y], R) :- !,
    ( C =\= 0 -> sign_extend(Type, X, R) ; sign_extend(Type, Y, R) ).
typed_operation(cvt(From), Type, [X], R) :- !,
    number(From, X, V),
    type(Type, Class, _),
    convert(Class, Type, V, R).
typed_operation(Op, Type, Xs, R) :-
    type(Type, Class, Width),
    (   Class == float
    ->  float_operation(Op, Type, Width, Xs, P)
    ;   numbers(Xs, Type, Vs),
        integer_operation(Op, Type, Width, Vs, P)
    ),
    wrap(Width, P, R).

%!  typed_trap(+Op, +Type, +Words, -Kind): why there is no result.
typed_trap(Op, Type, [_, Y], 'division-by-zero') :- memberchk(Op, [div, rem]), number(Type, Y, 0), !.
typed_trap(Op, _, _, 'invalid-shift') :- memberchk(Op, [shl, shr, shra]), !.
typed_trap(_, _, _, overflow).

% The number that a word holds: an integer or, of a float, a value of floats.pl.
number(Type, X, V) :-
    type(Type, Class, Width),
    number(Class, Type, Width, X, V).

number(signed, _, Width, X, V) :- wrap(Width, X, V).
number(unsigned, _, Width, X, V) :- V is X /\ ((1 << Width) - 1).
number(float, Type, Width, X, V) :- P is X /\ ((1 << Width) - 1), float_value(Type, P, V).

numbers([], _, []).
numbers([X|Xs], Type, [V|Vs]) :- number(Type, X, V), numbers(Xs, Type, Vs).

range(Type, Min, Max) :-
    type(Type, Class, Width),
    ( Class == signed -> Min is -(1 << (Width - 1)), Max is (1 << (Width - 1)) - 1 ; Min = 0, Max is (1 << Width) - 1 ).

in_range(Type, V) :- range(Type, Min, Max), V >= Min, V =< Max.

% --- comparisons

comparison(Op) :- memberchk(Op, [eq, ne, lt, le, gt, ge]).

typed_compare(Op, Type, X, Y, R) :-
    number(Type, X, V),
    number(Type, Y, W),
    (   order(V, W, Order)
    ->  ( holds(Op, Order) -> R = 1 ; R = 0 )
    ;   ( Op == ne -> R = 1 ; R = 0 )
    ).

order(V, W, Order) :-
    rank(V, VR), rank(W, WR),
    (   VR \== WR -> compare(Order, VR, WR)
    ;   rational_part(V, A), rational_part(W, B),
        ( A < B -> Order = (<) ; A > B -> Order = (>) ; Order = (=) )
    ).

rank(V, 0) :- integer(V), !.
rank(finite(_, _), 0).
rank(inf(0), 1).
rank(inf(1), -1).

rational_part(V, V) :- integer(V), !.
rational_part(finite(_, A), A).
rational_part(inf(_), 0).

holds(eq, =).
holds(ne, <).
holds(ne, >).
holds(lt, <).
holds(le, <).
holds(le, =).
holds(gt, >).
holds(ge, >).
holds(ge, =).

% --- conversions

convert(float, Type, V, R) :- !,
    (   integer(V) -> round_to(Type, 0, V, P)
    ;   encode(Type, V, P)
    ),
    sign_extend(Type, P, R).
convert(_, Type, V, R) :- integer(V), !, sign_extend(Type, V, R).
convert(_, Type, finite(_, A), R) :-
    V is truncate(A),
    in_range(Type, V),
    sign_extend(Type, V, R).

encode(Type, finite(S, A), P) :- round_to(Type, S, A, P).
encode(Type, inf(S), P) :- infinity(Type, S, P).
encode(Type, nan, P) :- nan(Type, P).

% --- integers: numbers of T to an integer whose low bits are the result

integer_operation(add, _, _, [X, Y], R) :- R is X + Y.
integer_operation(sub, _, _, [X, Y], R) :- R is X - Y.
integer_operation(mul, _, _, [X, Y], R) :- R is X * Y.
integer_operation(neg, _, _, [X], R) :- R is -X.
integer_operation(abs, _, _, [X], R) :- R is abs(X).
integer_operation(adds, T, _, [X, Y], R) :- range(T, Min, Max), R is max(Min, min(Max, X + Y)).
integer_operation(subs, T, _, [X, Y], R) :- range(T, Min, Max), R is max(Min, min(Max, X - Y)).
integer_operation(addo, T, _, [X, Y], R) :- R is X + Y, in_range(T, R).
integer_operation(subo, T, _, [X, Y], R) :- R is X - Y, in_range(T, R).
integer_operation(mulo, T, _, [X, Y], R) :- R is X * Y, in_range(T, R).
integer_operation(div, T, _, [X, Y], R) :- Y =\= 0, R is X // Y, in_range(T, R).
integer_operation(rem, _, _, [X, Y], R) :- Y =\= 0, R is X rem Y.
integer_operation(min, _, _, [X, Y], R) :- R is min(X, Y).
integer_operation(max, _, _, [X, Y], R) :- R is max(X, Y).
integer_operation(shl, _, Width, [X, Y], R) :- Y >= 0, Y < Width, R is X << Y.
integer_operation(shr, _, Width, [X, Y], R) :- Y >= 0, Y < Width, R is (X /\ ((1 << Width) - 1)) >> Y.
integer_operation(shra, _, Width, [X, Y], R) :- Y >= 0, Y < Width, wrap(Width, X, S), R is S >> Y.
integer_operation(and, _, _, [X, Y], R) :- R is X /\ Y.
integer_operation(or, _, _, [X, Y], R) :- R is X \/ Y.
integer_operation(xor, _, _, [X, Y], R) :- R is X xor Y.
integer_operation(not, _, _, [X], R) :- R is \X.
integer_operation(andnot, _, _, [X, Y], R) :- R is X /\ \Y.

% --- floats: words to a pattern

float_operation(neg, _, Width, [X], P) :- !, P is X xor (1 << (Width - 1)).
float_operation(abs, _, Width, [X], P) :- !, P is X /\ ((1 << (Width - 1)) - 1).
float_operation(Op, Type, _, Xs, P) :-
    numbers(Xs, Type, Vs),
    (   transcendental(Op)
    ->  transcendental_result(Op, Type, Vs, V)
    ;   float_special(Op, Vs, V)
    ->  true
    ;   memberchk(nan, Vs)
    ->  V = nan
    ;   float_result(Op, Type, Vs, V)
    ),
    encode(Type, V, P).

% min and max are the operations that can have a number as the result of a NaN.
float_special(Op, [nan, V], V) :- memberchk(Op, [min, max]).
float_special(Op, [V, nan], V) :- memberchk(Op, [min, max]).

float_result(add, _, [X, Y], Z) :- float_add(X, Y, Z).
float_result(sub, _, [X, Y], Z) :- negated(Y, Y1), float_add(X, Y1, Z).
float_result(mul, _, [X, Y], Z) :- float_multiply(X, Y, Z).
float_result(div, _, [X, Y], Z) :- float_divide(X, Y, Z).
float_result(fma, _, [X, Y, W], Z) :-
    float_multiply(X, Y, XY),
    ( XY == nan -> Z = nan ; float_add(XY, W, Z) ).
float_result(rec, _, [X], Z) :- float_divide(finite(0, 1), X, Z).
float_result(sqrt, T, [X], Z) :- float_sqrt(X, T, Z).
float_result(rsqrt, T, [X], Z) :-
    (   X = finite(1, A), A < 0 -> Z = nan
    ;   X == inf(1) -> Z = nan
    ;   float_divide(finite(0, 1), X, R), float_sqrt_or_inf(R, T, Z)
    ).
float_result(min, _, [X, Y], Z) :- ( float_before(Y, X) -> Z = Y ; Z = X ).
float_result(max, _, [X, Y], Z) :- ( float_before(X, Y) -> Z = Y ; Z = X ).
float_result(rem, _, [X, Y], Z) :- float_rem(X, Y, truncated, Z).
float_result(remainder, _, [X, Y], Z) :- float_rem(X, Y, even, Z).
float_result(ceil, _, [X], Z) :- integral(X, ceiling, Z).
float_result(floor, _, [X], Z) :- integral(X, floor, Z).
float_result(trunc, _, [X], Z) :- integral(X, truncated, Z).
float_result(round, _, [X], Z) :- integral(X, even, Z).

sign(finite(S, _), S).
sign(inf(S), S).

negated(finite(S, A), finite(S1, A1)) :- S1 is 1 - S, A1 is -A.
negated(inf(S), inf(S1)) :- S1 is 1 - S.

% A finite number and its sign; S is that of a zero.
finite_number(S, A, finite(S1, A)) :- ( A > 0 -> S1 = 0 ; A < 0 -> S1 = 1 ; S1 = S ).

float_add(inf(S), inf(T), Z) :- !, ( S =:= T -> Z = inf(S) ; Z = nan ).
float_add(inf(S), _, inf(S)) :- !.
float_add(_, inf(S), inf(S)) :- !.
float_add(finite(S, A), finite(T, B), Z) :-
    C is A + B,
    ( S =:= T -> Zero = S ; Zero = 0 ),
    finite_number(Zero, C, Z).

float_multiply(X, Y, Z) :-
    sign(X, SX), sign(Y, SY),
    S is SX xor SY,
    (   X = finite(_, A), Y = finite(_, B)
    ->  C is A * B, Z = finite(S, C)
    ;   ( X = finite(_, A), A =:= 0 ; Y = finite(_, A), A =:= 0 )
    ->  Z = nan
    ;   Z = inf(S)
    ).

float_divide(X, Y, Z) :-
    sign(X, SX), sign(Y, SY),
    S is SX xor SY,
    (   X = inf(_) -> ( Y = inf(_) -> Z = nan ; Z = inf(S) )
    ;   Y = inf(_) -> Z = finite(S, 0)
    ;   X = finite(_, A), Y = finite(_, B),
        (   B =\= 0 -> C is A rdiv B, Z = finite(S, C)
        ;   A =:= 0 -> Z = nan
        ;   Z = inf(S)
        )
    ).

float_sqrt_or_inf(inf(S), _, inf(S)) :- !.
float_sqrt_or_inf(X, T, Z) :- float_sqrt(X, T, Z).

% The root to more bits than the type has, and half a last place more if it is not exact: it rounds as the root does.
float_sqrt(inf(0), _, inf(0)) :- !.
float_sqrt(finite(S, A), T, Z) :-
    (   A > 0
    ->  float_format(T, _, FBits),
        N is numerator(A), D is denominator(A),
        K is max(0, FBits + 4 - ((msb(N) - msb(D)) // 2)),
        Scaled is (N << (2 * K)) // D,
        integer_root(Scaled, Root),
        ( Root * Root * D =:= N << (2 * K) -> Exact = Root ; Exact is (2 * Root + 1) rdiv 2 ),
        R is Exact rdiv (1 << K),
        Z = finite(0, R)
    ;   A =:= 0
    ->  Z = finite(S, 0)
    ), !.
float_sqrt(_, _, nan).

integer_root(N, Root) :-
    ( N =:= 0 -> Root = 0 ; Start is 1 << (msb(N) // 2 + 1), newton(N, Start, Root) ).

newton(N, X, Root) :-
    Y is (X + N // X) >> 1,
    ( Y >= X -> Root = X ; newton(N, Y, Root) ).

% The total order in which −0 is before +0.
float_before(X, Y) :-
    order(X, Y, Order),
    ( Order == (<) -> true ; Order == (=), sign(X, 1), sign(Y, 0) ).

float_rem(finite(S, A), Y, Mode, Z) :-
    (   Y = inf(_)
    ->  Z = finite(S, A)
    ;   Y = finite(_, B), B =\= 0
    ->  Q is A rdiv B,
        to_integer(Mode, Q, I),
        R is A - B * I,
        finite_number(S, R, Z)
    ), !.
float_rem(_, _, _, nan).

integral(inf(S), _, inf(S)).
integral(finite(S, A), Mode, Z) :- to_integer(Mode, A, I), finite_number(S, I, Z).

to_integer(ceiling, A, I) :- I is ceiling(A).
to_integer(floor, A, I) :- I is floor(A).
to_integer(truncated, A, I) :- I is truncate(A).
to_integer(even, A, I) :-
    F is floor(A),
    D is A - F,
    ( D < 1 rdiv 2 -> I = F ; D > 1 rdiv 2 -> I is F + 1 ; I is F + (F /\ 1) ).
