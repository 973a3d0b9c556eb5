(* Programs as JSON (docs/interfaces.md). A program is valid: musimd has checked it. *)

open Machine
module Z = Numbers.Zarith
module J = Yojson.Safe.Util

exception Unsupported of string

type program = {
  machine : Machine.program;  (* of warp 0 *)
  begins : state;
  warps : int;
  races_between_threads : bool;
  order : Order.t;
  steps : int;  (* the limit *)
  variables : string list
}

let unsupported what = raise (Unsupported what)

let integer = function
  | `Int n -> Z.of_int n
  | `Intlit digits -> Z.of_string digits
  | json -> raise (J.Type_error ("expected an integer", json))

let member_or default read name json = match J.member name json with `Null -> default | value -> read value

let operator = function
  | "add" -> Add | "sub" -> Sub | "mul" -> Mul | "div" -> Div | "mod" -> Mod
  | "and" -> And | "or" -> Or | "xor" -> Xor | "shl" -> Shl | "shr" -> Shr
  | "lt" -> Lt0 | "le" -> Le | "gt" -> Gt0 | "ge" -> Ge | "eq" -> Eq0 | "ne" -> Ne
  | "min" -> Min | "max" -> Max
  | name -> unsupported name

let operand machine number_of json =
  match J.to_assoc json with
  | [ ("variable", `String name) ] -> Var (number_of name)
  | [ ("constant", c) ] -> Const (wrapped machine (integer c))
  | [ ("number", `String "tid") ] -> Tid
  | [ ("number", `String "wid") ] -> Wid
  | (kind, _) :: _ -> unsupported kind
  | [] -> raise (J.Type_error ("expected an operand", json))

let instruction machine number_of json =
  let destination () = number_of (J.to_string (J.member "destination" json)) in
  let target () = integer (J.member "target" json) in
  let operands = member_or [] (J.convert_each (operand machine number_of)) "operands" json in
  match J.to_string (J.member "op" json), operands with
  | "bz", [ o ] -> Bz (o, target ())
  | "bnz", [ o ] -> Bnz (o, target ())
  | "branch_mask", [ o ] -> BranchMask (o, target ())
  | "jump", [] -> Jump (target ())
  | "sync", [] -> Sync
  | "stop", [] -> Stop
  | "everywhere", [] -> Everywhere
  | "end_everywhere", [] -> EndEverywhere
  | "barrier", [] -> Barrier
  | "assert", [ o ] -> Assert o
  | "copy", [ o ] -> Copy (destination (), o)
  | "ld", [ a ] -> Load (destination (), a)
  | "st", [ a; o ] -> Store (a, o)
  | "atomic_inc", [ a ] -> AtomicInc (destination (), a)
  | "bp", [ o1; o2 ] -> Binary (destination (), operator (J.to_string (J.member "operation" json)), o1, o2)
  | "popc", [ o ] -> Unary (destination (), Popc, o)
  | "clz", [ o ] -> Unary (destination (), Clz, o)
  | "shfl", [ o ] -> Shuffle (destination (), o)
  | "ballot", [ o ] -> Ballot (destination (), o)
  | op, _ -> unsupported op

(* The map with the list's elements under 1, 2, … *)
let numbered elements =
  let add (number, map) element = (Z.succ number, set number (Some element) map) in
  snd (List.fold_left add (Z.one, empty) elements)

let preload machine memory json =
  let address = integer (J.member "address" json) in
  let put (memory, x) c = (write x (wrapped machine c) memory, Z.succ x) in
  match J.member "words" json with
  | `Null ->
      let start = integer (J.member "start" json) and step = integer (J.member "step" json) in
      let rec fill filled c left = if left = 0 then fst filled else fill (put filled c) (Z.add c step) (left - 1) in
      fill (memory, address) start (J.to_int (J.member "count" json))
  | words -> fst (List.fold_left put (memory, address) (J.convert_each integer words))

let refuse_other_levels json =
  let present name = J.member name json <> `Null in
  if member_or "lockstep" J.to_string "model" json <> "lockstep" then unsupported "the model volta";
  if present "block" || present "grid" || present "shared" then unsupported "blocks"

let order json =
  match member_or "ascending" J.to_string "order" json with
  | "descending" -> Order.Descending
  | "random" -> Order.Random (Z.to_int64 (Z.signed_extract (member_or Z.zero integer "seed" json) 0 64))
  | _ -> Order.Ascending

(* M(Θ, β, Σ, Π, Λ, P, pc) with an empty P. *)
let empty_machine json =
  let word = J.member "word" json in
  { width_of_warp = member_or (Z.of_int 32) integer "threads" json;
    warp_number = Z.zero;
    code = empty;
    bits = member_or (Z.of_int 64) integer "bits" (if word = `Null then `Assoc [] else word);
    mode = (if word <> `Null && J.member "mode" word = `String "wrap" then Wrapping else Trapping);
    registers = (if J.member "registers" json = `String "restore" then Restore else Keep);
    buffers =
      (let buffer b = (integer (J.member "address" b), integer (J.member "count" b)) in
       match member_or [] (J.convert_each buffer) "buffers" json with
       | [] -> [ (Z.zero, Z.of_int 16_777_216) ]
       | buffers -> buffers) }

let program json =
  refuse_other_levels json;
  let variables = member_or [] (J.convert_each J.to_string) "variables" json in
  let numbers = Hashtbl.create 16 in
  List.iteri (fun number name -> Hashtbl.replace numbers name (Z.of_int number)) variables;
  let words = empty_machine json in
  let code = J.convert_each (instruction words (Hashtbl.find numbers)) (J.member "instructions" json) in
  let machine = { words with code = numbered code } in
  let active = member_or (all_threads machine) (fun ts -> set_of (J.convert_each integer ts)) "active" json in
  let memory = member_or empty (fun list -> List.fold_left (preload machine) empty (J.to_list list)) "memory" json in
  { machine;
    begins = initial machine active memory;
    warps = member_or 1 J.to_int "warps" json;
    races_between_threads = J.member "races" json = `String "thread";
    order = member_or Order.Ascending order "order" json;
    steps = member_or 10_000_000 (fun n -> Z.to_int (Z.min (integer n) (Z.of_int max_int))) "steps" json;
    variables }
