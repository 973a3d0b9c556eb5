(** Each thread of a divergent conditional runs its side, and no other: from the branch to the [sync] only threads that stay are active, then,
    from the target on, only threads that leave. *)

From Coq Require Import NArith List Bool Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs Invariants EverywhereRestores Reconvergence.
Import ListNotations.

Section Sides.
  Variable P : program.
  (** Π and Λ at the branch, its number and its target. *)
  Variables (Π : sync_stack) (Λ : context_stack) (b l : label).
  Variables (stay leave : threads).
  Hypothesis Some_leave : leave <> ∅.

  (** At the level of the branch, entries above e, and the active threads, hold the threads of the side. *)
  Definition on_side (side : threads) (e : entry) (s : state) : Prop :=
    exists A upper, at_level Λ s A (upper ++ e :: Π) /\ partitions side A upper.

  Definition first_side : state -> Prop := on_side stay (Entry b ∅ l leave).
  Definition second_side : state -> Prop := on_side leave (Entry b stay l ∅).

  (** The branch is not reached again while its entry is on top, as in a loop. *)
  Definition does_not_loop (s : state) : Prop :=
    contexts s = Λ -> pc s = b -> length (stack s) <> S (length Π).

  Lemma partitions_none W A : partitions W A [] -> A = W.
  Proof.
    intro H. apply set_extensionality. intro t. specialize (H t). cbn [places waiting] in H. revert H.
    destruct (contains A t), (contains W t); cbn [one_if]; reflexivity || (intro; exfalso; lia).
  Qed.

  Lemma push_above upper e w p q :
    branch e <> p \/ upper <> [] -> push (upper ++ e :: Π) w p q = push upper w p q ++ e :: Π.
  Proof.
    intro H. destruct upper as [|f upper]; cbn.
    - destruct (N.eqb_spec (branch e) p); auto. destruct H; contradiction.
    - now destruct (N.eqb (branch f) p).
  Qed.

  (** A step on a side stays there, or it is the [sync] at which e is on top. *)
  Lemma step_on_side ts side e s s' :
    branch e = b -> does_not_loop s -> on_side side e s -> step P ts s s' ->
    on_side side e s' \/ (at_pc P (pc s) Sync /\ contexts s = Λ /\ stack s = e :: Π /\ active s = side).
  Proof.
    intros Eb Loop (A & upper & At & Part) H. remember (upper ++ e :: Π) as S eqn:E.
    destruct At as [C|inner c C].
    2: { left. exists (saved_active c), upper. rewrite <- E. split; auto.
         destruct (step_in_block P ts s s' inner c Λ C H) as [[inner' C']|(C' & <- & <- & _)].
         - now apply (at_level_in_block Λ _ inner').
         - now constructor. }
    assert (forall A up, contexts s' = Λ -> active s' = A -> stack s' = up ++ e :: Π -> partitions side A up -> on_side side e s') as Here.
    { intros A up C' EA St Part'. exists A, up. split; auto. rewrite <- EA, <- St. now constructor. }
    unfold does_not_loop in Loop.
    assert (upper = [] -> pc s = b -> False) as Not_again.
    { intros -> Epc. apply (Loop C Epc). rewrite E. reflexivity. }
    assert (branch e <> pc s \/ upper <> []) as Above.
    { destruct upper; [|right; discriminate]. left. intro X. apply Not_again; auto. congruence. }
    clear Loop.
    destruct H; cbn [contexts stack active State.pc] in *; subst.
    - left. apply (Here Θ (push upper ∅ pc l0)); auto; [now apply push_above|].
      apply partitions_push with Θ; [exact Part|]. intro t. rewrite none_counts. lia.
    - left. apply (Here Θ (push upper ∅ pc l0)); auto; [now apply push_above|].
      apply partitions_push with Θ; [exact Part|]. intro t. rewrite none_counts. lia.
    - left. apply (Here Θ_stay (push upper Θ_leave pc l0)); auto; [now apply push_above|].
      apply partitions_push with Θ; [exact Part|]. eapply branches_counts; eassumption.
    - left. now apply (Here Θ upper).
    - left. now apply (Here Θ upper).
    - destruct upper as [|f upper]; [right; cbn in *; injection E as <- <-; auto using partitions_none|].
      injection E as <- ->. left. apply (Here Θ_todo (Entry l_id (Θ_done ∪ Θ) l0 ∅ :: upper)); auto.
      intro t. specialize (Part t). cbn [places waiting done todo] in *. rewrite none_counts.
      pose proof (one_if_bound (contains side t)). rewrite one_if_union; lia.
    - destruct upper as [|f upper]; [right; cbn in *; injection E as <- <-; auto using partitions_none|].
      injection E as <- ->. left. apply (Here (Θ ∪ Θ_done) upper); auto.
      intro t. specialize (Part t). cbn [places waiting done todo] in *. rewrite none_counts in Part.
      pose proof (one_if_bound (contains side t)). rewrite one_if_union; lia.
    - left. now apply (Here Θ upper).
    - left. exists Θ, upper. split; auto. now apply (at_level_in_block _ _ [] (Context Θ (upper ++ e :: Π) (saved P β))).
    - exfalso. now destruct upper.
    - exfalso. now destruct upper.
    - left. now apply (Here Θ upper).
    - left. now apply (Here Θ upper).
  Qed.

  (** The [sync] after the first side: the threads that leave go on at l. *)
  Lemma between_sides ts s s' :
    at_pc P (pc s) Sync -> contexts s = Λ -> stack s = Entry b ∅ l leave :: Π -> active s = stay -> step P ts s s' ->
    second_side s' /\ pc s' = l /\ active s' = leave.
  Proof.
    intros At C St A H.
    destruct H; cbn [contexts stack active State.pc] in *; subst;
      try (exfalso; unfold at_pc in *; congruence);
      try match goal with X : branches _ _ _ ?i _ _ _ |- _ =>
            exfalso; assert (i = Sync) as -> by (unfold at_pc in *; congruence); inversion X end.
    - injection St as -> -> -> -> ->. repeat split. exists leave, []. cbn.
      replace (∅ ∪ stay) with stay by by_threads. split; [|intro t; cbn [places waiting]; lia].
      exact (at_level_here _ (M leave β Σ (Entry b stay l ∅ :: Π) Λ l) eq_refl).
    - exfalso. assert (i = Sync) as -> by (unfold at_pc in *; congruence). discriminate.
  Qed.

  (** From the first state of the first side to the end of the conditional. *)
  Theorem both_sides s1 s' :
    first_side s1 -> run_while P (fun s => ~ has_ended Π Λ s /\ does_not_loop s) s1 s' -> has_ended Π Λ s' ->
    exists a m z,
      run_while P first_side s1 a /\ first_side a /\
      steps_to P a m /\ pc m = l /\ active m = leave /\
      run_while P second_side m z /\ second_side z /\ steps_to P z s'.
  Proof.
    assert (forall side e s, on_side side e s -> ~ has_ended Π Λ s) as Not_ended.
    { intros side e s (A & upper & At & _) [L1 L2]. remember (upper ++ e :: Π) as S eqn:E. destruct At as [C|inner c C].
      - rewrite E, app_length in L2. cbn in L2. lia.
      - rewrite C, app_length in L1. cbn in L1. lia. }
    assert (forall s s', second_side s -> run_while P (fun s => ~ has_ended Π Λ s /\ does_not_loop s) s s' -> has_ended Π Λ s' ->
            exists z, run_while P second_side s z /\ second_side z /\ steps_to P z s') as Second.
    { intros s s2 I R E. induction R as [s|s s3 s2 [_ Loop] Step R IH]; [now apply Not_ended in I|].
      pose proof Step as (ts & O & H).
      destruct (step_on_side ts leave (Entry b stay l ∅) s s3 eq_refl Loop I H) as [I'|(At & C & St & A)].
      - destruct (IH I' E) as (z & R' & Z & L). exists z. split; auto. econstructor; eauto.
      - exists s. split; [constructor|]. split; auto.
        assert (has_ended Π Λ s3) as Ended; [|inversion R; subst; [auto|tauto]].
        assert (stack s3 = Π /\ contexts s3 = contexts s) as [St3 C3]; [|split; congruence].
        clear -At St H. destruct H; cbn [stack contexts State.pc] in *; subst;
          try (exfalso; unfold at_pc in *; congruence);
          try match goal with X : branches _ _ _ ?i _ _ _ |- _ =>
                exfalso; assert (i = Sync) as -> by (unfold at_pc in *; congruence); inversion X end.
        + injection St as _ _ _ ->. auto.
        + exfalso. assert (i = Sync) as -> by (unfold at_pc in *; congruence). discriminate. }
    intros I R E. induction R as [s|s s3 s2 [_ Loop] Step R IH]; [now apply Not_ended in I|].
    pose proof Step as (ts & O & H).
    destruct (step_on_side ts stay (Entry b ∅ l leave) s s3 eq_refl Loop I H) as [I'|(At & C & St & A)].
    - destruct (IH I' E) as (a & m & z & R1 & Rest). exists a, m, z. split; [econstructor; eauto|exact Rest].
    - destruct (between_sides ts s s3 At C St A H) as (I' & L & A').
      destruct (Second s3 s2 I' R E) as (z & R' & Z & Last).
      exists s, s3, z. split; [constructor|]. auto 8.
  Qed.

  (** BD begins the first side. *)
  Lemma first_side_begins β Σ p :
    (forall e rest, Π = e :: rest -> branch e <> b) ->
    first_side (M stay β Σ (push Π leave b l) Λ p).
  Proof.
    intro New. exists stay, []. split; [|intro t; cbn [places waiting]; lia].
    assert (push Π leave b l = [] ++ Entry b ∅ l leave :: Π) as <-.
    { unfold push. destruct Π as [|e rest]; auto. destruct (N.eqb_spec (branch e) b) as [X|]; auto.
      now apply (New e rest eq_refl) in X. }
    exact (at_level_here _ (M stay β Σ (push Π leave b l) Λ p) eq_refl).
  Qed.
End Sides.
