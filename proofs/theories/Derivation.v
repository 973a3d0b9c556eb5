(** What the scripts of `musimd derive --format coq` use (docs/derivations.md): notation for the parts of a state, and tactics
    for the premises of a rule, which computation decides. *)

From Coq Require Import ZArith NArith List Bool Permutation.
From Musimd Require Export Maps ThreadSets Program State BigStep Rules Execution DataCorrect ExecutionCorrect Runs.
Import ListNotations.

Global Arguments Bz o l%N.
Global Arguments Bnz o l%N.
Global Arguments BranchMask o l%N.
Global Arguments Jump l%N.
Global Arguments Entry branch%N done next%N todo.

(** * The parts of a state *)

(** β with the words cs for v in the threads ts. *)
Fixpoint assign (v : variable) (ts : list thread) (cs : list Z) (β : bank) : bank :=
  match ts, cs with
  | t :: ts, c :: cs => assign v ts cs (with_variable t v (Some c) β)
  | _, _ => β
  end.
Arguments assign v ts%N cs%Z β.

(** β without a word for v in the threads ts. *)
Definition undefine (v : variable) (ts : list thread) (β : bank) : bank :=
  fold_left (fun β t => with_variable t v None β) ts β.
Arguments undefine v ts%N β.

(** Σ with the words cs at these addresses. *)
Fixpoint store (addresses cs : list Z) (Σ : memory) : memory :=
  match addresses, cs with
  | x :: addresses, c :: cs => store addresses cs (write x c Σ)
  | _, _ => Σ
  end.
Arguments store (addresses cs)%Z Σ.

(** * Conditions that computation decides *)

Fixpoint without (t : thread) (ts : list thread) : option (list thread) :=
  match ts with
  | [] => None
  | s :: ts => if N.eqb t s then Some ts else option_map (cons s) (without t ts)
  end.

Fixpoint is_permutation (a b : list thread) : bool :=
  match a with
  | [] => match b with [] => true | _ :: _ => false end
  | t :: a => match without t b with Some b => is_permutation a b | None => false end
  end.

Lemma without_permutation t : forall ts rest, without t ts = Some rest -> Permutation (t :: rest) ts.
Proof.
  induction ts as [|s ts IH]; intros rest H; cbn in H; [discriminate|].
  destruct (N.eqb_spec t s) as [->|_]; [now injection H as ->|].
  destruct (without t ts) as [r|]; [|discriminate]. injection H as <-.
  rewrite perm_swap. constructor. auto.
Qed.

Lemma is_permutation_correct : forall a b, is_permutation a b = true -> Permutation a b.
Proof.
  induction a as [|t a IH]; intros b H; cbn in H; [now destruct b|].
  destruct (without t b) as [rest|] eqn:E; [|discriminate].
  rewrite <- (without_permutation t b rest E). constructor. auto.
Qed.

