(** Runs: steps one after the other, each with an order of the threads of its own. *)

From Coq Require Import List Permutation.
From Musimd Require Import ThreadSets Program State Rules.
Import ListNotations.

Section Runs.
  Variable P : program.

  (** A step in some order of the threads. *)
  Definition steps_to (s s' : state) : Prop :=
    exists ts, Permutation ts (elements (active s)) /\ step P ts s s'.

  (** Any number of steps in which every state but the last satisfies Q. *)
  Inductive run_while (Q : state -> Prop) : state -> state -> Prop :=
    | run_ends s : run_while Q s s
    | run_steps s s' s'' : Q s -> steps_to s s' -> run_while Q s' s'' -> run_while Q s s''.

  Definition run : state -> state -> Prop := run_while (fun _ => True).

  Lemma run_while_weaker (Q R : state -> Prop) s s' :
    (forall s, Q s -> R s) -> run_while Q s s' -> run_while R s s'.
  Proof. intro H. induction 1; econstructor; eauto. Qed.

  Lemma run_while_run Q s s' : run_while Q s s' -> run s s'.
  Proof. now apply run_while_weaker. Qed.

  Lemma run_trans s s' s'' : run s s' -> run s' s'' -> run s s''.
  Proof. induction 1 as [s|s s1 s2 _ Step _ IH]; intro R; [exact R|]. exact (run_steps _ s s1 s'' I Step (IH R)). Qed.

  Lemma run_preserves (I : state -> Prop) :
    (forall s s', I s -> steps_to s s' -> I s') -> forall s s', run s s' -> I s -> I s'.
  Proof. intros Step s s'. induction 1; eauto. Qed.
End Runs.
