(* The result as JSON (docs/interfaces.md). *)

open Machine
module Z = Numbers.Zarith

let kind : Trap.kind -> string = function
  | Coq_undefined_variable -> "undefined-variable"
  | Coq_undefined_memory -> "undefined-memory"
  | Coq_invalid_address -> "invalid-address"
  | Coq_race -> "race"
  | Coq_division_by_zero -> "division-by-zero"
  | Coq_invalid_shift -> "invalid-shift"
  | Coq_overflow -> "overflow"
  | Coq_sync_without_branch -> "sync-without-branch"
  | Coq_stop_while_diverged -> "stop-while-diverged"
  | Coq_end_everywhere_without_everywhere -> "end-everywhere-without-everywhere"
  | Coq_end_everywhere_while_diverged -> "end-everywhere-while-diverged"
  | Coq_branch_mask_outside_everywhere -> "branch-mask-outside-everywhere"
  | Coq_branch_mask_divergent -> "branch-mask-divergent"
  | Coq_barrier_while_diverged -> "barrier-while-diverged"
  | Coq_assertion -> "assertion"
  | Coq_pc_out_of_program -> "pc-out-of-program"

let rule : Rule.name -> string = function
  | STOP -> "STOP" | BA -> "BA" | SP -> "SP" | EE -> "EE" | BR -> "BR" | AR -> "AR" | IT -> "IT"
  | MV -> "MV" | MM -> "MM" | LD -> "LD" | ST -> "ST" | AT -> "AT" | BP -> "BP" | SV -> "SV"

let integer n = `Intlit (Z.to_string n)
let integers list = `List (List.map integer list)

let place (warp : Run.warp) =
  [ ("pc", integer warp.state.pc); ("line", `Null); ("column", `Null); ("warp", `Int warp.number) ]

let trap (warp : Run.warp) (t : trap) =
  let message = Printf.sprintf "%s (rule %s)" (kind t.kind0) (rule t.rule) in
  `Assoc ([ ("kind", `String (kind t.kind0)); ("rule", `String (rule t.rule)); ("threads", integers t.failing);
            ("message", `String message) ] @ place warp)

let limit (warp : Run.warp) reason = `Assoc ([ ("reason", `String reason); ("steps", `Int warp.steps) ] @ place warp)

(* Calls f with every address and word. A path into the trie is a number from its lowest bit: low, of which weight is the next. *)
let iter_memory f memory =
  let rec visit low weight = function
    | Right r -> right low weight r
    | Here x -> here low weight x
    | HereRight (x, r) -> here low weight x; right low weight r
    | Left l -> left low weight l
    | LeftRight (l, r) -> left low weight l; right low weight r
    | LeftHere (l, x) -> left low weight l; here low weight x
    | LeftHereRight (l, x, r) -> left low weight l; here low weight x; right low weight r
  and left low weight t = visit low (2 * weight) t
  and right low weight t = visit (low + weight) (2 * weight) t
  and here low weight x = f (low + weight - 1) x in
  Option.iter (visit 0 1) memory

let memory words =
  let members = ref [] in
  iter_memory (fun address word -> members := (string_of_int address, integer word) :: !members) words;
  `Assoc !members

let variables (program : Reader.program) state =
  let threads = List.init (Z.to_int program.machine.width_of_warp) Z.of_int in
  let word v t = match variable_of state.bank_of t v with Some c -> integer c | None -> `Null in
  `Assoc (List.mapi (fun v name -> (name, `List (List.map (word (Z.of_int v)) threads))) program.variables)

let warp_members program (warp : Run.warp) =
  [ ("active", integers (elements warp.state.active)); ("variables", variables program warp.state) ]

let result ({ program; warps; memory = words; _ } : Run.grid) (ending : Run.ending) =
  let outcome, more =
    match ending with
    | Stopped -> ("stop", [])
    | Trapped (warp, t) -> ("trap", [ ("trap", trap warp t) ])
    | Limited (warp, reason) -> ("limit", [ ("limit", limit warp reason) ])
  in
  let each = List.map (warp_members program) (Array.to_list warps) in
  let per_warp = if List.length each > 1 then [ ("per_warp", `List (List.map (fun members -> `Assoc members) each)) ] else [] in
  let steps = Array.fold_left (fun sum (warp : Run.warp) -> sum + warp.steps) 0 warps in
  `Assoc
    ([ ("format", `Int 1); ("outcome", `String outcome); ("steps", `Int steps); ("warps", `Int (Array.length warps));
       ("threads", integer program.machine.width_of_warp); ("memory", memory words) ]
    @ List.hd each @ per_warp @ more)
