(* Runs a program: the order of the threads, and the limits of section 6 of docs/semantics.md. A step itself is Machine's. *)

open Machine
module Z = Numbers.Zarith

type ending = Stopped | Trapped of trap | Limited of string

type result = { state : state; steps : int; ending : ending }

(* The scheduler's order, section 9. *)
let mix x =
  let open Int64 in
  let x = add x 0x9E3779B97F4A7C15L in
  let x = mul (logxor x (shift_right_logical x 30)) 0xBF58476D1CE4E5B9L in
  let x = mul (logxor x (shift_right_logical x 27)) 0x94D049BB133111EBL in
  logxor x (shift_right_logical x 31)

let key seed numbers = List.fold_left (fun x n -> mix (Int64.logxor x n)) (mix seed) numbers

let in_order order step threads =
  match order with
  | Reader.Ascending -> threads
  | Reader.Descending -> List.rev threads
  | Reader.Random seed ->
      let keyed t = (key seed [ 0L; Int64.of_int step; Z.to_int64 t ], t) in
      let compare (a, s) (b, t) = match Int64.unsigned_compare a b with 0 -> Z.compare s t | order -> order in
      List.map snd (List.sort compare (List.map keyed threads))

(* How many entries of Π and of Λ there are, those of Π in Λ included. *)
type depth = { entries : int; contexts : int }

let depth_after depth before after =
  let entries =
    match before.stack, after.stack with
    | old, _ :: rest when rest == old && after.contexts == before.contexts -> depth.entries + 1
    | _ :: rest, now when now == rest && after.contexts == before.contexts -> depth.entries - 1
    | _ -> depth.entries
  in
  let contexts =
    match before.contexts, after.contexts with
    | old, _ :: rest when rest == old -> depth.contexts + 1
    | _ :: rest, now when now == rest -> depth.contexts - 1
    | _ -> depth.contexts
  in
  { entries; contexts }

let max_stacks = 1 lsl 30

let bytes (program : Reader.program) depth =
  let n = Z.to_int program.machine.width_of_warp in
  let set = (n + 7) / 8 in
  let bank = if program.machine.registers = Restore then 8 * n * List.length program.variables else 0 in
  (depth.entries * ((2 * set) + 16)) + (depth.contexts * (set + 16 + bank))

let run (program : Reader.program) =
  let rec go state steps depth =
    if steps >= program.steps then { state; steps; ending = Limited "steps" }
    else
      match quick_execute program.machine (in_order program.order steps) state with
      | Stops -> { state; steps = steps + 1; ending = Stopped }
      | Traps trap -> { state; steps; ending = Trapped trap }
      | Continues next ->
          let deeper = depth_after depth state next in
          if deeper <> depth && bytes program deeper > max_stacks then { state; steps; ending = Limited "stacks" }
          else go next (steps + 1) deeper
  in
  go program.begins 0 { entries = 0; contexts = 0 }
