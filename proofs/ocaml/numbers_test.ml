(* Compares numbers.ml with the functions of Coq's library in whose place it is used, on all pairs of some numbers. *)

module Zarith = Z
open Reference

let rec positive n =
  if Zarith.equal n Zarith.one then XH
  else
    let half = positive (Zarith.shift_right n 1) in
    if Zarith.testbit n 0 then XI half else XO half

let rec of_positive = function
  | XH -> Zarith.one
  | XO p -> Zarith.shift_left (of_positive p) 1
  | XI p -> Zarith.succ (Zarith.shift_left (of_positive p) 1)

let natural n = if Zarith.sign n = 0 then N0 else Npos (positive n)
let of_natural = function N0 -> Zarith.zero | Npos p -> of_positive p

let integer n =
  match Zarith.sign n with 0 -> Z0 | 1 -> Zpos (positive n) | _ -> Zneg (positive (Zarith.neg n))

let of_integer = function Z0 -> Zarith.zero | Zpos p -> of_positive p | Zneg p -> Zarith.neg (of_positive p)

let checks = ref 0

let check name equal show expected actual arguments =
  incr checks;
  if not (equal expected actual) then begin
    let arguments = String.concat " " (List.map Zarith.to_string arguments) in
    Printf.printf "%s %s: Coq has %s, numbers.ml %s\n" name arguments (show expected) (show actual);
    exit 1
  end

let number name = check name Zarith.equal Zarith.to_string
let truth name = check name Bool.equal string_of_bool

let small = List.init 141 (fun k -> Zarith.of_int (k - 70))
let large =
  let near bits = List.map (fun d -> Zarith.add (Zarith.shift_left Zarith.one bits) (Zarith.of_int d)) [ -1; 0; 1 ] in
  let positive = List.concat_map near [ 31; 32; 61; 62; 63; 64; 100; 128 ] in
  positive @ List.map Zarith.neg positive
let all = small @ large
let is_natural n = Zarith.sign n >= 0

let of_integers a b =
  let x = integer a and y = integer b in
  let two name reference f = number name (of_integer (reference x y)) (f a b) [ a; b ] in
  let relation name reference f = truth name (reference x y) (f a b) [ a; b ] in
  two "Z.add" Z.add Numbers.sum;
  two "Z.sub" Z.sub Numbers.minus;
  two "Z.mul" Z.mul Numbers.product;
  two "Z.quot" Z.quot Numbers.quotient;
  two "Z.rem" Z.rem Numbers.remainder;
  two "Z.modulo" Z.modulo Numbers.modulo;
  two "Z.land" Z.coq_land Numbers.bits_and;
  two "Z.lor" Z.coq_lor Numbers.bits_or;
  two "Z.lxor" Z.coq_lxor Numbers.bits_xor;
  two "Z.min" Z.min Numbers.minimum;
  two "Z.max" Z.max Numbers.maximum;
  relation "Z.eqb" Z.eqb Numbers.equal;
  relation "Z.ltb" Z.ltb Numbers.less;
  relation "Z.leb" Z.leb Numbers.at_most;
  if List.mem b small then begin
    two "Z.shiftl" Z.shiftl Numbers.shift_left;
    two "Z.shiftr" Z.shiftr Numbers.shift_right;
    if List.mem a small && Zarith.lt b (Zarith.of_int 20) then two "Z.pow" Z.pow Numbers.power
  end

let of_naturals a b =
  let x = natural a and y = natural b in
  let two name reference f = number name (of_natural (reference x y)) (f a b) [ a; b ] in
  two "N.add" N.add Numbers.sum;
  two "N.lor" N.coq_lor Numbers.bits_or;
  two "N.ldiff" N.ldiff Numbers.difference;
  truth "N.eqb" (N.eqb x y) (Numbers.equal a b) [ a; b ];
  truth "N.testbit" (N.testbit x y) (Numbers.contains a b) [ a; b ];
  if List.mem b small then begin
    two "N.setbit" N.setbit Numbers.with_bit;
    two "N.clearbit" N.clearbit Numbers.without_bit
  end

let of_natural_alone a =
  let x = natural a in
  let one name reference f = number name (of_natural (reference x)) (f a) [ a ] in
  one "N.succ" N.succ Numbers.successor;
  one "N.log2" N.log2 Numbers.highest;
  if List.mem a small then one "N.ones" N.ones Numbers.ones;
  number "N.succ_pos" (of_positive (N.succ_pos x)) (Numbers.successor a) [ a ];
  number "Z.of_N" (of_integer (Z.of_N x)) (Numbers.same a) [ a ];
  if Zarith.sign a > 0 then number "Pos.size" (of_positive (Coq_Pos.size (positive a))) (Numbers.size a) [ a ]

(* The constructors and cases of the three types. *)
let of_cases a =
  let p q = Zarith.neg q in
  let by_sign = Numbers.by_sign (fun () -> Zarith.zero) Fun.id p a in
  number "the cases of Z" a by_sign [ a ];
  number "Z.to_N" (of_natural (Z.to_N (integer a))) (Numbers.natural a) [ a ];
  if is_natural a then number "the cases of N" a (Numbers.zero_or_positive (fun () -> Zarith.zero) Fun.id a) [ a ];
  if Zarith.sign a > 0 then
    let built = Numbers.by_cases Numbers.twice_and_one Numbers.twice (fun () -> Numbers.one) a in
    let kind = Numbers.by_cases (fun _ -> "odd") (fun _ -> "even") (fun () -> "one") a in
    number "the cases of positive" a built [ a ];
    check "the case of positive" String.equal Fun.id
      (match positive a with XI _ -> "odd" | XO _ -> "even" | XH -> "one") kind [ a ]

let () =
  let naturals = List.filter is_natural all in
  List.iter (fun a -> List.iter (of_integers a) all) all;
  List.iter (fun a -> List.iter (of_naturals a) naturals) naturals;
  List.iter of_natural_alone naturals;
  List.iter of_cases all;
  Printf.printf "%d results of numbers.ml are those of Coq's library\n" !checks
