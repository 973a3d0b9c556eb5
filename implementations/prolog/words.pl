:- module(words, [word/3, fit/3, wrap/3, literal/3, operation/5, operation_trap/4, unary/4, fetch_operation/6,
                  random_key/5]).
:- encoding(utf8).
:- set_prolog_flag(optimise, true).

/** <module> Words (sections 2, 5 and 9 of docs/semantics.md)

A word is described by word(Width, Mode, Min, Max); Mode is `trap` or `wrap`.
A predicate that has no solution has no result: the rule that needs it is stuck.
*/

word(Width, Mode, word(Width, Mode, Min, Max)) :-
    Min is -(1 << (Width - 1)),
    Max is (1 << (Width - 1)) - 1.

%!  fit(+Word, +Integer, -Result): the result of an operation, as a word.
fit(word(Width, Mode, Min, Max), C, R) :-
    (   C >= Min, C =< Max
    ->  R = C
    ;   Mode == wrap,
        wrap(Width, C, R)
    ).

%!  wrap(+Width, +Integer, -Signed): modulo 2^Width, into the signed range.
wrap(Width, C, R) :-
    Low is C /\ ((1 << Width) - 1),
    (   Low >= 1 << (Width - 1)
    ->  R is Low - (1 << Width)
    ;   R = Low
    ).

%!  literal(+Word, +Integer, -Result): a word that is written in the text.
literal(word(Width, Mode, Min, Max), C, R) :-
    C >= Min,
    (   C =< Max
    ->  R = C
    ;   Mode == wrap,
        C < 1 << Width,
        R is C - (1 << Width)
    ).

%!  operation(+Op, +C1, +C2, +Word, -Result): Result is C1 ⊕ C2.
operation(Op, X, Y, Word, R) :-
    infix(Op, X, Y, Word, C),
    fit(Word, C, R).

infix(+, X, Y, _, C) :- C is X + Y.
infix(-, X, Y, _, C) :- C is X - Y.
infix(*, X, Y, _, C) :- C is X * Y.
infix(/, X, Y, _, C) :- Y =\= 0, C is X // Y.
infix('%', X, Y, _, C) :- Y =\= 0, C is X rem Y.
infix(&, X, Y, _, C) :- C is X /\ Y.
infix('|', X, Y, _, C) :- C is X \/ Y.
infix(^, X, Y, _, C) :- C is X xor Y.
infix(<<, X, Y, Word, C) :- shift_count(Y, Word), C is X << Y.
infix(>>, X, Y, Word, C) :- shift_count(Y, Word), C is X >> Y.
infix(<, X, Y, _, C) :- ( X < Y -> C = 1 ; C = 0 ).
infix(<=, X, Y, _, C) :- ( X =< Y -> C = 1 ; C = 0 ).
infix(>, X, Y, _, C) :- ( X > Y -> C = 1 ; C = 0 ).
infix(>=, X, Y, _, C) :- ( X >= Y -> C = 1 ; C = 0 ).
infix(==, X, Y, _, C) :- ( X =:= Y -> C = 1 ; C = 0 ).
infix('!=', X, Y, _, C) :- ( X =\= Y -> C = 1 ; C = 0 ).
infix(min, X, Y, _, C) :- C is min(X, Y).
infix(max, X, Y, _, C) :- C is max(X, Y).

shift_count(Y, word(Width, _, _, _)) :- Y >= 0, Y < Width.

%!  operation_trap(+Op, +C2, +Word, -Kind): why C1 ⊕ C2 has no result.
operation_trap(Op, 0, _, 'division-by-zero') :- memberchk(Op, [/, '%']), !.
operation_trap(Op, Y, Word, 'invalid-shift') :- memberchk(Op, [<<, >>]), \+ shift_count(Y, Word), !.
operation_trap(_, _, _, overflow).

%!  unary(?Name, +Width, +C, -Result): the operations of rule UN, on the Width bits of C.
%   A clause is all that such an operation needs: the reader finds its name here.
unary(popc, Width, C, R) :- R is popcount(C /\ ((1 << Width) - 1)).
unary(clz, Width, C, R) :-
    Bits is C /\ ((1 << Width) - 1),
    ( Bits =:= 0 -> R = Width ; R is Width - 1 - msb(Bits) ).

%!  fetch_operation(+Op, +Word, +C, +C1, +C2, -New): the table of section 5. C2 is used by `cas` only.
fetch_operation(add, Word, C, O, _, R) :- S is C + O, fit(Word, S, R).
fetch_operation(sub, Word, C, O, _, R) :- S is C - O, fit(Word, S, R).
fetch_operation(min, _, C, O, _, R) :- R is min(C, O).
fetch_operation(max, _, C, O, _, R) :- R is max(C, O).
fetch_operation(and, _, C, O, _, R) :- R is C /\ O.
fetch_operation(or, _, C, O, _, R) :- R is C \/ O.
fetch_operation(xor, _, C, O, _, R) :- R is C xor O.
fetch_operation(exch, _, _, O, _, O).
fetch_operation(cas, _, C, O1, O2, R) :- ( C =:= O1 -> R = O2 ; R = C ).
fetch_operation(inc, _, C, O, _, R) :- ( C >= 0, C < O -> R is C + 1 ; R = 0 ).
fetch_operation(dec, _, C, O, _, R) :- ( C > 0, C =< O -> R is C - 1 ; R = O ).

%!  random_key(+Seed, +A, +B, +C, -Key): key of section 9.
random_key(Seed, A, B, C, Key) :-
    mix(Seed, K0),
    K1 is K0 xor A, mix(K1, K2),
    K3 is K2 xor B, mix(K3, K4),
    K5 is K4 xor C, mix(K5, Key).

mix(X0, Y) :-
    M = 0xFFFFFFFFFFFFFFFF,
    X1 is (X0 + 0x9E3779B97F4A7C15) /\ M,
    X2 is ((X1 xor (X1 >> 30)) * 0xBF58476D1CE4E5B9) /\ M,
    X3 is ((X2 xor (X2 >> 27)) * 0x94D049BB133111EB) /\ M,
    Y is X3 xor (X3 >> 31).
