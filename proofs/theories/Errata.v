(** The errata of kind B (docs/errata.md), each on its program of programs/errata: what every run ends in as printed, and what
    every run ends in here. *)

From Coq Require Import ZArith List Bool Permutation Relation_Operators.
From Musimd Require Import Maps ThreadSets Program State Rules Execution ExecutionCorrect Runs PrintedRules PrintedExecution
  EveryRun.
Import ListNotations.
Local Open Scope Z_scope.

(** * Programs and results *)

(** A program of n threads, with the defaults of an assembly file. *)
Definition assembly (n : N) (is : list instruction) : program :=
  {| width_of_warp := n; warp_number := 0; code := numbered 1%N is; bits := 64; mode := Trapping; registers := Keep;
     buffers := [(0, 16777216)] |}.

(** All threads are active, and memory is undefined. *)
Definition start (P : program) : state := initial P (all_threads P) empty.

(** A variable in each thread; [None] where it is undefined. *)
Definition variable_in_threads (P : program) (s : state) (v : variable) : list (option Z) :=
  List.map (fun t => variable_of (bank_of s) t v) (elements (all_threads P)).

(** Memory from an address on; [None] where it is undefined. *)
Definition words (P : program) (s : state) (from count : nat) : list (option Z) :=
  List.map (fun x => read (memory_of s) (Z.of_nat x)) (seq from count).

(** Every run from s ends in such a state: with these errata as printed, and here. *)
Definition as_printed (P : program) (printed : errata) (s : state) (Q : state -> Prop) : Prop :=
  every_run_ends (Printed.steps_to P printed) Q s.
Definition here (P : program) (s : state) (Q : state -> Prop) : Prop :=
  every_run_ends (steps_to P) Q s.

(** The trap of a state, whatever the order of its threads. *)
Definition has_trap (P : program) (s : state) (τ : trap) : Prop :=
  forall ts, Permutation ts (elements (active s)) -> traps P ts s τ.

(** * Proofs by computation of all runs *)

(** Every state in which a run ends, one after the other. *)
Ltac compute_ends :=
  eapply ends_every_run with (steps := 100%nat);
  [ first [ exact (printed_execute_successors _ _) | exact (execute_step_correct _)
          | apply printed_execute_in_order; auto using Permutation_sym, Permutation_rev ]
  | vm_compute; reflexivity
  | let e := fresh in let I := fresh in let Over := fresh "Over" in
    intros e I Over; repeat (destruct I as [<-|I]; [|]); try destruct I ].

Lemma next_in_ascending_order P s s' : execute P (elements (active s)) s = Continues s' -> steps_to P s s'.
Proof. intro H. exists (elements (active s)). split; [reflexivity|]. apply execute_steps; [red; reflexivity|exact H]. Qed.

Lemma printed_next_in_ascending_order P printed s s' :
  printed_execute P printed (elements (active s)) s = Some s' -> Printed.steps_to P printed s s'.
Proof. intro H. exists (elements (active s)). split; [reflexivity|]. now apply printed_execute_correct. Qed.

(** Each part of what is claimed of such a state. *)
Ltac computed :=
  repeat apply conj;
  match goal with
  | |- stops _ _ => apply (execute_stops _ []); vm_compute; reflexivity
  | |- has_trap _ _ _ => intros ts Order; apply execute_traps; [exact Order|vm_compute; reflexivity]
  | Over : _ |- forall s', ~ Printed.steps_to _ _ _ s' => exact Over
  | |- exists s', steps_to _ _ s' => eexists; apply next_in_ascending_order; vm_compute; reflexivity
  | |- _ => vm_compute; reflexivity
  end.

Local Arguments Bz o l%N.
Local Arguments Bnz o l%N.
Local Arguments Jump l%N.
Local Arguments Entry (branch)%N done (next)%N todo.

(** * E1: the halves of a divergent branch *)

Module E1.
  Definition odd : variable := 0%N.
  Definition x : variable := 1%N.
  Definition asm : program := assembly 4 [
    Binary odd And Tid (Const 1);   (* 1           odd = tid & 1 *)
    Bz (Var odd) 5;                 (* 2           bz odd, else *)
    Copy x (Const 1);               (* 3           x = 1           ; odd threads *)
    Jump 6;                         (* 4           jump end *)
    Copy x (Const 2);               (* 5   else:   x = 2           ; even threads *)
    Sync;                           (* 6   end:    sync *)
    Stop                            (* 7           stop *)
  ].

  (** Each thread runs the other thread's half. *)
  Theorem printed_BD_swaps_the_halves :
    as_printed asm (only E1) (start asm) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [Some 1; Some 2; Some 1; Some 2]).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [Some 2; Some 1; Some 2; Some 1]).
  Proof. compute_ends. computed. Qed.
