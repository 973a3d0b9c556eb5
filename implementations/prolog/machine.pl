:- module(machine, [run/2, turn/6, onto/3, stuck_outcome/6]).
:- encoding(utf8).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(compile).
:- use_module(words).
:- use_module(memory).
:- use_module(races).
:- use_module(rules).
:- use_module(traps).
:- use_module(waiting).
:- use_module(warnings).
:- set_prolog_flag(optimise, true).

/** <module> Turns of machines (sections 9 and 11 of docs/semantics.md)

A machine is m(Id, Warp, State, Steps, Flag). Flag is `run`; opened(V) for one that a barrier has let pass, where V is the
value of its block_barrier; stepped, for one that has stepped in this round together with another; or stepped(V), if a barrier has
let that one pass since.
*/

%!  run(+K, -Result): Result is result(Outcome, Machines, Σ, Warnings); Outcome is stop, trap(Kind, Rule, PC, Warp, Threads,
%   Details) or limit(Reason, Warp, Steps, PC).
run(K, result(Outcome, Machines, Σ, Warnings)) :-
    initial(K, Machines0, Σ0),
    rounds(0, Machines0, [], K, g(Σ0, []), Outcome, Machines1, g(Σ, Warnings0)),
    sort(1, @=<, Machines1, Machines),
    reverse(Warnings0, Warnings).

initial(K, Machines, Σ) :-
    k(max_address, K, Max), k(shared, K, shared(Size, _)), k(block, K, Block), k(warps, K, W),
    ( Block = block(_, G, _) -> true ; G = 1 ),
    Addresses is Max + 1 + G * Size,
    k(tracked, K, Tracked),
    k(consistency, K, Consistency),
    new_log(Tracked, Consistency, Log),
    new_memory(Addresses, Log, Σ),
    k(preloads, K, Preloads),
    preload(Preloads, Σ),
    W1 is W - 1,
    numlist(0, W1, Warps),
    machines(Warps, K, Machines).

machines([], _, []).
machines([Warp|Warps], K, Machines) :-
    warp_place(Warp, K, Block, Btid0, Exist, Shared),
    k(n, K, N), k(variables, K, Variables), k(word, K, word(Width, _, _, Max)),
    length(Variables, Count),
    ( Warp =< Max -> Wid = Warp ; wrap(Width, Warp, Wid) ),
    ( Block =< Max -> Bid = Block ; wrap(Width, Block, Bid) ),
    Cells is N * Count,
    length(Words, Cells),
    all_undefined(Words),
    Β =.. [b, machine(Warp, Block), 0, Wid, Bid, Btid0, Shared|Words],
    (   k(model, K, volta)
    ->  thread_machines(Exist, Warp, Block, Btid0, Β, K, Machines, Rest)
    ;   k(active, K, Active0),
        ( Active0 == all -> Active = Exist ; Active = Active0 ),
        Machines = [m(Warp, Warp, s(Active, Β, [], [], 1, Exist), 0, run)|Rest]
    ),
    machines(Warps, K, Rest).

all_undefined([]).
all_undefined([undef|Ws]) :- all_undefined(Ws).

warp_place(Warp, K, Block, Btid0, Exist, Shared) :-
    k(n, K, N), k(max_address, K, Max), k(shared, K, shared(Size, _)),
    (   k(block, K, block(T, _, PerBlock))
    ->  Block is Warp // PerBlock,
        Btid0 is (Warp mod PerBlock) * N,
        Last is min(N, T - Btid0) - 1
    ;   Block = 0, Btid0 is Warp * N, Last is N - 1
    ),
    Shared is Max + 1 + Block * Size,
    numlist(0, Last, Exist).

thread_machines([], _, _, _, _, _, Rest, Rest).
thread_machines([T|Ts], Warp, Block, Btid0, Β, K, [m(Id, Warp, s([T], Β, [], [], 1, [T]), 0, run)|Ms], Rest) :-
    ( k(block, K, block(PerBlock, _, _)) -> Id is Block * PerBlock + Btid0 + T ; Id is Btid0 + T ),
    thread_machines(Ts, Warp, Block, Btid0, Β, K, Ms, Rest).

% --- rounds

