:- module(floats, [float_format/3, float_value/3, round_to/4, infinite/2, nan/2, infinity/3, zero/3]).
:- encoding(utf8).

/** <module> IEEE 754 patterns and the numbers that they hold

A float is finite(Sign, Rational) (Sign is 0 or 1, so that −0 is finite(1, 0)), inf(Sign) or nan. Patterns here are
unsigned.
*/

%!  float_format(?Type, -ExponentBits, -FractionBits)
float_format(f16, 5, 10).
float_format(f32, 8, 23).
float_format(f64, 11, 52).

%!  float_value(+Type, +Pattern, -Value)
float_value(Type, Pattern, Value) :-
    float_format(Type, EBits, FBits),
    Sign is (Pattern >> (EBits + FBits)) /\ 1,
    E is (Pattern >> FBits) /\ ((1 << EBits) - 1),
    F is Pattern /\ ((1 << FBits) - 1),
    Bias is (1 << (EBits - 1)) - 1,
    (   E =:= (1 << EBits) - 1
    ->  ( F =:= 0 -> Value = inf(Sign) ; Value = nan )
    ;   (   E =:= 0
        ->  M = F, Power is 1 - Bias - FBits
        ;   M is F + (1 << FBits), Power is E - Bias - FBits
        ),
        ( Power >= 0 -> Magnitude is M << Power ; Magnitude is M rdiv (1 << -Power) ),
        ( Sign =:= 0 -> Value = finite(0, Magnitude) ; V is -Magnitude, Value = finite(1, V) )
    ).

%!  round_to(+Type, +Sign, +Rational, -Pattern): to nearest, ties to even. Sign is that of a zero result.
round_to(Type, Sign0, V, Pattern) :-
    (   V =:= 0
    ->  zero(Type, Sign0, Pattern)
    ;   float_format(Type, EBits, FBits),
        ( V < 0 -> Sign = 1 ; Sign = 0 ),
        A is abs(V),
        Bias is (1 << (EBits - 1)) - 1,
        floor_log2(A, Log),
        Power is max(Log, 1 - Bias) - FBits,          % of the last place
        ( Power >= 0 -> Scaled is A rdiv (1 << Power) ; Scaled is A * (1 << -Power) ),
        nearest_even(Scaled, M),
        (   M >= 1 << FBits                           % normal; a carry raises the exponent by itself
        ->  Magnitude is ((Power + Bias + FBits - 1) << FBits) + M
        ;   Magnitude = M                             % subnormal
        ),
        Infinity is ((1 << EBits) - 1) << FBits,
        Pattern is (Sign << (EBits + FBits)) + min(Magnitude, Infinity)
    ).

floor_log2(A, Log) :-
    N is numerator(A),
    D is denominator(A),
    Guess is msb(N) - msb(D),
    (   ( Guess >= 0 -> N >= D << Guess ; N << -Guess >= D )
    ->  Log = Guess
    ;   Log is Guess - 1
    ).

nearest_even(Q, M) :-
    N is numerator(Q),
    D is denominator(Q),
    M0 is N // D,
    R2 is 2 * (N - M0 * D),
    (   R2 < D -> M = M0
    ;   R2 > D -> M is M0 + 1
    ;   M is M0 + (M0 /\ 1)
    ).

infinite(Type, Pattern) :- float_value(Type, Pattern, inf(_)).

%!  nan(+Type, -Pattern): the canonical NaN.
nan(Type, Pattern) :-
    float_format(Type, EBits, FBits),
    Pattern is (((1 << EBits) - 1) << FBits) + (1 << (FBits - 1)).

infinity(Type, Sign, Pattern) :-
    float_format(Type, EBits, FBits),
    Pattern is (Sign << (EBits + FBits)) + (((1 << EBits) - 1) << FBits).

zero(Type, Sign, Pattern) :-
    float_format(Type, EBits, FBits),
    Pattern is Sign << (EBits + FBits).