End E1.

(** * E2: push on a half-done entry *)

Module E2.
  Definition low : variable := 0%N.
  Definition two : variable := 1%N.
  Definition x : variable := 2%N.
  Definition asm : program := assembly 4 [
    Binary low Lt Tid (Const 2);    (* 1           low = tid < 2 *)
    Bz (Var low) 4;                 (* 2           bz low, else *)
    Jump 8;                         (* 3           jump end        ; threads 0 and 1 wait at the sync *)
    Binary two Eq Tid (Const 2);    (* 4   else:   two = tid == 2  ; threads 2 and 3 *)
    Bz (Var two) 7;                 (* 5           bz two, three *)
    Copy x (Const 2);               (* 6           x = 2 *)
    Sync;                           (* 7   three:  sync *)
    Sync;                           (* 8   end:    sync *)
    Stop                            (* 9           stop *)
  ].

  (** At the second bz, where the entry of the first has threads in Θ_done. *)
  Theorem printed_push_is_stuck :
    as_printed asm (only E2) (start asm) (fun s =>
      Printed.stuck asm (only E2) s /\ at_pc asm (pc s) (Bz (Var two) 7) /\
      active s = set_of [2; 3]%N /\ stack s = [Entry 2 (set_of [0; 1]%N) 4 ∅]).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [None; None; Some 2; None]).
  Proof. compute_ends. computed. Qed.
End E2.

(** A loop that is tested at its bottom: thread t iterates t + 1 times. *)
Module E2_loop.
  Definition i : variable := 0%N.
  Definition more : variable := 1%N.
  Definition asm : program := assembly 3 [
    Copy i Tid;                         (* 1           i = tid *)
    Binary i Sub (Var i) (Const 1);     (* 2   loop:   i = i - 1 *)
    Binary more Ge (Var i) (Const 0);   (* 3           more = i >= 0 *)
    Bnz (Var more) 2;                   (* 4           bnz more, loop *)
    Sync;                               (* 5           sync *)
    Stop                                (* 6           stop *)
  ].

  (** Where the loop reaches its branch again after thread 0 has left it. *)
  Theorem printed_push_is_stuck :
    as_printed asm (only E2) (start asm) (fun s =>
      Printed.stuck asm (only E2) s /\ at_pc asm (pc s) (Bnz (Var more) 2) /\
      active s = set_of [1; 2]%N /\ stack s = [Entry 4 (set_of [0]%N) 2 ∅]).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      stops asm s /\ variable_in_threads asm s i = [Some (-1); Some (-1); Some (-1)]).
  Proof. compute_ends. computed. Qed.
End E2_loop.

(** * E3: which threads wait at a sync *)

Module E3.
  Definition odd : variable := 0%N.
  Definition x : variable := 1%N.
  Definition y : variable := 2%N.
  Definition asm : program := assembly 4 [
    Binary odd And Tid (Const 1);   (* 1           odd = tid & 1 *)
    Bz (Var odd) 5;                 (* 2           bz odd, else *)
    Copy x (Const 1);               (* 3           x = 1 *)
    Jump 6;                         (* 4           jump end *)
    Copy x (Const 2);               (* 5   else:   x = 2 *)
    Sync;                           (* 6   end:    sync *)
    Binary y Add (Var x) (Const 10);(* 7           y = x + 10 *)
    Stop                            (* 8           stop *)
  ].

  (** The program ends without threads 1 and 3, which reached the sync first. *)
  Theorem printed_SS_loses_threads :
    as_printed asm (only E3) (start asm) (fun s =>
      stops asm s /\ active s = set_of [0; 2]%N /\
      variable_in_threads asm s y = [Some 12; None; Some 12; None]).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      stops asm s /\ active s = set_of [0; 1; 2; 3]%N /\
      variable_in_threads asm s y = [Some 12; Some 11; Some 12; Some 11]).
  Proof. compute_ends. computed. Qed.
End E3.

(** * E4: the end of a conditional *)

Module E4.
  Definition x : variable := 0%N.
  Definition asm : program := assembly 2 [
    Copy x (Const 1);               (* 1           x = 1 *)
    Bz (Var x) 4;                   (* 2           bz x, end *)
    Copy x (Const 2);               (* 3           x = 2 *)
    Sync;                           (* 4   end:    sync *)
    Stop                            (* 5           stop *)
  ].

  (** The sync opens a second conditional, and the program reaches its stop with Π ≠ ∅. *)
  Theorem printed_SP_pushes :
    as_printed asm (only E4) (start asm) (fun s =>
      has_trap asm s (TrapOf Trap.stop_while_diverged Rule.STOP [0; 1]%N) /\ at_pc asm (pc s) Stop /\
      stack s = [Entry 4 ∅ 4 ∅; Entry 2 ∅ 4 ∅]).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [Some 2; Some 2]).
  Proof. compute_ends. computed. Qed.
