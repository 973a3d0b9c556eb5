:- module(result, [result_json/4, errors_json/3, exit_status/2, json_text/2]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(compile).
:- use_module(memory).
:- use_module(deadlocks).
:- use_module(warnings).
:- use_module(collectives, [mask_operand/2]).
:- use_module(rules, [operand/4]).

/** <module> The result as JSON (docs/interfaces.md)

JSON is built as terms: o(Pairs) of Name-Value, lists, numbers, strings, true, false and null.
*/

%!  exit_status(+Outcome, -Status)
exit_status(stop, 0).
exit_status(trap(_, _, _, _, _, _), 1).
exit_status(limit(_, _, _, _), 3).

%!  result_json(+K, +Result, +MoreWarnings, -Json)
result_json(K, result(Outcome, Machines, Σ, Warnings), MoreWarnings, o(Members)) :-
    k(warps, K, W), k(n, K, N),
    findall(N1, member(m(_, _, _, N1, _), Machines), All),
    sum_list(All, Steps),
    outcome_name(Outcome, Name),
    of_first_warp(Machines, _, OfFirst, _),
    warp_members(0, OfFirst, K, First),
    defined_words(Σ, Words),
    k(max_address, K, Max),
    split_words(Words, Max, Global, Shared),
    ( k(model, K, volta) -> Model = [model-"volta"] ; Model = [] ),
    ( k(block, K, block(T, G, _)) -> Block = [blocks-G, block_threads-T] ; Block = [] ),
    ( shared_json(K, Shared, Blocks) -> InBlocks = [shared-Blocks] ; InBlocks = [] ),
    ( W > 1 -> per_warp(Machines, K, PerWarp), Warps = [per_warp-PerWarp] ; Warps = [] ),
    append(Warnings, MoreWarnings, Ws),
    ( Ws == [] -> Warned = [] ; warnings_json(Ws, K, WsJson), Warned = [warnings-WsJson] ),
    ( Outcome == stop -> Ended = [] ; outcome_member(Outcome, K, Member), Ended = [Member] ),
    append([[format-1, outcome-Name, steps-Steps, warps-W, threads-N], Model, Block, First, [memory-o(Global)], InBlocks,
            Warps, Warned, Ended], Members).

outcome_name(stop, "stop").
outcome_name(trap(_, _, _, _, _, _), "trap").
outcome_name(limit(_, _, _, _), "limit").

% --- Θ and β

%   The members of the machines of one warp: one under lock step, one for each thread under volta.
warp_members(Warp, Machines, K, Members) :-
    findall(Θ-A, member(m(_, _, s(Θ, _, _, _, _, A), _, _), Machines), Pairs),
    findall(T, ( member(Θ-_, Pairs), member(T, Θ) ), Active0),
    sort(Active0, Active),
    Machines = [m(_, _, s(_, Β, _, _, _, _), _, _)|_],
    k(variables, K, Bases), k(n, K, N),
    findall(Name-Values, ( member(Name-Base, Bases), row(Base, N, Β, Values) ), Variables),
    (   k(exits, K, true)
    ->  existing(Warp, K, Exist),
        findall(T, ( member(_-A, Pairs), member(T, A) ), Alive0),
        sort(Alive0, Alive),
        ord_subtract(Exist, Alive, Exited),
        Members = [active-Active, exited-Exited, variables-o(Variables)]
    ;   Members = [active-Active, variables-o(Variables)]
    ).

row(Base, N, Β, Values) :-
    Last is Base + N - 1,
    cells(Base, Last, Β, Values).

cells(I, Last, _, []) :- I > Last, !.
cells(I, Last, Β, [V|Vs]) :-
    arg(I, Β, C),
    ( C == undef -> V = null ; V = C ),
    I1 is I + 1,
    cells(I1, Last, Β, Vs).

per_warp([], _, []).
per_warp([M|Ms], K, [o(Members)|PerWarp]) :-
    of_first_warp([M|Ms], Warp, Ours, Others),
    warp_members(Warp, Ours, K, Members),
    per_warp(Others, K, PerWarp).

%   Machines are in the order of their warps.
of_first_warp([M|Ms], Warp, [M|Ours], Others) :-
    M = m(_, Warp, _, _, _),
    of_warp(Ms, Warp, Ours, Others).

of_warp([M|Ms], Warp, [M|Ours], Others) :- M = m(_, Warp, _, _, _), !, of_warp(Ms, Warp, Ours, Others).
of_warp(Others, _, [], Others).

% --- Σ

split_words([], _, [], []).
split_words([X-C|Ps], Max, Global, Shared) :-
    ( X =< Max -> Global = [X-C|Gs], split_words(Ps, Max, Gs, Shared) ; Global = [], Shared = [X-C|Ps] ).

shared_json(K, Words, Blocks) :-
    k(shared, K, shared(Size, [_|_])),
    ( k(block, K, block(_, G, _)) -> true ; G = 1 ),
    k(max_address, K, Max),
    First is Max + 1,
    block_words(0, G, First, Size, Words, Blocks).

block_words(G, G, _, _, _, []) :- !.
block_words(B, G, First, Size, Words, [o(Pairs)|Blocks]) :-
    End is First + Size,
    until(Words, First, End, Pairs, Rest),
    B1 is B + 1,
    block_words(B1, G, End, Size, Rest, Blocks).

until([X-C|Ws], First, End, [F-C|Ps], Rest) :- X < End, !, F is X - First, until(Ws, First, End, Ps, Rest).
until(Rest, _, _, [], Rest).

% --- the outcome

outcome_member(trap(Kind, Rule, PC, Warp, Threads, Details), K, trap-o(Members)) :-
    location(PC, K, Line, Column),
    atom_string(Kind, KindText), atom_string(Rule, RuleText),
    details(Details, PC, Warp, Threads, K, More),
    format(string(Message), "~w", [Kind]),
    append([[kind-KindText, rule-RuleText, pc-PC, line-Line, column-Column, warp-Warp, threads-Threads, message-Message], More],
           Members).
outcome_member(limit(Reason, Warp, Steps, PC), K, limit-o(Members)) :-
    location(PC, K, Line, Column),
    atom_string(Reason, Text),
    Members = [reason-Text, warp-Warp, steps-Steps, pc-PC, line-Line, column-Column].

location(PC, K, Line, Column) :-
    k(length, K, N),
    ( integer(PC), PC =< N -> k(locations, K, L), arg(PC, L, Line-Column) ; Line = null, Column = null ).

details([other(acc(_, _, Rule, PC, Warp, T, _))], _, _, _, K, [other-o([rule-Text, pc-PC, line-Line, warp-Warp, thread-T])]) :-
    k(grown, K, true), !,
    atom_string(Rule, Text),
    location(PC, K, Line, _).
details([incomplete(S, P, Mask)], PC, Warp, Threads, K, [waiting-[o(Members)]]) :- !,
    missing_lanes(S, P, Mask, PC, K, Lanes),
    missing_of(Lanes, S, Warp, Missing),
    waiting_json(waiting(Warp, Threads, PC, Missing), K, o(Members)).
details([deadlock(All)], _, _, _, K, [waiting-Waiting]) :- !,
    findall(J, ( member(M, All), waiting_entry(M, All, K, E), waiting_json(E, K, J) ), Waiting0),
    first_thousand(Waiting0, Waiting).
details(_, _, _, _, _, []).

missing_lanes(s(Θ, Β, _, _, _, _), P, Mask, PC, K, Lanes) :-
    k(p, K, Program), arg(PC, Program, collective(C)),
    mask_operand(C, O),
    findall(T, ( member(T, P), \+ ( memberchk(T, Θ), operand(O, T, Β, Mask) ) ), Lanes).

waiting_json(waiting(Warp, Threads, PC, Missing), K, o([warp-Warp, threads-Threads, pc-PC, line-Line, missing-List])) :-
    location(PC, K, Line, _),
    findall(o([warp-W, threads-Ts, pc-At, line-L]), ( member(missing(W, Ts, At), Missing), location(At, K, L, _) ), List0),
    first_thousand(List0, List).

first_thousand(L0, L) :- ( length(L, 1000), append(L, _, L0) -> true ; L = L0 ).

warnings_json([], _, []).
warnings_json([warning(Kind, PC, Warp, Threads)|Ws], K, [o(Members)|Js]) :-
    location(PC, K, Line, _),
    atom_string(Kind, Text),
    Members = [kind-Text, pc-PC, line-Line, warp-Warp, threads-Threads, message-Text],
    warnings_json(Ws, K, Js).

%!  errors_json(+File, +Errors, -Json): bad input.
errors_json(File, Errors, o([format-1, ok-false, errors-List])) :-
    findall(o([kind-"input", file-File, line-Line, column-Column, message-Message]),
            ( member(error(Line, Column0, Message), Errors),
              ( Line \== null, Column0 == null -> Column = 1 ; Column = Column0 ) ),
            List0),
    first_thousand(List0, List).

% --- text

%!  json_text(+Json, +Stream)
json_text(o(Pairs), Out) :- !, put_char(Out, '{'), members(Pairs, Out), put_char(Out, '}').
json_text([], Out) :- !, write(Out, []).
json_text([V|Vs], Out) :- !, put_char(Out, '['), json_text(V, Out), elements(Vs, Out), put_char(Out, ']').
json_text(S, Out) :- string(S), !, quoted(S, Out).
json_text(V, Out) :- write(Out, V).

members([], _).
members([Name-V|Ps], Out) :-
    put_char(Out, '"'), write(Out, Name), write(Out, '": '),
    json_text(V, Out),
    ( Ps == [] -> true ; write(Out, ', '), members(Ps, Out) ).

elements([], _).
elements([V|Vs], Out) :- put_char(Out, ','), json_text(V, Out), elements(Vs, Out).

quoted(S, Out) :-
    put_char(Out, '"'),
    string_codes(S, Codes),
    forall(member(C, Codes), quoted_code(C, Out)),
    put_char(Out, '"').

quoted_code(0'", Out) :- !, write(Out, '\\"').
quoted_code(0'\\, Out) :- !, write(Out, '\\\\').
quoted_code(C, Out) :- C < 0x20, !, format(Out, "\\u~|~`0t~16r~4+", [C]).
quoted_code(C, Out) :- put_code(Out, C).