% rounds(Round, Running, Stopped, K, G, Outcome, Machines, G1)
rounds(_, [], Stopped, _, G, stop, Stopped, G) :- !.
rounds(Round, Running, Stopped, K, G0, Outcome, Machines, G) :-
    in_order(Running, Round, K, Ordered),
    (   k(waits, K, false)
    ->  turns(Ordered, [], Stopped, K, G0, Outcome0, Running1, Stopped1, G1)
    ;   waiting_turns(Ordered, [], Stopped, K, G0, Outcome0, Running1, Stopped1, G1)
    ),
    (   Outcome0 == none
    ->  Round1 is Round + 1,
        rounds(Round1, Running1, Stopped1, K, G1, Outcome, Machines, G)
    ;   Outcome = Outcome0, G = G1,
        append(Running1, Stopped1, Machines)
    ).

in_order([M], _, _, [M]) :- !.
in_order(Machines, Round, K, Ordered) :-
    k(order, K, Order),
    in_order(Order, Machines, Round, K, Ordered).

in_order(ascending, Machines, _, _, Ordered) :- sort(1, @=<, Machines, Ordered).
in_order(descending, Machines, _, _, Ordered) :- sort(1, @>=, Machines, Ordered).
in_order(random, Machines, Round, K, Ordered) :-
    k(seed, K, Seed),
    with_keys(Machines, Seed, Round, Keyed),
    keysort(Keyed, Sorted),
    pairs_values(Sorted, Ordered).

with_keys([], _, _, []).
with_keys([M|Ms], Seed, Round, [k(Key, Id)-M|Ks]) :-
    arg(1, M, Id),
    random_key(Seed, 0xFFFFFFFFFFFFFFFF, Round, Id, Key),
    with_keys(Ms, Seed, Round, Ks).

% turns(Machines, Done, Stopped, K, G, Outcome, Running, Stopped1, G1): a round in which no instruction waits.
turns([], Running, Stopped, _, G, none, Running, Stopped, G).
turns([M|Ms], Done, Stopped, K, G0, Outcome, Running, Stopped1, G) :-
    turn(M, K, G0, Outcome0, M1, G1),
    (   Outcome0 == none
    ->  (   M1 = m(_, _, s(_, _, _, _, 0, _), _, _)
        ->  turns(Ms, Done, [M1|Stopped], K, G1, Outcome, Running, Stopped1, G)
        ;   turns(Ms, [M1|Done], Stopped, K, G1, Outcome, Running, Stopped1, G)
        )
    ;   Outcome = Outcome0, G = G1, Stopped1 = Stopped,
        onto(Done, [M1|Ms], Running)
    ).

onto([], Ms, Ms).
onto([M|Ms], Rest, All) :- onto(Ms, [M|Rest], All).

%   One turn of a machine whose instruction does not wait.
turn(m(Id, Warp, S, Steps, Flag), K, g(Σ0, Ws0), Outcome, m(Id, Warp, S1, Steps1, Flag), g(Σ, Ws)) :-
    arg(5, S, PC),
    k(max_steps, K, Max),
    (   Steps >= Max
    ->  Outcome = limit(steps, Warp, Steps, PC), S1 = S, Steps1 = Steps, Σ = Σ0, Ws = Ws0
    ;   k(p, K, P),
        arg(PC, P, I),
        ( k(order, K, random) -> arg(2, S, Β), nb_setarg(2, Β, Steps) ; true ),
        % Before the step, which may assign the variable that is the mask.
        ( I = collective(C) -> warn_exited(C, S, Warp, K, Ws0, Warned) ; Warned = Ws0 ),
        (   step(I, S, K, Σ0, _, S0, Σ1)
        ->  Outcome = none, S1 = S0, Σ = Σ1,
            Steps1 is Steps + 1, Ws = Warned
        ;   stuck(I, S, K, Σ0, Why),
            S1 = S, Steps1 = Steps, Σ = Σ0, Ws = Ws0,
            stuck_outcome(Why, PC, Warp, Steps, K, Outcome)
        )
    ).

stuck_outcome(trap(Kind, Rule, Threads, Details), PC, Warp, _, _, trap(Kind, Rule, PC, Warp, Threads, Details)).
stuck_outcome(limit(Reason), PC, Warp, Steps, _, limit(Reason, Warp, Steps, PC)).
