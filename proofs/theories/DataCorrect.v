(** The function executes data instructions by the data rules, and by no others. *)

From Coq Require Import ZArith List Bool Permutation Lia.
From Musimd Require Import Maps ThreadSets Program State Rules Execution.
Import ListNotations.
Local Open Scope Z_scope.

(** Cases of an expression in a hypothesis or in the goal. *)
Ltac cases_in H :=
  match type of H with
  | context [match ?e with _ => _ end] => let E := fresh "E" in destruct e eqn:E
  end.

Lemma read_write x c Σ y :
  read (write x c Σ) y = if N.eqb (Z.to_N x) (Z.to_N y) then Some c else read Σ y.
Proof. apply get_set. Qed.

Section Data.
  Variable P : program.
  Variables (Θ Θ_mask : threads).
  Variable β : bank.

  Notation evaluates := (evaluates P β).
  Notation value := (value P β).
  Notation executes := (executes P Θ Θ_mask β).
  Notation perform := (perform P Θ Θ_mask β).
  Notation fails := (fails P Θ_mask β).
  Notation failure := (failure P Θ_mask β).
  Notation TL := (TL P Θ Θ_mask β).

  Lemma value_correct t o c : value t o = Some c <-> evaluates t o c.
  Proof.
    split.
    - destruct o; cbn; intros [= <-] || intro H; constructor; auto.
    - now destruct 1.
  Qed.

  Lemma value_undefined t o : value t o = None <-> is_undefined β t o.
  Proof.
    split.
    - destruct o; cbn; try discriminate. now constructor.
    - now destruct 1.
  Qed.

  Lemma evaluates_once t o c d : evaluates t o c -> evaluates t o d -> c = d.
  Proof. rewrite <- !value_correct. congruence. Qed.

  Lemma evaluates_or_undefined t o : (exists c, evaluates t o c) \/ is_undefined β t o.
  Proof.
    destruct (value t o) as [c|] eqn:E; [left|right]; [exists c|]; now apply value_correct || apply value_undefined.
  Qed.

  Lemma undefined_has_no_value t o c : is_undefined β t o -> ~ evaluates t o c.
  Proof. rewrite <- value_undefined, <- value_correct. congruence. Qed.

  (** ** One thread *)

  Lemma perform_correct t i Σ e Σ' : perform t i Σ = Some (e, Σ') <-> executes t i Σ e Σ'.
  Proof.
    split.
    - intro H. destruct i; cbn in H; try discriminate;
        repeat (cases_in H; try discriminate); injection H as <- <-;
        repeat match goal with
               | H : Execution.value _ _ _ _ = Some _ |- _ => apply value_correct in H
               end; try (econstructor; eassumption).
      + destruct o; [inversion E; constructor|..]; apply AS; auto.
      + apply BL.
        * apply subset_contains. intros s Hs. unfold votes in Hs. rewrite contains_those in Hs.
          now apply andb_true_iff in Hs.
        * intros s Hs. destruct (least _ _) eqn:L; [discriminate|]. rewrite least_none in L. specialize (L s Hs).
          destruct (value s o) as [c|] eqn:V; [|discriminate]. exists c. split; [now apply value_correct|].
          unfold votes. rewrite contains_those, Hs. cbn. now rewrite V.
    - destruct 1; cbn;
        repeat match goal with
               | H : Rules.evaluates _ _ _ _ _ |- _ => apply value_correct in H; rewrite H
               | H : is_address _ _ = _ |- _ => rewrite H
               | H : read _ _ = _ |- _ => rewrite H
               | H : word _ _ = _ |- _ => rewrite H
               | H : binary_result _ _ _ _ = _ |- _ => rewrite H
               | H : names _ _ = _ |- _ => rewrite H
               | H : variable_of _ _ _ = _ |- _ => rewrite H
               end; auto.
      rename H0 into All. destruct (least _ _) as [s|] eqn:L; cbn.
      + apply least_some in L as (Hs & V & _). destruct (All s Hs) as (c & Hc & _).
        apply value_correct in Hc. rewrite Hc in V. discriminate.
      + assert (Execution.votes P Θ β o = votes) as ->; [|reflexivity].
        apply set_extensionality. intro s. unfold Execution.votes. rewrite contains_those.
        destruct (contains Θ s) eqn:Hs; cbn.
        * destruct (All s Hs) as (c & Hc & ->). apply value_correct in Hc. now rewrite Hc.
        * destruct (contains votes s) eqn:Hv; auto.
          rewrite (proj1 (subset_contains _ _) H s Hv) in Hs. discriminate.
  Qed.

  Lemma forallb_values t os :
    forallb (fun o => is_some (value t o)) os = true <-> forall o, In o os -> exists c, evaluates t o c.
  Proof.
    rewrite forallb_forall. split; intros H o Ho; specialize (H o Ho).
    - destruct (value t o) as [c|] eqn:E; [|discriminate]. exists c. now apply value_correct.
    - destruct H as [c H]. apply value_correct in H. now rewrite H.
  Qed.

  Lemma forallb_no_values t os :
    forallb (fun o => is_some (value t o)) os = false <-> exists o, In o os /\ is_undefined β t o.
  Proof.
    split.
    - intro H. induction os as [|o os IH]; [discriminate|]. cbn in H.
      destruct (value t o) eqn:E; cbn in H.
      + destruct (IH H) as (o' & I & U). exists o'. cbn. auto.
      + exists o. split; [now left|now apply value_undefined].
    - intros (o & I & U). apply not_true_is_false. rewrite forallb_values. intro H.
      destruct (H o I) as [c Hc]. now apply (undefined_has_no_value _ _ c) in U.
  Qed.

  Lemma failure_sound t Σ i k r : failure t Σ i = Some (k, r) -> fails t Σ i k r.
  Proof.
    unfold Execution.failure. destruct (forallb _ _) eqn:All; cbn [negb].
    - pose proof (proj1 (forallb_values _ _) All) as Values. clear All. intro H.
      destruct i; try discriminate; unfold access_failure in H; repeat (cases_in H; try discriminate);
        injection H as <- <-;
        repeat match goal with
               | H : Execution.value _ _ _ _ = Some _ |- _ => apply value_correct in H
               | H : (_ && _)%bool = true |- _ => apply andb_true_iff in H as [? ?]
               | H : negb _ = true |- _ => apply negb_true_iff in H
               | H : negb _ = false |- _ => apply negb_false_iff in H
               | H : is_some ?o = false |- _ => destruct o eqn:?; [discriminate|clear H]
               end;
        try discriminate;
        try (eapply address_fails; [exact Values|reflexivity|eassumption|assumption]);
        try (eapply MM_fails; [reflexivity|reflexivity|eassumption|assumption|assumption]);
        try (eapply BP_fails; [reflexivity|eassumption..]);
        eapply SV_fails; [reflexivity|eassumption..].
    - apply forallb_no_values in All as (o & I & U). intros [= <- <-]. eapply MV_fails; eassumption.
  Qed.

  Lemma failure_complete t Σ i k r : fails t Σ i k r -> failure t Σ i = Some (k, r).
  Proof.
    assert (forall o, In o (operands i) -> is_undefined β t o -> failure t Σ i = Some (Trap.undefined_variable, Rule.MV))
      as Undefined.
    { intros o I U. unfold Execution.failure. rewrite (proj2 (forallb_no_values t (operands i))); eauto. }
    destruct 1; eauto.
    - unfold Execution.failure. rewrite (proj2 (forallb_values t (operands i)) H). cbn [negb].
      destruct i; try discriminate; injection H0 as <- <-; unfold access_failure;
        apply value_correct in H1; rewrite H1, H2; reflexivity.
    - destruct i; try discriminate; injection H0 as <- <-; unfold Execution.failure, access_failure; cbn;
        apply value_correct in H1; rewrite H1; cbn; rewrite H2, H3; reflexivity.
    - subst. unfold Execution.failure. cbn. apply value_correct in H0, H1. rewrite H0, H1. cbn. now rewrite H2.
    - subst. unfold Execution.failure. cbn. apply value_correct in H0. rewrite H0. cbn. now rewrite H1, H2.
  Qed.

  Lemma failure_correct t Σ i k r : failure t Σ i = Some (k, r) <-> fails t Σ i k r.
  Proof. split; [apply failure_sound|apply failure_complete]. Qed.

  Lemma no_failure t Σ i : failure t Σ i = None <-> forall k r, ~ fails t Σ i k r.
  Proof.
    split.
    - intros H k r F. apply failure_correct in F. congruence.
    - intro H. destruct (failure t Σ i) as [[k r]|] eqn:E; auto. apply failure_correct in E. now apply H in E.
  Qed.

  (** ** All threads *)

  (** What is defined stays so. *)
  Definition extends (Σ Σ' : memory) : Prop := forall x, read Σ x <> None -> read Σ' x <> None.
  (** An instruction that reads Σ defines nothing. *)
  Definition reads_same (i : instruction) (Σ Σ' : memory) : Prop :=
    reads_memory i = true -> forall x, read Σ x = None -> read Σ' x = None.

  Lemma executes_extends t i Σ e Σ' : executes t i Σ e Σ' -> extends Σ Σ'.
  Proof.
    destruct 1; intros y Hy; auto; rewrite read_write; destruct (N.eqb _ _); congruence.
  Qed.

  Lemma executes_reads_same t i Σ e Σ' : executes t i Σ e Σ' -> reads_same i Σ Σ'.
  Proof.
    destruct 1; intros R y Hy; auto; try discriminate.
    rewrite read_write. unfold read in *. destruct (N.eqb_spec (Z.to_N x) (Z.to_N y)) as [E|_]; congruence.
  Qed.

  Lemma executes_does_not_fail t i Σ Σ0 e Σ' :
    t ∈ Θ -> executes t i Σ e Σ' -> reads_same i Σ0 Σ -> failure t Σ0 i = None.
  Proof.
    intros Ht H Same. unfold reads_same in Same. unfold Execution.failure.
    destruct H; cbn in *;
      repeat match goal with
             | H : Rules.evaluates _ _ _ _ _ |- _ => apply value_correct in H
             end; unfold access_failure; cbn;
      repeat match goal with
             | H : ?x = _ |- context [?x] => rewrite H
             end; cbn; auto.
    - destruct (read Σ0 x) eqn:R; cbn; auto. rewrite Same in H1; auto. discriminate.
    - destruct (read Σ0 x) eqn:R; cbn; auto. rewrite Same in H1; auto. discriminate.
    - destruct (H0 t Ht) as (c & Hc & _). apply value_correct in Hc. now rewrite Hc.
  Qed.

  Lemma still_defined Σ0 Σ x : extends Σ0 Σ -> negb (is_some (read Σ0 x)) = false -> exists c, read Σ x = Some c.
  Proof.
    intros Ext H. destruct (read Σ0 x) eqn:E; [|discriminate].
    destruct (read Σ x) eqn:R; [eauto|]. exfalso. apply (Ext x); congruence.
  Qed.

  Lemma values_unless_failure t Σ i o :
    failure t Σ i = None -> In o (operands i) -> exists c, value t o = Some c.
  Proof.
    unfold Execution.failure. destruct (forallb _ _) eqn:All; [|discriminate]. intros _ I.
    rewrite forallb_forall in All. specialize (All o I). destruct (value t o); [eauto|discriminate].
  Qed.

  Lemma performs_unless_overflow t i Σ Σ0 :
    is_data i = true -> t ∈ Θ -> (forall s, s ∈ Θ -> failure s Σ0 i = None) -> extends Σ0 Σ ->
    perform t i Σ = None ->
    exists v a x c, i = AtomicInc v a /\ evaluates t a x /\ read Σ x = Some c /\ word P (c + 1) = None.
  Proof.
    intros D Ht No Ext H. pose proof (No t Ht) as F.
    assert (forall o, In o (operands i) -> exists c, value t o = Some c) as Values
      by (intros o; now apply values_unless_failure with (Σ := Σ0)).
    unfold Execution.failure in F. destruct (forallb _ _); [|discriminate]. cbn [negb] in F.
    destruct i; try discriminate D; cbn in H, Values; unfold access_failure in F.
    - destruct (Values o) as [c V]; auto. now rewrite V in H.
    - destruct (Values a) as [x V]; auto. rewrite V in *.
      destruct (is_address P x); [|discriminate F]. cbn in F. cases_in F; [discriminate|].
      destruct (still_defined Σ0 Σ x Ext E) as [c R]. now rewrite R in H.
    - destruct (Values a) as [x V]; auto. destruct (Values o) as [c W]; auto. rewrite V, W in *.
      destruct (is_address P x); [discriminate H|discriminate F].
    - destruct (Values a) as [x V]; auto. rewrite V in *.
      destruct (is_address P x); [|discriminate F]. cbn in F. cases_in F; [discriminate|].
      destruct (still_defined Σ0 Σ x Ext E) as [c R]. rewrite R in H.
      destruct (word P (c + 1)) eqn:W; [discriminate|]. exists v, a, x, c. repeat split; auto. now apply value_correct.
    - destruct (Values o1) as [c1 V1]; auto. destruct (Values o2) as [c2 V2]; auto. rewrite V1, V2 in *.
      destruct (binary_result P f c1 c2); discriminate.
    - destruct (Values o) as [c V]; auto. now rewrite V in H.
    - destruct (Values o) as [k V]; auto. rewrite V in *. destruct (names k Θ_mask); [|discriminate].
      cbn in F. destruct (variable_of β (Z.to_N k) v); discriminate.
    - destruct (least _ _) as [s|] eqn:L; [|discriminate].
      apply least_some in L as (Hs & U & _). destruct (values_unless_failure s Σ0 _ o (No s Hs)) as [c V]; [cbn; auto|].
      now rewrite V in U.
  Qed.

  Lemma extends_trans Σ Σ' Σ'' : extends Σ Σ' -> extends Σ' Σ'' -> extends Σ Σ''.
  Proof. unfold extends. auto. Qed.

  Lemma TL_extends i ts β' Σ β'' Σ'' : TL i ts β' Σ β'' Σ'' -> extends Σ Σ''.
  Proof. induction 1; [intros x; auto|]. eauto using extends_trans, executes_extends. Qed.

  Lemma TL_does_not_fail i ts β' Σ β'' Σ'' Σ0 :
    TL i ts β' Σ β'' Σ'' -> reads_same i Σ0 Σ -> (forall t, In t ts -> t ∈ Θ) ->
    forall t, In t ts -> failure t Σ0 i = None.
  Proof.
    induction 1 as [|t ts β' β'' Σ Σ' Σ'' e H T IH]; intros Same All u I; [destruct I|destruct I as [<-|I]].
    - eapply executes_does_not_fail; eauto. apply All. now left.
    - apply IH; auto; [|intros; apply All; now right].
      intros R x Hx. eapply executes_reads_same; eauto.
  Qed.

  Lemma perform_all_correct i ts : forall β' Σ β'' Σ'',
    perform_all P Θ Θ_mask β i ts β' Σ = inl (β'', Σ'') <-> TL i ts β' Σ β'' Σ''.
  Proof.
    induction ts as [|t ts IH]; intros β' Σ β'' Σ''; cbn.
    - split; [intros [= <- <-]; constructor|]. now inversion 1.
    - split.
      + destruct (perform t i Σ) as [[e Σ']|] eqn:E; [|discriminate]. intro H.
        apply perform_correct in E. apply IH in H. econstructor; eassumption.
      + inversion 1; subst.
        match goal with H : Rules.executes _ _ _ _ _ _ _ _ _ |- _ => apply perform_correct in H as -> end. now apply IH.
  Qed.

  (** Where it ends early. *)
  Lemma perform_all_ends i ts t : forall β' Σ,
    perform_all P Θ Θ_mask β i ts β' Σ = inr t <->
    exists before after β'' Σ'', ts = before ++ t :: after /\ TL i before β' Σ β'' Σ'' /\ perform t i Σ'' = None.
  Proof.
    induction ts as [|u ts IH]; intros β' Σ; cbn.
    - split; [discriminate|]. intros ([|] & ? & ? & ? & E & _); discriminate.
    - destruct (perform u i Σ) as [[e Σ']|] eqn:E.
      + rewrite IH. split; intros (before & after & β'' & Σ'' & L & T & N).
        * subst. exists (u :: before), after, β'', Σ''. repeat split; auto.
          apply perform_correct in E. econstructor; eassumption.
        * destruct before as [|b before]; injection L as -> ->; inversion T; subst; [congruence|].
          match goal with H : Rules.executes _ _ _ _ _ _ _ _ _ |- _ => apply perform_correct in H end.
          exists before, after, β'', Σ''. repeat split; auto; congruence.
      + split.
        * intros [= ->]. exists [], ts, β', Σ. repeat split; auto. constructor.
        * intros (before & after & β'' & Σ'' & L & T & N).
          destruct before as [|b before]; injection L as -> ->; [reflexivity|].
          inversion T; subst.
          match goal with H : Rules.executes _ _ _ _ _ _ _ _ _ |- _ => apply perform_correct in H end. congruence.
  Qed.

  (** ** Races *)

  Lemma stored_correct i t x c :
    stored P β i t = Some (x, c) <-> exists a o, i = Store a o /\ evaluates t a x /\ evaluates t o c.
  Proof.
    split.
    - destruct i; try discriminate. cbn. destruct (value t a) eqn:A; [|discriminate].
      destruct (value t o) eqn:O; [|discriminate]. intros [= -> ->].
      exists a, o. repeat split; now apply value_correct.
    - intros (a & o & -> & A & O). cbn. apply value_correct in A, O. now rewrite A, O.
  Qed.

  Lemma conflicts_correct i s t : conflicts P β i s t = true <-> conflict P β i s t.
  Proof.
    unfold conflicts. split.
    - destruct (stored P β i s) as [[x c]|] eqn:S; [|discriminate].
      destruct (stored P β i t) as [[y d]|] eqn:T; [|discriminate].
      intro H. apply andb_true_iff in H as [H N]. apply Z.eqb_eq in H. subst y.
      apply negb_true_iff, Z.eqb_neq in N.
      apply stored_correct in S as (a & o & -> & A & O). apply stored_correct in T as (b & p & [= <- <-] & B & Q).
      exists a, o, x, c, d. auto 7.
    - intros (a & o & x & c & d & -> & A & B & O & Q & N). cbn.
      apply value_correct in A, B, O, Q. rewrite A, B, O, Q, Z.eqb_refl. cbn.
      now apply negb_true_iff, Z.eqb_neq.
  Qed.

  (** Threads that all can execute: their stores have addresses and words. *)
  Lemma to_one_address_correct i s t :
    (forall u, u ∈ Θ -> forall o, In o (operands i) -> exists c, value u o = Some c) -> s ∈ Θ -> t ∈ Θ ->
    to_one_address P β i s t = true <-> same_address P β i s t.
  Proof.
    intros Values Hs Ht. unfold to_one_address. split.
    - destruct (stored P β i s) as [[x c]|] eqn:S; [|discriminate].
      destruct (stored P β i t) as [[y d]|] eqn:T; [|discriminate].
      intro H. apply Z.eqb_eq in H. subst y.
      apply stored_correct in S as (a & o & -> & A & O). apply stored_correct in T as (b & p & [= <- <-] & B & Q).
      exists a, o, x. auto.
    - intros (a & o & x & -> & A & B). cbn.
      destruct (Values s Hs o) as [c C]; [cbn; auto|]. destruct (Values t Ht o) as [d D]; [cbn; auto|].
      apply value_correct in A, B. rewrite A, B, C, D. apply Z.eqb_refl.
  Qed.

  Lemma conflict_same_address i s t : conflict P β i s t -> same_address P β i s t.
  Proof. intros (a & o & x & c & d & -> & A & B & _). exists a, o, x. auto. Qed.

  Lemma same_address_trans i s t u : same_address P β i s t -> same_address P β i t u -> same_address P β i s u.
  Proof.
    intros (a & o & x & -> & A & B) (a' & o' & y & [= <- <-] & B' & C).
    rewrite <- (evaluates_once _ _ _ _ B B') in C. exists a, o, x. auto.
  Qed.

  Lemma same_address_sym i s t : same_address P β i s t -> same_address P β i t s.
  Proof. intros (a & o & x & -> & A & B). exists a, o, x. auto. Qed.

  Lemma conflict_sym i s t : conflict P β i s t -> conflict P β i t s.
  Proof. intros (a & o & x & c & d & -> & A & B & C & D & N). exists a, o, x, d, c. auto 7. Qed.

  (** If s and t conflict, and r is a thread that stores there, too, r conflicts with one of them. *)
  Lemma conflict_with_either i r s t :
    (forall o, In o (operands i) -> exists c, value r o = Some c) ->
    conflict P β i s t -> same_address P β i r t -> conflict P β i r s \/ conflict P β i r t.
  Proof.
    intros Values (a & o & x & c & d & -> & A & B & C & D & N) (a' & o' & y & [= <- <-] & R & B').
    rewrite <- (evaluates_once _ _ _ _ B B') in R.
    destruct (Values o) as [e E]; [cbn; auto|]. apply value_correct in E.
    destruct (Z.eq_dec e c) as [->|F].
    - right. exists a, o, x, c, d. auto 7.
    - left. exists a, o, x, e, c. auto 7.
  Qed.

  Definition race_at (i : instruction) (s t : thread) : Prop :=
    s ∈ Θ /\ t ∈ Θ /\ conflict P β i s t /\
    (forall s', s' ∈ Θ -> same_address P β i s' s -> (s <= s')%N) /\
    (forall s' t', s' ∈ Θ -> t' ∈ Θ -> conflict P β i s' t' -> (s' < t')%N -> (t <= t')%N).

  Section Races.
    Variable i : instruction.
    Hypothesis Values : forall u, u ∈ Θ -> forall o, In o (operands i) -> exists c, value u o = Some c.

    Lemma first_at_correct s t :
      t ∈ Θ ->
      first_at P Θ β i t = Some s <->
      s ∈ Θ /\ same_address P β i s t /\ forall s', s' ∈ Θ -> same_address P β i s' t -> (s <= s')%N.
    Proof.
      intro Ht. unfold first_at. rewrite least_some. split; intros (Hs & A & B); repeat split; auto.
      - now apply to_one_address_correct in A.
      - intros s' Hs' A'. apply to_one_address_correct in A'; auto.
        destruct (N.le_gt_cases s s') as [L|L]; auto. rewrite B in A'; auto. discriminate.
      - now apply to_one_address_correct.
      - intros r Hr L. apply not_true_is_false. intro A'. apply to_one_address_correct in A'; auto.
        specialize (B r Hr A'). lia.
    Qed.

    Lemma first_at_exists t : t ∈ Θ -> same_address P β i t t -> exists s, first_at P Θ β i t = Some s.
    Proof.
      intros Ht A. destruct (first_at P Θ β i t) as [s|] eqn:E; [eauto|].
      unfold first_at in E. rewrite least_none in E. specialize (E t Ht).
      apply to_one_address_correct in A; auto. congruence.
    Qed.

    Lemma differs_correct t :
      t ∈ Θ -> differs P Θ β i t = true <-> exists s, first_at P Θ β i t = Some s /\ conflict P β i s t.
    Proof.
      intro Ht. unfold differs. split.
      - destruct (first_at P Θ β i t) as [s|]; [|discriminate]. intro H. exists s. split; auto. now apply conflicts_correct.
      - intros (s & -> & C). now apply conflicts_correct.
    Qed.

    (** Of two threads that conflict, one differs from the lowest thread of their address; the higher one if both do not. *)
    Lemma conflict_differs s t :
      s ∈ Θ -> t ∈ Θ -> conflict P β i s t -> (s < t)%N ->
      exists u, u ∈ Θ /\ (u <= t)%N /\ differs P Θ β i u = true.
    Proof.
      intros Hs Ht C L. pose proof (conflict_same_address _ _ _ C) as A.
      destruct (first_at_exists t Ht) as [r R]. { eauto using same_address_trans, same_address_sym. }
      pose proof (proj1 (first_at_correct r t Ht) R) as (Hr & Art & Least).
      destruct (conflict_with_either i r s t) as [D|D]; auto.
      - exists s. repeat split; auto; [lia|]. apply differs_correct; auto. exists r. split; auto.
        apply first_at_correct; auto. repeat split; auto.
        + eauto using same_address_trans, same_address_sym.
        + intros s' Hs' A'. apply Least; auto. eauto using same_address_trans.
      - exists t. repeat split; auto; [lia|]. apply differs_correct; eauto.
    Qed.

    Lemma find_race_some s t : find_race P Θ β i = Some (s, t) <-> race_at i s t.
    Proof.
      unfold find_race, race_at. split.
      - destruct (least _ _) as [u|] eqn:L; [|discriminate].
        apply least_some in L as (Hu & D & Least).
        destruct (first_at P Θ β i u) as [r|] eqn:R; [|discriminate]. intros [= -> ->].
        pose proof (proj1 (differs_correct t Hu) D) as (s' & R' & C). replace s' with s in * by congruence.
        pose proof (proj1 (first_at_correct s t Hu) R) as (Hs & A & B). repeat split; auto.
        + intros s'' Hs'' A''. apply B; auto. eauto using same_address_trans.
        + intros s'' t'' Hs'' Ht'' C'' L''.
          destruct (conflict_differs s'' t'' Hs'' Ht'' C'' L'') as (v & Hv & Lv & Dv).
          destruct (N.le_gt_cases t t'') as [G|G]; auto. rewrite Least in Dv; auto; [discriminate|lia].
      - intros (Hs & Ht & C & B & Least).
        assert (first_at P Θ β i t = Some s) as R.
        { apply first_at_correct; auto. repeat split; auto using conflict_same_address.
          intros s' Hs' A'. apply B; auto. eauto using same_address_trans, same_address_sym, conflict_same_address. }
        assert (least (differs P Θ β i) Θ = Some t) as ->; [|now rewrite R].
        apply least_some. repeat split; auto; [apply differs_correct; eauto|].
        intros r Hr L. apply not_true_is_false. intro D. apply differs_correct in D as (q & Q & Cq); auto.
        pose proof (proj1 (first_at_correct q r Hr) Q) as (Hq & Aq & Bq).
        assert (q < r)%N.
        { assert (q <= r)%N. { apply Bq; auto. eauto using same_address_trans, same_address_sym. }
          assert (q <> r); [|lia]. intros ->. destruct Cq as (a & o & x & c & d & -> & _ & _ & C1 & C2 & N).
          now apply N, (evaluates_once r o). }
        specialize (Least q r Hq Hr Cq H). lia.
    Qed.

    Lemma find_race_none : find_race P Θ β i = None <-> ~ has_race P Θ β i.
    Proof.
      split.
      - intros H (s & t & Hs & Ht & C).
        assert (exists u, u ∈ Θ /\ differs P Θ β i u = true) as (u & Hu & D).
        { destruct (N.lt_total s t) as [L|[->|L]].
          - destruct (conflict_differs s t Hs Ht C L) as (u & Hu & _ & D). eauto.
          - destruct C as (a & o & x & c & d & -> & _ & _ & C1 & C2 & N). exfalso. now apply N, (evaluates_once t o).
          - destruct (conflict_differs t s Ht Hs (conflict_sym _ _ _ C) L) as (u & Hu & _ & D). eauto. }
        unfold find_race in H. destruct (least (differs P Θ β i) Θ) as [v|] eqn:L.
        + apply least_some in L as (Hv & Dv & _). apply differs_correct in Dv as (r & R & _); auto. now rewrite R in H.
        + rewrite least_none in L. rewrite L in D; auto. discriminate.
      - intro H. destruct (find_race P Θ β i) as [[s t]|] eqn:E; auto.
        apply find_race_some in E as (Hs & Ht & C & _). exfalso. apply H. exists s, t. auto.
    Qed.
  End Races.

  (** ** The whole instruction *)

  Section Whole.
    Variables (ts : list thread) (i : instruction) (Σ : memory).
    Hypothesis Order : Permutation ts (elements Θ).
    Hypothesis Is_data : is_data i = true.

    Lemma in_order t : In t ts <-> t ∈ Θ.
    Proof.
      rewrite <- in_elements. split; apply Permutation_in; [exact Order|now apply Permutation_sym].
    Qed.

    Lemma nobody_fails_correct :
      least (fun t => is_some (failure t Σ i)) Θ = None <-> nobody_fails P Θ Θ_mask β Σ i.
    Proof.
      rewrite least_none. split.
      - intros H t k r Ht F. apply failure_correct in F. specialize (H t Ht). now rewrite F in H.
      - intros H t Ht. destruct (failure t Σ i) as [[k r]|] eqn:F; auto.
        apply failure_correct in F. now apply H in F.
    Qed.

    Lemma values_of_all :
      nobody_fails P Θ Θ_mask β Σ i -> forall u, u ∈ Θ -> forall o, In o (operands i) -> exists c, value u o = Some c.
    Proof.
      intros H u Hu o I. apply values_unless_failure with (t := u) (Σ := Σ) in I; auto.
      apply no_failure. intros k r. now apply H.
    Qed.

    Lemma TL_nobody_fails β'' Σ'' : TL i ts β Σ β'' Σ'' -> nobody_fails P Θ Θ_mask β Σ i.
    Proof.
      intros T t k r Ht. revert k r. apply no_failure. apply in_order in Ht.
      eapply TL_does_not_fail with (t := t); eauto; [intros R x; auto|]. intros u. apply in_order.
    Qed.

    Theorem execute_data_correct β'' Σ'' :
      execute_data P Θ Θ_mask β ts i Σ = inl (β'', Σ'') <-> ~ has_race P Θ β i /\ TL i ts β Σ β'' Σ''.
    Proof.
      unfold execute_data. split.
      - destruct (least _ Θ) as [t|] eqn:L.
        + apply least_some in L as (_ & F & _). destruct (failure t Σ i) as [[k r]|]; discriminate.
        + apply nobody_fails_correct in L.
          destruct (find_race P Θ β i) as [[s t]|] eqn:R; [discriminate|].
          apply find_race_none in R; [|now apply values_of_all].
          destruct (perform_all P Θ Θ_mask β i ts β Σ) as [[b m]|] eqn:A; [|discriminate].
          intros [= -> ->]. split; auto. now apply perform_all_correct.
      - intros [R T]. pose proof (TL_nobody_fails _ _ T) as No.
        rewrite (proj2 nobody_fails_correct No).
        rewrite (proj2 (find_race_none i (values_of_all No)) R).
        now apply perform_all_correct in T as ->.
    Qed.

    Theorem execute_data_traps τ :
      execute_data P Θ Θ_mask β ts i Σ = inr τ <-> data_trap P Θ Θ_mask β ts Σ i τ.
    Proof.
      unfold execute_data. split.
      - destruct (least _ Θ) as [t|] eqn:L.
        + apply least_some in L as (Ht & F & Least). destruct (failure t Σ i) as [[k r]|] eqn:E; [|discriminate].
          intros [= <-]. apply thread_traps; auto; [now apply failure_correct|].
          intros s k' r' Hs Lt F'. apply failure_correct in F'. specialize (Least s Hs Lt). now rewrite F' in Least.
        + apply nobody_fails_correct in L.
          destruct (find_race P Θ β i) as [[s t]|] eqn:R.
          * apply find_race_some in R as (Hs & Ht & C & B & Least); [|now apply values_of_all].
            intros [= <-]. now apply race_traps.
          * destruct (perform_all P Θ Θ_mask β i ts β Σ) as [[b m]|t] eqn:A; [discriminate|].
            intros [= <-]. apply perform_all_ends in A as (before & after & b & m & E & T & N).
            assert (t ∈ Θ) as Ht. { apply in_order. rewrite E. apply in_or_app. cbn. auto. }
            destruct (performs_unless_overflow t i m Σ) as (v & a & x & c & -> & V & Rd & W); auto.
            { intros s Hs. apply no_failure. intros k r. now apply L. }
            { eapply TL_extends; eauto. }
            eapply AT_traps; eauto.
      - destruct 1 as [t k r Ht F Least|s t No Hs Ht C B Least|v a t before after b m x c No E E' T V R W].
        + assert (least (fun t => is_some (failure t Σ i)) Θ = Some t) as ->.
          { apply least_some. apply failure_correct in F. rewrite F. repeat split; auto.
            intros s Hs L. destruct (failure s Σ i) as [[k' r']|] eqn:F'; auto.
            apply failure_correct in F'. now apply Least in F'. }
          now apply failure_correct in F as ->.
        + rewrite (proj2 nobody_fails_correct No).
          assert (find_race P Θ β i = Some (s, t)) as ->; auto.
          apply find_race_some; [now apply values_of_all|]. unfold race_at. auto.
        + rewrite (proj2 nobody_fails_correct No).
          rewrite (proj2 (find_race_none i (values_of_all No))).
          2: { subst i. intros (? & ? & _ & _ & ? & ? & ? & ? & ? & ? & _). discriminate. }
          assert (perform_all P Θ Θ_mask β i ts β Σ = inr t) as ->; auto.
          apply perform_all_ends. exists before, after, b, m. repeat split; auto.
          subst i. cbn. apply value_correct in V. rewrite V, R, W. now destruct (is_address P x).
    Qed.
  End Whole.
End Data.
