:- module(transcendental, [transcendental/1, transcendental_result/4]).
:- encoding(utf8).
:- use_module(floats).

/** <module> Correctly rounded functions (section 10 of docs/semantics.md)

A result is computed as a fixed-point number of P bits after the point: so many that 200 bits are left of the smallest
subnormal of the type. That decides every case but an exact one, which is recognised by its zeros.
*/

transcendental(Op) :-
    memberchk(Op, [sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh, exp, exp2, exp10, expm1,
                   log, log2, log10, log1p, pow, cbrt, hypot, sinpi, cospi, lgamma, tgamma, erf, erfc]).

%!  transcendental_result(+Op, +Type, +Values, -Value): finite(Sign, Rational), inf(Sign) or nan, as in floats.pl.
transcendental_result(Op, Type, Vs, V) :-
    (   special(Op, Vs, V0)
    ->  V = V0
    ;   memberchk(nan, Vs)
    ->  V = nan
    ;   precision(Type, P),
        numbers(Vs, Xs),
        rounded(Op, Type, Xs, P, A),
        ( A < 0 -> S = 1 ; S = 0 ),
        V = finite(S, A)
    ).

% The quotient of an atan2 can be the middle of two numbers q. Its arc tangent is less, by about q³/3, and is not rational.
rounded(atan2, _, Xs, P, A) :- !,
    Q is 3 * P,
    approximate(atan2, Xs, Q, A).
rounded(Op, Type, Xs, P, A) :-
    approximate(Op, Xs, P, A0),
    snap(Type, P, A0, A).

precision(f16, 240).
precision(f32, 400).
precision(f64, 1320).

numbers([], []).
numbers([finite(_, X)|Vs], [X|Xs]) :- numbers(Vs, Xs).

% An approximation that is as good as equal to a number of the type, or to the middle of two, is equal to it.
snap(Type, P, A, C) :-
    float_format(Type, _, F),
    (   A =:= 0 -> C = 0
    ;   near(A, P, F, C)
    ).

near(A, P, F, C) :-
    N is abs(numerator(A)), D is denominator(A),
    Log is msb(N) - msb(D),
    Shift is F + 3 - Log,
    ( Shift >= 0 -> B is round(A * (1 << Shift)) rdiv (1 << Shift) ; B is round(A rdiv (1 << -Shift)) * (1 << -Shift) ),
    Tolerance is (1 + abs(A)) rdiv (1 << (P - 60)),
    ( abs(A - B) < Tolerance -> C = B ; C = A ).

% --- special values (Annex F of C); finite(S, 0) is a zero

special(pow, [X, Y], V) :- !, special_pow(X, Y, V).
special(hypot, [X, Y], inf(0)) :- ( X = inf(_) ; Y = inf(_) ), !.
special(hypot, [X, Y], nan) :- ( X == nan ; Y == nan ), !.
special(hypot, [finite(_, X), finite(_, Y)], finite(0, 0)) :- !, X =:= 0, Y =:= 0.
special(atan2, [Y, X], V) :- !, special_atan2(Y, X, V).
special(_, [nan], nan) :- !.
special(Op, [inf(S)], V) :- !, at_infinity(Op, S, V).
special(Op, [finite(S, X)], V) :- X =:= 0, at_zero(Op, S, V), !.
special(Op, [finite(_, X)], V) :- at_number(Op, X, V), !.
special(sinpi, [finite(S, X)], finite(S, 0)) :- integer(X).

at_infinity(Op, _, nan) :- memberchk(Op, [sin, cos, tan, asin, acos, atanh, sinpi, cospi]), !.
at_infinity(atan, S, finite(S, A)) :- !,
    pi(1400, Pi),
    ( S =:= 0 -> A is Pi rdiv (1 << 1401) ; A is -Pi rdiv (1 << 1401) ).
at_infinity(Op, S, inf(S)) :- memberchk(Op, [sinh, asinh, cbrt]), !.
at_infinity(cosh, _, inf(0)).
at_infinity(tanh, S, V) :- unit(S, V).
at_infinity(erf, S, V) :- unit(S, V).
at_infinity(erfc, S, finite(0, A)) :- A is 2 * S.
at_infinity(acosh, S, V) :- ( S =:= 0 -> V = inf(0) ; V = nan ).
at_infinity(Op, S, V) :- memberchk(Op, [exp, exp2, exp10]), ( S =:= 0 -> V = inf(0) ; V = finite(0, 0) ).
at_infinity(expm1, S, V) :- ( S =:= 0 -> V = inf(0) ; V = finite(1, -1) ).
at_infinity(Op, S, V) :- memberchk(Op, [log, log2, log10, log1p, tgamma]), ( S =:= 0 -> V = inf(0) ; V = nan ).
at_infinity(lgamma, _, inf(0)).

