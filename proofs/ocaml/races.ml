(* Races between warps, or between threads: section 9 of docs/semantics.md. *)

open Machine

type access = Read | Write | Update

(* The agents of the accesses of one kind to one address: one, or several. *)
type agents = One of int * thread | Several

type t = {
  between_threads : bool;
  accesses : (Numbers.t * access, agents) Hashtbl.t  (* since the last barrier *)
}

let create ~between_threads = { between_threads; accesses = Hashtbl.create 64 }
let barrier races = Hashtbl.reset races.accesses

let conflicting = function
  | Read -> [ Write; Update ]
  | Write -> [ Read; Write; Update ]
  | Update -> [ Read; Write ]

(* How an instruction accesses memory, the operand that is the address, and the rule. *)
let access = function
  | Load (_, a) -> Some (Read, a, Rule.LD)
  | Store (a, _) -> Some (Write, a, Rule.ST)
  | AtomicInc (_, a) -> Some (Update, a, Rule.AT)
  | _ -> None

let agent races warp thread = One (warp, if races.between_threads then thread else Numbers.zero)

let record races where agent =
  match Hashtbl.find_opt races.accesses where with
  | None -> Hashtbl.replace races.accesses where agent
  | Some known -> if known <> agent then Hashtbl.replace races.accesses where Several

let conflicts races (address, access) agent =
  let by_others other =
    match Hashtbl.find_opt races.accesses (address, other) with None -> false | Some known -> known <> agent
  in
  List.exists by_others (conflicting access)

(* The trap of the instruction that the warp executes in this state, if it races; its other checks have been passed. *)
let find races program warp state =
  match Option.bind (get state.pc program.code) access with
  | None -> None
  | Some (access, operand, rule) ->
      let where t = (Option.get (value program state.bank_of t operand), access) in
      let threads = elements state.active in
      List.iter (fun t -> record races (where t) (agent races warp t)) threads;
      let racing = List.find_opt (fun t -> conflicts races (where t) (agent races warp t)) threads in
      Option.map (fun t -> { kind0 = Trap.Coq_race; rule; failing = [ t ] }) racing