Section Conditions.
  Variable P : program.

  (** Whether o has a value in each thread of Θ, for which f holds. *)
  Definition each (Θ : threads) (β : bank) (o : operand) (f : thread -> Z -> bool) : bool :=
    forallb (fun t => match value P β t o with Some c => f t c | None => false end) (elements Θ).

  Lemma each_correct Θ β o f :
    each Θ β o f = true -> forall t, t ∈ Θ -> exists c, evaluates P β t o c /\ f t c = true.
  Proof.
    unfold each. rewrite forallb_forall. intros H t Ht. specialize (H t (proj2 (in_elements Θ t) Ht)).
    destruct (value P β t o) as [c|] eqn:V; [|discriminate]. exists c. split; [now apply value_correct|exact H].
  Qed.

  Lemma split_computed Θ β o Θ0 Θn :
    Θ0 ∪ Θn = Θ -> each Θ0 β o (fun _ c => Z.eqb c 0) = true -> each Θn β o (fun _ c => negb (Z.eqb c 0)) = true ->
    split P Θ β o Θ0 Θn.
  Proof.
    intros E Zero Other. repeat apply conj; [exact E| |].
    - intros t Ht. destruct (each_correct _ _ _ _ Zero t Ht) as (c & C & Z0). apply Z.eqb_eq in Z0. now subst.
    - intros t Ht. destruct (each_correct _ _ _ _ Other t Ht) as (c & C & N). exists c. split; [exact C|].
      now apply negb_true_iff, Z.eqb_neq in N.
  Qed.

  Lemma all_name_computed Θ β o m b :
    each Θ β o (fun _ k => Bool.eqb (names k m) b) = true -> all_name P Θ β o m b.
  Proof.
    intros H t Ht. destruct (each_correct _ _ _ _ H t Ht) as (k & K & N). exists k. split; [exact K|]. now apply eqb_prop.
  Qed.

  Lemma all_hold_computed Θ β o :
    each Θ β o (fun _ c => negb (Z.eqb c 0)) = true -> forall t, t ∈ Θ -> exists c, evaluates P β t o c /\ c <> 0%Z.
  Proof.
    intros H t Ht. destruct (each_correct _ _ _ _ H t Ht) as (c & C & N). exists c. split; [exact C|].
    now apply negb_true_iff, Z.eqb_neq in N.
  Qed.

  Lemma votes_computed Θ β o votes :
    each Θ β o (fun t c => Bool.eqb (contains votes t) (negb (Z.eqb c 0))) = true ->
    forall t, t ∈ Θ -> exists c, evaluates P β t o c /\ contains votes t = negb (Z.eqb c 0).
  Proof.
    intros H t Ht. destruct (each_correct _ _ _ _ H t Ht) as (c & C & E). exists c. split; [exact C|]. now apply eqb_prop.
  Qed.

  Definition without_race (Θ : threads) (β : bank) (i : instruction) : bool :=
    forallb (fun s => forallb (fun t => negb (conflicts P β i s t)) (elements Θ)) (elements Θ).

  Lemma without_race_computed Θ β i : without_race Θ β i = true -> ~ has_race P Θ β i.
  Proof.
    unfold without_race. rewrite forallb_forall. intros H (s & t & Hs & Ht & C).
    apply in_elements in Hs, Ht. specialize (H s Hs). rewrite forallb_forall in H. specialize (H t Ht).
    apply negb_true_iff in H. apply conflicts_correct in C. congruence.
  Qed.

  Lemma evaluates_computed β t o c d : evaluates P β t o d -> d = c -> evaluates P β t o c.
  Proof. now intros H <-. Qed.

  Lemma step_computed ts s s1 s' : step P ts s s1 -> s1 = s' -> step P ts s s'.
  Proof. now intros H <-. Qed.

  Lemma IT_computed ts Θ β Σ Π Λ pc i β' Σ' s' :
    at_pc P pc i -> is_data i = true -> without_race Θ β i = true ->
    TL P Θ (mask Θ Λ) β i ts β Σ β' Σ' -> M Θ β' Σ' Π Λ (pc + 1)%N = s' ->
    step P ts (M Θ β Σ Π Λ pc) s'.
  Proof. intros A D R T <-. eapply IT; eauto using without_race_computed. Qed.

  Lemma trap_computed ts s τ :
    is_permutation ts (elements (active s)) = true -> execute P ts s = Traps τ -> traps P ts s τ.
  Proof. intros O H. apply execute_traps; [now apply is_permutation_correct|exact H]. Qed.

  (** * Runs *)

  Lemma next_step ts s s' s'' :
    step P ts s s' -> is_permutation ts (elements (active s)) = true -> run P s' s'' -> run P s s''.
  Proof.
    intros H O R. apply (run_steps P _ s s' s'' I); [|exact R]. exists ts. split; [now apply is_permutation_correct|exact H].
  Qed.

  Lemma stops_with s s' :
    run P s s' -> stops P s' -> evaluates_to P s (Result (active s') (bank_of s') (memory_of s')).
  Proof. intros R S. apply big_step_is_small_step. eauto. Qed.
End Conditions.

(** * Tactics *)

Ltac computes := vm_compute; reflexivity.

(** A premise of a control rule. *)
Ltac premise :=
  match goal with
  | |- branches _ _ _ _ _ _ _ => constructor; apply split_computed; computes
  | |- all_name _ _ _ _ _ _ => apply all_name_computed; computes
  | |- forall t, _ => apply all_hold_computed; computes
  | |- _ <> _ => vm_compute; discriminate
  | |- _ => computes
  end.

(** The step is by this rule. *)
Tactic Notation "by_rule" tactic3(rule) := eapply step_computed; [rule; premise|computes].

(** The step is by rule IT with this instruction; the derivation by TL follows, thread by thread. *)
Ltac by_IT i := eapply (IT_computed _ _ _ _ _ _ _ _ i); [computes..| |].

(** What this thread does; then the others. *)
Ltac thread t := eapply (TL_thread _ _ _ _ _ t).
Ltac no_more_threads := apply TL_none.

(** The rules of operands. *)
Ltac MC := exact (Rules.MC _ _ _ _).
Ltac MT := eapply evaluates_computed; [apply Rules.MT|computes].
Ltac MW := eapply evaluates_computed; [apply Rules.MW|computes].
Ltac MV := apply Rules.MV; computes.

(** The threads whose word is not 0, of rule BL. *)
Ltac all_votes := apply votes_computed; computes.

(** A step of a run, by its lemma. *)
Ltac next lemma := apply (next_step _ _ _ _ _ lemma); [computes|].
