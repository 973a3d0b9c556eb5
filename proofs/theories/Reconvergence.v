(** A conditional ends with the Θ that it began with, with Π and Λ as they were, and each thread has run its side: first the threads that
    stay, from the branch on, then those that leave, from its target. Blocks and other conditionals may be nested in both sides. *)

From Coq Require Import NArith List Bool Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs Invariants EverywhereRestores.
Import ListNotations.

Section Conditional.
  Variable P : program.
  (** Θ, Π and Λ at the branch. *)
  Variables (Θ : threads) (Π : sync_stack) (Λ : context_stack).

  (** The level of the branch in a state: its active threads and its Π, both saved in Λ while a block is open. *)
  Inductive at_level (s : state) : threads -> sync_stack -> Prop :=
    | at_level_here : contexts s = Λ -> at_level s (active s) (stack s)
    | at_level_in_block inner c :
        contexts s = inner ++ c :: Λ -> at_level s (saved_active c) (saved_stack c).

  (** The conditional has not ended: entries lie above Π, and their threads, with the active ones, are those of Θ. *)
  Definition inside (s : state) : Prop :=
    exists A upper, at_level s A (upper ++ Π) /\ upper <> [] /\ partitions Θ A upper.

  Definition outside (s : state) : Prop := contexts s = Λ /\ stack s = Π /\ active s = Θ.

  Lemma push_app upper w pc l : upper <> [] -> push (upper ++ Π) w pc l = push upper w pc l ++ Π.
  Proof. destruct upper as [|e upper]; [congruence|]. cbn. now destruct (N.eqb (branch e) pc). Qed.

  Lemma push_not_empty S w pc l : push S w pc l <> [].
  Proof. unfold push. destruct S as [|e S]; [discriminate|]. now destruct (N.eqb (branch e) pc). Qed.

  Lemma partitions_same A upper pc l : partitions Θ A upper -> partitions Θ A (push upper ∅ pc l).
  Proof. intro H. apply partitions_push with A; [exact H|]. intro t. rewrite contains_none. cbn. lia. Qed.

  (** A step at the branch's own level. *)
  Lemma step_here ts s s' upper :
    contexts s = Λ -> stack s = upper ++ Π -> upper <> [] -> partitions Θ (active s) upper -> step P ts s s' ->
    inside s' \/ outside s'.
  Proof.
    intros C S NE Part H.
    assert (forall A up, contexts s' = Λ -> active s' = A -> stack s' = up ++ Π -> up <> [] -> partitions Θ A up -> inside s') as Here.
    { intros A up C' EA St NE' Part'. exists A, up. repeat split; auto. rewrite <- EA, <- St. now constructor. }
    destruct H; cbn [contexts stack active] in *; subst Λ0 || idtac.
    - left. apply (Here Θ0 (push upper ∅ pc l)); auto using push_not_empty, partitions_same.
      rewrite S. now apply push_app.
    - left. apply (Here Θ0 (push upper ∅ pc l)); auto using push_not_empty, partitions_same.
      rewrite S. now apply push_app.
    - left. apply (Here Θ_stay (push upper Θ_leave pc l)); auto using push_not_empty.
      + rewrite S. now apply push_app.
      + apply partitions_push with Θ0; [exact Part|]. eapply branches_counts; eassumption.
    - left. now apply (Here Θ0 upper).
    - left. now apply (Here Θ0 upper).
    - left. destruct upper as [|e upper]; [congruence|]. injection S as <- ->.
      apply (Here Θ_todo (Entry l_id (Θ_done ∪ Θ0) l ∅ :: upper)); auto; [discriminate|].
      intro t. specialize (Part t). cbn [places waiting done todo] in *. rewrite none_counts.
      pose proof (one_if_bound (contains Θ t)). rewrite one_if_union; lia.
    - destruct upper as [|e upper]; [congruence|]. injection S as <- ->.
      assert (partitions Θ (Θ0 ∪ Θ_done) upper) as Part'.
      { intro t. specialize (Part t). cbn [places waiting done todo] in *. rewrite none_counts in Part.
        pose proof (one_if_bound (contains Θ t)). rewrite one_if_union; lia. }
      destruct upper as [|e upper].
      + right. repeat split. cbn [active]. apply set_extensionality. intro t. specialize (Part' t). cbn [places waiting] in Part'. revert Part'.
        destruct (contains (Θ0 ∪ Θ_done) t), (contains Θ t); cbn [one_if]; reflexivity || (intro; exfalso; lia).
      + left. apply (Here (Θ0 ∪ Θ_done) (e :: upper)); auto. discriminate.
    - left. now apply (Here Θ0 upper).
    - left. exists Θ0, upper. rewrite <- S in *. repeat split; auto.
      apply (at_level_in_block _ [] (Context Θ0 Π0 (saved P β))). reflexivity.
    - exfalso. now destruct upper.
    - exfalso. now destruct upper.
    - left. now apply (Here Θ0 upper).
    - left. now apply (Here Θ0 upper).
  Qed.

  Lemma step_inside ts s s' : inside s -> step P ts s s' -> inside s' \/ outside s'.
  Proof.
    intros (A & upper & At & NE & Part) H. remember (upper ++ Π) as S eqn:E. destruct At as [C|inner c C].
    - eapply step_here; eauto.
    - left. exists (saved_active c), upper. rewrite <- E. repeat split; auto.
      destruct (step_in_block P ts s s' inner c Λ C H) as [[inner' C']|(C' & <- & <- & _)].
      + now apply (at_level_in_block _ inner').
      + now constructor.
  Qed.

  (** Whether a state is past the conditional, by the sizes of its stacks alone. *)
  Definition has_ended (s : state) : Prop := length (contexts s) = length Λ /\ length (stack s) = length Π.

  Lemma inside_has_not_ended s : inside s -> ~ has_ended s.
  Proof.
    intros (A & upper & At & NE & _) [L1 L2]. remember (upper ++ Π) as S eqn:E. destruct At as [C|inner c C].
    - rewrite E, app_length in L2. destruct upper; [congruence|cbn in L2; lia].
    - rewrite C, app_length in L1. cbn in L1. lia.
  Qed.

  Lemma run_inside s s' :
    run_while P (fun s => ~ has_ended s) s s' -> inside s -> has_ended s' -> outside s'.
  Proof.
    induction 1 as [s|s s1 s' _ (ts & _ & H) R IH]; intros I E.
    - now apply inside_has_not_ended in I.
    - destruct (step_inside _ _ _ I H) as [I'|O]; auto.
      inversion R; subst; [exact O|]. exfalso.
      match goal with N : ~ has_ended _ |- _ => apply N end. destruct O as (C & St & _). split; congruence.
  Qed.

  (** The entry of the branch at b. *)
  Lemma branch_enters ts s s1 i b l stay leave :
    active s = Θ -> stack s = Π -> contexts s = Λ -> pc s = b -> at_pc P b i ->
    branches P Θ (bank_of s) i l stay leave ->
    (forall e rest, Π = e :: rest -> branch e <> b) -> step P ts s s1 -> inside s1.
  Proof.
    intros E1 E2 E3 E4 At B New H.
    assert (forall w pc l, pc = b -> push Π w pc l = [Entry pc ∅ l w] ++ Π) as Push.
    { intros w pc' l' ->. unfold push. destruct Π as [|e rest]; auto. destruct (N.eqb_spec (branch e) b) as [X|]; auto.
      now apply (New e rest eq_refl) in X. }
    assert (forall A w pc l, pc = b -> contexts s1 = Λ -> active s1 = A -> stack s1 = push Π w pc l ->
            (forall t, one_if (contains Θ t) = one_if (contains A t) + one_if (contains w t)) -> inside s1) as Enter.
    { intros A w pc' l' Eb C EA St Split. exists A, [Entry pc' ∅ l' w]. repeat split; [|discriminate|].
      - rewrite <- Push, <- St, <- EA by auto. now constructor.
      - intro t. cbn [places waiting done todo]. rewrite none_counts. specialize (Split t). lia. }
    destruct H; cbn [active stack contexts State.pc bank_of] in *; subst;
      try (exfalso; destruct B; unfold at_pc in *; congruence).
    - eapply Enter; try reflexivity. intro t. rewrite none_counts. lia.
    - eapply Enter; try reflexivity. intro t. rewrite none_counts. lia.
    - eapply Enter; try reflexivity. eapply branches_counts; eassumption.
    - exfalso. assert (i0 = i) by (unfold at_pc in *; congruence). subst i0. destruct B; discriminate.
  Qed.
End Conditional.

(** ** The theorem: from a branch, whose entry is not on top of Π, to the first state in which Π and Λ are as large as before. *)
Theorem reconvergence P ts s s1 s' i l stay leave :
  at_pc P (pc s) i -> branches P (active s) (bank_of s) i l stay leave ->
  (forall e rest, stack s = e :: rest -> branch e <> pc s) ->
  step P ts s s1 ->
  run_while P (fun s2 => ~ has_ended (stack s) (contexts s) s2) s1 s' -> has_ended (stack s) (contexts s) s' ->
  active s' = active s /\ stack s' = stack s /\ contexts s' = contexts s.
Proof.
  intros At B New H R E.
  assert (inside (active s) (stack s) (contexts s) s1) as I by (eapply branch_enters; eauto).
  destruct (run_inside P _ _ _ _ _ R I E) as (C & St & A). auto.
Qed.
