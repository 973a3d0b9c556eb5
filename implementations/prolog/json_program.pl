:- module(json_program, [json_program/2]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(library(apply)).
:- use_module(library(lists)).

/** <module> Programs as JSON (docs/interfaces.md)

The result is the same term as that of an assembly (reader.pl). A program that has something unknown is not supported.
*/

%!  json_program(+Dict, -Program): throws unsupported(Text).
json_program(D, program(Is, Labels, Directives, Constants)) :-
    ( get_dict(format, D, 1), get_dict(instructions, D, List), is_list(List) -> true ; unsupported("not a program of format 1") ),
    dict_pairs(D, _, Members),
    findall(d(1, Directive), ( member(Name-V, Members), directives(Name, V, Ds), member(Directive, Ds) ), Directives),
    instructions(List, 1, Is),
    length(List, N),
    Last is N + 1,
    forall(( member(I, List), get_dict(target, I, Target) ), between(1, Last, Target)),
    findall(PC-PC, between(1, Last, PC), Targets),
    list_to_assoc(Targets, Labels),
    empty_assoc(Constants).

unsupported(Text) :- throw(unsupported(Text)).

unsupported(Format, Arguments) :- format(string(Text), Format, Arguments), unsupported(Text).

% --- members: the directives that each stands for

directives(Name, V, Ds) :- ( member_directives(Name, V, Ds0) -> Ds = Ds0 ; unsupported("the member ~w", [Name]) ).

member_directives(Name, _, []) :- memberchk(Name, [format, variables, labels, instructions, expect, covers]).
member_directives(threads, N, [threads(N)]).
member_directives(warps, W, [warps(W)]).
member_directives(active, Ts, [active(Ranges)]) :- findall(T-T, member(T, Ts), Ranges).
member_directives(model, M, [model(Model)]) :- name_of(M, Model).
member_directives(word, D, [word(D.bits, Mode)]) :- name_of(D.mode, Mode).
member_directives(registers, R, [registers(Mode)]) :- name_of(R, Mode).
member_directives(races, R, [races(Mode)]) :- name_of(R, Mode).
member_directives(consistency, C, [consistency(Model)]) :- name_of(C, Model), memberchk(Model, ['c++', ptx]).
member_directives(block, T, [block(T)]).
member_directives(grid, G, [grid(G)]).
member_directives(order, D, [order(Order, Seed)]) :-
    name_of(D.order, Order),
    ( get_dict(seed, D, Seed) -> true ; Seed = 0 ).
member_directives(steps, N, [steps(N)]).
member_directives(shared, Os, Ds) :- maplist(shared_object, Os, Ds).
member_directives(buffers, Bs, Ds) :- maplist(buffer, Bs, Ds).
member_directives(memory, Ms, Ds) :- maplist(preload, Ms, Ds).

shared_object(O, shared(Name, O.count)) :- name_of(O.name, Name).

buffer(B, buffer(B.name, 1, B.address, B.count)).

preload(M, memory(M.address, Words)) :- get_dict(words, M, Words), !.
preload(M, iota(M.address, M.count, M.start, M.step)).

name_of(Text, Name) :- atom_string(Name, Text).

% --- instructions: those of assembly.pl. The column of instruction I is I, so that each has a location of its own.

instructions([], _, []).
instructions([D|Ds], PC, [i(1, PC, I)|Is]) :-
    (   get_dict(op, D, Op0), name_of(Op0, Op), findall(O, ( get_dict(operands, D, Os0), member(O0, Os0), operand(O0, O) ), Os),
        instruction(Op, D, Os, I0)
    ->  I = I0
    ;   unsupported("instruction ~w", [PC])
    ),
    PC1 is PC + 1,
    instructions(Ds, PC1, Is).

operand(D, O) :-
    dict_pairs(D, _, [Kind-V]),
    (   Kind == constant -> O = const(V)
    ;   Kind == number -> name_of(V, O)
    ;   memberchk(Kind-Term, [variable-var, shared-shared]), name_of(V, Name), O =.. [Term, Name]
    ).

destination(D, dest(Name)) :- name_of(D.destination, Name).

name_in(Member, D, Name) :- get_dict(Member, D, Text), name_of(Text, Name).

instruction(Op, _, [], Op) :- memberchk(Op, [sync, stop, everywhere, end_everywhere, barrier, exit]).
instruction(Op, D, [O], I) :- memberchk(Op, [bz, bnz, branch_mask]), I =.. [Op, O, label(D.target, 1)].
instruction(jump, D, [], jump(label(D.target, 1))).
instruction(assert, _, [O], assert(O)).
instruction(st, _, [A, O], st(A, O)).
instruction(Op, D, [O], I) :-
    memberchk(Op, [ld, atomic_inc, copy, shfl, ballot]), destination(D, V), I =.. [Op, V, O].
instruction(Op, D, [O], un(V, Op, O)) :- clause(words:unary(Op, _, _, _), _), destination(D, V).
instruction(bp, D, [A, B], bp(V, Op, A, B)) :-
    destination(D, V), name_in(operation, D, Name),
    memberchk(Name-Op, [add- +, sub- -, mul- *, div- /, mod-'%', and- &, or-'|', xor- ^, shl- <<, shr- >>, lt- <, le- <=, gt- >,
                        ge- >=, eq- ==, ne-'!=', min-min, max-max]).
instruction(typed, D, Os, typed(V, Op, T, Os)) :-
    destination(D, V), name_in(type, D, T), name_in(operation, D, Op0),
    ( Op0 == cvt -> name_in(from, D, From), Op = cvt(From) ; Op = Op0 ).
instruction(fetch, D, [A|Os], I) :-
    destination(D, V), name_in(operation, D, Op),
    ( Op == load -> Os = [], strong(D, load(V, A), I) ; with_strength(D, fetch(V, Op, A, Os), I) ).
instruction(typed_fetch, D, [A|Os], I) :-
    destination(D, V), name_in(operation, D, Op), name_in(type, D, T),
    with_strength(D, fetch_typed(V, Op, T, A, Os), I).
instruction(strong_store, D, [A, O], I) :- strong(D, st(A, O), I).
instruction(block_barrier, _, [], block_barrier(plain)).
instruction(block_barrier_of, D, [O], block_barrier(V, Form, O)) :- destination(D, V), name_in(variant, D, Form).
instruction(syncwarp, _, [M], syncwarp(M)).
instruction(shuffle, D, [M, X, O], shuffle(V, Mode, M, X, O, Width)) :-
    destination(D, V), name_in(variant, D, Mode),
    ( get_dict(width, D, Width) -> true ; Width = default ).
instruction(vote, D, [M, O], vote(V, Kind, M, O)) :- destination(D, V), name_in(variant, D, Kind).
instruction(match, D, [M, O], match(V, Kind, M, O)) :- destination(D, V), name_in(variant, D, Kind).
instruction(reduce, D, [M, O], reduce(V, Op, none, M, O)) :- destination(D, V), name_in(variant, D, Op).
instruction(typed_reduce, D, [M, O], reduce(V, Op, T, M, O)) :-
    destination(D, V), name_in(variant, D, Op), name_in(type, D, T).
instruction(activemask, D, [], activemask(V)) :- destination(D, V).
instruction(fence, D, [], fence(Order, Scope)) :-
    name_in(variant, D, Scope),
    ( name_in(order, D, Order) -> true ; Order = acq_rel ).

%   An access that is relaxed.grid by default.
strong(D, I, strong(Order, Scope, I)) :-
    ( name_in(order, D, Order) -> true ; Order = relaxed ),
    ( name_in(scope, D, Scope) -> true ; Scope = grid ).

with_strength(D, I0, I) :-
    strong(D, I0, I1),
    ( I1 = strong(relaxed, grid, _) -> I = I0 ; I = I1 ).