End E4.

(** A program that is not in programs/errata: within a block Π is empty, so it can stop there as printed. *)
Module E4_in_a_block.
  Definition asm : program := assembly 2 [
    Bz Tid 2;                       (* 1           bz tid, end *)
    Sync;                           (* 2   end:    sync *)
    Everywhere;                     (* 3           everywhere *)
    Stop                            (* 4           stop *)
  ].

  Theorem printed_stops :
    as_printed asm (only E4) (start asm) (fun s => stops asm s /\ exists c, contexts s = [c] /\ saved_stack c <> []).
  Proof. compute_ends. split; [computed|]. eexists. split; [reflexivity|discriminate]. Qed.
End E4_in_a_block.

(** * E6: data instructions outside of blocks *)

Module E6.
  Definition x : variable := 0%N.
  Definition asm : program := assembly 2 [
    Everywhere;                     (* 1           everywhere *)
    Store Tid (Const 7);            (* 2           [tid] = 7 *)
    EndEverywhere;                  (* 3           end_everywhere *)
    Copy x (Const 1);               (* 4           x = 1 *)
    Stop                            (* 5           stop *)
  ].

  (** The assignment is stuck. The store in the block is not. *)
  Theorem printed_IT_is_stuck :
    as_printed asm (only E6) (start asm) (fun s =>
      Printed.stuck asm (only E6) s /\ at_pc asm (pc s) (Copy x (Const 1)) /\ contexts s = [] /\
      words asm s 0 2 = [Some 7; Some 7]).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [Some 1; Some 1] /\ words asm s 0 2 = [Some 7; Some 7]).
  Proof. compute_ends. computed. Qed.
End E6.

(** * E7: which variables a thread sees *)

Module E7.
  Definition x : variable := 0%N.
  Definition neighbour : variable := 1%N.
  Definition asm : program := assembly 4 [
    Binary x Add Tid (Const 10);        (* 1           x = tid + 10 *)
    Binary neighbour Xor Tid (Const 1); (* 2           neighbour = tid ^ 1 *)
    Shuffle x (Var neighbour);          (* 3           shfl x, neighbour *)
    Stop                                (* 4           stop *)
  ].

  (** Both of two neighbours have the word of one of them … *)
  Theorem printed_TL_does_not_swap :
    as_printed asm (only E7) (start asm) (fun s =>
      stops asm s /\
      exists a b, (a = 10 \/ a = 11) /\ (b = 12 \/ b = 13) /\
        variable_in_threads asm s x = [Some a; Some a; Some b; Some b]).
  Proof.
    compute_ends.
    all: (split; [computed|]; do 2 eexists; repeat apply conj; [| |vm_compute; reflexivity]; auto).
  Qed.

  (** … and the order of the threads decides whose word it is. *)
  Theorem printed_TL_in_ascending_order :
    every_run_ends (printed_in_order asm (only E7) (fun ts => ts)) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [Some 11; Some 11; Some 13; Some 13]) (start asm).
  Proof. compute_ends. computed. Qed.

  Theorem printed_TL_in_descending_order :
    every_run_ends (printed_in_order asm (only E7) (@rev thread)) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [Some 10; Some 10; Some 12; Some 12]) (start asm).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      stops asm s /\ variable_in_threads asm s x = [Some 11; Some 10; Some 13; Some 12]).
  Proof. compute_ends. computed. Qed.
End E7.

(** A program that is not in programs/errata: as printed, TL can have no derivation where that of Rules.v has one. *)
Module E7_without_derivation.
  Definition x : variable := 0%N.
  Definition k : variable := 1%N.
  Definition asm : program := assembly 2 [
    Binary x Add Tid (Const 10);    (* 1           x = tid + 10 *)
    Binary k Xor Tid (Const 1);     (* 2           k = tid ^ 1 *)
    Binary k Mul (Var k) (Const 2); (* 3           k = k * 2       ; 2 and 0 *)
    Shuffle x (Var k);              (* 4           shfl x, k *)
    Stop                            (* 5           stop *)
  ].

  (** By SI, thread 0 makes its x undefined before thread 1 reads it. *)
  Theorem printed_TL_has_no_derivation :
    every_run_ends (printed_in_order asm (only E7) (fun ts => ts)) (fun s =>
      at_pc asm (pc s) (Shuffle x (Var k)) /\ exists s', steps_to asm s s') (start asm).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm (start asm) (fun s => stops asm s /\ variable_in_threads asm s x = [None; Some 10]).
  Proof. compute_ends. computed. Qed.
End E7_without_derivation.

(** * E9: threads without a value to replace *)

