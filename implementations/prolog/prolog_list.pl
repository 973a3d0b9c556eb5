:- module(prolog_list, [read_list/2]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(tokens).
:- use_module(assembly).

/** <module> The Prolog list of figure 9

Lines that begin with `%!` are directives of the assembly; the rest is read as one sequence of tokens, with line numbers.
The first program of the text is the result; directives belong to the program that contains or follows them.
*/

read_list(Lines, program(Is, Labels, Ds, Constants)) :-
    empty_assoc(Empty),
    environment(false, [], Empty, Env),
    list_items(Lines, Items),
    nb_setval(farthest, 1-1),
    phrase(programs(Programs), Items, Rest),
    (   Rest = [_|_]
    ->  nb_getval(farthest, Line-Col),
        once(( member(x(Line, Col, Kind), Items) ; Kind = id(end) )),
        unexpected(Kind, Message),
        throw(errors([error(Line, Col, Message)]))
    ;   Programs = [p(DirectiveLines, Is)|_]
    ->  true
    ;   throw(errors([error(null, null, "the file has no program")]))
    ),
    directives(DirectiveLines, Env, env(_, _, Constants), Ds, Errors),
    length(Is, N),
    findall(error(L, C, "the target is not an instruction"),
            ( member(i(L, C, I), Is), compound(I), arg(_, I, label(T, _)), \+ ( integer(T), T >= 1, T =< N + 1 ) ),
            Errors1),
    findall(T-T, ( M is N + 1, between(1, M, T) ), Targets),
    list_to_assoc(Targets, Labels),
    append(Errors, Errors1, All),
    ( All == [] -> true ; throw(errors(All)) ).

% Items of all lines: x(Line, Column, Kind), and x(Line, 1, line(Tokens)) for a directive or an error in its tokens.
list_items([], []).
list_items([N-Codes|Lines], Items) :-
    (   Codes = [0'%, 0'!|Directive]
    ->  catch(( tokens([0'\s, 0'\s|Directive], 0';, Ts), Item = line(Ts) ), bad(Col, M), Item = bad(Col, M)),
        ( Item == line([]) -> Items = Items1 ; Items = [x(N, 1, Item)|Items1] )
    ;   catch(tokens(Codes, 0'%, Ts), bad(Col, M), throw(errors([error(N, Col, M)]))),
        with_line(Ts, N, Items, Items1)
    ),
    list_items(Lines, Items1).

with_line([], _, Rest, Rest).
with_line([t(Col, Kind)|Ts], N, [x(N, Col, Kind)|Items], Rest) :- with_line(Ts, N, Items, Rest).

% Directives after the last program belong to it.
programs([P|Ps]) -->
    program(Name, p(Ds, Is)), !,
    (   directive_lines(D1), end
    ->  { append(Ds, D1, Ds1), P = p(Ds1, Is), Ps = [] }
    ;   { P = p(Ds, Is) },
        other_programs([Name], Ps)
    ).
programs([]) --> directive_lines(_).

other_programs(Names, [P|Ps]) -->
    program(Name, P), { \+ memberchk(Name, Names) }, !,
    other_programs([Name|Names], Ps).
other_programs(_, []) --> directive_lines(_).

end([], []).

program(Name, p(Ds, Is)) -->
    directive_lines(D0),
    item(_, _, id(Name)), item(_, _, p('(')), directive_lines(D1), item(_, _, p('[')),
    entries(Is, D2),
    item(_, _, p(')')), directive_lines(D3), item(_, _, p('.')),
    { append([D0, D1, D2, D3], Ds) }.

directive_lines([N-L|Ds]) --> item(N, _, L), { L = line(_) ; L = bad(_, _) }, !, directive_lines(Ds).
directive_lines([]) --> [].

entries([], Ds) --> directive_lines(Ds), item(_, _, p(']')), !.
entries([I|Is], Ds) -->
    directive_lines(D0), entry(I), directive_lines(D1),
    (   item(_, _, p(',')) -> more_entries(Is, D2) ; item(_, _, p(']')), { Is = [], D2 = [] } ),
    directive_lines(D3),
    { append([D0, D1, D2, D3], Ds) }.

more_entries([I|Is], Ds) -->
    directive_lines(D0), entry(I), directive_lines(D1),
    (   item(_, _, p(',')) -> more_entries(Is, D2) ; item(_, _, p(']')), { Is = [], D2 = [] } ),
    { append([D0, D1, D2], Ds) }.

entry(i(Line, Col, I)) -->
    item(Line, Col, id(F)),
    ( item(_, _, p('(')) -> arguments(Args), item(_, _, p(')')) ; { Args = [] } ),
    directive_lines(_),
    {   functor_instruction(F, Args, I) -> true
    ;   format(string(Message), "unknown instruction '~w', or arguments that it does not take", [F]),
        throw(errors([error(Line, Col, Message)]))
    }.

arguments([A|As]) --> argument(A), ( item(_, _, p(',')) -> arguments(As) ; { As = [] } ).

argument(C) --> [x(_, _, int(C))].
argument(C) --> item(L, N0, p(S)), item(L, N, int(C0)), { N =:= N0 + 1, ( S == (-) -> C is -C0 ; S == (+), C = C0 ) }.
argument(Name) --> [x(_, _, id(Name))].

item(Line, Col, Kind) --> [x(Line, Col, Kind0)], { farthest(Line-Col), Kind = Kind0 }.

farthest(Position) :-
    nb_getval(farthest, Old),
    ( Position @> Old -> nb_setval(farthest, Position) ; true ).

% --- functors

functor_instruction(load, [D, A], ld(V, O)) :- destination(D, V), operand(A, O).
functor_instruction(store, [A, S], st(O, P)) :- operand(A, O), operand(S, P).
functor_instruction(const, [D, C], copy(V, const(C))) :- destination(D, V), integer(C).
functor_instruction(copy, [D, S], copy(V, O)) :- destination(D, V), operand(S, O).
functor_instruction(F, [D, X, Y], bp(V, Op, A, B)) :-
    memberchk(F-Op, [addt- +, subt- -, mult- *, divt- /, modt-'%', lth- <, leq- <=, gth- >, geq- >=, eq- ==, neq-'!=',
                     and- &, or-'|', xor- ^, shl- <<, shr- >>]), !,
    destination(D, V), operand(X, A), operand(Y, B).
functor_instruction(branch, [V, L], bnz(O, label(L, 1))) :- operand(V, O).
functor_instruction(bz, [V, L], bz(O, label(L, 1))) :- operand(V, O).
functor_instruction(branch_mask, [T, L], branch_mask(O, label(L, 1))) :- operand(T, O).
functor_instruction(jump, [L], jump(label(L, 1))).
functor_instruction(atomic_inc, [D, A], atomic_inc(V, O)) :- destination(D, V), operand(A, O).
functor_instruction(shfl, [D, S], shfl(V, O)) :- destination(D, V), operand(S, O).
functor_instruction(ballot, [D, S], ballot(V, O)) :- destination(D, V), operand(S, O).
functor_instruction(assert, [S], assert(O)) :- operand(S, O).
functor_instruction(F, [D, S], un(V, F, O)) :-
    clause(words:unary(F, _, _, _), _), destination(D, V), operand(S, O).
functor_instruction(F, [D, A|Ss], fetch(V, Op, O, Os)) :-
    atom_concat(fetch_, Op, F),
    (   Op == cas -> Ss = [S, T], Os = [P, Q], operand(S, P), operand(T, Q)
    ;   memberchk(Op, [add, sub, min, max, and, or, xor, exch, inc, dec]), Ss = [S], Os = [P], operand(S, P)
    ),
    destination(D, V), operand(A, O).
functor_instruction(F, [], F) :- memberchk(F, [barrier, everywhere, end_everywhere, sync, stop]).

destination(N, dest(Name)) :- integer(N), N >= 0, atom_concat(v, N, Name).

operand(N, var(Name)) :- integer(N), !, N >= 0, atom_concat(v, N, Name).
operand(tid, tid).
operand(wid, wid).

% --- directives, in the order of their lines

directives([], Env, Env, [], []).
directives([N-L|Ls], Env0, Env, Ds, Errors) :-
    nb_setval(farthest, 1),
    (   L = line(Ts),
        catch(phrase(( directive(D, Env0), end_of_line ), Ts), bad(_, _), fail)
    ->  Ds = [d(N, D)|Ds1], Errors = Errors1,
        ( defined(D, Name, C), define(Env0, Name, C, Env1) -> true ; Env1 = Env0 )
    ;   nb_getval(farthest, Col),
        Ds = Ds1, Errors = [error(N, Col, "malformed directive")|Errors1], Env1 = Env0
    ),
    directives(Ls, Env1, Env, Ds1, Errors1).

defined(const(Name, _, C), Name, C).
defined(buffer(Name, _, A, _), Name, A).
