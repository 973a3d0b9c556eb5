(* musimd-proved FILE prints the result of a program as JSON; musimd-proved --server answers the requests on the lines of its input
   (docs/conformance.md). *)

let errors file message =
  (2, ("errors", `List [ `Assoc [ ("kind", `String "input"); ("file", `String file); ("message", `String message) ] ]))

(* The exit status, and one member: result, unsupported or errors. *)
let answer file json =
  try
    let grid, ending = Run.run (Reader.program (json ())) in
    let status = match ending with Stopped -> 0 | Trapped _ -> 1 | Limited _ -> 3 in
    (status, ("result", Report.result grid ending))
  with
  | Reader.Unsupported what -> (0, ("unsupported", `String what))
  | Yojson.Json_error message | Yojson.Safe.Util.Type_error (message, _) | Sys_error message -> errors file message
  | Failure message | Invalid_argument message -> errors file message
  | Not_found -> errors file "an instruction names a variable that is not in variables"
  | Z.Overflow -> errors file "a number is too large"
  | Stack_overflow | Out_of_memory -> errors file "the program is too large for this machine"

let run_file file =
  let status, member = answer file (fun () -> Yojson.Safe.from_file file) in
  let printed = match member with "result", result -> result | other -> `Assoc [ other ] in
  print_endline (Yojson.Safe.to_string printed);
  status

let program_of request =
  match Yojson.Safe.Util.member "program" request with
  | `Null -> raise (Reader.Unsupported "programs that are not JSON")
  | program -> program

let reply id (status, member) =
  print_endline (Yojson.Safe.to_string (`Assoc [ ("id", id); ("exit", `Int status); member ]))

let rec serve () =
  match input_line stdin with
  | exception End_of_file -> 0
  | line ->
      (match Yojson.Safe.from_string line with
      | exception Yojson.Json_error message -> reply `Null (errors "a request" message)
      | `Assoc members as request ->
          let id = Option.value (List.assoc_opt "id" members) ~default:`Null in
          reply id (answer "a request" (fun () -> program_of request))
      | _ -> reply `Null (errors "a request" "a request is an object"));
      serve ()

let () =
  match Sys.argv with
  | [| _; "--server" |] -> exit (serve ())
  | [| _; file |] -> exit (run_file file)
  | _ -> prerr_endline "usage: musimd-proved FILE | --server"; exit 2