Module E9.
  Definition x : variable := 0%N.
  Definition asm : program := assembly 4 [
    Binary x Add Tid (Const 7);     (* 1           x = tid + 7 *)
    Everywhere;                     (* 2           everywhere *)
    Shuffle x (Const 1);            (* 3           shfl x, 1 *)
    Store Tid (Var x);              (* 4           [tid] = x *)
    EndEverywhere;                  (* 5           end_everywhere *)
    Stop                            (* 6           stop *)
  ].

  (** .active 0 1 *)
  Definition start : state := initial asm (set_of [0; 1]%N) empty.

  (** The threads 2 and 3, which the block wakes, have no x. *)
  Theorem printed_SV_is_stuck :
    as_printed asm (only E9) start (fun s =>
      Printed.stuck asm (only E9) s /\ at_pc asm (pc s) (Shuffle x (Const 1)) /\ active s = set_of [0; 1; 2; 3]%N /\
      variable_in_threads asm s x = [Some 7; Some 8; None; None]).
  Proof. compute_ends. computed. Qed.

  Theorem correct :
    here asm start (fun s =>
      stops asm s /\ words asm s 0 4 = [Some 8; Some 8; Some 8; Some 8]).
  Proof. compute_ends. computed. Qed.
End E9.

(** * E18: an undefined branch variable *)

Module E18.
  Definition low : variable := 0%N.
  Definition odd : variable := 1%N.
  Definition x : variable := 2%N.
  Definition asm : program := assembly 4 [
    Binary low Lt Tid (Const 3);    (* 1           low = tid < 3 *)
    Bz (Var low) 4;                 (* 2           bz low, skip *)
    Binary odd And Tid (Const 1);   (* 3           odd = tid & 1   ; not in thread 3 *)
    Sync;                           (* 4   skip:   sync *)
    Bz (Var odd) 7;                 (* 5           bz odd, end *)
    Copy x (Const 1);               (* 6           x = 1 *)
    Sync;                           (* 7   end:    sync *)
    Stop                            (* 8           stop *)
  ].

  (** The program ends without thread 3. *)
  Theorem printed_split_loses_a_thread :
    as_printed asm (only E18) (start asm) (fun s =>
      stops asm s /\ active s = set_of [0; 1; 2]%N /\
      variable_in_threads asm s x = [None; Some 1; None; None]).
  Proof. compute_ends. computed. Qed.

  (** The second branch is a trap, with thread 3 still active. *)
  Theorem correct :
    here asm (start asm) (fun s =>
      has_trap asm s (TrapOf Trap.undefined_variable Rule.MV [3%N]) /\ at_pc asm (pc s) (Bz (Var odd) 7) /\
      active s = set_of [0; 1; 2; 3]%N).
  Proof. compute_ends. computed. Qed.
End E18.

(** The threads that have a value all agree. *)
Module E18_agree.
  Definition low : variable := 0%N.
  Definition zero : variable := 1%N.
  Definition asm : program := assembly 4 [
    Binary low Lt Tid (Const 3);    (* 1           low = tid < 3 *)
    Bz (Var low) 4;                 (* 2           bz low, skip *)
    Copy zero (Const 0);            (* 3           zero = 0        ; not in thread 3 *)
    Sync;                           (* 4   skip:   sync *)
    Bz (Var zero) 7;                (* 5           bz zero, end *)
    Store (Const 0) (Const 1);      (* 6           [0] = 1 *)
    Sync;                           (* 7   end:    sync *)
    Stop                            (* 8           stop *)
  ].

  (** The program ends without thread 3, and without the store. *)
  Theorem printed_split_loses_a_thread :
    as_printed asm (only E18) (start asm) (fun s =>
      stops asm s /\ active s = set_of [0; 1; 2]%N /\ words asm s 0 1 = [None]).
  Proof. compute_ends. computed. Qed.

  (** It has executed the store without threads. *)
  Theorem printed_BD_starts_a_half_without_threads :
    exists s, clos_refl_trans_1n _ (Printed.steps_to asm (only E18)) (start asm) s /\
      at_pc asm (pc s) (Store (Const 0) (Const 1)) /\ active s = ∅.
  Proof.
    eexists. split.
    - do 6 (eapply rt1n_trans; [apply printed_next_in_ascending_order; vm_compute; reflexivity|]). apply rt1n_refl.
    - computed.
  Qed.

  Theorem correct :
    here asm (start asm) (fun s =>
      has_trap asm s (TrapOf Trap.undefined_variable Rule.MV [3%N]) /\ at_pc asm (pc s) (Bz (Var zero) 7) /\
      active s = set_of [0; 1; 2; 3]%N).
  Proof. compute_ends. computed. Qed.
End E18_agree.
