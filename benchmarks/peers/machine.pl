% The machine M(Theta, Beta, Sigma, Pi, Lambda, P, Pc) of one warp in Prolog, with the rules of docs/semantics.md: the peer
% of the benchmark that is written like the paper's own interpreter.
%
%   swipl -O -g main machine.pl -- FACTS.pl A:COUNT… NAME…
%
% runs the program of FACTS.pl (musimd_timer --prolog) and prints one line of JSON: the time of the run, its steps, and
% a checksum (hosts/checksum.hpp) of the words at A, A+1, … and of the variables. Sets of threads are ordered lists;
% Beta maps Thread-Variable and Sigma an address to a word, both as balanced trees. A program that gets stuck fails.

:- use_module(library(assoc)).
:- use_module(library(ordsets)).
:- dynamic threads/1, word/2, fill/4, p/2.

main :-
    current_prolog_flag(argv, [Facts|Results]),
    consult(Facts),
    threads(N), Last is N - 1, numlist(0, Last, All),
    empty_assoc(Beta0),
    findall(A-C, preload(A, C), Words),
    empty_assoc(Empty), foldl([A-C, S, S1]>>put_assoc(A, S, C, S1), Words, Empty, Sigma0),
    statistics(cputime, SetUp), get_time(Wall0),
    (   run(All, All, Beta0, Sigma0, [], [], 1, 0, Beta, Sigma, Steps) -> true
    ;   format(user_error, "the machine is stuck~n", []), halt(1)
    ),
    statistics(cputime, End), get_time(Wall1),
    Processor is End - SetUp, Wall is Wall1 - Wall0,
    foldl(result(N, Beta, Sigma), Results, 14695981039346656037, Hash),
    format("{\"checksum\": \"~|~`0t~16r~16+\", \"set_up\": ~f, \"first\": [~f, ~f], \"runs\": [[~f, ~f]], \"steps\": ~d}~n",
           [Hash, SetUp, Processor, Wall, Processor, Wall, Steps]),
    halt(0).

preload(A, C) :- fill(From, Count, Start, Step), Last is Count - 1, between(0, Last, I), A is From + I, C is Start + Step * I.

