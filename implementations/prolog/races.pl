:- module(races, [new_log/2, accesses/9, atomic_accesses/6, race/7, all_meet/2, agents_meet/3, fence/6, agent/4,
                  atomic_class/2]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(compile).
:- set_prolog_flag(optimise, true).

/** <module> Races (sections 9 and 11 of docs/semantics.md)

The log is `off`, or log(Table, Clocks, Released, Step): by address, the last accesses of each class and agent; by agent, its
vector clock and what its fences have published; by address, what atomics on it have published. An agent that is not in
Clocks has taken part in nothing that orders, and its own clock is 1.
*/

new_log(false, off) :- !.
new_log(true, log(Empty, Empty, Empty, 0)) :- empty_assoc(Empty).

agent(T, Β, K, Agent) :-
    arg(1, Β, machine(Warp, _)),
    ( k(races, K, thread) -> k(n, K, N), Agent is Warp * N + T ; Agent = Warp ).

%!  accesses(+Θ, +Addresses, +Class, +Rule, +PC, +Β, +K, +Σ0, -Σ): records accesses; fails if one of them races.
accesses(_, _, _, _, _, _, _, Σ, Σ) :- Σ = sigma(_, off), !.
accesses(Θ, Xs, Class, Rule, PC, Β, K, sigma(Pages, Log0), sigma(Pages, Log)) :-
    access_list(Θ, Xs, Class, As),
    record_all(As, Rule, PC, Β, K, Log0, Log).

access_list([], [], _, []).
access_list([T|Θ], [X|Xs], Class, [a(T, X, Class)|As]) :- access_list(Θ, Xs, Class, As).

%!  atomic_accesses(+Updates, +PC, +Β, +K, +Σ0, -Σ)
atomic_accesses(_, _, _, _, Σ, Σ) :- Σ = sigma(_, off), !.
atomic_accesses(Updates, PC, Β, K, sigma(Pages, Log0), sigma(Pages, Log)) :-
    findall(a(T, X, Class), ( member(u(T, X, Writes, _, _), Updates), atomic_class(Writes, Class) ), As),
    record_all(As, 'AT', PC, Β, K, Log0, Log).

atomic_class(true, update).
atomic_class(false, inspect).

record_all(As, Rule, PC, Β, K, Log0, Log) :-
    \+ race(As, Β, K, Log0, _, _, _),
    Log0 = log(Table0, Clocks0, Released0, Step0),
    Step is Step0 + 1,
    record_each(As, Rule, PC, Β, K, Released0, log(Table0, Clocks0, Released0, Step), Log).

% Before is what earlier steps have published: no atomic of a step is later than another of it.
record_each([], _, _, _, _, _, Log, Log).
record_each([a(T, X, Class)|As], Rule, PC, Β, K, Before, log(Table0, Clocks0, Released0, Step), Log) :-
    agent(T, Β, K, Agent),
    arg(1, Β, machine(Warp, Block)),
    clock(Agent, Clocks0, clock(VC, _, _, _, _)),
    own(Agent, VC, Now),
    record_of(X, Table0, Rec0),
    record(Class, Agent, acc(Now, Step, Rule, PC, Warp, T), Rec0, Rec),
    put_assoc(X, Table0, Rec, Table),
    publish(Class, X, Agent, Block, Before, Clocks0, Released0, Clocks, Released),
    record_each(As, Rule, PC, Β, K, Before, log(Table, Clocks, Released, Step), Log).

record_of(X, Table, Rec) :- get_assoc(X, Table, Rec), !.
record_of(_, _, rec(E, E, E, E)) :- empty_assoc(E).

% A write that races with nothing comes after all the others, so they need not be kept.
record(read, Agent, A, rec(R0, W, U, I), rec(R, W, U, I)) :- put_access(Agent, A, R0, R).
record(write, Agent, A, rec(_, W0, _, _), rec(E, W, E, E)) :-
    empty_assoc(E),
    ( get_assoc(Agent, W0, B) -> put_assoc(Agent, E, B, W1) ; W1 = E ),
    put_access(Agent, A, W1, W).
record(update, Agent, A, rec(R, W, U0, I), rec(R, W, U, I)) :- put_access(Agent, A, U0, U).
record(inspect, Agent, A, rec(R, W, U, I0), rec(R, W, U, I)) :- put_access(Agent, A, I0, I).

% Of the accesses of one step, the lowest thread's.
put_access(Agent, A, As0, As) :-
    (   get_assoc(Agent, As0, acc(_, Step, _, _, _, T0)), A = acc(_, Step, _, _, _, T), T0 < T
    ->  As = As0
    ;   put_assoc(Agent, As0, A, As)
    ).

%!  race(+Accesses, +Β, +K, +Log, -T, -X, -Other): T is the lowest thread whose access races, X its address, Other an
%   earlier access acc(…), or none if it is one of the same instruction.
race(As0, Β, K, log(Table, Clocks, _, _), T, X, Other) :-
    sort(1, @=<, As0, As),
    ( k(races, K, thread), As = [_, _|_] -> by_address(As, Same) ; Same = none ),
    member(a(T, X, Class), As),
    agent(T, Β, K, Agent),
    (   get_assoc(X, Table, Rec), last_conflict(Class, Agent, Rec, Clocks, Other)
    ->  true
    ;   Same \== none,
        get_assoc(X, Same, Others),
        member(T2-Class2, Others), T2 =\= T,
        conflict(Class, Class2)
    ->  Other = none
    ),
    !.

by_address(As, Assoc) :-
    findall(X-(T-Class), member(a(T, X, Class), As), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Assoc).

conflict(read, write).
conflict(read, update).
conflict(write, _).
conflict(update, read).
conflict(update, write).
conflict(inspect, write).

last_conflict(Class, Agent, rec(R, W, U, I), Clocks, Other) :-
    findall(Step-(LowFirst-A),
            ( member(Class2-As, [read-R, write-W, update-U, inspect-I]), conflict(Class, Class2), As \== t,
              gen_assoc(Agent2, As, A), Agent2 =\= Agent,
              A = acc(Clock, Step, _, _, _, T),
              \+ ordered(Agent2, Clock, Agent, Clocks),
              LowFirst is -T ),
            Found),
    Found \== [],
    sort(0, @>=, Found, [_-(_-Other)|_]).

ordered(Earlier, Clock, Agent, Clocks) :-
    get_assoc(Agent, Clocks, clock(VC, _, _, _, _)),
    get_assoc(Earlier, VC, Known),
    Known >= Clock.

clock(Agent, Clocks, Clock) :- get_assoc(Agent, Clocks, Clock), !.
clock(_, _, clock(E, E, E, E, E)) :- empty_assoc(E).

own(Agent, VC, Now) :- get_assoc(Agent, VC, Now), !.
own(_, _, 1).

join(A, B, C) :-
    ( A == t -> C = B ; B == t -> C = A
    ; assoc_to_list(B, Pairs), join_pairs(Pairs, A, C) ).

join_pairs([], C, C).
join_pairs([Agent-N|Ps], A, C) :-
    ( get_assoc(Agent, A, M), M >= N -> A1 = A ; put_assoc(Agent, A, N, A1) ),
    join_pairs(Ps, A1, C).

% --- what orders

%!  all_meet(+Σ0, -Σ): the opening of a barrier of the grid. All that was before it comes before all after it.
all_meet(Σ, Σ) :- Σ = sigma(_, off), !.
all_meet(sigma(Pages, log(_, _, _, Step)), sigma(Pages, log(E, E, E, Step))) :- empty_assoc(E).

%!  agents_meet(+Agents, +Σ0, -Σ): one event of several agents.
agents_meet(_, Σ, Σ) :- Σ = sigma(_, off), !.
agents_meet(Agents, sigma(Pages, log(Table, Clocks0, Released, Step)), sigma(Pages, log(Table, Clocks, Released, Step))) :-
    empty_assoc(Empty),
    joined(Agents, Clocks0, Empty, Joined),
    advance_all(Agents, Joined, Clocks0, Clocks).

joined([], _, VC, VC).
joined([A|As], Clocks, VC0, VC) :-
    clock(A, Clocks, clock(V, _, _, _, _)),
    own(A, V, Now),
    put_assoc(A, V, Now, V1),
    join(V1, VC0, VC1),
    joined(As, Clocks, VC1, VC).

advance_all([], _, Clocks, Clocks).
advance_all([A|As], Joined, Clocks0, Clocks) :-
    clock(A, Clocks0, clock(_, RA, RG, QA, QG)),
    advance(A, Joined, VC),
    put_assoc(A, Clocks0, clock(VC, RA, RG, QA, QG), Clocks1),
    advance_all(As, Joined, Clocks1, Clocks).

advance(A, VC0, VC) :- own(A, VC0, Now), Next is Now + 1, put_assoc(A, VC0, Next, VC).

%!  fence(+Scope, +Θ, +Β, +K, +Σ0, -Σ)
fence(_, _, _, _, Σ, Σ) :- Σ = sigma(_, off), !.
fence(Scope, Θ, Β, K, sigma(Pages, log(Table, Clocks0, Released, Step)), sigma(Pages, log(Table, Clocks, Released, Step))) :-
    findall(A, ( member(T, Θ), agent(T, Β, K, A) ), As0),
    sort(As0, As),
    fence_all(As, Scope, Clocks0, Clocks).

% A fence takes what the agent's atomics have seen (QA, QG), and publishes by its later ones (RA, RG).
fence_all([], _, Clocks, Clocks).
fence_all([A|As], Scope, Clocks0, Clocks) :-
    clock(A, Clocks0, clock(V0, _, RG0, QA, QG)),
    join(V0, QA, V1),
    ( Scope == grid -> join(V1, QG, V2) ; V2 = V1 ),
    own(A, V2, Now),
    put_assoc(A, V2, Now, V3),
    ( Scope == grid -> RG = V3 ; RG = RG0 ),
    advance(A, V3, V4),
    put_assoc(A, Clocks0, clock(V4, V3, RG, QA, QG), Clocks1),
    fence_all(As, Scope, Clocks1, Clocks).

% publish: an atomic on X by an agent of a block. Nothing changes for plain accesses.
publish(Class, _, _, _, _, Clocks, Released, Clocks, Released) :- memberchk(Class, [read, write]), !.
publish(Class, X, A, Block, Before, Clocks0, Released0, Clocks, Released) :-
    released(X, Block, Before, _, Seen, SeenInGrid),
    clock(A, Clocks0, clock(V, RA, RG, QA0, QG0)),
    join(QA0, Seen, QA),
    join(QG0, SeenInGrid, QG),
    (   QA == QA0, QG == QG0 -> Clocks = Clocks0
    ;   put_assoc(A, Clocks0, clock(V, RA, RG, QA, QG), Clocks)
    ),
    (   Class == update, ( RA \== t ; RG \== t )
    ->  released(X, Block, Released0, Blocks0, InBlock0, Grid0),
        join(InBlock0, RA, InBlock),
        join(Grid0, RG, Grid),
        put_assoc(Block, Blocks0, InBlock, Blocks),
        put_assoc(X, Released0, r(Blocks, Grid), Released)
    ;   Released = Released0
    ).

% released(X, Block, Released, Blocks, InBlock, Grid): what atomics on X have published, to Block and to the grid.
released(X, Block, Released, Blocks, InBlock, Grid) :-
    empty_assoc(E),
    ( get_assoc(X, Released, R) -> R = r(Blocks, Grid) ; Blocks = E, Grid = E ),
    ( get_assoc(Block, Blocks, InBlock0) -> InBlock = InBlock0 ; InBlock = E ).
