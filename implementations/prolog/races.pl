:- module(races, [new_log/3, accesses/8, race/7, all_meet/2, agents_meet/3, fence/7, agent/4, update_accesses/2]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(compile).
:- set_prolog_flag(optimise, true).

/** <module> Races and order (sections 9, 11 and 13.3 of docs/semantics.md)

An access is a(T, X, Class), where Class is read or write; or, of strong ones, look (a load, a `fetch_cas` that fails),
update or put (a store). Its strength is weak, or strong(Order, Scope), where Scope is block or grid.

The log is `off`, or log(Table, Agents, Places, Ptx, Step). Table: by address, the last accesses of each class, scope and
agent. Agents: agent(VC, Released, Observed), a vector clock; what the fences of the agent publish by later writes; what its
later fences can acquire. Places: by address, what a strong read can observe. Ptx: `off`, or what only `ptx` needs,
ptx(ReleasedAt, ObservedAt, Fences, Readers) for P1 to P4.

What heads publish is p(Blocks, Grid): for each block the clock of the heads in it, and the clock of those of grid scope.
An agent that is not in Agents has taken part in nothing that orders, and its own clock is 1.
*/

%!  new_log(+Tracked, +Consistency, -Log)
new_log(false, _, off) :- !.
new_log(true, Consistency, log(t, t, t, Ptx, 0)) :- new_ptx(Consistency, Ptx).

new_ptx('c++', off).
new_ptx(ptx, ptx(t, t, p(t, t), t)).

agent(T, Β, K, Agent) :-
    arg(1, Β, machine(Warp, _)),
    ( k(races, K, thread) -> k(n, K, N), Agent is Warp * N + T ; Agent = Warp ).

block(Β, Block) :- arg(1, Β, machine(_, Block)).

%!  update_accesses(+Updates, -Accesses)
update_accesses([], []).
update_accesses([u(T, X, Writes, _, _)|Us], [a(T, X, Class)|As]) :-
    ( Writes == true -> Class = update ; Class = look ),
    update_accesses(Us, As).

%!  accesses(+Accesses, +Strength, +Rule, +PC, +Β, +K, +Σ0, -Σ): records those of a step, in the scheduler's order; fails if
%   one of them races.
accesses(_, _, _, _, _, _, Σ, Σ) :- Σ = sigma(_, off), !.
accesses(As, Strength, Rule, PC, Β, K, sigma(Pages, Log0), sigma(Pages, Log)) :-
    observe(Strength, As, Β, K, Log0, Log1),
    \+ racing(As, Strength, Β, K, Log1, _, _),
    Log1 = log(Table1, Agents, Places, Ptx0, Step0),
    Step is Step0 + 1,
    record_all(As, Strength, Rule, PC, Β, K, Agents, Step, Table1, Table),
    note_readers(Ptx0, Strength, As, Β, K, Agents, Places, Ptx),
    write_all(Strength, As, Β, K, log(Table, Agents, Places, Ptx, Step), Log).

% --- the accesses so far

record_all([], _, _, _, _, _, _, _, Table, Table).
record_all([a(T, X, Class)|As], Strength, Rule, PC, Β, K, Agents, Step, Table0, Table) :-
    agent(T, Β, K, Agent),
    now(Agent, Agents, Now),
    arg(1, Β, machine(Warp, Block)),
    kind(Class, Strength, Kind),
    at(X, Table0, t, Rec0),
    record(Kind, Agent, acc(Now, Step, Rule, PC, Warp, T, Block), Rec0, Rec),
    put_assoc(X, Table0, Rec, Table1),
    record_all(As, Strength, Rule, PC, Β, K, Agents, Step, Table1, Table).

kind(Class, weak, Class).
kind(Class, strong(_, Scope), strong(Writes, Scope)) :- ( Class == look -> Writes = false ; Writes = true ).

% A weak write that races with nothing comes after all the others, so they need not be kept.
record(write, Agent, A, Rec0, Rec) :- !,
    at(write, Rec0, t, As0),
    ( get_assoc(Agent, As0, B) -> put_assoc(Agent, t, B, As1) ; As1 = t ),
    put_access(Agent, A, As1, As),
    put_assoc(write, t, As, Rec).
record(Kind, Agent, A, Rec0, Rec) :-
    at(Kind, Rec0, t, As0),
    put_access(Agent, A, As0, As),
    put_assoc(Kind, Rec0, As, Rec).

% Of the accesses of one step, the lowest thread's.
put_access(Agent, A, As0, As) :-
    (   get_assoc(Agent, As0, acc(_, Step, _, _, _, T0, _)), A = acc(_, Step, _, _, _, T, _), T0 < T
    ->  As = As0
    ;   put_assoc(Agent, As0, A, As)
    ).

%!  race(+Accesses, +Strength, +Β, +K, +Log, -T, -Other): T is the lowest thread whose access races, Other an earlier access
%   acc(…), or none if it is one of the same instruction.
race(As, Strength, Β, K, Log0, T, Other) :-
    observe(Strength, As, Β, K, Log0, Log),
    racing(As, Strength, Β, K, Log, T, Other).

racing(As0, Strength, Β, K, Log, T, Other) :-
    sort(1, @=<, As0, As),
    ( Strength == weak, k(races, K, thread), As = [_, _|_] -> by_address(As, Same) ; Same = none ),
    Log = log(Table, _, _, _, _),
    member(a(T, X, Class), As),
    agent(T, Β, K, Agent),
    (   get_assoc(X, Table, Rec), kind(Class, Strength, Kind), last_conflict(Kind, X, Agent, Β, Rec, Log, Other)
    ->  true
    ;   Same \== none,
        get_assoc(X, Same, Others),
        member(T2-Class2, Others), T2 =\= T,
        ( Class == write ; Class2 == write )
    ->  Other = none
    ),
    !.

by_address(As, Assoc) :-
    findall(X-(T-Class), member(a(T, X, Class), As), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    list_to_assoc(Groups, Assoc).

writes(write).
writes(strong(true, _)).

last_conflict(Kind, X, Agent, Β, Rec, log(_, Agents, _, Ptx, _), Other) :-
    block(Β, Block),
    findall(Step-(LowFirst-A),
            ( gen_assoc(Kind2, Rec, As), once(( writes(Kind) ; writes(Kind2) )),
              gen_assoc(Agent2, As, A), Agent2 =\= Agent,
              A = acc(Clock, Step, _, _, _, T, Block2),
              \+ both_strong(Kind, Block, Kind2, Block2),
              \+ known(Agent2, Clock, Agent, Agents),
              \+ seen(Ptx, Kind2, X, Agent2, Step, Agent, Agents),
              LowFirst is -T ),
            Found),
    Found \== [],
    sort(0, @>=, Found, [_-(_-Other)|_]).

% Morally strong, of two agents.
both_strong(strong(_, Scope), Block, strong(_, Scope2), Block2) :- includes(Scope, Block, Scope2, Block2).

includes(_, Block, _, Block) :- !.
includes(grid, _, grid, _).

%   known(Agent2, Clock, Agent, Agents): the events of Agent2 up to Clock are ordered before those of Agent.
known(Agent2, Clock, Agent, Agents) :-
    get_assoc(Agent, Agents, agent(VC, _, _)),
    get_assoc(Agent2, VC, Known),
    Known >= Clock.

%   seen(…): P4. A read that observed the write of that step, or a later one of its agent, is ordered before the access.
seen(ptx(_, _, _, Readers), strong(true, _), X, Writer, Step, Agent, Agents) :-
    get_assoc(X/Writer, Readers, Reads),
    member(r(Reader, Clock, Observed), Reads),
    Observed >= Step,
    ( Reader =:= Agent -> true ; known(Reader, Clock, Agent, Agents) ), !.

% --- clocks

at(Key, Assoc, Default, Value) :- ( get_assoc(Key, Assoc, Found) -> Value = Found ; Value = Default ).

state(Agent, Agents, State) :- at(Agent, Agents, agent(t, p(t, t), p(t, t)), State).

own(Agent, VC, Now) :- at(Agent, VC, 1, Now).

now(Agent, Agents, Now) :- state(Agent, Agents, agent(VC, _, _)), own(Agent, VC, Now).

%   with_now(Agent, VC0, VC): with the event that the agent is at.
with_now(Agent, VC0, VC) :- own(Agent, VC0, Now), put_assoc(Agent, VC0, Now, VC).

advance(A, VC0, VC) :- own(A, VC0, Now), Next is Now + 1, put_assoc(A, VC0, Next, VC).

advance_agents([], Agents, Agents).
advance_agents([A|As], Agents0, Agents) :-
    state(A, Agents0, agent(VC0, R, O)),
    advance(A, VC0, VC),
    put_assoc(A, Agents0, agent(VC, R, O), Agents1),
    advance_agents(As, Agents1, Agents).

join(A, B, C) :-
    ( A == t -> C = B ; B == t -> C = A
    ; assoc_to_list(B, Pairs), join_pairs(Pairs, A, C) ).

join_pairs([], C, C).
join_pairs([Agent-N|Ps], A, C) :-
    ( get_assoc(Agent, A, M), M >= N -> A1 = A ; put_assoc(Agent, A, N, A1) ),
    join_pairs(Ps, A1, C).

% --- what heads publish, and tails acquire

join_published(p(B0, G0), p(B1, G1), p(B, G)) :-
    assoc_to_list(B1, Pairs),
    join_blocks(Pairs, B0, B),
    join(G0, G1, G).

join_blocks([], B, B).
join_blocks([Block-VC1|Ps], B0, B) :-
    at(Block, B0, t, VC0),
    join(VC0, VC1, VC),
    put_assoc(Block, B0, VC, B1),
    join_blocks(Ps, B1, B).

%   head(Scope, Agent, Block, VC, Published): a head of that agent, before which VC is.
head(Scope, Agent, Block, VC0, p(Blocks, Grid)) :-
    with_now(Agent, VC0, VC),
    put_assoc(Block, t, VC, Blocks),
    ( Scope == grid -> Grid = VC ; Grid = t ).

%   acquired(Scope, Block, Published, VC0, VC): a tail of that scope.
acquired(Scope, Block, p(Blocks, Grid), VC0, VC) :-
    at(Block, Blocks, t, InBlock),
    join(VC0, InBlock, VC1),
    ( Scope == grid -> join(VC1, Grid, VC) ; VC = VC1 ).

acquires(Order) :- memberchk(Order, [acquire, acq_rel, seq_cst]).
releases(Order) :- memberchk(Order, [release, acq_rel, seq_cst]).

% --- reads. No access of a step is later than another of it.

observe(weak, _, _, _, Log, Log) :- !.
observe(strong(Order, Scope), As, Β, K, log(Table, Agents0, Places, Ptx0, Step), log(Table, Agents, Places, Ptx, Step)) :-
    block(Β, Block),
    observe_each(As, Order, Scope, Block, Β, K, Places, Agents0, Agents, Ptx0, Ptx).

observe_each([], _, _, _, _, _, _, Agents, Agents, Ptx, Ptx).
observe_each([a(T, X, Class)|As], Order, Scope, Block, Β, K, Places, Agents0, Agents, Ptx0, Ptx) :-
    (   Class == put
    ->  Agents1 = Agents0, Ptx1 = Ptx0
    ;   agent(T, Β, K, Agent),
        observed_writes(X, Agent, Block, Scope, Places, Ws),
        published_by(Ws, p(t, t), P0),
        state(Agent, Agents0, agent(VC0, R, O0)),
        join_published(O0, P0, O),
        observe_at(Ptx0, X, Agent, P0, P, Ptx1),
        ( acquires(Order) -> acquired(Scope, Block, P, VC0, VC) ; VC = VC0 ),
        put_assoc(Agent, Agents0, agent(VC, R, O), Agents1)
    ),
    observe_each(As, Order, Scope, Block, Β, K, Places, Agents1, Agents, Ptx1, Ptx).

%   The writes that a strong read observes directly: the last ones, if they are morally strong with it.
observed_writes(X, Agent, Block, Scope, Places, Ws) :-
    at(X, Places, [], Ws0),
    morally_strong_writes(Ws0, Agent, Block, Scope, Ws).

morally_strong_writes([], _, _, _, []).
morally_strong_writes([W|Ws0], Agent, Block, Scope, Ws) :-
    W = w(Agent2, Block2, Scope2, _, _),
    (   ( Agent =:= Agent2 ; includes(Scope, Block, Scope2, Block2) )
    ->  Ws = [W|Ws1]
    ;   Ws = Ws1
    ),
    morally_strong_writes(Ws0, Agent, Block, Scope, Ws1).

published_by([], P, P).
published_by([w(_, _, _, P1, _)|Ws], P0, P) :- join_published(P0, P1, P2), published_by(Ws, P2, P).

% P2: an acquiring access also acquires what earlier reads of the agent at this location have observed.
observe_at(off, _, _, P, P, off).
observe_at(ptx(Rs, Os0, Fs, Readers), X, Agent, P0, P, ptx(Rs, Os, Fs, Readers)) :-
    at(X/Agent, Os0, p(t, t), P1),
    join_published(P1, P0, P),
    put_assoc(X/Agent, Os0, P, Os).

% P4: who has observed the writes of whom, and when.
note_readers(off, _, _, _, _, _, _, off) :- !.
note_readers(Ptx, weak, _, _, _, _, _, Ptx) :- !.
note_readers(ptx(Rs, Os, Fs, Readers0), strong(_, Scope), As, Β, K, Agents, Places, ptx(Rs, Os, Fs, Readers)) :-
    block(Β, Block),
    findall(X/Writer-r(Agent, Now, Step),
            ( member(a(T, X, Class), As), Class \== put,
              agent(T, Β, K, Agent), now(Agent, Agents, Now),
              observed_writes(X, Agent, Block, Scope, Places, Ws),
              member(w(_, _, _, _, Steps), Ws), gen_assoc(Writer, Steps, Step) ),
            Found),
    note_each(Found, Readers0, Readers).

note_each([], Readers, Readers).
note_each([Where-R|Rs], Readers0, Readers) :-
    at(Where, Readers0, [], Reads),
    R = r(Agent, _, Step),
    (   member(r(Agent, _, Known), Reads), Known >= Step
    ->  Readers1 = Readers0
    ;   put_assoc(Where, Readers0, [R|Reads], Readers1)
    ),
    note_each(Rs, Readers1, Readers).

% --- writes

write_all(weak, As, _, _, log(Table, Agents, Places0, Ptx, Step), log(Table, Agents, Places, Ptx, Step)) :- !,
    forget(As, Places0, Places).
write_all(strong(Order, Scope), As, Β, K, log(Table, Agents0, Places0, Ptx0, Step), log(Table, Agents, Places, Ptx, Step)) :-
    block(Β, Block),
    write_each(As, Order, Scope, Block, Β, K, Agents0, Step, Places0, Places0, Places, Ptx0, Ptx),
    (   releases(Order)
    ->  findall(Agent, ( member(a(T, _, Class), As), Class \== look, agent(T, Β, K, Agent) ), Released0),
        sort(Released0, Released),
        advance_agents(Released, Agents0, Agents)
    ;   Agents = Agents0
    ).

% Nothing is observed through a weak write.
forget([], Places, Places).
forget([a(_, X, Class)|As], Places0, Places) :-
    ( Class == write, get_assoc(X, Places0, _) -> put_assoc(X, Places0, [], Places1) ; Places1 = Places0 ),
    forget(As, Places1, Places).

% Before are locations before the step: an update observes what was there, and several updates of a step remain.
write_each([], _, _, _, _, _, _, _, _, Places, Places, Ptx, Ptx).
write_each([a(_, _, look)|As], Order, Scope, Block, Β, K, Agents, Step, Before, Places0, Places, Ptx0, Ptx) :- !,
    write_each(As, Order, Scope, Block, Β, K, Agents, Step, Before, Places0, Places, Ptx0, Ptx).
write_each([a(T, X, Class)|As], Order, Scope, Block, Β, K, Agents, Step, Before, Places0, Places, Ptx0, Ptx) :-
    agent(T, Β, K, Agent),
    state(Agent, Agents, agent(VC, Released, _)),
    ( releases(Order) -> head(Scope, Agent, Block, VC, Head) ; Head = none ),
    release_at(Ptx0, Head, X, Agent, AtPlace, Ptx1),
    join_published(Released, AtPlace, P0),
    put_assoc(Agent, t, Step, Steps0),
    (   Class == put
    ->  Others = [], P = P0, Steps = Steps0
    ;   observed_writes(X, Agent, Block, Scope, Before, Ws),
        published_by(Ws, P0, P),
        ( Ptx0 == off -> Steps = Steps0 ; steps_of(Ws, Steps0, Steps) ),
        others_of_step(X, Agent, Step, Before, Places0, Others)
    ),
    put_assoc(X, Places0, [w(Agent, Block, Scope, P, Steps)|Others], Places1),
    write_each(As, Order, Scope, Block, Β, K, Agents, Step, Before, Places1, Places, Ptx1, Ptx).

%   The updates of this step, by other agents, that are there already.
others_of_step(X, Agent, Step, Before, Places, Others) :-
    at(X, Places, [], Ws),
    at(X, Before, [], Old),
    (   Ws == Old
    ->  Others = []
    ;   findall(W, ( member(W, Ws), W = w(Agent2, _, _, _, Steps), Agent2 =\= Agent, get_assoc(Agent2, Steps, Step) ), Others)
    ).

steps_of([], Steps, Steps).
steps_of([w(_, _, _, _, Steps1)|Ws], Steps0, Steps) :- join(Steps0, Steps1, Steps2), steps_of(Ws, Steps2, Steps).

% P1: what a write at this location publishes, beyond the fences of its agent.
release_at(off, Head, _, _, P, off) :- ( Head == none -> P = p(t, t) ; P = Head ).
release_at(ptx(Rs0, Os, Fs, Readers), Head, X, Agent, P, ptx(Rs, Os, Fs, Readers)) :-
    at(X/Agent, Rs0, p(t, t), P0),
    (   Head == none
    ->  P = P0, Rs = Rs0
    ;   join_published(P0, Head, P),
        put_assoc(X/Agent, Rs0, P, Rs)
    ).

% --- what orders

%!  all_meet(+Σ0, -Σ): the opening of a barrier of the grid. All that was before it comes before all after it.
all_meet(Σ, Σ) :- Σ = sigma(_, off), !.
all_meet(sigma(Pages, log(_, _, _, Ptx0, Step)), sigma(Pages, log(t, t, t, Ptx, Step))) :-
    ( Ptx0 == off -> Ptx = off ; new_ptx(ptx, Ptx) ).

%!  agents_meet(+Agents, +Σ0, -Σ): one event of several agents.
agents_meet(_, Σ, Σ) :- Σ = sigma(_, off), !.
agents_meet(As, sigma(Pages, log(Table, Agents0, Places, Ptx, Step)), sigma(Pages, log(Table, Agents, Places, Ptx, Step))) :-
    joined(As, Agents0, t, Joined),
    advance_all(As, Joined, Agents0, Agents).

joined([], _, VC, VC).
joined([A|As], Agents, VC0, VC) :-
    state(A, Agents, agent(V, _, _)),
    with_now(A, V, V1),
    join(V1, VC0, VC1),
    joined(As, Agents, VC1, VC).

advance_all([], _, Agents, Agents).
advance_all([A|As], Joined, Agents0, Agents) :-
    state(A, Agents0, agent(_, R, O)),
    advance(A, Joined, VC),
    put_assoc(A, Agents0, agent(VC, R, O), Agents1),
    advance_all(As, Joined, Agents1, Agents).

%!  fence(+Order, +Scope, +Θ, +Β, +K, +Σ0, -Σ)
fence(_, _, _, _, _, Σ, Σ) :- Σ = sigma(_, off), !.
fence(Order, Scope, Θ, Β, K, sigma(Pages, log(Table, Agents0, Places, Ptx0, Step)),
      sigma(Pages, log(Table, Agents, Places, Ptx, Step))) :-
    block(Β, Block),
    findall(A, ( member(T, Θ), agent(T, Β, K, A) ), As0),
    sort(As0, As),
    ( Order == seq_cst, Ptx0 = ptx(_, _, Before, _) -> true ; Before = p(t, t) ),
    fence_all(As, Order, Scope, Block, Before, Agents0, Agents, Ptx0, Ptx).

fence_all([], _, _, _, _, Agents, Agents, Ptx, Ptx).
fence_all([A|As], Order, Scope, Block, Before, Agents0, Agents, Ptx0, Ptx) :-
    state(A, Agents0, agent(VC0, R0, O)),
    ( acquires(Order) -> acquired(Scope, Block, O, VC0, VC1) ; VC1 = VC0 ),
    acquired(Scope, Block, Before, VC1, VC2),                           % P3
    head(Scope, A, Block, VC2, Head),
    ( releases(Order) -> join_published(R0, Head, R) ; R = R0 ),
    (   Order == seq_cst, Ptx0 = ptx(Rs, Os, Fs0, Readers)
    ->  join_published(Fs0, Head, Fs), Ptx1 = ptx(Rs, Os, Fs, Readers)
    ;   Ptx1 = Ptx0
    ),
    advance(A, VC2, VC),
    put_assoc(A, Agents0, agent(VC, R, O), Agents1),
    fence_all(As, Order, Scope, Block, Before, Agents1, Agents, Ptx1, Ptx).
