:- module(musimd, [main/0]).
:- encoding(utf8).
:- use_module(library(readutil)).
:- use_module(library(lists)).
:- use_module(library(http/json)).
:- use_module(tokens).
:- use_module(reader).
:- use_module(json_program).
:- use_module(compile).
:- use_module(machine).
:- use_module(result).

/** <module> The command

    musimd-prolog FILE [--threads N] [--model lockstep|volta]
    musimd-prolog --server
*/

main :-
    set_prolog_flag(stack_limit, 2_000_000_000),
    set_stream(user_output, encoding(utf8)),
    set_stream(user_error, encoding(utf8)),
    current_prolog_flag(argv, Argv),
    (   command(Argv, Command)
    ->  catch(perform(Command, Status), Error, ( message_text(Error, M), format(user_error, "~w~n", [M]), Status = 2 ))
    ;   usage,
        Status = 2
    ),
    halt(Status).

usage :-
    writeln(user_error, "usage: musimd-prolog FILE [--threads N] [--model lockstep|volta]"),
    writeln(user_error, "       musimd-prolog --server").

command(['--server'], server).
command(Argv, run(File, Options)) :- select(File, Argv, Rest), \+ sub_atom(File, 0, 2, _, '--'), options(Rest, Options).

options([], []).
options(['--threads', A|As], [threads-N|Os]) :- atom_number(A, N), integer(N), options(As, Os).
options(['--model', Model|As], [model-Model|Os]) :- memberchk(Model, [lockstep, volta]), options(As, Os).

perform(run(File, Options), Status) :-
    (   catch(read_bytes(File, Bytes), error(_, _), fail)
    ->  (   decode_utf8(Bytes, Codes)
        ->  result_of(File, Codes, Options, Status, Json)
        ;   Codes = [],
            input_errors(File, [error(null, null, "the text is not UTF-8")], Status, Json)
        )
    ;   Codes = [],
        input_errors(File, [error(null, null, "the file cannot be read")], Status, Json)
    ),
    ( Status =:= 2 -> text_lines(Codes, Lines), print_errors(Json, Lines) ; true ),
    json_text(Json, user_output), nl.
perform(server, 0) :- serve.

read_bytes(File, Bytes) :-
    (   File == '-'
    ->  set_stream(user_input, encoding(octet)), read_stream_to_codes(user_input, Bytes)
    ;   read_file_to_codes(File, Bytes, [encoding(octet)])
    ).

input_errors(File, Errors, 2, Json) :-
    atom_string(File, Name),
    errors_json(Name, Errors, Json).

print_errors(o(Members), Lines) :-
    memberchk(errors-Errors, Members),
    forall(member(o(E), Errors), print_error(E, Lines)).

print_error(E, Lines) :-
    memberchk(file-File, E), memberchk(line-Line, E), memberchk(column-Column, E), memberchk(message-Message, E),
    (   memberchk(Line-Codes, Lines)
    ->  format(user_error, "~w:~w:~w: error: ~w~n    ~s~n    ", [File, Line, Column, Message, Codes]),
        forall(between(2, Column, _), put_char(user_error, ' ')),
        writeln(user_error, '^')
    ;   format(user_error, "~w: error: ~w~n", [File, Message])
    ).

%!  result_of(+File, +Codes, +Options, -Status, -Json)
result_of(File, Codes, Options, Status, Json) :-
    catch(( read_any(File, Codes, Program), compile_program(Program, Options, K), Read = yes ), Problem, Read = no),
    (   Read == no
    ->  (   Problem = errors(Errors) -> input_errors(File, Errors, Status, Json)
        ;   Problem = unsupported(Why) -> Status = 0, Json = o([unsupported-Why])
        ;   throw(Problem)
        )
    ;   run(K, Result),
        activemask_warning(K, Result, Warnings),
        Result = result(Outcome, _, _, _),
        exit_status(Outcome, Status),
        result_json(K, Result, Warnings, Json)
    ).

%   The text of a program, or a program as JSON.
read_any(_, json(Dict), Program) :- !, read_json(Dict, Program).
read_any(File, Codes, Program) :-
    (   atom_concat(_, '.json', File)
    ->  string_codes(Text, Codes),
        catch(atom_json_dict(Text, Dict, [default_tag(json)]), _, throw(errors([error(null, null, "this is not JSON")]))),
        read_json(Dict, Program)
    ;   read_program(File, Codes, Program)
    ).

