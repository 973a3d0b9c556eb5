(* musimd-proved FILE prints the result of a program as JSON; musimd-proved --server answers requests, one a line
   (docs/conformance.md). *)

(* The exit status, and one member: result, unsupported or errors. *)
let answer file json =
  let error message = (2, ("errors", `List [ `Assoc [ ("kind", `String "input"); ("file", `String file); ("message", `String message) ] ])) in
  try
    let grid, ending = Run.run (Reader.program (json ())) in
    let status = match ending with Stopped -> 0 | Trapped _ -> 1 | Limited _ -> 3 in
    (status, ("result", Report.result grid ending))
  with
  | Reader.Unsupported what -> (0, ("unsupported", `String what))
  | Yojson.Json_error message | Yojson.Safe.Util.Type_error (message, _) | Sys_error message -> error message
  | Not_found -> error "an instruction names a variable that is not in variables"

let run_file file =
  match answer file (fun () -> Yojson.Safe.from_file file) with
  | status, ("result", result) -> print_endline (Yojson.Safe.to_string result); status
  | status, member -> print_endline (Yojson.Safe.to_string (`Assoc [ member ])); status

let program_of request =
  match Yojson.Safe.Util.member "program" request with
  | `Null -> raise (Reader.Unsupported "programs that are not JSON")
  | program -> program

let rec serve () =
  match input_line stdin with
  | exception End_of_file -> 0
  | line ->
      let request = Yojson.Safe.from_string line in
      let status, member = answer "program" (fun () -> program_of request) in
      let members = [ ("id", Yojson.Safe.Util.member "id" request); ("exit", `Int status); member ] in
      print_endline (Yojson.Safe.to_string (`Assoc members));
      serve ()

let () =
  match Sys.argv with
  | [| _; "--server" |] -> exit (serve ())
  | [| _; file |] -> exit (run_file file)
  | _ -> prerr_endline "usage: musimd-proved FILE | --server"; exit 2
