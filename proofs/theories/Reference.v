(** The functions of Coq's library that Extract.v replaces, as they are: ocaml/numbers_test.ml compares ocaml/numbers.ml with them. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic.

Extraction "ocaml/reference.ml"
  Pos.size N.succ_pos N.succ N.add N.eqb N.ones N.testbit N.setbit N.clearbit N.log2 N.lor N.ldiff
  Z.of_N Z.to_N Z.add Z.sub Z.mul Z.quot Z.rem Z.modulo Z.pow Z.land Z.lor Z.lxor Z.shiftl Z.shiftr
  Z.eqb Z.ltb Z.leb Z.min Z.max.
