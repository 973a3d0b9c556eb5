:- module(tokens, [decode_utf8/2, text_lines/2, tokens/3, unexpected/2, bad/2]).
:- encoding(utf8).
:- use_module(floats).

/** <module> Text and tokens

A line becomes a list of t(Column, Kind). Kind is id(Name) (with its dots: `add.i32`), int(C), float(Type, Pattern),
decimal(Rational), directive(Name) or p(Sign).
*/

%!  bad(+Column, +Message): throws an error of the current line.
bad(Column, Message) :- throw(bad(Column, Message)).

%!  unexpected(+Kind, -Message): Kind is that of a token.
unexpected(Kind, Message) :-
    (   Kind = id(Name) -> Text = Name
    ;   Kind = p(Text) -> true
    ;   Kind = directive(Name) -> atom_concat('.', Name, Text)
    ;   Kind = int(Text) -> true
    ;   Text = number
    ),
    format(string(Message), "unexpected '~w'", [Text]).

%!  decode_utf8(+Bytes, -Codes): fails if the bytes are not UTF-8.
decode_utf8([], []).
decode_utf8([B|Bs], [C|Cs]) :-
    (   B < 0x80 -> C = B, Rest = Bs
    ;   B < 0xC2 -> fail
    ;   B < 0xE0 -> follow(1, Bs, B /\ 0x1F, 0x80, C, Rest)
    ;   B < 0xF0 -> follow(2, Bs, B /\ 0x0F, 0x800, C, Rest), \+ between(0xD800, 0xDFFF, C)
    ;   B < 0xF5 -> follow(3, Bs, B /\ 0x07, 0x10000, C, Rest), C =< 0x10FFFF
    ),
    decode_utf8(Rest, Cs).

follow(0, Bs, C0, Least, C, Bs) :- !, C is C0, C >= Least.
follow(N, [B|Bs], C0, Least, C, Rest) :-
    B >= 0x80, B < 0xC0,
    C1 is (C0 << 6) \/ (B /\ 0x3F),
    N1 is N - 1,
    follow(N1, Bs, C1, Least, C, Rest).

%!  text_lines(+Codes, -Lines): numbered lines, Number-Codes, without their ends and the byte order mark.
text_lines(Codes0, Lines) :-
    ( Codes0 = [0xFEFF|Codes] -> true ; Codes = Codes0 ),
    split_lines(Codes, 1, Lines).

split_lines([], _, []) :- !.
split_lines(Codes, N, [N-Line|Lines]) :-
    line(Codes, Line, Rest),
    N1 is N + 1,
    split_lines(Rest, N1, Lines).

