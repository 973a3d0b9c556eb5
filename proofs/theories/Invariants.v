(** Θ is never empty. Each thread of a level is in exactly one place: it is active, or it waits in one set of one entry of Π.
    The threads of the outermost level are those that the run began with; those of an [everywhere] block are all. *)

From Coq Require Import NArith List Bool Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs.
Import ListNotations.

Definition one_if (b : bool) : nat := if b then 1 else 0.

(** In how many of the sets t is. *)
Fixpoint places (t : thread) (sets : list threads) : nat :=
  match sets with [] => 0 | s :: rest => one_if (contains s t) + places t rest end.

(** The sets of the entries of Π. *)
Fixpoint waiting (Π : sync_stack) : list threads :=
  match Π with [] => [] | e :: Π => done e :: todo e :: waiting Π end.

(** The active threads and those that wait in Π are the threads of the whole, each once. *)
Definition partitions (whole Θ : threads) (Π : sync_stack) : Prop :=
  forall t, places t (Θ :: waiting Π) = one_if (contains whole t).

Definition level (whole Θ : threads) (Π : sync_stack) : Prop := Θ <> ∅ /\ partitions whole Θ Π.

Lemma one_if_bound b : one_if b <= 1.
Proof. destruct b; cbn; lia. Qed.

Lemma one_if_union a b t :
  one_if (contains a t) + one_if (contains b t) <= 1 ->
  one_if (contains (a ∪ b) t) = one_if (contains a t) + one_if (contains b t).
Proof. rewrite contains_union. destruct (contains a t), (contains b t); cbn; lia. Qed.

(** Threads that leave Θ, and wait in Π instead. *)
Lemma partitions_push whole Θ stay leave Π pc l :
  partitions whole Θ Π ->
  (forall t, one_if (contains Θ t) = one_if (contains stay t) + one_if (contains leave t)) ->
  partitions whole stay (push Π leave pc l).
Proof.
  intros H Split t. specialize (H t). specialize (Split t). unfold push.
  assert (one_if (contains ∅ t) = 0) as None by now rewrite contains_none.
  destruct Π as [|e Π]; cbn [waiting places done todo] in *; [lia|].
  destruct (N.eqb (branch e) pc); cbn [waiting places done todo] in *; [|lia].
  rewrite one_if_union; destruct (contains whole t); cbn [one_if] in *; lia.
Qed.

