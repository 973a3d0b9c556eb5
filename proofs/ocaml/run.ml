(* Runs a grid: the turns of its warps, barriers, and the limits of section 6 of docs/semantics.md. A step is Machine's. *)

open Machine
module Z = Numbers.Zarith

(* How many entries of Π and of Λ there are, those of Π in Λ included. *)
type depth = { entries : int; contexts : int }

type warp = {
  number : int;
  machine : Machine.program;
  mutable state : state;
  mutable steps : int;
  mutable depth : depth;
  mutable stopped : bool;
  mutable released : bool  (* a barrier has opened, and the warp has not taken its step past it *)
}

type grid = {
  program : Reader.program;
  warps : warp array;
  mutable memory : memory;
  races : Races.t option
}

type ending = Stopped | Trapped of warp * trap | Limited of warp * string

exception End of ending

let depth_after depth (before : state) (after : state) =
  let change before after =
    match before, after with
    | old, _ :: rest when rest == old -> 1
    | _ :: rest, now when now == rest -> -1
    | _ -> 0
  in
  let contexts = change before.contexts after.contexts in
  (* EB and EE exchange Π for another, and create and remove no entry. *)
  { entries = (depth.entries + if contexts = 0 then change before.stack after.stack else 0);
    contexts = depth.contexts + contexts }

let max_stacks = 1 lsl 30

let bytes (program : Reader.program) depth =
  let n = Z.to_int program.machine.width_of_warp in
  let set = (n + 7) / 8 in
  let bank = if program.machine.registers = Restore then 8 * n * List.length program.variables else 0 in
  (depth.entries * ((2 * set) + 16)) + (depth.contexts * (set + 16 + bank))

let grow grid warp depth =
  if depth <> warp.depth && bytes grid.program depth > max_stacks then raise (End (Limited (warp, "stacks")));
  warp.depth <- depth

let find_race grid warp before =
  match Option.bind grid.races (fun races -> Races.find races warp.machine warp.number before) with
  | Some trap -> raise (End (Trapped (warp, trap)))
  | None -> ()

let step grid warp =
  let before = { warp.state with memory_of = grid.memory } in
  let order = Order.threads grid.program.order ~warp:warp.number ~step:warp.steps in
  (match quick_execute warp.machine order before with
  | Stops -> warp.stopped <- true
  | Traps trap -> raise (End (Trapped (warp, trap)))
  | Continues after ->
      grow grid warp (depth_after warp.depth before after);
      find_race grid warp before;
      warp.state <- after;
      grid.memory <- after.memory_of);
  warp.steps <- warp.steps + 1;
  warp.released <- false

let waits warp =
  (not warp.stopped) && (not warp.released) && warp.state.stack = [] && warp.state.contexts = []
  && get warp.state.pc warp.machine.code = Some Barrier

let open_barrier grid =
  Array.iter (fun warp -> warp.released <- true) grid.warps;
  Option.iter Races.barrier grid.races

let turn grid warp =
  if warp.steps >= grid.program.steps then raise (End (Limited (warp, "steps")));
  if waits warp && Array.for_all (fun other -> other.stopped || waits other) grid.warps then open_barrier grid;
  if not (waits warp) then step grid warp

let rec rounds grid round =
  match List.filter (fun warp -> not warp.stopped) (Array.to_list grid.warps) with
  | [] -> Stopped
  | running ->
      List.iter (turn grid) (Order.warps grid.program.order ~round (fun warp -> warp.number) running);
      rounds grid (round + 1)

let start (program : Reader.program) =
  let warp number =
    { number; machine = { program.machine with warp_number = Z.of_int number }; state = program.begins; steps = 0;
      depth = { entries = 0; contexts = 0 }; stopped = false; released = false }
  in
  let between_threads = program.races_between_threads in
  { program; warps = Array.init program.warps warp; memory = program.begins.memory_of;
    races = (if program.warps > 1 || between_threads then Some (Races.create ~between_threads) else None) }

let run program =
  let grid = start program in
  match rounds grid 0 with ending -> (grid, ending) | exception End ending -> (grid, ending)
