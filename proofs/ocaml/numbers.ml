(* Numbers of Coq as integers of zarith. Nothing here is proved: each function must be the function of Coq's library whose
   name it has (Extract.v says which), for all arguments. *)

type t = Z.t

(* Machine has a module Z as well: what extraction leaves of Coq's. *)
module Zarith = Z

let zero = Z.zero
let one = Z.one
let negated = Z.neg
let same (n : t) = n

let equal = Z.equal
let less = Z.lt
let at_most = Z.leq
let minimum = Z.min
let maximum = Z.max
let successor = Z.succ
let sum = Z.add
let minus = Z.sub
let product = Z.mul
let bits_and = Z.logand
let bits_or = Z.logor
let bits_xor = Z.logxor

(* Constructors of positive, and its cases. *)
let twice p = Z.shift_left p 1
let twice_and_one p = Z.succ (twice p)

let by_cases odd even single p =
  if Z.equal p Z.one then single ()
  else if Z.fits_int p then
    let n = Z.to_int p in
    (if n land 1 = 1 then odd else even) (Z.of_int (n lsr 1))
  else (if Z.testbit p 0 then odd else even) (Z.shift_right p 1)

(* The cases of N and of Z. *)
let zero_or_positive if_zero if_positive n = if Z.sign n = 0 then if_zero () else if_positive n

let by_sign if_zero if_positive if_negative z =
  match Z.sign z with
  | 0 -> if_zero ()
  | s -> if s > 0 then if_positive z else if_negative (Z.neg z)

(* Sets of threads, which are never negative. *)
let difference a b = Z.logand a (Z.lognot b)
let ones n = Z.pred (Z.shift_left Z.one (Z.to_int n))
let contains s t = Z.fits_int t && Z.testbit s (Z.to_int t)
let with_bit s t = Z.logor s (Z.shift_left Z.one (Z.to_int t))
let without_bit s t = if contains s t then Z.logxor s (Z.shift_left Z.one (Z.to_int t)) else s
let highest s = if Z.sign s = 0 then Z.zero else Z.of_int (Z.numbits s - 1)

let size p = Z.of_int (Z.numbits p)
let natural z = if Z.sign z < 0 then Z.zero else z

(* Quotients by 0 are 0 in Coq, and the remainder is the dividend. *)
let quotient a b = if Z.sign b = 0 then Z.zero else Z.div a b
let remainder a b = if Z.sign b = 0 then a else Z.rem a b
let modulo a b = if Z.sign b = 0 then a else Z.sub a (Z.mul b (Z.fdiv a b))
let power a b =
  if Z.sign b < 0 then Z.zero
  else if Z.equal a (Z.of_int 2) then Z.shift_left Z.one (Z.to_int b)
  else Z.pow a (Z.to_int b)

(* A negative count shifts the other way. *)
let rec shift_left a b = if Z.sign b < 0 then shift_right a (Z.neg b) else Z.shift_left a (Z.to_int b)
and shift_right a b = if Z.sign b < 0 then shift_left a (Z.neg b) else Z.shift_right a (Z.to_int b)