unit(0, finite(0, 1)).
unit(1, finite(1, -1)).

at_zero(Op, S, finite(S, 0)) :-
    memberchk(Op, [sin, tan, asin, atan, sinh, tanh, asinh, atanh, expm1, log1p, cbrt, sinpi, erf]).
at_zero(Op, _, finite(0, 1)) :- memberchk(Op, [cos, cosh, exp, exp2, exp10, cospi, erfc]).
at_zero(Op, _, inf(1)) :- memberchk(Op, [log, log2, log10]).
at_zero(lgamma, _, inf(0)).
at_zero(tgamma, S, inf(S)).

at_number(Op, X, nan) :- memberchk(Op, [asin, acos, atanh]), abs(X) > 1.
at_number(acos, 1, finite(0, 0)).
at_number(acosh, X, nan) :- X < 1.
at_number(acosh, 1, finite(0, 0)).
at_number(atanh, 1, inf(0)).
at_number(atanh, -1, inf(1)).
at_number(Op, X, nan) :- memberchk(Op, [log, log2, log10]), X < 0.
at_number(Op, 1, finite(0, 0)) :- memberchk(Op, [log, log2, log10]).
at_number(log1p, X, nan) :- X < -1.
at_number(log1p, -1, inf(1)).
at_number(cospi, X, finite(0, 0)) :- Y is 2 * X, integer(Y), Y mod 2 =:= 1.
at_number(lgamma, X, finite(0, 0)) :- memberchk(X, [1, 2]).
at_number(lgamma, X, inf(0)) :- integer(X), X < 0.
at_number(tgamma, X, nan) :- integer(X), X < 0.
at_number(Op, X, V) :- too_large(Op, X, V).

% Where the result is certain to overflow, or to be next to 0 or 1.
too_large(Op, X, inf(0)) :- memberchk(Op, [exp, exp2, exp10, expm1, cosh]), X > 1100.
too_large(cosh, X, inf(0)) :- X < -1100.
too_large(sinh, X, inf(S)) :- abs(X) > 1100, ( X > 0 -> S = 0 ; S = 1 ).
too_large(Op, X, finite(0, 0)) :- memberchk(Op, [exp, exp2, exp10]), X < -1200.
too_large(expm1, X, finite(1, -1)) :- X < -1200.
too_large(tanh, X, V) :- abs(X) > 1100, ( X > 0 -> unit(0, V) ; unit(1, V) ).
too_large(erf, X, V) :- abs(X) > 28, ( X > 0 -> unit(0, V) ; unit(1, V) ).
too_large(erfc, X, finite(0, A)) :- abs(X) > 28, ( X > 0 -> A = 0 ; A = 2 ).
too_large(tgamma, X, inf(0)) :- X > 180.
too_large(tgamma, X, finite(S, 0)) :- X < -200, F is floor(X), S is F mod 2.

special_pow(_, finite(_, Y), finite(0, 1)) :- Y =:= 0, !.
special_pow(finite(0, 1), _, finite(0, 1)) :- !.
special_pow(X, Y, nan) :- ( X == nan ; Y == nan ), !.
special_pow(finite(_, X), inf(S), V) :- !,
    A is abs(X),
    (   A =:= 1 -> V = finite(0, 1)
    ;   ( A > 1, S =:= 0 ; A < 1, S =:= 1 ) -> V = inf(0)
    ;   V = finite(0, 0)
    ).
