(** The step function as OCaml: proofs/ocaml/machine.ml, which is generated.

    What is trusted: Coq's extraction, OCaml's compiler, zarith, and that each function of ocaml/numbers.ml below is the function
    of Coq's library in whose place it is used. Without these lines the machine would be the same, but slow. *)

From Coq Require Import ZArith List Bool Extraction ExtrOcamlBasic.
From Musimd Require Import Maps ThreadSets Program State Rules Execution Efficient.

Extraction Blacklist Z Numbers List.

(** The numbers of Coq are zarith's. *)
Extract Inductive positive => "Numbers.t" ["Numbers.twice_and_one" "Numbers.twice" "Numbers.one"] "Numbers.by_cases".
Extract Inductive N => "Numbers.t" ["Numbers.zero" ""] "Numbers.zero_or_positive".
Extract Inductive Z => "Numbers.t" ["Numbers.zero" "" "Numbers.negated"] "Numbers.by_sign".

Extract Constant Pos.size => "Numbers.size".
Extract Constant N.succ_pos => "Numbers.successor".
Extract Constant N.succ => "Numbers.successor".
Extract Constant N.add => "Numbers.sum".
Extract Constant N.eqb => "Numbers.equal".
Extract Constant N.ones => "Numbers.ones".
Extract Constant N.testbit => "Numbers.contains".
Extract Constant N.setbit => "Numbers.with_bit".
Extract Constant N.clearbit => "Numbers.without_bit".
Extract Constant N.log2 => "Numbers.highest".
Extract Constant N.lor => "Numbers.bits_or".
Extract Constant N.ldiff => "Numbers.difference".

Extract Constant Z.of_N => "Numbers.same".
Extract Constant Z.to_N => "Numbers.natural".
Extract Constant Z.add => "Numbers.sum".
Extract Constant Z.sub => "Numbers.minus".
Extract Constant Z.mul => "Numbers.product".
Extract Constant Z.quot => "Numbers.quotient".
Extract Constant Z.rem => "Numbers.remainder".
Extract Constant Z.modulo => "Numbers.modulo".
Extract Constant Z.pow => "Numbers.power".
Extract Constant Z.land => "Numbers.bits_and".
Extract Constant Z.lor => "Numbers.bits_or".
Extract Constant Z.lxor => "Numbers.bits_xor".
Extract Constant Z.shiftl => "Numbers.shift_left".
Extract Constant Z.shiftr => "Numbers.shift_right".
Extract Constant Z.eqb => "Numbers.equal".
Extract Constant Z.ltb => "Numbers.less".
Extract Constant Z.leb => "Numbers.at_most".
Extract Constant Z.min => "Numbers.minimum".
Extract Constant Z.max => "Numbers.maximum".

Extraction "ocaml/machine.ml"
  quick_execute initial all_threads set_of elements get set empty variable_of value write wrapped.
