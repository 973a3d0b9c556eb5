(** Lane-serial equivalence, the other half: if each thread stops alone, and the program passes the structure check, the warp stops. *)

From Coq Require Import ZArith NArith List Bool Lia Permutation Wellfounded.
From Musimd Require Import Maps ThreadSets Program State Rules Execution Runs DataCorrect ExecutionCorrect Orders Invariants StructureCheck Lanes.
Import ListNotations.

Section Lanes.
  Variable P : program.
  Variable sync_of : label -> label.
  Variable owner : N -> option thread.
  Hypothesis Serial : forall pc i, at_pc P pc i -> is_serial i = true.
  Hypothesis One_sync : forall pc b π λ, reachable P (Shape pc (b :: π) λ) -> at_pc P pc Sync -> pc = sync_of b.
  Hypothesis Passes : passes P.
  Variable Θ_begin : threads.
  Hypothesis Some_begin : Θ_begin <> ∅.
  Hypothesis Some_thread : all_threads P <> ∅.

  Notation lane := (lane sync_of owner).
  Notation respects_owners := (respects_owners P owner).

  (** The program stops after n more steps. *)
  Inductive stops_after : nat -> state -> Prop :=
    | stops_now u : stops P u -> stops_after 0 u
    | stops_later n u u' : steps_to P u u' -> stops_after n u' -> stops_after (S n) u.

  Lemma no_atomics pc v a : ~ at_pc P pc (AtomicInc v a).
  Proof. intro At. apply Serial in At. discriminate. Qed.

  Lemma run_stops_after u u' : run P u u' -> stops P u' -> exists n, stops_after n u.
  Proof.
    induction 1 as [u|u v u' _ H _ IH]; intro S; [exists 0%nat; now constructor|].
    destruct (IH S) as [n N]. exists (Datatypes.S n). econstructor; eauto.
  Qed.

  Lemma stops_after_step n u u' : stops_after n u -> steps_to P u u' -> exists m, n = S m /\ stops_after m u'.
  Proof.
    intros N H. inversion N as [? Stop|m ? v H' M]; subst.
    - exfalso. destruct H as (ts & O & H). destruct (exclusive P ts u O) as [X _]. apply X. eauto.
    - exists m. split; auto. now rewrite (order_is_irrelevant P no_atomics u u' v H H').
  Qed.

  Lemma one_result u v w : run P u v -> stops P v -> run P u w -> stops P w -> v = w.
  Proof.
    induction 1 as [u|u u1 v _ H R IH]; intros Sv Rw Sw; inversion Rw as [|? x ? _ H' Rw']; subst; auto.
    - exfalso. destruct H' as (ts & O & H'). destruct (exclusive P ts u O) as [X _]. apply X. eauto.
    - exfalso. destruct H as (ts & O & H). destruct (exclusive P ts w O) as [X _]. apply X. eauto.
    - apply IH; auto. now rewrite (order_is_irrelevant P no_atomics u u1 x H H').
  Qed.

  (** A thread that stops alone has no trap. *)
  Lemma has_no_trap n u t τ : stops_after n u -> active u = only t -> ~ traps P [t] u τ.
  Proof.
    intros N A T.
    assert (ExecutionCorrect.in_order [t] u) as O by (unfold ExecutionCorrect.in_order; rewrite A, elements_only; auto).
    destruct (exclusive P [t] u O) as (_ & X & Y). inversion N as [? Stop|m ? v (ts & O' & H) M]; subst; [apply Y; split; [exact Stop|now exists τ]|].
    rewrite A, elements_only in O'. apply Permutation_sym, Permutation_length_1_inv in O'. subst. apply X. split; [now exists v|now exists τ].
  Qed.

  (** ** The warp has no trap *)

  Section Trap.
    Variables (ts : list thread) (Θ : threads) (β : bank) (Σ : memory) (Π : sync_stack) (pc : label).
    Notation s := (M Θ β Σ Π [] pc).
    Hypothesis Owners : respects_owners s.
    Variables (t : thread) (βu : bank) (Σu : memory) (Πu : sync_stack).
    Notation u := (M (only t) βu Σu Πu [] pc).
    Hypothesis Active : t ∈ Θ.
    Hypothesis V : same_variables t βu β.
    Hypothesis View : same_view owner t Σu Σ.

    Lemma undefined_same o : is_undefined β t o -> is_undefined βu t o.
    Proof. intros H. destruct H. constructor. now rewrite V. Qed.

    Lemma evaluates_alone o c : evaluates P β t o c -> evaluates P βu t o c.
    Proof. apply evaluates_same. now apply same_variables_sym. Qed.

    Lemma lowest_alone (f : thread -> Prop) : f t -> lowest (only t) f t.
    Proof.
      intro F. repeat split; auto; [now apply in_only|]. intros r Hr L. apply in_only in Hr. lia.
    Qed.

    Lemma fails_alone i k r :
      at_pc P pc i -> fails P (mask Θ []) β t Σ i k r -> traps P [t] u (TrapOf k r [t]).
    Proof.
      intros At F. pose proof (Serial _ _ At) as Ser. destruct Owners as [_ Ld]. cbn [active bank_of State.pc] in Ld.
      assert (is_data i = true) as D.
      { destruct F; try (destruct i; try discriminate; cbn in *; tauto); subst; reflexivity. }
      eapply data_traps; eauto. apply thread_traps; [now apply in_only| |].
      - destruct F.
        + eapply MV_fails; eauto using undefined_same.
        + eapply address_fails; eauto using evaluates_alone. intros o I. destruct (H o I) as [c Hc]. eauto using evaluates_alone.
        + eapply MM_fails; eauto using evaluates_alone. unfold read in *. rewrite (View (Z.to_N x)); auto.
          destruct i; try discriminate. cbn in H0. injection H0; intros; subst. eapply Ld; eauto.
        + eapply BP_fails; eauto using evaluates_alone.
        + subst. discriminate.
      - intros r' k' r'' Hr L. apply in_only in Hr. lia.
    Qed.
  End Trap.

  Lemma warp_has_no_trap ts s τ :
    good P Θ_begin s -> respects_owners s -> Permutation ts (elements (active s)) ->
    (forall t, t ∈ Θ_begin -> exists u n, lane t s u /\ stops_after n u) ->
    ~ traps P ts s τ.
  Proof.
    intros G Ow O Alone T. pose proof G as [C E Re Inv].
    assert (is_excluded (kind τ) = false) as Not_excluded.
    { destruct (is_excluded (kind τ)) eqn:X; auto. exfalso. destruct Re as (λ & R & _ & Cr).
      destruct (Passes _ R) as [W _]. apply W. eapply trap_is_wrong; eauto. }
    assert (forall t, t ∈ active s -> exists βu Σu Πu n, same_variables t βu (bank_of s) /\ same_view owner t Σu (memory_of s) /\
              stops_after n (M (only t) βu Σu Πu [] (pc s))) as Lane.
    { intros t It. pose proof (levels_level _ _ _ _ _ Inv) as L. rewrite C in L. cbn [whole] in L.
      assert (t ∈ Θ_begin) as Hb by (apply (sets_cover _ _ _ t L); exists (active s); cbn; auto).
      destruct (Alone t Hb) as (u & n & [A Pl V View Cu] & N). destruct u as [Θu βu Σu Πu Λu pcu].
      cbn [active bank_of memory_of stack contexts State.pc] in *. subst.
      exists βu, Σu, Πu, n. repeat split; auto. destruct L as [_ Part].
      inversion Pl as [_ Ep Es|above e below Eq I Ep Es|above e below Eq I Ep Es]; subst; auto; exfalso;
        assert (In e (stack s)) as Ie by (rewrite Eq; apply in_or_app; cbn; auto);
        destruct (place_of_partition _ _ _ t e Part Ie) as [Todo Done]; [destruct (Todo I) as [X _]|pose proof (Done I) as X]; congruence. }
    clear Alone E Re Inv G.
    assert (forall i k r t, at_pc P (pc s) i -> t ∈ active s ->
              ~ fails P (mask (active s) (contexts s)) (bank_of s) t (memory_of s) i k r) as Fine.
    { intros i k r t At It F. rewrite C in F. destruct (Lane t It) as (βu & Σu & Πu & n & V & View & N).
      eapply has_no_trap with (u := M (only t) βu Σu Πu [] (pc s)); [exact N|reflexivity|].
      eapply (fails_alone (active s) (bank_of s) (memory_of s) (stack s) (pc s)); eauto. }
    destruct T; cbn [active bank_of memory_of stack contexts State.pc kind] in *; try discriminate.
    - destruct H1 as [t k r It F _|a b _ Ha Hb (p & o & x & c & d & -> & A & B & Cc & Dd & N) _ _|v a t before after b m x c No -> _ _ _ _ _].
      + now apply (Fine i k r t).
      + destruct Ow as [St _]. cbn in St. pose proof (St p o a x H Ha A) as Oa. pose proof (St p o b x H Hb B) as Ob.
        rewrite Oa in Ob. injection Ob as ->. now apply N, (evaluates_once P β b o).
      + now apply no_atomics in H.
    - destruct H2 as (It & U & _). destruct (Lane t It) as (βu & Σu & Πu & n & V & View & N).
      eapply has_no_trap with (u := M (only t) βu Σu Πu [] pc); [exact N|reflexivity|].
      eapply MV_traps; eauto; [|apply lowest_alone; eapply undefined_same; eauto].
      intros [_ (p & l & ->)]. apply Serial in H. discriminate.
    - destruct H1 as (It & _ & _). destruct (Lane t It) as (βu & Σu & Πu & n & V & View & N).
      eapply has_no_trap with (u := M (only t) βu Σu Πu [] pc); [exact N|reflexivity|].
      eapply AR_traps; eauto using evaluates_alone. apply lowest_alone. right. eauto using evaluates_alone.
    - destruct H1 as (It & _ & _). destruct (Lane t It) as (βu & Σu & Πu & n & V & View & N).
      eapply has_no_trap with (u := M (only t) βu Σu Πu [] pc); [exact N|reflexivity|].
      eapply AR_traps_undefined; eauto using undefined_same. apply lowest_alone. left. eauto using undefined_same.
  Qed.

  (** ** The warp stops *)

  (** The steps that the threads of a list have left, together. *)
  Inductive left_over (s : state) : list thread -> nat -> Prop :=
    | left_nobody : left_over s [] 0
    | left_thread t us u n k : lane t s u -> stops_after n u -> left_over s us k -> left_over s (t :: us) (n + k).

  (** Halves that have not run yet. *)
  Fixpoint halves (Π : sync_stack) : nat :=
    match Π with [] => 0 | e :: Π => (if N.eqb (todo e) ∅ then 0 else 1) + halves Π end.

  Lemma left_over_step ts s s' us k :
    good P Θ_begin s -> respects_owners s -> Permutation ts (elements (active s)) -> step P ts s s' -> left_over s us k ->
    exists k', left_over s' us k' /\ k' <= k /\
      (forall t, In t us -> t ∈ active s -> k' < k \/ at_first_sync P s).
  Proof.
    intros G Ow O H L. pose proof G as [C E Re Inv]. pose proof (levels_level _ _ _ _ _ Inv) as [_ Part].
    induction L as [|t us u n k L N _ (k' & L' & Le & Lt)].
    - exists 0. repeat split; auto; [constructor|]. intros t [].
    - destruct (lane_step P sync_of owner Serial One_sync (whole P Θ_begin (contexts s)) ts s s' t u H) as [(u' & S & Ln)|[Ln Idle]]; auto.
      { constructor; auto. }
      + destruct (stops_after_step n u u' N S) as (m & -> & N'). exists (m + k'). split; [econstructor; eauto|].
        split; [lia|]. intros r _ _. left. lia.
      + exists (n + k'). split; [econstructor; eauto|]. split; [lia|]. intros r [<-|I] Ir.
        * destruct Idle as [X|X]; [congruence|now right].
        * destruct (Lt r I Ir) as [X|X]; [left; lia|now right].
  Qed.

  Lemma first_sync_halves ts s s' : step P ts s s' -> at_first_sync P s -> S (halves (stack s')) = halves (stack s).
  Proof.
    intros H (At & e & rest & St & Some_). destruct H; cbn [stack State.pc] in *; subst;
      try (exfalso; unfold at_pc in *; congruence);
      try match goal with X : branches _ _ _ ?i _ _ _ |- _ =>
            exfalso; assert (i = Sync) as -> by (unfold at_pc in *; congruence); inversion X end.
    - cbn. apply eqb_false in H0. now rewrite H0.
    - exfalso. injection St as <- ->. now apply Some_.
    - exfalso. assert (i = Sync) as -> by (unfold at_pc in *; congruence). discriminate.
  Qed.

  Hypothesis All_respect : forall Σ s, run P (initial P Θ_begin Σ) s -> respects_owners s.

  Lemma warp_goes_on Σ : forall k h s,
    run P (initial P Θ_begin Σ) s -> good P Θ_begin s -> left_over s (elements Θ_begin) k -> halves (stack s) = h ->
    exists s', run_while P respects_owners s s' /\ stops P s'.
  Proof.
    induction k as [k IHk] using lt_wf_ind. induction h as [h IHh] using lt_wf_ind. intros s R G L Eh.
    pose proof (All_respect Σ s R) as Ow.
    destruct (progress P (elements (active s)) s) as [[s1 H]|[Stop|[τ T]]]; [apply Permutation_refl| | |].
    - destruct (left_over_step (elements (active s)) s s1 (elements Θ_begin) k G Ow) as (k' & L' & Le & Lt); auto.
      assert (steps_to P s s1) as St by (exists (elements (active s)); auto).
      assert (run P (initial P Θ_begin Σ) s1) as R1.
      { eapply run_trans; eauto. econstructor; [exact I|exact St|constructor]. }
      assert (good P Θ_begin s1) as G1 by (eapply good_step; eauto).
      assert (exists s', run_while P respects_owners s1 s' /\ stops P s') as (s' & R' & S').
      { pose proof G as [C E Re Inv]. pose proof (levels_level _ _ _ _ _ Inv) as Lv. rewrite C in Lv. cbn [whole] in Lv.
        destruct (proj1 (is_inhabited _) (proj1 Lv)) as [t It].
        assert (t ∈ Θ_begin) as Hb by (apply (sets_cover _ _ _ t Lv); exists (active s); cbn; auto).
        destruct (Lt t (proj2 (in_elements _ _) Hb) It) as [Less|Sy].
        - eapply IHk; eauto.
        - apply (first_sync_halves _ _ _ H) in Sy. destruct (Nat.eq_dec k' k) as [->|].
          + eapply IHh; eauto. lia.
          + eapply IHk; eauto. lia. }
      exists s'. split; auto. econstructor; eauto.
    - exists s. split; [constructor|auto].
    - exfalso. eapply warp_has_no_trap; eauto. clear -L. intros t Ht. apply in_elements in Ht.
      induction L as [|r us u n k L N _ IH]; [destruct Ht|]. destruct Ht as [<-|Ht]; eauto.
  Qed.

  (** If all threads stop alone, the warp stops, and has computed what they compute. *)
  Theorem threads_are_the_warp Σ :
    (forall t, t ∈ Θ_begin -> exists u, run P (initial P (only t) Σ) u /\ stops P u) ->
    exists s, run P (initial P Θ_begin Σ) s /\ stops P s /\
      forall t u, t ∈ Θ_begin -> run P (initial P (only t) Σ) u -> stops P u ->
        same_variables t (bank_of u) (bank_of s) /\ same_view owner t (memory_of u) (memory_of s).
  Proof.
    intro Alone.
    assert (exists k, left_over (initial P Θ_begin Σ) (elements Θ_begin) k) as [k L].
    { assert (forall us, (forall t, In t us -> t ∈ Θ_begin) -> exists k, left_over (initial P Θ_begin Σ) us k) as All.
      { induction us as [|t us IH]; intro Sub; [exists 0; constructor|].
        destruct IH as [k L]; [intros; apply Sub; now right|].
        destruct (Alone t (Sub t (or_introl eq_refl))) as (u & R & S). destruct (run_stops_after _ _ R S) as [n N].
        exists (n + k). econstructor; eauto. constructor; auto.
        - constructor. apply Sub. now left.
        - now intros v.
        - now intros x _. }
      apply All. intro t. apply in_elements. }
    destruct (warp_goes_on Σ k 0 (initial P Θ_begin Σ)) as (s & R & S); auto.
    { constructor. }
    { now apply good_initial. }
    exists s. split; [eapply run_while_run; eauto|]. split; auto. intros t u Ht Ru Su.
    destruct (warp_is_its_threads P sync_of owner Serial One_sync Θ_begin Some_begin Some_thread Σ s R S t Ht)
      as (u' & Ru' & Su' & V & View).
    now replace u with u' by (eapply one_result; eauto).
  Qed.
End Lanes.
