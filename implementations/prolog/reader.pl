:- module(reader, [read_program/3]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(tokens).
:- use_module(assembly).
:- use_module(prolog_list).

/** <module> From text to a program

A program is program(Instructions, Labels, Directives, Constants). Instructions are i(Line, Column, Term); Labels an
assoc from name to number of instruction; Directives d(Line, Term).
*/

%!  read_program(+File, +Codes, -Program): throws errors(List) of error(Line, Column, Message).
read_program(File, Codes, Program) :-
    ( memberchk(0, Codes) -> throw(errors([error(null, null, "the text contains NUL")])) ; true ),
    text_lines(Codes, Lines),
    (   is_list_file(File, Codes)
    ->  read_list(Lines, Program)
    ;   read_assembly(Lines, Program)
    ).

is_list_file(File, _) :- atom_concat(_, '.pl', File), !.
is_list_file('-', Codes) :-
    ( Codes = [0'%|_] -> true ; Codes = [C|_], code_type(C, csymf), append(_, [0'(, 0'[|_], Codes) ).

read_assembly(Lines, Program) :-
    tokenize(Lines, 0';, Tokenized, Errors0),
    environment_of(Tokenized, Env0),
    empty_assoc(Labels0),
    assembly_lines(Tokenized, st(1, Env0, Labels0, [], [], Errors0), st(N, Env, Labels, Instructions, Directives, Errors)),
    reverse(Instructions, Is0),
    ( member(i(_, _, I), Is0), sub_term(dest(activemask), I) -> maplist(name_activemask, Is0, Is) ; Is = Is0 ),
    reverse(Directives, Ds),
    Env = env(_, _, Constants),
    Program = program(Is, Labels, Ds, Constants),
    Last is N - 1,
    findall(E, program_error(Program, Last, E), Errors1),
    append(Errors, Errors1, All0),
    sort(0, @=<, All0, All),
    ( All == [] -> true ; throw(errors(All)) ).

%   What the directives of the whole text reserve, wherever they are.
environment_of(Tokenized, Env) :-
    ( \+ ( member(_-Line, Tokenized), has_directive(block, Line, _) ) -> Blocks = false ; Blocks = true ),
    findall(Name, ( member(_-Ts, Tokenized), has_directive(shared, Ts, [t(_, id(Name))|_]) ), Shared),
    empty_assoc(Constants),
    environment(Blocks, Shared, Constants, Env).

has_directive(Name, Ts, Rest) :- labels(_, Ts, [t(_, directive(Name))|Rest]).

tokenize([], _, [], []).
tokenize([N-Codes|Lines], Comment, Tokenized, Errors) :-
    catch(( tokens(Codes, Comment, Ts), Result = ok(Ts) ), bad(Col, Message), Result = error(N, Col, Message)),
    (   Result = ok(Tokens)
    ->  Tokenized = [N-Tokens|Tokenized1], Errors = Errors1
    ;   Tokenized = Tokenized1, Errors = [Result|Errors1]
    ),
    tokenize(Lines, Comment, Tokenized1, Errors1).

assembly_lines([], S, S).
assembly_lines([N-Ts|Lines], S0, S) :-
    nb_setval(farthest, 1),
    (   catch(assembly_line(Ts, N, S0, S1), bad(Col, Message), add_error(N, Col, Message, S0, S1))
    ->  true
    ;   nb_getval(farthest, Col),
        message_at(Col, Ts, Message),
        add_error(N, Col, Message, S0, S1)
    ),
    assembly_lines(Lines, S1, S).

% The farthest token that was looked at is the first that is wrong.
message_at(Col, Ts, Message) :-
    labels(_, Ts, [t(Col, id(Name))|_]), !,
    format(string(Message), "unknown instruction '~w', or operands that it does not take", [Name]).
message_at(Col, Ts, Message) :-
    labels(_, Ts, [t(Col, directive(Name))|_]), !,
    format(string(Message), "unknown directive '.~w', or operands that it does not take", [Name]).
message_at(Col, Ts, Message) :-
    ( member(t(Col, Kind), Ts) -> unexpected(Kind, Message) ; Message = "unexpected end of the line" ).

% In a program that assigns a variable of this name, `v = activemask` copies it.
name_activemask(i(Line, Col, activemask(V)), I) :- !, I = i(Line, Col, copy(V, var(activemask))).
name_activemask(I, I).

add_error(N, Col, Message, st(PC, Env, Ls, Is, Ds, Es), st(PC, Env, Ls, Is, Ds, [error(N, Col, Message)|Es])).

assembly_line(Ts, N, S0, S) :-
    labels(Names, Ts, Rest),
    foldl(add_label, Names, S0, S1),
    statement(Rest, N, S1, S), !.

add_label(Name-Col, st(PC, Env, Ls0, Is, Ds, Es), st(PC, Env, Ls, Is, Ds, Es)) :-
    ( label_name(Name, Env) -> true ; bad(Col, "this name is reserved") ),
    ( get_assoc(Name, Ls0, _) -> bad(Col, "this label is defined already") ; true ),
    put_assoc(Name, Ls0, PC, Ls).

statement([], _, S, S).
statement(Ts, N, st(PC, Env0, Ls, Is, Ds, Es), st(PC, Env, Ls, Is, [d(N, D)|Ds], Es)) :-
    Ts = [t(_, directive(_))|_], !,
    phrase(( directive(D, Env0), end_of_line ), Ts),
    defines(D, Env0, Env).
statement(Ts, N, st(PC0, Env, Ls, Is, Ds, Es), st(PC, Env, Ls, [i(N, Col, I)|Is], Ds, Es)) :-
    Ts = [t(Col, _)|_],
    phrase(( instruction(I, Env), end_of_line ), Ts),
    PC is PC0 + 1.

defines(const(Name, _, C), Env0, Env) :- !, define(Env0, Name, C, Env).
defines(buffer(Name, _, A, _), Env0, Env) :- !, define(Env0, Name, A, Env).
defines(_, Env, Env).

% --- what can be said only of the whole program

program_error(program(Is, Labels, _, Constants), _, error(Line, Col, Message)) :-
    member(i(Line, Column, I), Is),
    (   sub_term(label(Name, Col), I),
        \+ get_assoc(Name, Labels, _),
        format(string(Message), "label '~w' is not defined", [Name])
    ;   ( sub_term(var(Name), I) ; sub_term(dest(Name), I) ),
        get_assoc(Name, Constants, _),
        Col = Column,
        format(string(Message), "'~w' is a constant, defined on a later line", [Name])
    ).

sub_term(Pattern, Term) :- nonvar(Term), Term = Pattern.
sub_term(Pattern, Term) :- compound(Term), compound_name_arity(Term, _, N), N > 0, arg(_, Term, A), sub_term(Pattern, A).
