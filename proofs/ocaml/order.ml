(* The scheduler's order: section 9 of docs/semantics.md. *)

module Z = Numbers.Zarith

type t = Ascending | Descending | Random of int64

let mix x =
  let open Int64 in
  let x = add x 0x9E3779B97F4A7C15L in
  let x = mul (logxor x (shift_right_logical x 30)) 0xBF58476D1CE4E5B9L in
  let x = mul (logxor x (shift_right_logical x 27)) 0x94D049BB133111EBL in
  logxor x (shift_right_logical x 31)

let key seed numbers = List.fold_left (fun x n -> mix (Int64.logxor x n)) (mix seed) numbers

(* Ascending numbers in the order: a and b are the step's or the round's. *)
let sorted order a b number ascending =
  match order with
  | Ascending -> ascending
  | Descending -> List.rev ascending
  | Random seed ->
      let keyed n = (key seed [ a; b; number n ], n) in
      let compare (j, _) (k, _) = Int64.unsigned_compare j k in
      List.map snd (List.stable_sort compare (List.map keyed ascending))

let threads order ~warp ~step = sorted order (Int64.of_int warp) (Int64.of_int step) Z.to_int64
let warps order ~round number = sorted order (-1L) (Int64.of_int round) (fun warp -> Int64.of_int (number warp))