Section Invariant.
  Variable P : program.
  (** The threads that the run begins with. *)
  Variable Θ_begin : threads.

  Inductive levels : threads -> sync_stack -> context_stack -> Prop :=
    | outermost Θ Π : level Θ_begin Θ Π -> levels Θ Π []
    | in_block Θ Π c Λ :
        level (all_threads P) Θ Π -> levels (saved_active c) (saved_stack c) Λ -> levels Θ Π (c :: Λ).

  Definition invariant (s : state) : Prop := levels (active s) (stack s) (contexts s).

  Definition whole (Λ : context_stack) : threads := match Λ with [] => Θ_begin | _ :: _ => all_threads P end.

  Lemma levels_level Θ Π Λ : levels Θ Π Λ -> level (whole Λ) Θ Π.
  Proof. now destruct 1. Qed.

  (** The same contexts with another innermost level. *)
  Lemma levels_replace Θ Π Θ' Π' Λ : levels Θ Π Λ -> level (whole Λ) Θ' Π' -> levels Θ' Π' Λ.
  Proof. destruct 1; constructor; auto. Qed.

  Lemma split_counts Θ β o Θ0 Θn t :
    split P Θ β o Θ0 Θn -> one_if (contains Θ t) = one_if (contains Θ0 t) + one_if (contains Θn t).
  Proof.
    intros (<- & Zero & Other). rewrite contains_union.
    destruct (contains Θ0 t) eqn:H0, (contains Θn t) eqn:Hn; auto. exfalso.
    destruct (Other t Hn) as (c & C & N). specialize (Zero t H0).
    destruct C; inversion Zero; subst; auto; congruence.
  Qed.

  Lemma branches_counts Θ β i l stay leave :
    branches P Θ β i l stay leave ->
    forall t, one_if (contains Θ t) = one_if (contains stay t) + one_if (contains leave t).
  Proof. destruct 1 as [? ? ? ? S|? ? ? ? S]; intro t; rewrite (split_counts _ _ _ _ _ t S); lia. Qed.

  Lemma none_counts t : one_if (contains ∅ t) = 0.
  Proof. now rewrite contains_none. Qed.

  Hypothesis Some_thread : all_threads P <> ∅.

  Theorem step_keeps_invariant ts s s' : invariant s -> step P ts s s' -> invariant s'.
  Proof.
    intros I H. unfold invariant in *.
    destruct H; cbn [active stack contexts] in *; pose proof (levels_level _ _ _ I) as [NE Part];
      try exact I; try (apply (levels_replace _ _ _ _ _ I); split; auto).
    - apply partitions_push with Θ; [exact Part|]. intro t. rewrite none_counts. lia.
    - apply partitions_push with Θ; [exact Part|]. intro t. rewrite none_counts. lia.
    - apply partitions_push with Θ; [exact Part|]. eapply branches_counts; eassumption.
    - intro t. specialize (Part t). cbn [places waiting done todo] in *. rewrite none_counts.
      pose proof (one_if_bound (contains (whole Λ) t)). rewrite one_if_union; lia.
    - intro E. apply NE. apply is_empty. intro t. rewrite is_empty in E. specialize (E t).
      rewrite contains_union in E. now apply orb_false_iff in E.
    - intro t. specialize (Part t). cbn [places waiting done todo] in *. rewrite none_counts in Part.
      pose proof (one_if_bound (contains (whole Λ) t)). rewrite one_if_union; lia.
    - constructor; [|exact I]. split; auto. intro t. cbn [places waiting]. lia.
    - now inversion I.
  Qed.

  Corollary run_keeps_invariant s s' : invariant s -> run P s s' -> invariant s'.
  Proof.
    intros I R. revert I. apply (run_preserves P invariant); auto. intros a b Ia (ts & _ & S).
    eapply step_keeps_invariant; eauto.
  Qed.

  Lemma initial_invariant Σ : Θ_begin <> ∅ -> invariant (initial P Θ_begin Σ).
  Proof. intro H. constructor. split; auto. intro t. cbn. lia. Qed.

  (** Θ is never empty. *)
  Theorem active_is_never_empty Σ s : Θ_begin <> ∅ -> run P (initial P Θ_begin Σ) s -> active s <> ∅.
  Proof. intros B R. eapply run_keeps_invariant in R; [|now apply initial_invariant]. apply (levels_level _ _ _ R). Qed.
End Invariant.

(** Two sets in which a thread of a level is are one set: Θ and the sets in Π are disjoint, and cover the level. *)
Theorem sets_are_disjoint W Θ Π t before a between b after :
  level W Θ Π -> Θ :: waiting Π = before ++ a :: between ++ b :: after -> t ∈ a -> t ∉ b.
Proof.
  intros [_ Part] E Ha. specialize (Part t). rewrite E in Part.
  assert (forall l m, places t (l ++ m) = places t l + places t m) as App.
  { intros l m. induction l as [|x l IH]; cbn; auto. rewrite IH. lia. }
  rewrite App in Part. cbn [places] in Part. rewrite App in Part. cbn [places] in Part. rewrite Ha in Part.
  destruct (contains b t) eqn:Hb; auto. destruct (contains W t); cbn in Part; lia.
Qed.

Theorem sets_cover W Θ Π t : level W Θ Π -> t ∈ W <-> exists s, In s (Θ :: waiting Π) /\ t ∈ s.
Proof.
  intros [_ Part]. specialize (Part t).
  assert (forall l, places t l = 0 <-> forall s, In s l -> t ∉ s) as Zero.
  { induction l as [|a l IH]; [cbn; tauto|]. cbn [places In]. split.
    - intros Z s [<-|I]; [destruct (contains a t); auto; cbn in Z; lia|]. apply IH; auto. lia.
    - intro All. rewrite (All a) by auto. apply IH. auto. }
  split.
  - intro H. rewrite H in Part. destruct (existsb (fun s => contains s t) (Θ :: waiting Π)) eqn:E.
    + apply existsb_exists in E as (s & I & Hs). eauto.
    + exfalso. assert (places t (Θ :: waiting Π) = 0); [|cbn in *; lia]. apply Zero. intros s I.
      apply not_true_is_false. intro Hs. assert (existsb (fun s => contains s t) (Θ :: waiting Π) = true); [|congruence].
      apply existsb_exists. eauto.
  - intros (s & I & Hs). destruct (contains W t); auto. apply Zero with (s := s) in Part; auto. congruence.
Qed.
