(** The function [execute] computes exactly the relations [step], [stops] and [traps]. So a state has one of three
    futures, and only one: it steps, stops, or has a trap. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Musimd Require Import Maps ThreadSets Program State Rules Execution DataCorrect.
Import ListNotations.
Local Open Scope Z_scope.

Section Control.
  Variable P : program.

  Notation evaluates := (evaluates P).
  Notation value := (value P).

  Definition all_evaluate (Θ : threads) (β : bank) (o : operand) : Prop :=
    forall t, t ∈ Θ -> exists c, evaluates β t o c.

  Lemma lacking_none Θ β o : lacking P Θ β o = None <-> all_evaluate Θ β o.
  Proof.
    unfold lacking. rewrite least_none. split; intros H t Ht; specialize (H t Ht).
    - destruct (value β t o) as [c|] eqn:V; [|discriminate]. exists c. now apply value_correct.
    - destruct H as [c H]. apply value_correct in H. now rewrite H.
  Qed.

  Lemma lacking_some Θ β o t : lacking P Θ β o = Some t <-> lowest Θ (fun t => is_undefined β t o) t.
  Proof.
    unfold lacking, lowest. rewrite least_some.
    split; intros (Ht & U & Least); repeat split; auto.
    - destruct (value β t o) eqn:V; [discriminate|]. now apply (value_undefined P) in V.
    - intros s Hs L U'. specialize (Least s Hs L). apply (value_undefined P) in U'. now rewrite U' in Least.
    - apply (value_undefined P) in U. now rewrite U.
    - intros s Hs L. specialize (Least s Hs L). destruct (value β s o) eqn:V; auto.
      now apply (value_undefined P) in V.
  Qed.

  Lemma lowest_does_not_evaluate Θ β o t :
    lowest Θ (fun t => is_undefined β t o) t -> all_evaluate Θ β o -> False.
  Proof. intros (Ht & U & _) A. destruct (A t Ht) as [c C]. eapply undefined_has_no_value; eauto. Qed.

  (** ** split *)

  Lemma split_by_votes Θ β o :
    all_evaluate Θ β o -> split P Θ β o (Θ ∖ votes P Θ β o) (votes P Θ β o).
  Proof.
    intro A. unfold votes. repeat split.
    - apply set_extensionality. intro t. autorewrite with sets.
      destruct (contains Θ t); cbn; auto. destruct (value β t o) as [c|]; auto. now destruct (c =? 0).
    - intros t H. autorewrite with sets in H. apply andb_true_iff in H as [Ht V].
      rewrite Ht in V. cbn in V. destruct (A t Ht) as [c C]. pose proof C as D. apply value_correct in D.
      rewrite D in V. apply negb_true_iff, negb_false_iff, Z.eqb_eq in V. now subst.
    - intros t H. autorewrite with sets in H. apply andb_true_iff in H as [Ht V].
      destruct (value β t o) as [c|] eqn:D; [|discriminate]. exists c. split; [now apply value_correct|].
      now apply negb_true_iff, Z.eqb_neq in V.
  Qed.

  Lemma split_evaluates Θ β o Θ0 Θn : split P Θ β o Θ0 Θn -> all_evaluate Θ β o.
  Proof.
    intros (E & Zero & Other) t Ht. rewrite <- E, contains_union in Ht. apply orb_true_iff in Ht as [Ht|Ht].
    - exists 0. auto.
    - destruct (Other t Ht) as (c & C & _). eauto.
  Qed.

  Lemma split_once Θ β o Θ0 Θn :
    split P Θ β o Θ0 Θn -> Θ0 = Θ ∖ votes P Θ β o /\ Θn = votes P Θ β o.
  Proof.
    intros (E & Zero & Other).
    assert (forall t, contains Θn t = contains (votes P Θ β o) t) as N.
    { intro t. unfold votes. rewrite contains_those, <- E, contains_union.
      destruct (contains Θn t) eqn:Hn.
      - destruct (Other t Hn) as (c & C & D). apply value_correct in C. rewrite C, orb_true_r. cbn.
        now apply eq_sym, negb_true_iff, Z.eqb_neq.
      - rewrite orb_false_r. destruct (contains Θ0 t) eqn:H0; cbn; auto.
        specialize (Zero t H0). apply value_correct in Zero. now rewrite Zero. }
    split; apply set_extensionality; auto. intro t. rewrite contains_difference, <- N, <- E, contains_union.
    destruct (contains Θ0 t) eqn:H0, (contains Θn t) eqn:Hn; auto.
    destruct (Other t Hn) as (c & C & D). now destruct (D (evaluates_once P β t o c 0 C (Zero t H0))).
  Qed.

  (** ** Masks *)

  Lemma all_name_correct Θ β o m b :
    all_name P Θ β o m b <->
    all_evaluate Θ β o /\ those (in_mask P β o m) Θ = (if b then Θ else ∅).
  Proof.
    unfold all_name, in_mask. split.
    - intro H. split. { intros t Ht. destruct (H t Ht) as (k & K & _). eauto. }
      apply set_extensionality. intro t. rewrite contains_those. destruct (contains Θ t) eqn:Ht; cbn.
      + destruct (H t Ht) as (k & K & N). apply value_correct in K. rewrite K, N.
        destruct b; [now rewrite Ht|now rewrite contains_none].
      + destruct b; [now rewrite Ht|now rewrite contains_none].
    - intros [A E] t Ht. destruct (A t Ht) as [k K]. exists k. split; auto.
      apply value_correct in K. apply (f_equal (fun s => contains s t)) in E.
      rewrite contains_those, Ht, K in E. cbn in E. destruct b; [congruence|]. now rewrite contains_none in E.
  Qed.

  Lemma mask_divergent Θ β o m :
    all_evaluate Θ β o -> those (in_mask P β o m) Θ <> Θ -> those (in_mask P β o m) Θ <> ∅ ->
    exists s t j k, s ∈ Θ /\ t ∈ Θ /\ evaluates β s o j /\ evaluates β t o k /\ names j m = true /\ names k m = false.
  Proof.
    intros A Not_all Some_.
    apply is_inhabited in Some_ as [s Hs]. rewrite contains_those in Hs. apply andb_true_iff in Hs as [Hs N].
    destruct (least (fun t => negb (in_mask P β o m t)) Θ) as [t|] eqn:L.
    - apply least_some in L as (Ht & N' & _). unfold in_mask in N, N'.
      destruct (A s Hs) as [j J], (A t Ht) as [k K]. exists s, t, j, k.
      pose proof (proj2 (value_correct P β s o j) J) as J'. pose proof (proj2 (value_correct P β t o k) K) as K'.
      rewrite J' in N. rewrite K' in N'. apply negb_true_iff in N'. auto 7.
    - rewrite least_none in L. exfalso. apply Not_all. apply set_extensionality. intro t. rewrite contains_those.
      destruct (contains Θ t) eqn:Ht; auto. specialize (L t Ht). now apply negb_false_iff in L as ->.
  Qed.

  Lemma eqb_false (a b : threads) : N.eqb a b = false <-> a <> b.
  Proof. apply N.eqb_neq. Qed.
End Control.

(** Unfolds a state in the hypotheses and in the goal. *)
Ltac open_state s := destruct s as [Θ β Σ Π Λ pc].

Section Steps.
  Variable P : program.
  Variable ts : list thread.

  Lemma lowest_least Θ β o t :
    lowest Θ (fun t => is_undefined β t o \/ evaluates P β t o 0) t ->
    least (fun t => match value P β t o with Some c => c =? 0 | None => true end) Θ = Some t.
  Proof.
    intros (Ht & F & Least). apply least_some. repeat split; auto.
    - destruct F as [U|E]; [apply (value_undefined P) in U; now rewrite U|apply value_correct in E; now rewrite E].
    - intros s Hs L. specialize (Least s Hs L). destruct (value P β s o) as [c|] eqn:V.
      + destruct (Z.eqb_spec c 0) as [->|]; auto. exfalso. apply Least. right. now apply value_correct.
      + exfalso. apply Least. left. now apply (value_undefined P).
  Qed.

  Definition in_order (s : state) : Prop := Permutation ts (elements (active s)).

  Definition after_branch (Θ stay leave : threads) (β : bank) (Σ : memory) (Π : sync_stack) (Λ : context_stack) (pc l : label) : outcome :=
    if N.eqb stay ∅ then Continues (M Θ β Σ (push Π ∅ pc l) Λ l)
    else if N.eqb leave ∅ then Continues (M Θ β Σ (push Π ∅ pc l) Λ (pc + 1)%N)
    else Continues (M stay β Σ (push Π leave pc l) Λ (pc + 1)%N).

  Lemma after_branch_steps Θ β Σ Π Λ pc i l stay leave s' :
    at_pc P pc i -> branches P Θ β i l stay leave -> stay ∪ leave = Θ ->
    after_branch Θ stay leave β Σ Π Λ pc l = Continues s' -> step P ts (M Θ β Σ Π Λ pc) s'.
  Proof.
    unfold after_branch. intros At B U.
    destruct (N.eqb_spec stay ∅) as [E|E]; [|destruct (N.eqb_spec leave ∅) as [E'|E']]; intros [= <-].
    - subst stay. replace leave with Θ in B by (rewrite <- U; by_threads). eapply BT; eauto.
    - subst leave. replace stay with Θ in * by (rewrite <- U; by_threads). eapply BF; eauto.
    - eapply BD; eauto.
  Qed.

  Lemma branch_steps Θ β Σ Π Λ pc o l (z : bool) s' :
    at_pc P pc (if z then Bz o l else Bnz o l) ->
    execute_branch P (M Θ β Σ Π Λ pc) o l z = Continues s' -> step P ts (M Θ β Σ Π Λ pc) s'.
  Proof.
    intros At. unfold execute_branch. destruct (lacking P Θ β o) eqn:L; [discriminate|].
    apply lacking_none, split_by_votes in L.
    destruct z; apply after_branch_steps with (1 := At); try (constructor; exact L).
    - rewrite union_comm. apply L.
    - apply L.
  Qed.

  Lemma step_branches Θ β Σ Π Λ pc i l stay leave :
    branches P Θ β i l stay leave ->
    exists o z, i = (if z : bool then Bz o l else Bnz o l) /\
      execute_branch P (M Θ β Σ Π Λ pc) o l z = after_branch Θ stay leave β Σ Π Λ pc l.
  Proof.
    destruct 1 as [o l Θ0 Θn S|o l Θ0 Θn S]; exists o; [exists true|exists false]; split; auto;
      unfold execute_branch; pose proof (split_evaluates _ _ _ _ _ _ S) as A;
      apply lacking_none in A; rewrite A; apply split_once in S as [-> ->]; reflexivity.
  Qed.

  Theorem step_executes s s' : in_order s -> step P ts s s' -> execute P ts s = Continues s'.
  Proof.
    intros Order H. destruct H; cbn [in_order active] in Order; unfold execute; rewrite H; cbv beta iota.
    - destruct (step_branches Θ β Σ Π Λ pc _ _ _ _ H0) as (o & z & -> & E).
      destruct z; cbv iota; rewrite E; reflexivity.
    - destruct (step_branches Θ β Σ Π Λ pc _ _ _ _ H0) as (o & z & -> & E).
      apply eqb_false in H1. unfold after_branch in E. rewrite H1 in E. destruct z; cbv iota; rewrite E; reflexivity.
    - destruct (step_branches Θ β Σ Π Λ pc _ _ _ _ H0) as (o & z & -> & E).
      apply eqb_false in H1, H2. unfold after_branch in E. rewrite H1, H2 in E.
      destruct z; cbv iota; rewrite E; reflexivity.
    - apply all_name_correct in H0 as [A E]. apply lacking_none in A.
      unfold execute_branch_mask. now rewrite A, E, N.eqb_refl.
    - apply all_name_correct in H0 as [A E]. apply lacking_none in A.
      unfold execute_branch_mask. rewrite A, E, N.eqb_refl.
      assert (N.eqb ∅ Θ = false) as -> by (apply eqb_false; congruence). reflexivity.
    - apply eqb_false in H0. cbn. now rewrite H0.
    - reflexivity.
    - reflexivity.
    - reflexivity.
    - reflexivity.
    - reflexivity.
    - unfold execute_assert. destruct (least _ Θ) as [t|] eqn:L; auto. apply least_some in L as (Ht & F & _).
      destruct (H0 t Ht) as (c & C & N). apply value_correct in C. rewrite C in F. now apply Z.eqb_eq in F.
    - assert (execute_data P Θ (mask Θ Λ) β ts i Σ = inl (β', Σ')) as E by (apply execute_data_correct; auto).
      unfold execute_it. destruct i; try discriminate; now rewrite E.
  Qed.

  Theorem execute_steps s s' : in_order s -> execute P ts s = Continues s' -> step P ts s s'.
  Proof.
    intros Order H. open_state s. cbn [in_order active] in Order. unfold execute in H.
    destruct (get pc (code P)) as [i|] eqn:At; [|discriminate].
    assert (is_data i = true -> execute_it P ts (M Θ β Σ Π Λ pc) i = Continues s' -> step P ts (M Θ β Σ Π Λ pc) s') as Data.
    { intros D E. unfold execute_it in E.
      destruct (execute_data P Θ (mask Θ Λ) β ts i Σ) as [[b m]|] eqn:X; [|discriminate]. injection E as <-.
      apply execute_data_correct in X as [R T]; auto. eapply IT; eauto. }
    destruct i; auto.
    - now apply (branch_steps Θ β Σ Π Λ pc o l true).
    - now apply (branch_steps Θ β Σ Π Λ pc o l false).
    - unfold execute_branch_mask in H. destruct Λ as [|c Λ]; [discriminate|].
      destruct (lacking P Θ β o) eqn:L; [discriminate|]. apply lacking_none in L.
      destruct (N.eqb_spec (those (in_mask P β o (saved_active c)) Θ) Θ) as [E|E].
      + injection H as <-. eapply BA; eauto. apply all_name_correct. auto.
      + destruct (N.eqb_spec (those (in_mask P β o (saved_active c)) Θ) ∅) as [E'|E']; [|discriminate].
        injection H as <-. eapply BI; eauto; [apply all_name_correct; auto|congruence].
    - injection H as <-. now apply JP.
    - unfold execute_sync in H. destruct Π as [|[l_id Θ_done l Θ_todo] Π]; [discriminate|].
      destruct (N.eqb_spec Θ_todo ∅) as [->|E]; injection H as <-; [now apply SP|now apply SS].
    - destruct Π; discriminate.
    - injection H as <-. now apply EB.
    - unfold execute_end_everywhere in H. destruct Λ as [|[Θ' Π' β'] Λ], Π; try discriminate. injection H as <-. now apply EE.
    - destruct Π, Λ; try discriminate. injection H as <-. now apply BR.
    - unfold execute_assert in H. destruct (least _ Θ) as [t|] eqn:L.
      + destruct (is_some (value P β t o)); discriminate.
      + injection H as <-. eapply AR; eauto. rewrite least_none in L. intros t Ht. specialize (L t Ht).
        destruct (value P β t o) as [c|] eqn:V; [|discriminate]. exists c.
        split; [now apply value_correct|now apply Z.eqb_neq].
  Qed.

  Theorem execute_stops s : execute P ts s = Stops <-> stops P s.
  Proof.
    split.
    - open_state s. unfold execute. destruct (get pc (code P)) as [i|] eqn:At; [|discriminate].
      destruct i; unfold execute_branch, execute_branch_mask, execute_sync, execute_end_everywhere, execute_assert, execute_it;
        intro H; repeat (cases_in H; try discriminate); try discriminate. now apply STOP.
    - destruct 1 as [Θ β Σ Λ pc At]. cbn. now rewrite At.
  Qed.

  Theorem execute_traps s τ : in_order s -> execute P ts s = Traps τ <-> traps P ts s τ.
  Proof.
    intro Order. split.
    - open_state s. cbn [in_order active] in Order. unfold execute.
      destruct (get pc (code P)) as [i|] eqn:At; [|intros [= <-]; now apply IT_traps].
      assert (is_data i = true -> execute_it P ts (M Θ β Σ Π Λ pc) i = Traps τ -> traps P ts (M Θ β Σ Π Λ pc) τ) as Data.
      { intros D E. unfold execute_it in E.
        destruct (execute_data P Θ (mask Θ Λ) β ts i Σ) as [[b m]|] eqn:X; [discriminate|]. injection E as ->.
        apply execute_data_traps in X; auto. eapply data_traps; eauto. }
      assert (forall o l, i = Bz o l \/ i = Bnz o l -> forall z, execute_branch P (M Θ β Σ Π Λ pc) o l z = Traps τ ->
              traps P ts (M Θ β Σ Π Λ pc) τ) as Branch.
      { intros o l I z E. unfold execute_branch in E. destruct (lacking P Θ β o) as [t|] eqn:L.
        - injection E as <-. apply lacking_some in L. eapply MV_traps; eauto; [destruct I; subst; reflexivity|].
          intros (_ & o' & l' & E). destruct I; subst; discriminate.
        - destruct z; repeat (cases_in E; try discriminate). }
      intro H. destruct i; auto; try discriminate.
      + eapply Branch; eauto.
      + eapply Branch; eauto.
      + unfold execute_branch_mask in H. destruct Λ as [|c Λ]; [injection H as <-; now apply BA_traps_outside with o l|].
        destruct (lacking P Θ β o) as [t|] eqn:L.
        * injection H as <-. apply lacking_some in L. eapply MV_traps; eauto; [reflexivity|]. now intros [? _].
        * apply lacking_none in L.
          destruct (N.eqb_spec (those (in_mask P β o (saved_active c)) Θ) Θ) as [E|E]; [discriminate|].
          destruct (N.eqb_spec (those (in_mask P β o (saved_active c)) Θ) ∅) as [E'|E']; [discriminate|].
          injection H as <-. destruct (mask_divergent P Θ β o (saved_active c) L E E') as (s & t & j & k & Hs & Ht & J & K & N & N').
          apply BA_traps_divergent with o l s t j k; auto.
      + unfold execute_sync in H. destruct Π as [|[l_id Θ_done l Θ_todo] Π]; [injection H as <-; now apply SP_traps|].
        destruct (N.eqb Θ_todo ∅); discriminate.
      + destruct Π; [discriminate|]. injection H as <-. now apply STOP_traps.
      + unfold execute_end_everywhere in H. destruct Λ as [|[Θ' Π' β'] Λ], Π; try discriminate; injection H as <-;
          (now apply EE_traps_without) || now apply EE_traps_diverged.
      + destruct Π, Λ; try discriminate; injection H as <-; apply BR_traps; auto; (now left) || (now right).
      + unfold execute_assert in H. destruct (least _ Θ) as [t|] eqn:L; [|discriminate].
        apply least_some in L as (Ht & F & Least).
        assert (lowest Θ (fun t => is_undefined β t o \/ evaluates P β t o 0) t /\
                (if is_some (value P β t o) then evaluates P β t o 0 else is_undefined β t o)) as [Low V].
        { destruct (value P β t o) as [c|] eqn:V.
          - apply Z.eqb_eq in F. subst c. apply value_correct in V. split; [|exact V]. repeat split; auto.
            intros s Hs Lt [U|E]; specialize (Least s Hs Lt).
            + apply (value_undefined P) in U. now rewrite U in Least.
            + apply value_correct in E. now rewrite E in Least.
          - apply (value_undefined P) in V. split; [|exact V]. repeat split; auto.
            intros s Hs Lt [U|E]; specialize (Least s Hs Lt).
            + apply (value_undefined P) in U. now rewrite U in Least.
            + apply value_correct in E. now rewrite E in Least. }
        destruct (is_some (value P β t o)); injection H as <-; [now apply AR_traps with o|now apply AR_traps_undefined with o].
    - intro H. destruct H; cbn [in_order active] in Order; unfold execute; rewrite H; cbv beta iota.
      + assert (execute_data P Θ (mask Θ Λ) β ts i Σ = inr τ) as E by (apply execute_data_traps; auto).
        unfold execute_it. destruct i; try discriminate; now rewrite E.
      + apply (lacking_some P) in H2. destruct i; try discriminate; injection H0 as ->;
          unfold execute_branch, execute_branch_mask; try (rewrite H2; reflexivity).
        destruct Λ; [|now rewrite H2]. exfalso. apply H1. split; eauto.
      + reflexivity.
      + reflexivity.
      + reflexivity.
      + now destruct c.
      + reflexivity.
      + unfold execute_branch_mask. apply lacking_none in H0. rewrite H0.
        destruct (N.eqb_spec (those (in_mask P β o (saved_active c)) Θ) Θ) as [E|E].
        { apply (f_equal (fun s => contains s t)) in E. rewrite contains_those, H2 in E. unfold in_mask in E.
          apply value_correct in H4. rewrite H4, H6 in E. discriminate. }
        destruct (N.eqb_spec (those (in_mask P β o (saved_active c)) Θ) ∅) as [E'|E']; auto.
        apply (f_equal (fun r => contains r s)) in E'. rewrite contains_those, H1, contains_none in E'. unfold in_mask in E'.
        apply value_correct in H3. rewrite H3, H5 in E'. discriminate.
      + destruct Π, Λ; auto. destruct H0; contradiction.
      + unfold execute_assert. apply value_correct in H0 as V.
        rewrite (lowest_least Θ β o t H1), V. reflexivity.
      + unfold execute_assert. apply (value_undefined P) in H0 as V.
        rewrite (lowest_least Θ β o t H1), V. reflexivity.
      + reflexivity.
  Qed.

  (** ** Determinism and progress *)

  Theorem deterministic s s1 s2 : in_order s -> step P ts s s1 -> step P ts s s2 -> s1 = s2.
  Proof. intros O A B. apply step_executes in A, B; auto. congruence. Qed.

  Theorem one_trap s τ1 τ2 : in_order s -> traps P ts s τ1 -> traps P ts s τ2 -> τ1 = τ2.
  Proof. intros O A B. apply execute_traps in A, B; auto. congruence. Qed.

  (** Every state steps, stops or has a trap … *)
  Theorem progress s : in_order s -> (exists s', step P ts s s') \/ stops P s \/ (exists τ, traps P ts s τ).
  Proof.
    intro O. destruct (execute P ts s) as [s'| |τ] eqn:E.
    - left. exists s'. now apply execute_steps.
    - right. left. now apply execute_stops.
    - right. right. exists τ. now apply execute_traps.
  Qed.

  (** … and does only one of them. *)
  Theorem exclusive s :
    in_order s ->
    ~ ((exists s', step P ts s s') /\ stops P s) /\
    ~ ((exists s', step P ts s s') /\ exists τ, traps P ts s τ) /\
    ~ (stops P s /\ exists τ, traps P ts s τ).
  Proof.
    intro O. repeat split.
    - intros [[s' A] B]. apply step_executes in A; auto. apply execute_stops in B. congruence.
    - intros [[s' A] [τ B]]. apply step_executes in A; auto. apply execute_traps in B; auto. congruence.
    - intros [A [τ B]]. apply execute_stops in A. apply execute_traps in B; auto. congruence.
  Qed.
End Steps.