special_pow(inf(_), inf(S), V) :- !, ( S =:= 0 -> V = inf(0) ; V = finite(0, 0) ).
special_pow(inf(S), finite(_, Y), V) :- !, odd_sign(S, Y, T), ( Y > 0 -> V = inf(T) ; V = finite(T, 0) ).
special_pow(finite(S, X), finite(_, Y), V) :- X =:= 0, !, odd_sign(S, Y, T), ( Y > 0 -> V = finite(T, 0) ; V = inf(T) ).
special_pow(finite(1, _), finite(_, Y), nan) :- \+ integer(Y), !.
special_pow(finite(S, X), finite(_, Y), V) :-
    A is abs(X),
    A =\= 1,
    odd_sign(S, Y, T),
    logarithm(A, 160, L),
    E is Y * L rdiv (1 << 160),
    (   E > 2000 -> V = inf(T)
    ;   E < -2000 -> V = finite(T, 0)
    ).

odd_sign(S, Y, T) :- ( S =:= 1, integer(Y), Y mod 2 =:= 1 -> T = 1 ; T = 0 ).

special_atan2(nan, _, nan) :- !.
special_atan2(_, nan, nan) :- !.
special_atan2(Y, X, V) :-
    sign_of(Y, S), sign_of(X, T),
    eighths(Y, X, T, N),
    (   N =:= 0 -> V = finite(S, 0)
    ;   pi(1400, Pi), A is N * Pi rdiv (4 << 1400),
        ( S =:= 0 -> V = finite(0, A) ; B is -A, V = finite(1, B) )
    ).

sign_of(finite(S, _), S).
sign_of(inf(S), S).

% eighths(Y, X, T, N): the angle is N·π/4.
eighths(inf(_), inf(_), T, N) :- !, N is 1 + 2 * T.
eighths(inf(_), _, _, 2) :- !.
eighths(_, inf(_), T, N) :- !, N is 4 * T.
eighths(finite(_, Y), _, T, N) :- Y =:= 0, !, N is 4 * T.
eighths(_, finite(_, X), _, 2) :- X =:= 0.

% --- approximations: the result as a rational number

approximate(exp, [X], P, A) :- exponential(X, P, A).
approximate(exp2, [X], P, A) :- ln2(P, L), Y is X * L rdiv (1 << P), exponential(Y, P, A).
approximate(exp10, [X], P, A) :- logarithm(10, P, L), Y is X * L rdiv (1 << P), exponential(Y, P, A).
approximate(expm1, [X], P, A) :- exponential(X, P, E), A is E - 1.
approximate(log, [X], P, A) :- logarithm(X, P, L), A is L rdiv (1 << P).
approximate(log2, [X], P, A) :- logarithm(X, P, L), ln2(P, L2), A is L rdiv L2.
approximate(log10, [X], P, A) :- logarithm(X, P, L), logarithm(10, P, L10), A is L rdiv L10.
approximate(log1p, [X], P, A) :- Y is 1 + X, logarithm(Y, P, L), A is L rdiv (1 << P).
approximate(pow, [X, Y], P, A) :-
    Q is P + 1100,
    B is abs(X),
    logarithm(B, Q, L),
    E is Y * L rdiv (1 << Q),
    exponential(E, P, R),
    ( X < 0, Y mod 2 =:= 1 -> A is -R ; A = R ).
approximate(sinh, [X], P, A) :- exponential(X, P, E), A is (E - 1 rdiv E) rdiv 2.
approximate(cosh, [X], P, A) :- exponential(X, P, E), A is (E + 1 rdiv E) rdiv 2.
approximate(tanh, [X], P, A) :- Y is 2 * X, exponential(Y, P, E), A is (E - 1) rdiv (E + 1).
approximate(asinh, [X], P, A) :-
    B is abs(X),
    root(B * B + 1, P, R),
    Y is B + R rdiv (1 << P),
    logarithm(Y, P, L),
    A is sign(X) * L rdiv (1 << P).
approximate(acosh, [X], P, A) :-
    root(X * X - 1, P, R),
    Y is X + R rdiv (1 << P),
    logarithm(Y, P, L),
    A is L rdiv (1 << P).
