(** Programs of the core machine: sections 1 and 2 of docs/semantics.md (figure 5), with words, registers and buffers. *)

From Coq Require Import ZArith List Bool.
From Musimd Require Import Maps ThreadSets.
Import ListNotations.
Local Open Scope Z_scope.

Definition label : Type := N.
Definition variable : Type := N.

Inductive operand : Type :=
  | Const (c : Z)
  | Var (v : variable)
  | Tid
  | Wid.

Inductive operator : Type :=
  | Add | Sub | Mul | Div | Mod | And | Or | Xor | Shl | Shr | Lt | Le | Gt | Ge | Eq | Ne | Min | Max.

Inductive unary : Type := Popc | Clz.

Inductive instruction : Type :=
  | Bz (o : operand) (l : label)
  | Bnz (o : operand) (l : label)
  | BranchMask (o : operand) (l : label)
  | Jump (l : label)
  | Sync
  | Stop
  | Everywhere
  | EndEverywhere
  | Barrier
  | Assert (o : operand)
  | Copy (v : variable) (o : operand)
  | Load (v : variable) (a : operand)
  | Store (a o : operand)
  | AtomicInc (v : variable) (a : operand)
  | Binary (v : variable) (f : operator) (o1 o2 : operand)
  | Unary (v : variable) (f : unary) (o : operand)
  | Shuffle (v : variable) (o : operand)
  | Ballot (v : variable) (o : operand).

(** Instructions that the rule IT executes by data rules. *)
Definition is_data (i : instruction) : bool :=
  match i with
  | Copy _ _ | Load _ _ | Store _ _ | AtomicInc _ _ | Binary _ _ _ _ | Unary _ _ _ | Shuffle _ _ | Ballot _ _ => true
  | Bz _ _ | Bnz _ _ | BranchMask _ _ | Jump _ | Sync | Stop | Everywhere | EndEverywhere | Barrier | Assert _ => false
  end.

(** The operands of a data instruction, from left to right; the address is one of them. *)
Definition operands (i : instruction) : list operand :=
  match i with
  | Copy _ o | Load _ o | AtomicInc _ o | Unary _ _ o | Shuffle _ o | Ballot _ o => [o]
  | Store a o => [a; o]
  | Binary _ _ o1 o2 => [o1; o2]
  | Bz _ _ | Bnz _ _ | BranchMask _ _ | Jump _ | Sync | Stop | Everywhere | EndEverywhere | Barrier | Assert _ => []
  end.

(** Instructions, numbered from l. *)
Fixpoint numbered (l : label) (is : list instruction) : map instruction :=
  match is with
  | [] => empty
  | i :: rest => set l (Some i) (numbered (l + 1)%N rest)
  end.

(** What happens to a result that does not fit the word, and to variables at the end of an [everywhere] block. *)
Inductive word_mode : Type := Trapping | Wrapping.
Inductive register_mode : Type := Keep | Restore.

Record program : Type := {
  width_of_warp : N;                 (** N, the threads of the warp *)
  warp_number : Z;                   (** what [Wid] reads, before it is made a word *)
  code : map instruction;            (** by label, from 1 *)
  bits : Z;                          (** of a word *)
  mode : word_mode;
  registers : register_mode;
  buffers : list (Z * Z)             (** the valid addresses: ranges, as address and count *)
}.

Definition all_threads (P : program) : threads := first (width_of_warp P).

Definition is_address (P : program) (x : Z) : bool :=
  (0 <=? x) && existsb (fun '(address, count) => (address <=? x) && (x <? address + count)) (buffers P).

(** * Words *)

(** Modulo 2^w, into the signed range. *)
Definition wrapped (P : program) (c : Z) : Z :=
  let half := 2 ^ (bits P - 1) in (c + half) mod (2 * half) - half.

(** A result as a word; none if it does not fit. *)
Definition word (P : program) (c : Z) : option Z :=
  match mode P with
  | Wrapping => Some (wrapped P c)
  | Trapping => if wrapped P c =? c then Some c else None
  end.

(** The number of a thread or of a warp as a word. *)
Definition number (P : program) (n : Z) : Z :=
  match mode P with Wrapping => wrapped P n | Trapping => n end.

Definition truth (b : bool) : Z := if b then 1 else 0.

(** The result of ⊕ in ℤ. *)
Definition in_integers (f : operator) (a b : Z) : Z :=
  match f with
  | Add => a + b
  | Sub => a - b
  | Mul => a * b
  | Div => Z.quot a b
  | Mod => Z.rem a b
  | And => Z.land a b
  | Or => Z.lor a b
  | Xor => Z.lxor a b
  | Shl => Z.shiftl a b
  | Shr => Z.shiftr a b
  | Lt => truth (a <? b)
  | Le => truth (a <=? b)
  | Gt => truth (b <? a)
  | Ge => truth (b <=? a)
  | Eq => truth (a =? b)
  | Ne => truth (negb (a =? b))
  | Min => Z.min a b
  | Max => Z.max a b
  end.

Fixpoint ones (p : positive) : Z :=
  match p with
  | xH => 1
  | xO p => ones p
  | xI p => 1 + ones p
  end.

Definition unary_result (P : program) (f : unary) (c : Z) : Z :=
  let pattern := c mod 2 ^ bits P in
  match f, pattern with
  | Popc, Zpos p => ones p
  | Popc, _ => 0
  | Clz, Zpos p => bits P - Zpos (Pos.size p)
  | Clz, _ => bits P
  end.