read_json(Dict, Program) :-
    is_dict(Dict),
    catch(json_program(Dict, Program), error(_, _), fail), !.
read_json(_, _) :- throw(errors([error(null, null, "this is not a program (docs/program.schema.json)")])).

% Under volta, a program with an activemask is also run with the smallest sets.
activemask_warning(K, Result, Warnings) :-
    (   k(model, K, volta), k(p, K, P), arg(PC, P, activemask(_))
    ->  with_smallest_masks(K, K1),
        run(K1, Result1),
        ( same_outcome(K, Result, Result1) -> Warnings = [] ; Warnings = [warning(activemask, PC, 0, [])] )
    ;   Warnings = []
    ).

same_outcome(K, R1, R2) :-
    R1 = result(O1, _, _, _), R2 = result(O2, _, _, _),
    (   O1 = trap(Kind, _, PC1, _, _, _), O2 = trap(Kind, _, PC2, _, _, _)
    ->  k(locations, K, L), k(length, K, N),
        ( PC1 =:= PC2 -> true ; PC1 =< N, PC2 =< N, arg(PC1, L, Line-_), arg(PC2, L, Line-_) )
    ;   O1 == stop, O2 == stop
    ->  state_members(K, R1, Ms), state_members(K, R2, Ms)
    ;   O1 = limit(_, _, _, _), O2 = limit(_, _, _, _)
    ).

state_members(K, Result, Ms) :-
    result_json(K, Result, [], o(Members)),
    findall(Name-V, ( member(Name-V, Members), memberchk(Name, [active, exited, variables, memory, shared, per_warp]) ), Ms).

% --- the server: a JSON object per line in, one per line out

serve :-
    set_stream(user_input, encoding(utf8)),
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !
    ;   answer(Line, Answer),
        json_text(Answer, user_output), nl, flush_output(user_output),
        clean_up,
        fail
    ).

% A large program must not slow down those after it: what it has changed in place remains on the stack until this.
clean_up :-
    garbage_collect_atoms,
    statistics(globalused, Bytes),
    ( Bytes > 8_000_000 -> garbage_collect, trim_stacks ; true ).

answer(Line, Answer) :-
    (   catch(atom_json_dict(Line, Request, [default_tag(json)]), _, fail), is_dict(Request)
    ->  true
    ;   Request = _{}
    ),
    ( get_dict(id, Request, Id) -> json_term(Id, IdJson) ; IdJson = null ),
    (   program_in(Request, Codes)
    ->  ( get_dict(file, Request, File0), string(File0) -> atom_string(File, File0) ; File = 'program.asm' ),
        catch(( result_of(File, Codes, [], Status, Json) -> true ; throw(no_result) ), Error, internal_error(Error, Status, Json)),
        Json = o(Members),
        (   Status =:= 2 -> memberchk(errors-Errors, Members), Answer = o([id-IdJson, exit-2, errors-Errors])
        ;   Members = [unsupported-Why] -> Answer = o([id-IdJson, unsupported-Why])
        ;   Answer = o([id-IdJson, exit-Status, result-Json])
        )
    ;   input_errors('', [error(null, null, "the line is not a request")], _, o(Members)),
        memberchk(errors-Errors, Members),
        Answer = o([id-IdJson, exit-2, errors-Errors])
    ).

internal_error(Error, Status, Json) :-
    message_text(Error, Message),
    input_errors('', [error(null, null, Message)], Status, Json).

program_in(Request, Codes) :- get_dict(text, Request, Text), string(Text), !, string_codes(Text, Codes).
program_in(Request, json(Program)) :- get_dict(program, Request, Program).

message_text(Error, M) :- format(string(M), "internal error: ~p", [Error]).

json_term(V, V) :- ( number(V) ; string(V) ), !.
json_term(V, V) :- memberchk(V, [true, false, null]), !.
json_term(Vs, Js) :- is_list(Vs), !, findall(J, ( member(V, Vs), json_term(V, J) ), Js).
json_term(D, o(Ps)) :- is_dict(D), !, dict_pairs(D, _, Ps0), findall(N-J, ( member(N-V, Ps0), json_term(V, J) ), Ps).
json_term(V, S) :- atom_string(V, S).