approximate(atanh, [X], P, A) :- Y is (1 + X) rdiv (1 - X), logarithm(Y, P, L), A is L rdiv (2 << P).
approximate(sin, [X], P, A) :- circular(X, P, S, _), A is S rdiv (1 << P).
approximate(cos, [X], P, A) :- circular(X, P, _, C), A is C rdiv (1 << P).
approximate(tan, [X], P, A) :- circular(X, P, S, C), A is S rdiv C.
approximate(sinpi, [X], P, A) :- half_turns(X, P, S, _), A is S rdiv (1 << P).
approximate(cospi, [X], P, A) :- half_turns(X, P, _, C), A is C rdiv (1 << P).
approximate(atan, [X], P, A) :- arctangent(X, P, T), A is T rdiv (1 << P).
approximate(asin, [X], P, A) :- arcsine(X, P, A).
approximate(acos, [X], P, A) :- arcsine(X, P, B), pi(P, Pi), A is Pi rdiv (2 << P) - B.
approximate(atan2, [Y, X], P, A) :-
    Q is Y rdiv X,
    Wide is P + 1100,
    arctangent(Q, Wide, T),
    (   X > 0 -> A is T rdiv (1 << Wide)
    ;   pi(Wide, Pi), A is (T + sign(Y) * Pi) rdiv (1 << Wide)
    ).
