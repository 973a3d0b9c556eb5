:- module(memory, [new_memory/3, word_at/2, word_at/3, words_at/3, store/3, store_words/2, preload/2, store_race/4,
                   defined_words/2]).
:- encoding(utf8).
:- use_module(library(assoc)).
:- use_module(library(pairs)).
:- use_module(words).
:- set_prolog_flag(optimise, true).

/** <module> Σ

Σ is sigma(Pages, Log): a table of pages of 4,096 words, which are changed in place, and the log of races.pl.
*/

%!  new_memory(+Addresses, +Log, -Σ): addresses 0 … Addresses − 1 exist, and no word is defined.
new_memory(Addresses, Log, sigma(Pages, Log)) :-
    Count is (Addresses + 4095) // 4096,
    filled(pages, Count, [], Pages),
    filled(page, 4096, undef, Page),
    nb_setval(empty_page, Page).

filled(Name, Count, Value, Term) :-
    length(Values, Count),
    fill(Values, Value),
    Term =.. [Name|Values].

fill([], _).
fill([V|Vs], V) :- fill(Vs, V).

%!  word_at(+X, +Σ, -C): Σ ⊢ a = c, rule MM.
word_at(X, sigma(Pages, _), C) :-
    I is (X >> 12) + 1,
    arg(I, Pages, Page),
    Page \== [],
    J is (X /\ 4095) + 1,
    arg(J, Page, C),
    C \== undef.

word_at(X, Σ) :- word_at(X, Σ, _).

words_at([], _, []).
words_at([X|Xs], Σ, [C|Cs]) :- word_at(X, Σ, C), words_at(Xs, Σ, Cs).

set_word(X, C, Pages) :-
    I is (X >> 12) + 1,
    arg(I, Pages, Page0),
    (   Page0 == []
    ->  nb_getval(empty_page, Empty),
        nb_setarg(I, Pages, Empty),
        arg(I, Pages, Page)
    ;   Page = Page0
    ),
    J is (X /\ 4095) + 1,
    nb_setarg(J, Page, C).

%!  store(+Addresses, +Words, +Σ)
store([], [], _).
store([X|Xs], [C|Cs], Σ) :-
    Σ = sigma(Pages, _),
    set_word(X, C, Pages),
    store(Xs, Cs, Σ).

store_words(Words, sigma(Pages, _)) :-
    assoc_to_list(Words, Pairs),
    store_pairs(Pairs, Pages).

store_pairs([], _).
store_pairs([X-C|Ps], Pages) :- set_word(X, C, Pages), store_pairs(Ps, Pages).

%!  preload(+Preloads, +Σ): in their order, so that the later one wins.
preload([], _).
preload([P|Ps], Σ) :-
    Σ = sigma(Pages, _),
    (   P = words(A, Cs) -> preload_words(Cs, A, Pages)
    ;   P = iota(A, Count, C, Step, Word), preload_iota(Count, A, C, Step, Word, Pages)
    ),
    preload(Ps, Σ).

preload_words([], _, _).
preload_words([C|Cs], A, Pages) :- set_word(A, C, Pages), A1 is A + 1, preload_words(Cs, A1, Pages).

preload_iota(0, _, _, _, _, _) :- !.
preload_iota(Count, A, C0, Step, Word, Pages) :-
    literal(Word, C0, C),
    set_word(A, C, Pages),
    Count1 is Count - 1, A1 is A + 1, C1 is C0 + Step,
    preload_iota(Count1, A1, C1, Step, Word, Pages).

%!  store_race(+Θ, +Addresses, +Words, -Threads): two threads store different words to one address. Threads is [S, T]: T is
%   the lowest whose word differs from that of S, the lowest thread that stores to the same address.
store_race([_, _|_], Xs, Cs, _) :- ground(Xs), same(Xs, Cs), !, fail.
store_race(Θ, Xs, Cs, [S, T]) :-
    Θ = [_, _|_],
    empty_assoc(First),
    first_race(Θ, Xs, Cs, First, S, T).

% All threads store to different addresses, or the same word to the same: no race, and the usual case.
same(Xs, Cs) :-
    pairs_keys_values(Pairs, Xs, Cs),
    sort(Pairs, Sorted),
    different_keys(Sorted).

different_keys([_]).
different_keys([X-_|Ps]) :- Ps = [Y-_|_], X =\= Y, different_keys(Ps).

first_race([T0|Θ], [X|Xs], [C|Cs], First0, S, T) :-
    (   get_assoc(X, First0, S0-C0)
    ->  ( C0 =\= C -> S = S0, T = T0 ; first_race(Θ, Xs, Cs, First0, S, T) )
    ;   put_assoc(X, First0, T0-C, First1),
        first_race(Θ, Xs, Cs, First1, S, T)
    ).

%!  defined_words(+Σ, -Pairs): every defined address with its word, ascending.
defined_words(sigma(Pages, _), Pairs) :-
    functor(Pages, _, Count),
    page_words(Count, Pages, [], Pairs).

page_words(0, _, Pairs, Pairs) :- !.
page_words(I, Pages, Pairs0, Pairs) :-
    arg(I, Pages, Page),
    ( Page == [] -> Pairs1 = Pairs0 ; A is (I - 1) << 12, word_pairs(4096, A, Page, Pairs0, Pairs1) ),
    I1 is I - 1,
    page_words(I1, Pages, Pairs1, Pairs).

word_pairs(0, _, _, Pairs, Pairs) :- !.
word_pairs(J, A, Page, Pairs0, Pairs) :-
    arg(J, Page, C),
    J1 is J - 1,
    ( C == undef -> Pairs1 = Pairs0 ; X is A + J1, Pairs1 = [X-C|Pairs0] ),
    word_pairs(J1, A, Page, Pairs1, Pairs).