line([], [], []).
line([0'\n|Rest], [], Rest) :- !.
line([0'\r, 0'\n|Rest], [], Rest) :- !.
line([C|Cs], [C|Line], Rest) :- line(Cs, Line, Rest).

%!  tokens(+Codes, +Comment, -Tokens): Comment is the code that starts a comment.
tokens(Codes, Comment, Tokens) :-
    tokens(Codes, 1, Comment, Tokens0),
    directive_names(Tokens0, Tokens).

% Blanks may be between the point of a directive and its name.
directive_names([], []).
directive_names([t(Col, p('.')), t(_, id(Name))|Ts0], [t(Col, directive(Name))|Ts]) :- !, directive_names(Ts0, Ts).
directive_names([T|Ts0], [T|Ts]) :- directive_names(Ts0, Ts).

tokens([], _, _, []) :- !.
tokens([C|Cs], Col, Comment, Tokens) :-
    (   C =:= Comment
    ->  Tokens = []
    ;   ( C =:= 0'\s ; C =:= 0'\t )
    ->  Col1 is Col + 1,
        tokens(Cs, Col1, Comment, Tokens)
    ;   token(C, Cs, Col, Kind, Rest, Length)
    ->  Tokens = [t(Col, Kind)|Tokens1],
        Col1 is Col + Length,
        tokens(Rest, Col1, Comment, Tokens1)
    ;   bad(Col, "unexpected character")
    ).

token(C, Cs, _, id(Name), Rest, Length) :-
    letter(C), !,
    dotted(Cs, Codes, Rest),
    length(Codes, L),
    Length is L + 1,
    atom_codes(Name, [C|Codes]).
token(C, Cs, Col, Kind, Rest, Length) :-
    digit(C, _), !,
    length([C|Cs], L0),
    number([C|Cs], Col, Kind, Rest),
    ( Rest = [D|_], ( letter(D) ; digit(D, _) ) -> bad(Col, "malformed number") ; true ),
    length(Rest, L1),
    Length is L0 - L1.
token(0'., [C|Cs], _, directive(Name), Rest, Length) :-
    letter(C), !,
    word_codes(Cs, Codes, Rest),
    length(Codes, L),
    Length is L + 2,
    atom_codes(Name, [C|Codes]).
token(C, [D|Rest], _, p(Sign), Rest, 2) :-
    atom_codes(Sign, [C, D]),
    memberchk(Sign, [<<, >>, <=, >=, ==, '!=']), !.
token(C, Rest, _, p(Sign), Rest, 1) :-
    atom_codes(Sign, [C]),
    memberchk(Sign, ['[', ']', '(', ')', =, ',', :, +, -, *, /, '%', &, '|', ^, <, >, '×', '↓', '↑', '←', 'ᵃ', '.']).

letter(C) :- C >= 0'a, C =< 0'z, !.
letter(C) :- C >= 0'A, C =< 0'Z, !.
letter(0'_).

digit(C, W) :- C >= 0'0, C =< 0'9, W is C - 0'0.

hex_digit(C, W) :- digit(C, W), !.
hex_digit(C, W) :- C >= 0'a, C =< 0'f, !, W is C - 0'a + 10.
hex_digit(C, W) :- C >= 0'A, C =< 0'F, W is C - 0'A + 10.

word_codes([C|Cs], [C|Codes], Rest) :- ( letter(C) ; digit(C, _) ), !, word_codes(Cs, Codes, Rest).
word_codes(Rest, [], Rest).

dotted(Cs, Codes, Rest) :-
    word_codes(Cs, Codes1, Rest1),
    (   Rest1 = [0'., C|Rest2], letter(C)
    ->  dotted(Rest2, Codes2, Rest),
        append(Codes1, [0'., C|Codes2], Codes)
    ;   Codes = Codes1, Rest = Rest1
    ).

% A number, and where it ends. A float is a mantissa M and an exponent of the base, exactly.
number([0'0, X|Cs], Col, Kind, Rest) :-
    ( X =:= 0'x ; X =:= 0'X ), !,
    digits(Cs, hex_digit, 16, 0, 0, M0, N, Cs1),
    (   hex_float(Cs1, M0, N, M, E, Type, Rest1)
    ->  Rest = Rest1,
        literal_float(Type, M, 2, E, Col, Kind)
    ;   N > 0
    ->  Kind = int(M0), Rest = Cs1
    ;   bad(Col, "malformed number")
    ).
number(Cs, Col, Kind, Rest) :-
    digits(Cs, digit, 10, 0, 0, M0, _, Cs1),
    fraction(Cs1, digit, 10, M0, M, F, Cs2),
    ( exponent(Cs2, 0'e, E0, Cs3) -> true ; E0 = 0, Cs3 = Cs2 ),
    E is E0 - F,
    (   float_suffix(Cs3, Type, Rest1)
    ->  Rest = Rest1,
        literal_float(Type, M, 10, E, Col, Kind)
    ;   Cs1 == Cs3
    ->  Kind = int(M0), Rest = Cs1
    ;   abs(E) < 1000
    ->  V is M * 10 ** E, Kind = decimal(V), Rest = Cs3
    ;   bad(Col, "malformed number")
    ).

hex_float(Cs, M0, N, M, E, Type, Rest) :-
    N > 0,
    fraction(Cs, hex_digit, 16, M0, M, F, Cs1),
    exponent(Cs1, 0'p, E0, Cs2),
    E is E0 - 4 * F,
    float_suffix(Cs2, Type, Rest).

digits([C|Cs], Digit, Base, M0, N0, M, N, Rest) :-
    call(Digit, C, W), !,
    M1 is M0 * Base + W,
    N1 is N0 + 1,
    digits(Cs, Digit, Base, M1, N1, M, N, Rest).
digits(Rest, _, _, M, N, M, N, Rest).

fraction([0'.|Cs], Digit, Base, M0, M, F, Rest) :- !, digits(Cs, Digit, Base, M0, 0, M, F, Rest).
fraction(Rest, _, _, M, M, 0, Rest).

exponent([L|Cs], Lower, E, Rest) :-
    ( L =:= Lower ; L =:= Lower - 32 ), !,
    (   Cs = [0'-|Cs1] -> Sign = -1
    ;   Cs = [0'+|Cs1] -> Sign = 1
    ;   Cs1 = Cs, Sign = 1
    ),
    digits(Cs1, digit, 10, 0, 0, E0, N, Rest),
    N > 0,
    E is Sign * E0.

float_suffix([0'f|Cs], Type, Rest) :-
    word_codes(Cs, Codes, Rest),
    atom_codes(Type, [0'f|Codes]),
    memberchk(Type, [f16, f32, f64]).

% The exponent is cut off where the result is certain, so that no text makes huge integers.
literal_float(Type, M, Base, E0, Col, float(Type, Pattern)) :-
    (   M =:= 0
    ->  Pattern = 0
    ;   Bits is msb(M),
        E is max(-Bits - 5000, min(5000, E0)),
        ( E >= 0 -> V is M * Base ** E ; V is M rdiv (Base ** (-E)) ),
        round_to(Type, 0, V, Pattern),
        ( infinite(Type, Pattern) -> bad(Col, "the number would round to infinity") ; true )
    ).