approximate(cbrt, [X], P, A) :-
    N is abs(numerator(X)) << (3 * P),
    D is denominator(X),
    integer_cube_root(N // D, R),
    A is sign(X) * R rdiv (1 << P).
approximate(hypot, [X, Y], P, A) :- root(X * X + Y * Y, P, R), A is R rdiv (1 << P).
approximate(erf, [X], P, A) :- error_function(X, P, A).
approximate(erfc, [X], P, A) :- error_function(X, P, B), A is 1 - B.
approximate(tgamma, [X], P, A) :- gamma(X, P, A).
approximate(lgamma, [X], P, A) :- log_gamma(X, P, A).

% root(E, P, R): the square root of a rational, times 2^P, for P and more bits of it.
root(E, P, R) :-
    X is E,
    N is (numerator(X) << (2 * P)) // denominator(X),
    ( N =:= 0 -> R = 0 ; Start is 1 << (msb(N) // 2 + 1), square_root(N, Start, R) ).

square_root(N, X, R) :- Y is (X + N // X) >> 1, ( Y >= X -> R = X ; square_root(N, Y, R) ).

integer_cube_root(N, R) :- ( N =:= 0 -> R = 0 ; Start is 1 << (msb(N) // 3 + 1), cube_root(N, Start, R) ).

cube_root(N, X, R) :- Y is (2 * X + N // (X * X)) // 3, ( Y >= X -> R = X ; cube_root(N, Y, R) ).

:- table pi/2, ln2/2.

pi(P, Pi) :-
    G is P + 20,
    inverse_tangent(5, G, A), inverse_tangent(239, G, B),
    Pi is (16 * A - 4 * B) >> 20.

inverse_tangent(N, P, A) :- T is (1 << P) // N, N2 is N * N, odd_series(T, N2, -1, 1, 0, A).

ln2(P, L) :- G is P + 20, T is (1 << G) // 3, odd_series(T, 9, 1, 1, 0, A), L is (2 * A) >> 20.

% Σ Sign^k T / (D^k (2k + 1))
odd_series(0, _, _, _, A, A) :- !.
odd_series(T, D, Sign, K, A0, A) :-
    A1 is A0 + T // K,
    T1 is Sign * T // D,
    K1 is K + 2,
    odd_series(T1, D, Sign, K1, A1, A).

% exponential(X, P, E): e^X as a rational, for P bits of it.
exponential(X, P, E) :-
    G is P + 60,
    ln2(G, L),
    K is round(X * (1 << G) rdiv L),
    F is truncate(X * (1 << G)) - K * L,
    R is F >> 16,
    One is 1 << G,
    exp_series(One, R, G, 1, 0, S),
    squared(16, S, G, T),
    ( K >= 0 -> E is (T << K) rdiv One ; E is T rdiv (One << -K) ).

exp_series(0, _, _, _, S, S) :- !.
exp_series(-1, _, _, _, S, S) :- !.
exp_series(T, R, G, N, S0, S) :-
    S1 is S0 + T,
    T1 is ((T * R) >> G) // N,
    N1 is N + 1,
    exp_series(T1, R, G, N1, S1, S).

squared(0, S, _, S) :- !.
squared(N, S, G, T) :- S1 is (S * S) >> G, N1 is N - 1, squared(N1, S1, G, T).

% logarithm(X, P, L): ln X times 2^P.
logarithm(X, P, L) :-
    G is P + 40,
    N is numerator(X), D is denominator(X),
    E is msb(N) - msb(D),
    ( E >= 0 -> M is X rdiv (1 << E) ; M is X * (1 << -E) ),
    Q is (M - 1) rdiv (M + 1),
    T is truncate(Q * (1 << G)),
    Square is (T * T) >> G,
    atanh_series(T, Square, G, 1, 0, A),
    ln2(G, L2),
    L is (2 * A + E * L2) >> 40.

atanh_series(T, _, _, _, A, A) :- abs(T) =< 1, !.
atanh_series(T, Square, G, K, A0, A) :-
    A1 is A0 + T // K,
    T1 is (T * Square) >> G,
    K1 is K + 2,
    atanh_series(T1, Square, G, K1, A1, A).

% circular(X, P, S, C): sine and cosine times 2^P.
circular(X, P, S, C) :-
    Large is msb(truncate(abs(X)) + 1),
    G is P + 60,
    Wide is G + Large + 10,
    pi(Wide, Pi),
    Half is Pi >> 1,
    Fixed is truncate(X * (1 << Wide)),
    turn(Fixed, Half, Quadrant),
    R is (Fixed - Quadrant * Half) >> (Wide - G),
    sine_cosine(R, G, S0, C0),
    quadrant(Quadrant, S0, C0, S1, C1),
    S is S1 >> 60, C is C1 >> 60.

turn(Fixed, Half, Q) :- Q is (2 * Fixed + Half) div (2 * Half).

quadrant(Q, S, C, S1, C1) :-
    K is Q mod 4,
    (   K =:= 0 -> S1 = S, C1 = C
    ;   K =:= 1 -> S1 = C, C1 is -S
    ;   K =:= 2 -> S1 is -S, C1 is -C
    ;   S1 is -C, C1 = S
    ).

sine_cosine(R, G, S, C) :-
    Square is (R * R) >> G,
    One is 1 << G,
    alternating(R, Square, G, 2, 0, S),
    alternating(One, Square, G, 1, 0, C).

alternating(T, _, _, _, A, A) :- abs(T) =< 1, !.
alternating(T, Square, G, N, A0, A) :-
    A1 is A0 + T,
    T1 is -(((T * Square) >> G) // (N * (N + 1))),
    N1 is N + 2,
    alternating(T1, Square, G, N1, A1, A).

half_turns(X, P, S, C) :-
    Q is round(2 * X),
    R is X - Q rdiv 2,
    G is P + 60,
    pi(G, Pi),
    F is truncate(R * Pi),
    sine_cosine(F, G, S0, C0),
    quadrant(Q, S0, C0, S1, C1),
    S is S1 >> 60, C is C1 >> 60.

% arctangent(X, P, T): times 2^P.
arctangent(X, P, T) :-
    G is P + 40,
    A is abs(X),
    (   A > 1
    ->  Y is 1 rdiv A, small_arctangent(Y, G, B), pi(G, Pi), T0 is (Pi >> 1) - B
    ;   small_arctangent(A, G, T0)
    ),
    T is sign(X) * (T0 >> 40).

small_arctangent(X, G, T) :-
    One is 1 << G,
    F0 is truncate(X * One),
    halved(4, F0, G, F),
    Square is -((F * F) >> G),
    atanh_series(F, Square, G, 1, 0, A),
    T is A << 4.

halved(0, F, _, F) :- !.
halved(N, F, G, H) :-
    root(1 + (F * F) rdiv (1 << (2 * G)), G, R),
    F1 is (F << G) // ((1 << G) + R),
    N1 is N - 1,
    halved(N1, F1, G, H).

arcsine(X, P, A) :-
    (   abs(X) =:= 1
    ->  pi(P, Pi), A is sign(X) * Pi rdiv (2 << P)
    ;   Q is P + 60,
        root(1 - X * X, Q, R),
        Y is X * (1 << Q) rdiv R,
        arctangent(Y, P, T),
        A is T rdiv (1 << P)
    ).

% error_function(X, P, A): its series; the terms grow to e^(x²) before they shrink.
error_function(X, P, A) :-
    G is P + 60 + 2 * truncate(X * X) + 40,
    T is truncate(X * (1 << G)),
    Square is truncate(X * X * (1 << G)),
    erf_series(T, Square, G, 0, 0, S),
    pi(G, Pi),
    root(Pi rdiv (1 << G), G, R),
    A is 2 * S rdiv R.

erf_series(T, _, _, _, S, S) :- abs(T) =< 1, !.
erf_series(T, Square, G, N, S0, S) :-
    S1 is S0 + T // (2 * N + 1),
    N1 is N + 1,
    T1 is -(((T * Square) >> G) // N1),
    erf_series(T1, Square, G, N1, S1, S).

% --- gamma: Stirling's series at an argument that is large enough, and the recurrence or the reflection to it

gamma(X, P, A) :-
    (   integer(X)
    ->  factorial(X, 1, A)
    ;   X < 0
    ->  Y is 1 - X,
        gamma(Y, P, B),
        Q is P + 2000,
        half_turns(X, Q, S, _),
        pi(Q, Pi),
        A is Pi rdiv (S * B)
    ;   shifted(X, P, Y, Product),
        stirling(Y, P, L),
        exponential(L, P, E),
        A is E rdiv Product
    ).

factorial(X, F0, F) :- ( X =< 1 -> F = F0 ; F1 is F0 * (X - 1), X1 is X - 1, factorial(X1, F1, F) ).

% log_gamma(X, P, A): the logarithm of |Γ|.
log_gamma(X, P, A) :-
    (   X < 0
    ->  Y is 1 - X,
        log_gamma(Y, P, B),
        half_turns(X, P, S, _),
        pi(P, Pi),
        Q is Pi rdiv abs(S),
        logarithm(Q, P, L),
        A is L rdiv (1 << P) - B
    ;   shifted(X, P, Y, Product),
        stirling(Y, P, L),
        logarithm(Product, P, LP),
        A is L - LP rdiv (1 << P)
    ).

% shifted(X, P, Y, Product): Γ(X) is Γ(Y) / Product, and Y is large enough for P bits.
shifted(X, P, Y, Product) :- Least is P // 4, shifted_to(X, Least, 1, Y, Product).

shifted_to(X, Least, P0, Y, P) :-
    ( X >= Least -> Y = X, P = P0 ; P1 is P0 * X, X1 is X + 1, shifted_to(X1, Least, P1, Y, P) ).

stirling(Y, P, A) :-
    G is P + 1100,
    logarithm(Y, G, L0),
    L is L0 rdiv (1 << G),
    pi(G, Pi),
    TwoPi is Pi rdiv (1 << (G - 1)),
    logarithm(TwoPi, G, LP0),
    LP is LP0 rdiv (1 << (G + 1)),
    terms(1, Y, P, 0, S),
    A is (Y - 1 rdiv 2) * L - Y + LP + S.

% Σ B(2k) / (2k (2k − 1) Y^(2k − 1)), until the terms are smaller than 2^−(P + 40).
terms(K, Y, P, S0, S) :-
    N is 2 * K,
    bernoulli(N, B),
    Yn is Y ^ (N - 1),
    T is truncate(B * (1 << (P + 40)) rdiv (N * (N - 1) * Yn)),
    (   abs(T) =< 1 -> S = S0
    ;   S1 is S0 + T rdiv (1 << (P + 40)),
        K1 is K + 1,
        terms(K1, Y, P, S1, S)
    ).

:- table bernoulli/2.

%   B(N), for even N, by the tangent numbers.
bernoulli(N, B) :-
    tangent_numbers(Ts),
    K is N // 2,
    arg(K, Ts, T),
    ( K mod 2 =:= 1 -> Sign = 1 ; Sign = -1 ),
    B is Sign * N * T rdiv ((1 << N) * ((1 << N) - 1)).

:- table tangent_numbers/1.

tangent_numbers(Ts) :-
    N = 700,
    first_row(1, N, 1, Row0),
    T0 =.. [t|Row0],
    rows(2, N, T0),
    Ts = T0.

first_row(K, N, F, [F|Fs]) :-
    ( K =:= N -> Fs = [] ; F1 is F * K, K1 is K + 1, first_row(K1, N, F1, Fs) ).

rows(K, N, _) :- K > N, !.
rows(K, N, T) :- row(K, K, N, T), K1 is K + 1, rows(K1, N, T).

row(J, _, N, _) :- J > N, !.
row(J, K, N, T) :-
    J0 is J - 1,
    arg(J0, T, A), arg(J, T, B),
    C is (J - K) * A + (J - K + 2) * B,
    nb_setarg(J, T, C),
    J1 is J + 1,
    row(J1, K, N, T).