% run(+All, +Theta, +Beta, +Sigma, +Pi, +Lambda, +Pc, +Steps, -Beta', -Sigma', -Steps'): to the leaf STOP. Pi is a list of
% e(Id, Done, Next, Todo), Lambda one of c(Theta, Pi).
run(All, Theta, Beta, Sigma, Pi, Lambda, Pc, Steps, BetaEnd, SigmaEnd, StepsEnd) :-
    p(Pc, I),
    Steps1 is Steps + 1,
    (   I == stop
    ->  Pi == [], BetaEnd = Beta, SigmaEnd = Sigma, StepsEnd = Steps1
    ;   control(I)
    ->  once(rule(I, All, Theta, Beta, Pi, Lambda, Pc, Theta1, Pi1, Lambda1, Pc1)),
        run(All, Theta1, Beta, Sigma, Pi1, Lambda1, Pc1, Steps1, BetaEnd, SigmaEnd, StepsEnd)
    ;   mask(Theta, Lambda, Mask),
        once(tl(Theta, I, Mask, Beta, Beta, Sigma, Beta1, Sigma1)),
        Pc1 is Pc + 1,
        run(All, Theta, Beta1, Sigma1, Pi, Lambda, Pc1, Steps1, BetaEnd, SigmaEnd, StepsEnd)
    ).

control(bz(_, _)).
control(bnz(_, _)).
control(jump(_)).
control(sync).
control(everywhere).
control(end_everywhere).
control(branch_mask(_, _)).
control(barrier).

% rule(+Instruction, +All, +Theta, +Beta, +Pi, +Lambda, +Pc, -Theta', -Pi', -Lambda', -Pc'): the control rules.
rule(bz(V, L), _, Theta, Beta, Pi, Lambda, Pc, Theta1, Pi1, Lambda, Pc1) :-
    split(Theta, Beta, V, Zero, Other),
    branch(Zero, Other, L, Pi, Pc, Theta1, Pi1, Pc1).
rule(bnz(V, L), _, Theta, Beta, Pi, Lambda, Pc, Theta1, Pi1, Lambda, Pc1) :-
    split(Theta, Beta, V, Zero, Other),
    branch(Other, Zero, L, Pi, Pc, Theta1, Pi1, Pc1).
rule(jump(L), _, Theta, _, Pi, Lambda, _, Theta, Pi, Lambda, L).
rule(sync, _, Theta, _, [e(Id, Done, L, [T|Todo])|Pi], Lambda, _, [T|Todo], [e(Id, Done1, L, [])|Pi], Lambda, L) :-     % SS
    ord_union(Done, Theta, Done1).
rule(sync, _, Theta, _, [e(_, Done, _, [])|Pi], Lambda, Pc, Theta1, Pi, Lambda, Pc1) :-                                % SP
    ord_union(Theta, Done, Theta1), Pc1 is Pc + 1.
rule(everywhere, All, Theta, _, Pi, Lambda, Pc, All, [], [c(Theta, Pi)|Lambda], Pc1) :- Pc1 is Pc + 1.                 % EB
rule(end_everywhere, _, _, _, [], [c(Theta, Pi)|Lambda], Pc, Theta, Pi, Lambda, Pc1) :- Pc1 is Pc + 1.                 % EE
rule(branch_mask(O, L), _, Theta, Beta, Pi, [c(Mask, Pi0)|Lambda], Pc, Theta, Pi, [c(Mask, Pi0)|Lambda], Pc1) :-
    findall(In, (member(T, Theta), value(O, T, Beta, K), (memberchk(K, Mask) -> In = in ; In = out)), Where),
    sort(Where, [One]),
    ( One == in -> Pc1 = L ; Pc1 is Pc + 1 ).                                                                          % BA, BI
rule(barrier, _, Theta, _, [], [], Pc, Theta, [], [], Pc1) :- Pc1 is Pc + 1.                                           % BR

% branch(+Leaving, +Staying, +L, +Pi, +Pc, -Theta, -Pi', -Pc'): rules BT, BF and BD.
branch(Leaving, [], L, Pi, Pc, Leaving, Pi1, L) :- push(Pi, [], Pc, L, Pi1).
branch([], Staying, L, Pi, Pc, Staying, Pi1, Pc1) :- push(Pi, [], Pc, L, Pi1), Pc1 is Pc + 1.
branch(Leaving, Staying, L, Pi, Pc, Staying, Pi1, Pc1) :- push(Pi, Leaving, Pc, L, Pi1), Pc1 is Pc + 1.

split([], _, _, [], []).
split([T|Theta], Beta, V, Zero, Other) :-
    value(V, T, Beta, C),
    ( C =:= 0 -> Zero = [T|Zero1], Other = Other1 ; Zero = Zero1, Other = [T|Other1] ),
    split(Theta, Beta, V, Zero1, Other1).

push([e(Pc, Done, L, Waiting)|Pi], Theta, Pc, _, [e(Pc, Done, L, Waiting1)|Pi]) :- !, ord_union(Waiting, Theta, Waiting1).
push(Pi, Theta, Pc, L, [e(Pc, [], L, Theta)|Pi]).

mask(Theta, [], Theta).
mask(_, [c(Mask, _)|_], Mask).

% tl(+Theta, +Instruction, +Mask, +Old, +Beta, +Sigma, -Beta', -Sigma'): the instruction for each thread, which reads Old, the
% Beta from before it.
tl([], _, _, _, Beta, Sigma, Beta, Sigma).
tl([T|Theta], I, Mask, Old, Beta, Sigma, Beta2, Sigma2) :-
    data(I, T, Mask, Old, Beta, Sigma, Beta1, Sigma1), !,
    tl(Theta, I, Mask, Old, Beta1, Sigma1, Beta2, Sigma2).

data(as(V, O), T, _, Old, Beta, Sigma, Beta1, Sigma) :-                        % CT, AS
    value(O, T, Old, C), put_assoc(T-V, Beta, C, Beta1).
data(ld(V, A), T, _, Old, Beta, Sigma, Beta1, Sigma) :-                        % LD
    value(A, T, Old, X), get_assoc(X, Sigma, C), put_assoc(T-V, Beta, C, Beta1).
data(st(A, O), T, _, Old, Beta, Sigma, Beta, Sigma1) :-                        % ST
    value(A, T, Old, X), X >= 0, value(O, T, Old, C), put_assoc(X, Sigma, C, Sigma1).
data(at(V, A), T, _, Old, Beta, Sigma, Beta1, Sigma1) :-                       % AT
    value(A, T, Old, X), get_assoc(X, Sigma, C), Sum is C + 1, fits(Sum, C1),
    put_assoc(T-V, Beta, C1, Beta1), put_assoc(X, Sigma, C1, Sigma1).
data(bp(V, Op, O1, O2), T, _, Old, Beta, Sigma, Beta1, Sigma) :-               % BP
    value(O1, T, Old, C1), value(O2, T, Old, C2), operation(Op, C1, C2, C), fits(C, R), put_assoc(T-V, Beta, R, Beta1).
data(shfl(V, O), T, Mask, Old, Beta, Sigma, Beta1, Sigma) :-
    value(O, T, Old, K),
    (   memberchk(K, Mask)
    ->  get_assoc(K-V, Old, C), put_assoc(T-V, Beta, C, Beta1)                 % SV
    ;   del_assoc(T-V, Beta, _, Beta1) -> true
    ;   Beta1 = Beta                                                           % SI
    ).

value(C, _, _, C) :- integer(C), !.
value(tid, T, _, T) :- !.                                                      % MT
value(v(V), T, Beta, C) :- get_assoc(T-V, Beta, C).                            % MV

operation(+, A, B, C) :- C is A + B.
operation(-, A, B, C) :- C is A - B.
operation(*, A, B, C) :- C is A * B.
operation(/, A, B, C) :- B =\= 0, C is A // B.
operation('%', A, B, C) :- B =\= 0, C is A rem B.
operation(&, A, B, C) :- C is A /\ B.
operation('|', A, B, C) :- C is A \/ B.
operation(^, A, B, C) :- C is A xor B.
operation(<<, A, B, C) :- count(B), C is A << B.
operation(>>, A, B, C) :- count(B), C is A >> B.
operation(<, A, B, C) :- ( A < B -> C = 1 ; C = 0 ).
operation(<=, A, B, C) :- ( A =< B -> C = 1 ; C = 0 ).
operation(>, A, B, C) :- ( A > B -> C = 1 ; C = 0 ).
operation(>=, A, B, C) :- ( A >= B -> C = 1 ; C = 0 ).
operation(==, A, B, C) :- ( A =:= B -> C = 1 ; C = 0 ).
operation('!=', A, B, C) :- ( A =\= B -> C = 1 ; C = 0 ).
operation(min, A, B, C) :- C is min(A, B).
operation(max, A, B, C) :- C is max(A, B).

count(K) :- word(W, _), K >= 0, K < W.

% fits(+C, -R): in a word that wraps R is C modulo 2^W, in the signed range; in one that traps it is C, or the goal fails.
fits(C, C) :- word(W, _), Half is 1 << (W - 1), -Half =< C, C < Half, !.
fits(C, R) :- word(W, wrap), Half is 1 << (W - 1), R is ((C + Half) mod (1 << W)) - Half.

% Continues the checksum with the words that an argument names; undefined ones count as 0.
result(_, _, Sigma, Argument, Hash0, Hash) :-
    atomic_list_concat([From, Many], ':', Argument), !,
    atom_number(From, A), atom_number(Many, Count), Last is A + Count - 1,
    findall(C, (between(A, Last, X), (get_assoc(X, Sigma, C) -> true ; C = 0)), Words),
    foldl(hash, Words, Hash0, Hash).
result(N, Beta, _, V, Hash0, Hash) :-
    Last is N - 1,
    findall(C, (between(0, Last, T), (get_assoc(T-V, Beta, C) -> true ; C = 0)), Words),
    foldl(hash, Words, Hash0, Hash).

hash(Word, Hash0, Hash) :- Hash is ((Hash0 xor (Word /\ 0xFFFFFFFF)) * 1099511628211) /\ 0xFFFFFFFFFFFFFFFF.
