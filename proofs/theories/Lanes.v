(** Lane-serial equivalence, the theorem behind SIMT: a warp computes what its threads compute, each alone.

    For programs without blocks, masks, shuffles, ballots and increments, in which each branch has one [sync], and in which no thread reads
    or writes an address that another one writes. (With two [sync]s for one branch it does not hold: the threads that arrive first go on
    after the [sync] at which the last ones arrive.) *)

From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs DataCorrect Invariants StructureCheck.
Import ListNotations.

Definition only (t : thread) : threads := N.setbit 0 t.

Lemma contains_only t s : contains (only t) s = N.eqb t s.
Proof. unfold contains, only. rewrite N.setbit_eqb, N.bits_0, orb_false_r. reflexivity. Qed.

Lemma in_only t s : s ∈ only t <-> s = t.
Proof. rewrite contains_only. destruct (N.eqb_spec t s); split; congruence. Qed.

Lemma elements_only t : elements (only t) = [t].
Proof.
  apply Permutation_length_1_inv, NoDup_Permutation.
  - constructor; [auto|constructor].
  - apply elements_have_no_duplicates.
  - intro s. rewrite in_elements, in_only. cbn. intuition congruence.
Qed.

Section Lanes.
  Variable P : program.
  (** The [sync] of each branch. *)
  Variable sync_of : label -> label.
  (** The thread that may write to an address. What no thread writes, all may read. *)
  Variable owner : N -> option thread.

  Definition is_serial (i : instruction) : bool :=
    match i with
    | Everywhere | EndEverywhere | BranchMask _ _ | Shuffle _ _ | Ballot _ _ | AtomicInc _ _ => false
    | Bz _ _ | Bnz _ _ | Jump _ | Sync | Stop | Barrier | Assert _ | Copy _ _ | Load _ _ | Store _ _ | Binary _ _ _ _
    | Unary _ _ _ => true
    end.

  Hypothesis Serial : forall pc i, at_pc P pc i -> is_serial i = true.
  Hypothesis One_sync : forall pc b π λ, reachable P (Shape pc (b :: π) λ) -> at_pc P pc Sync -> pc = sync_of b.

  (** A state in which each active thread accesses only what it may. *)
  Definition respects_owners (s : state) : Prop :=
    (forall a o t x, at_pc P (pc s) (Store a o) -> t ∈ active s -> evaluates P (bank_of s) t a x -> owner (Z.to_N x) = Some t) /\
    (forall v a t x, at_pc P (pc s) (Load v a) -> t ∈ active s -> evaluates P (bank_of s) t a x ->
       owner (Z.to_N x) = Some t \/ owner (Z.to_N x) = None).

  Definition sees (t : thread) (x : N) : Prop := owner x = Some t \/ owner x = None.

  (** Σ and Σ' are the same to thread t. *)
  Definition same_view (t : thread) (Σ Σ' : memory) : Prop := forall x, sees t x -> get x Σ = get x Σ'.
  Definition same_variables (t : thread) (β β' : bank) : Prop := forall v, variable_of β t v = variable_of β' t v.

  (** Π as it is for one thread alone. *)
  Definition own_entry (e : entry) : entry := Entry (branch e) ∅ (next e) ∅.
  Definition own (Π : sync_stack) : sync_stack := List.map own_entry Π.

  (** Where thread t is in the warp, and alone: with Θ, Π and pc of the warp, it is at p with the stack S. *)
  Inductive place (t : thread) (Θ : threads) (Π : sync_stack) (pc : label) : label -> sync_stack -> Prop :=
    | running : t ∈ Θ -> place t Θ Π pc pc (own Π)
    | waits above e below :
        Π = above ++ e :: below -> t ∈ todo e -> place t Θ Π pc (next e) (own (e :: below))
    | is_done above e below :
        Π = above ++ e :: below -> t ∈ done e -> place t Θ Π pc (sync_of (branch e)) (own (e :: below)).

  (** u is the state of thread t alone, in the state s of the warp. *)
  Record lane (t : thread) (s u : state) : Prop := {
    alone : active u = only t;
    lane_place : place t (active s) (stack s) (pc s) (pc u) (stack u);
    lane_variables : same_variables t (bank_of u) (bank_of s);
    lane_view : same_view t (memory_of u) (memory_of s);
    lane_contexts : contexts u = []
  }.

  (** ** Data instructions *)

  Lemma evaluates_same t a b o c : same_variables t a b -> evaluates P a t o c -> evaluates P b t o c.
  Proof. intros S H. destruct H; constructor. now rewrite <- S. Qed.

  Lemma same_variables_sym t a b : same_variables t a b -> same_variables t b a.
  Proof. intros S v. now rewrite S. Qed.

  Lemma same_variables_affect t e a b : same_variables t a b -> same_variables t (affect t e a) (affect t e b).
  Proof.
    intros S u. destruct e as [[v o]|]; cbn; auto. rewrite !variable_of_with_variable, N.eqb_refl.
    destruct (N.eqb v u); auto.
  Qed.

  Lemma same_variables_other t s e a : s <> t -> same_variables t (affect s e a) a.
  Proof.
    intros N u. destruct e as [[v o]|]; cbn; auto. rewrite variable_of_with_variable.
    destruct (N.eqb_spec s t); congruence.
  Qed.

  Section Instruction.
    Variables (Θ m : threads) (β : bank) (i : instruction).
    Hypothesis Stores : forall a o t x, i = Store a o -> t ∈ Θ -> evaluates P β t a x -> owner (Z.to_N x) = Some t.
    Hypothesis Is_serial : is_serial i = true.

    Lemma others_store t s Σ e Σ' :
      s ∈ Θ -> s <> t -> executes P Θ m β s i Σ e Σ' -> same_view t Σ' Σ.
    Proof.
      intros Hs N H x See. destruct H; auto; [|discriminate].
      unfold write. rewrite get_set. destruct (N.eqb_spec (Z.to_N x0) x) as [E|]; auto. exfalso.
      pose proof (Stores a o s x0 eq_refl Hs H) as O. rewrite E in O. destruct See; congruence.
    Qed.

    (** What TL does to thread t. *)
    Lemma TL_thread ts t : forall b Σ b' Σ',
      TL P Θ m β i ts b Σ b' Σ' -> NoDup ts -> (forall s, In s ts -> s ∈ Θ) ->
      if existsb (N.eqb t) ts
      then exists Σ1 e Σ2, executes P Θ m β t i Σ1 e Σ2 /\ same_view t Σ1 Σ /\ same_view t Σ' Σ2 /\
                           same_variables t b' (affect t e b)
      else same_view t Σ' Σ /\ same_variables t b' b.
    Proof.
      induction ts as [|s ts IH]; intros b Σ b' Σ' H D All.
      - inversion H; subst. cbn. split; [intros x _|intro v]; reflexivity.
      - inversion H as [|? ? ? ? ? Σ1 ? e X Y]; subst. inversion D as [|? ? Not_in D']; subst.
        specialize (IH _ _ _ _ Y D' (fun s I => All s (or_intror I))). cbn [existsb].
        destruct (N.eqb_spec t s) as [->|N]; cbn [orb].
        + destruct (existsb (N.eqb s) ts) eqn:E.
          { exfalso. apply existsb_exists in E as (r & I & Eq). apply N.eqb_eq in Eq. subst. contradiction. }
          destruct IH as [V B]. exists Σ, e, Σ1. repeat split; auto.
        + pose proof (others_store t s Σ e Σ1 (All s (or_introl eq_refl)) (fun E => N (eq_sym E)) X) as V.
          destruct (existsb (N.eqb t) ts).
          * destruct IH as (Σ2 & f & Σ3 & X' & V' & V'' & B). exists Σ2, f, Σ3. repeat split; auto.
            -- intros x See. rewrite (V' x See). now apply V.
            -- intro v. rewrite B. apply same_variables_affect, same_variables_other. now apply not_eq_sym.
          * destruct IH as [V' B]. split.
            -- intros x See. rewrite (V' x See). now apply V.
            -- intro v. rewrite B. apply same_variables_other. now apply not_eq_sym.
    Qed.
  End Instruction.

  Lemma no_race_alone t β i : ~ has_race P (only t) β i.
  Proof.
    intros (r & s & Hr & Hs & a & o & x & c & d & -> & _ & _ & C & D & N). apply in_only in Hr, Hs. subst.
    now apply N, (evaluates_once P β t o).
  Qed.

  (** Thread t alone does what it does in the warp. *)
  Lemma executes_alone Θ m m' β γ t i Σ1 Σ e Σ2 :
    is_serial i = true -> same_variables t γ β -> same_view t Σ Σ1 ->
    (forall a o x, i = Store a o -> evaluates P β t a x -> owner (Z.to_N x) = Some t) ->
    (forall v a x, i = Load v a -> evaluates P β t a x -> sees t (Z.to_N x)) ->
    executes P Θ m β t i Σ1 e Σ2 ->
    exists Σ', executes P (only t) m' γ t i Σ e Σ' /\ same_view t Σ' Σ2.
  Proof.
    intros Ser B V St Ld H. apply same_variables_sym in B.
    destruct H; try discriminate; try (exists Σ; split; [|exact V]).
    - constructor.
    - apply AS; auto. eapply evaluates_same; eauto.
    - eapply LD; eauto using evaluates_same. unfold read in *. rewrite (V (Z.to_N x)); eauto.
    - exists (write x c Σ). split; [eapply ST; eauto using evaluates_same|].
      intros y See. unfold write. rewrite !get_set. destruct (N.eqb (Z.to_N x) y); auto.
    - eapply BP; eauto using evaluates_same.
    - apply UN. eapply evaluates_same; eauto.
  Qed.

  Lemma code_at_sync pc : at_pc P pc Sync \/ ~ at_pc P pc Sync.
  Proof. unfold at_pc. destruct (get pc (code P)) as [i|]; [destruct i|]; try (now left); right; discriminate. Qed.

  (** ** One step *)

  (** The entries of Π belong to branches of the program. *)
  Definition entries_are_branches (Π : sync_stack) : Prop :=
    forall e, In e Π -> exists i, at_pc P (branch e) i /\ is_branch i (next e).

  Lemma one_target pc i j l m : at_pc P pc i -> at_pc P pc j -> is_branch i l -> is_branch j m -> l = m.
  Proof.
    unfold at_pc. intros A B [o [->| ->]] [p [->| ->]]; congruence.
  Qed.

  Lemma own_push Π w pc i l :
    entries_are_branches Π -> at_pc P pc i -> is_branch i l -> own (push Π w pc l) = push (own Π) ∅ pc l.
  Proof.
    intros E At B. unfold push. destruct Π as [|e Π]; auto. cbn [own List.map own_entry branch].
    destruct (N.eqb_spec (branch e) pc) as [<-|]; auto.
  Qed.

  Lemma entries_push Π w pc i l :
    entries_are_branches Π -> at_pc P pc i -> is_branch i l -> entries_are_branches (push Π w pc l).
  Proof.
    intros E At B e I. unfold push in I. destruct Π as [|f Π].
    - destruct I as [<-|[]]. cbn. eauto.
    - destruct (N.eqb_spec (branch f) pc) as [<-|].
      + destruct I as [<-|I]; [|apply E; now right]. cbn. apply E. now left.
      + destruct I as [<-|I]; [cbn; eauto|now apply E].
  Qed.

  Lemma step_entries ts s s' :
    step P ts s s' -> contexts s = [] -> entries_are_branches (stack s) -> entries_are_branches (stack s') /\ contexts s' = [].
  Proof.
    intros H C E. destruct H; cbn [stack contexts] in *; subst; try discriminate; auto;
      try (split; auto; eapply entries_push; eauto using branches_is_branch; fail);
      try (split; auto; intros f [<-|I]; [apply (E (Entry l_id Θ_done l Θ_todo)); now left|apply E; now right]);
      try (split; auto; intros f I; apply E; now right).
    apply Serial in H. discriminate.
  Qed.

  (** A thread that waits, or is done, stays where it is when the warp pushes. *)
  Lemma place_push t Θ Θ' Π w pc pc' l i p S :
    entries_are_branches Π -> at_pc P pc i -> is_branch i l ->
    place t Θ Π pc p S -> t ∉ Θ -> place t Θ' (push Π w pc l) pc' p S.
  Proof.
    intros E At B H Out. destruct H as [In_|above e below -> I|above e below -> I]; [congruence| |].
    - unfold push. destruct above as [|f above]; cbn [app].
      + destruct (N.eqb_spec (branch e) pc) as [X|X].
        * apply (waits t Θ' _ pc' [] (Entry pc (done e) (next e) (todo e ∪ w)) below) in I as I' || idtac.
          replace (own (e :: below)) with (own (Entry pc (done e) (next e) (todo e ∪ w) :: below))
            by (cbn; unfold own_entry; cbn; now rewrite X).
          change (next e) with (next (Entry pc (done e) (next e) (todo e ∪ w))).
          apply (waits _ _ _ _ [] _ below); auto. cbn. now rewrite contains_union, I.
        * now apply (waits _ _ _ _ [Entry pc ∅ l w]).
      + destruct (N.eqb (branch f) pc); [now apply (waits _ _ _ _ (Entry pc (done f) (next f) (todo f ∪ w) :: above))|].
        now apply (waits _ _ _ _ (Entry pc ∅ l w :: f :: above)).
    - unfold push. destruct above as [|f above]; cbn [app].
      + destruct (N.eqb_spec (branch e) pc) as [X|X].
        * replace (own (e :: below)) with (own (Entry pc (done e) (next e) (todo e ∪ w) :: below))
            by (cbn; unfold own_entry; cbn; now rewrite X).
          rewrite X. change pc with (branch (Entry pc (done e) (next e) (todo e ∪ w))) at 2.
          now apply (is_done _ _ _ _ [] _ below).
        * now apply (is_done _ _ _ _ [Entry pc ∅ l w]).
      + destruct (N.eqb (branch f) pc); [now apply (is_done _ _ _ _ (Entry pc (done f) (next f) (todo f ∪ w) :: above))|].
        now apply (is_done _ _ _ _ (Entry pc ∅ l w :: f :: above)).
  Qed.

  (** Nothing changes for a thread that is not active, if Π stays. *)
  Lemma place_same t Θ Θ' Π pc pc' p S : place t Θ Π pc p S -> t ∉ Θ -> place t Θ' Π pc' p S.
  Proof.
    intros H Out. destruct H as [In_|above e below -> I|above e below -> I]; [congruence| |].
    - now apply (waits _ _ _ _ above).
    - now apply (is_done _ _ _ _ above).
  Qed.

  (** ** Thread t alone *)

  Definition alone_step (t : thread) (u u' : state) : Prop := step P [t] u u'.

  Lemma alone_steps t u u' : active u = only t -> alone_step t u u' -> steps_to P u u'.
  Proof. intros A H. exists [t]. rewrite A, elements_only. auto. Qed.

  Lemma split_alone t β γ o (Θ Θ0 Θn : threads) :
    same_variables t γ β -> split P Θ β o Θ0 Θn ->
    (t ∈ Θ0 -> split P (only t) γ o (only t) ∅) /\ (t ∈ Θn -> split P (only t) γ o ∅ (only t)).
  Proof.
    intros B (_ & Zero & Other). apply same_variables_sym in B. split; intro I; repeat split; try by_threads;
      intros s Hs; try (rewrite contains_none in Hs; discriminate); apply in_only in Hs; subst.
    - eapply evaluates_same; eauto.
    - destruct (Other t I) as (c & C & N). exists c. split; auto. eapply evaluates_same; eauto.
  Qed.

  Lemma branches_alone t β γ i l (Θ stay leave : threads) :
    same_variables t γ β -> branches P Θ β i l stay leave ->
    (t ∈ stay -> branches P (only t) γ i l (only t) ∅) /\ (t ∈ leave -> branches P (only t) γ i l ∅ (only t)).
  Proof.
    intros B H. destruct H as [o l Θ0 Θn S|o l Θ0 Θn S]; destruct (split_alone t β γ o _ _ _ B S) as [H0 Hn];
      split; intro I; constructor; auto.
  Qed.

  Lemma only_is_some t : only t <> ∅.
  Proof. apply is_inhabited. exists t. now apply in_only. Qed.

  Lemma split_covers Θ β o Θ0 Θn t : split P Θ β o Θ0 Θn -> t ∈ Θ -> t ∈ Θ0 \/ t ∈ Θn.
  Proof. intros (<- & _) H. rewrite contains_union in H. now apply orb_true_iff in H. Qed.

  Lemma branches_cover Θ β i l stay leave t : branches P Θ β i l stay leave -> t ∈ Θ -> t ∈ stay \/ t ∈ leave.
  Proof. destruct 1 as [? ? ? ? S|? ? ? ? S]; intro I; destruct (split_covers _ _ _ _ _ t S I); auto. Qed.

  (** The branch, alone. *)
  Lemma branch_alone t u pc i l (stays : bool) :
    active u = only t -> contexts u = [] -> State.pc u = pc -> at_pc P pc i ->
    branches P (only t) (bank_of u) i l (if stays then only t else ∅) (if stays then ∅ else only t) ->
    steps_to P u (M (only t) (bank_of u) (memory_of u) (push (stack u) ∅ pc l) [] (if stays then pc + 1 else l)%N).
  Proof.
    intros A C E At B. apply alone_steps with t; auto. destruct u as [Θ β Σ Π Λ q].
    cbn [active contexts State.pc bank_of memory_of stack] in *. subst. unfold alone_step. destruct stays.
    - eapply BF; eauto using only_is_some.
    - eapply BT; eauto.
  Qed.

  (** ** One step of the warp is one step, or none, of each thread. *)

  Definition moves (t : thread) (u s' : state) : Prop := exists u', steps_to P u u' /\ lane t s' u'.

  (** The next step is SS, at which active threads come to rest. *)
  Definition at_first_sync (s : state) : Prop :=
    at_pc P (pc s) Sync /\ exists e rest, stack s = e :: rest /\ todo e <> ∅.

  Section Step.
    Variables (ts : list thread) (Θ : threads) (β : bank) (Σ : memory) (Π : sync_stack) (pc : label) (t : thread).
    Notation s := (M Θ β Σ Π [] pc).
    Hypothesis Order : Permutation ts (elements Θ).
    Hypothesis E : entries_are_branches Π.
    Hypothesis Re : reaches P s.
    Hypothesis Owners : respects_owners s.

    Lemma at_sync e rest : at_pc P pc Sync -> Π = e :: rest -> pc = sync_of (branch e).
    Proof.
      intros At St. destruct Re as (λ & R & _). rewrite St in R. cbn in R. eapply One_sync; eauto.
    Qed.

    Lemma order_is_active r : In r ts <-> r ∈ Θ.
    Proof. rewrite <- in_elements. split; apply Permutation_in; auto using Permutation_sym. Qed.

    Lemma order_has_no_duplicates : NoDup ts.
    Proof. eapply Permutation_NoDup; [apply Permutation_sym, Order|apply elements_have_no_duplicates]. Qed.

    Lemma TL_in_warp i β' Σ' :
      at_pc P pc i -> TL P Θ (mask Θ []) β i ts β Σ β' Σ' ->
      if contains Θ t
      then exists Σ1 e Σ2, executes P Θ (mask Θ []) β t i Σ1 e Σ2 /\ same_view t Σ1 Σ /\ same_view t Σ' Σ2 /\
                           same_variables t β' (affect t e β)
      else same_view t Σ' Σ /\ same_variables t β' β.
    Proof.
      intros At T. destruct Owners as [St _].
      assert (contains Θ t = existsb (N.eqb t) ts) as ->.
      { apply eq_true_iff_eq. rewrite existsb_exists, <- order_is_active. split.
        - intro I. exists t. split; auto. apply N.eqb_refl.
        - intros (r & I & Q). apply N.eqb_eq in Q. now subst. }
      eapply TL_thread; eauto using order_has_no_duplicates.
      - intros a o r x -> Hr X. eapply St; eauto.
      - intros r. apply order_is_active.
    Qed.

  End Step.

  Section Move.
    Variables (ts : list thread) (t : thread).

    (** What holds at each step of a run. *)
    Record fine (s : state) : Prop := {
      fine_order : Permutation ts (elements (active s));
      fine_entries : entries_are_branches (stack s);
      fine_shape : reaches P s;
      fine_owners : respects_owners s
    }.

    Variables (βu : bank) (Σu : memory).

    Ltac is_lane := constructor; cbn [active bank_of memory_of stack contexts State.pc]; auto.

    (** *** A thread that runs *)

    Lemma lane_running Θ β Σ Π pc s' :
      fine (M Θ β Σ Π [] pc) -> same_variables t βu β -> same_view t Σu Σ ->
      step P ts (M Θ β Σ Π [] pc) s' -> t ∈ Θ ->
      let u := M (only t) βu Σu (own Π) [] pc in
      moves t u s' \/ (lane t s' u /\ at_first_sync (M Θ β Σ Π [] pc)).
    Proof.
      intros [Order E Re Owners] V View H It u. subst u. cbn [active stack] in Order, E.
      pose proof (at_sync Θ β Σ Π pc Re) as Sync_at.
      pose proof (TL_in_warp ts Θ β Σ Π pc t Order Owners) as In_warp. destruct Owners as [St Ld]. cbn [active bank_of State.pc] in St, Ld.
      inversion H; subst;
        match goal with X : at_pc P pc ?j |- _ => pose proof (Serial _ _ X) as Ser; try discriminate Ser end;
        try match goal with B : branches _ _ _ _ _ _ _ |- _ =>
              pose proof (branches_is_branch _ _ _ _ _ _ _ B) as Br;
              pose proof (branches_cover _ _ _ _ _ _ t B It) as Side;
              destruct (branches_alone t _ _ _ _ _ _ _ V B) as [Stay Leave] end.
      - left; eexists; split.
        { eapply (branch_alone t (M _ _ _ _ _ _) pc i l false); eauto. }
        is_lane. cbn [stack]. rewrite <- (own_push Π ∅ pc i l) by auto. now constructor.
      - left; eexists; split.
        { eapply (branch_alone t (M _ _ _ _ _ _) pc i l true); eauto. }
        is_lane. cbn [stack]. rewrite <- (own_push Π ∅ pc i l) by auto. now constructor.
      - destruct Side as [S|L].
        + left; eexists; split.
          { eapply (branch_alone t (M _ _ _ _ _ _) pc i l true); eauto. }
          is_lane. cbn [stack]. rewrite <- (own_push Π Θ_leave pc i l) by auto. now constructor.
        + left; eexists; split.
          { eapply (branch_alone t (M _ _ _ _ _ _) pc i l false); eauto. }
          is_lane. cbn [stack]. rewrite <- (own_push Π Θ_leave pc i l) by auto. unfold push. destruct Π as [|e rest].
          * exact (waits t _ _ _ [] (Entry pc ∅ l Θ_leave) [] eq_refl L).
          * destruct (N.eqb_spec (branch e) pc) as [X|X].
            -- assert (next e = l) as <-.
               { destruct (E e (or_introl eq_refl)) as (j & Atj & Bj). rewrite X in Atj. now apply (one_target pc j i (next e) l). }
               apply (waits t _ _ _ [] (Entry pc (done e) (next e) (todo e ∪ Θ_leave)) rest eq_refl). cbn.
               now rewrite contains_union, L, orb_true_r.
            -- exact (waits t _ _ _ [] (Entry pc ∅ l Θ_leave) (e :: rest) eq_refl L).
      - right. split; [|split; [assumption|eexists _, _; split; [reflexivity|assumption]]]. is_lane.
        match goal with X : at_pc P pc Sync |- _ => pose proof (Sync_at _ _ X eq_refl) as Sy end. cbn in Sy.
        rewrite Sy.
        apply (is_done t _ _ _ [] (Entry l_id (Θ_done ∪ Θ) l ∅) Π0 eq_refl). cbn.
        now rewrite contains_union, It, orb_true_r.
      - left; eexists; split.
        + apply alone_steps with t; [reflexivity|]. apply SP. assumption.
        + is_lane; try by_threads. constructor. now rewrite contains_union, It.
      - left; eexists; split.
        + apply alone_steps with t; [reflexivity|]. apply JP. eassumption.
        + is_lane. now constructor.
      - left; eexists; split.
        + apply alone_steps with t; [reflexivity|]. apply BR. assumption.
        + is_lane. now constructor.
      - left; eexists; split.
        + apply alone_steps with t; [reflexivity|]. eapply AR; eauto. intros r Hr. apply in_only in Hr. subst.
          match goal with X : forall r, r ∈ Θ -> _ |- _ => destruct (X t It) as (c & Cc & N) end.
          exists c. split; auto. eapply evaluates_same; eauto using same_variables_sym.
        + is_lane. now constructor.
      - match goal with T : TL _ _ _ _ _ _ _ _ _ _, X : at_pc P pc i |- _ => pose proof (In_warp i β' Σ' X T) as Th; pose proof X as At end.
        rewrite It in Th. destruct Th as (Σ1 & e & Σ2 & X & V1 & V2 & B).
        destruct (executes_alone Θ (mask Θ []) (mask (only t) []) β βu t i Σ1 Σu e Σ2) as (Σ3 & X' & V3); auto.
        + intros x See. rewrite (View x See). symmetry. now apply V1.
        + intros a o x -> Ev. eapply St; eauto.
        + intros v a x -> Ev. eapply Ld; eauto.
        + left; eexists; split.
          * apply alone_steps with t; [reflexivity|]. eapply IT; eauto using no_race_alone.
            econstructor; [exact X'|constructor].
          * is_lane; [now constructor| |].
            -- intro v. transitivity (variable_of (affect t e β) t v); [|symmetry; apply B].
               now apply same_variables_affect.
            -- intros x See. rewrite (V3 x See). symmetry. now apply V2.
    Qed.

    (** *** A thread that does not *)

    Lemma lane_idle Θ β Σ Π pc s' p S :
      fine (M Θ β Σ Π [] pc) -> same_variables t βu β -> same_view t Σu Σ ->
      step P ts (M Θ β Σ Π [] pc) s' -> t ∉ Θ -> place t Θ Π pc p S ->
      (forall e rest, Π = e :: rest -> t ∈ done e -> at_pc P pc Sync -> todo e = ∅ -> False) ->
      lane t s' (M (only t) βu Σu S [] p).
    Proof.
      intros [Order E Re Owners] V View H Out Pl Not_last. cbn [active stack] in Order, E.
      pose proof (TL_in_warp ts Θ β Σ Π pc t Order Owners) as In_warp.
      inversion H; subst;
        match goal with X : at_pc P pc ?j |- _ => pose proof (Serial _ _ X) as Ser; try discriminate Ser end;
        try match goal with B : branches _ _ _ _ _ _ _ |- _ => pose proof (branches_is_branch _ _ _ _ _ _ _ B) as Br end;
        try (is_lane; eapply place_push; eauto; fail); try (is_lane; eapply place_same; eauto; fail).
      - is_lane. destruct Pl as [I|above e below Eq I|above e below Eq I]; [congruence| |].
        + destruct above as [|f above]; injection Eq as <- ->.
          * now apply (running t Θ_todo (Entry l_id (Θ_done ∪ Θ) l ∅ :: below) l).
          * now apply (waits _ _ _ _ (Entry l_id (Θ_done ∪ Θ) l ∅ :: above)).
        + destruct above as [|f above]; injection Eq as <- ->.
          * apply (is_done _ _ _ _ [] (Entry l_id (Θ_done ∪ Θ) l ∅)); auto. cbn in *. now rewrite contains_union, I.
          * now apply (is_done _ _ _ _ (Entry l_id (Θ_done ∪ Θ) l ∅ :: above)).
      - is_lane. destruct Pl as [I|above e below Eq I|above e below Eq I]; [congruence| |].
        + destruct above as [|f above]; injection Eq as <- ->; [cbn in I; now rewrite contains_none in I|].
          now apply (waits _ _ _ _ above).
        + destruct above as [|f above]; injection Eq as <- ->; [|now apply (is_done _ _ _ _ above)].
          exfalso. eapply Not_last; eauto.
      - match goal with T : TL _ _ _ _ _ _ _ _ _ _, X : at_pc P pc i |- _ => pose proof (In_warp i β' Σ' X T) as Th end.
        rewrite Out in Th. destruct Th as [V1 B]. is_lane.
        + eapply place_same; eauto.
        + intro v. rewrite B. apply V.
        + intros x See. rewrite (View x See). symmetry. now apply V1.
    Qed.

    (** The last [sync] of a conditional: threads that wait there go on with the others. *)
    Lemma lane_joins Θ β Σ Π pc s' e rest :
      fine (M Θ β Σ Π [] pc) -> same_variables t βu β -> same_view t Σu Σ ->
      step P ts (M Θ β Σ Π [] pc) s' -> Π = e :: rest -> t ∈ done e -> t ∉ Θ -> at_pc P pc Sync -> todo e = ∅ ->
      moves t (M (only t) βu Σu (own Π) [] (sync_of (branch e))) s'.
    Proof.
      intros [Order E Re Owners] V View H Eq I Out At None_. rewrite <- (at_sync Θ β Σ Π pc Re e rest At Eq). subst Π.
      inversion H; subst; try (exfalso; unfold at_pc in *; congruence);
        try match goal with B : branches _ _ _ ?i _ _ _ |- _ =>
              exfalso; assert (i = Sync) as -> by (unfold at_pc in *; congruence); inversion B end.
      - exfalso. cbn in None_. congruence.
      - eexists. split.
        + apply alone_steps with t; [reflexivity|]. apply SP. assumption.
        + is_lane; try by_threads. constructor. cbn in I. now rewrite contains_union, I, orb_true_r.
      - exfalso. assert (i = Sync) as -> by (unfold at_pc in *; congruence). discriminate.
    Qed.
  End Move.

  (** ** One step of the warp is one step, or none, of each of its threads. *)

  Lemma place_of_partition W Θ Π t e :
    partitions W Θ Π -> In e Π ->
    (t ∈ todo e -> t ∉ Θ /\ t ∉ done e) /\ (t ∈ done e -> t ∉ Θ).
  Proof.
    intros Part I. specialize (Part t). cbn [places] in Part. pose proof (one_if_bound (contains W t)) as Bound.
    assert (one_if (contains (done e) t) + one_if (contains (todo e) t) <= places t (waiting Π)) as L.
    { clear Part. induction Π as [|f Π IH]; [destruct I|]. cbn [waiting places]. destruct I as [<-|I]; [lia|]. specialize (IH I). lia. }
    split; intro Ht; rewrite Ht in L; cbn [one_if] in L; [split|];
      match goal with |- contains ?s t = false => destruct (contains s t) eqn:?; auto; cbn [one_if] in *; lia end.
  Qed.

  Lemma lane_step W ts s s' t u :
    step P ts s s' -> fine ts s -> contexts s = [] -> partitions W (active s) (stack s) -> lane t s u ->
    moves t u s' \/ (lane t s' u /\ (t ∉ active s \/ at_first_sync s)).
  Proof.
    intros H F C Part [A Pl V View Cu].
    destruct s as [Θ β Σ Π Λ pc], u as [Θu βu Σu Πu Λu pcu].
    cbn [active bank_of memory_of stack contexts State.pc] in *. subst Λ Θu Λu.
    destruct Pl as [It|above e below Eq It|above e below Eq It].
    - destruct (lane_running ts t βu Σu Θ β Σ Π pc s' F V View H It) as [Mv|[L Sy]]; auto.
    - assert (In e Π) as I by (subst; apply in_or_app; cbn; auto).
      destruct (proj1 (place_of_partition _ _ _ t e Part I) It) as [Out Not_done].
      right. split; [|auto]. eapply lane_idle; eauto; [now apply (waits t Θ Π pc above e below)|].
      intros f rest Eq' Hf _ None_. destruct above as [|g above]; cbn in Eq; rewrite Eq in Eq'; injection Eq' as <- <-; [congruence|].
      assert (In g Π) as Ig by (rewrite Eq; now left). clear -Part Eq It Hf.
      specialize (Part t). rewrite Eq in Part. cbn [places waiting] in Part. rewrite Hf in Part.
      pose proof (one_if_bound (contains W t)).
      assert (1 <= places t (waiting (above ++ e :: below))); [|cbn [one_if] in *; lia].
      clear -It. induction above as [|h above IH]; cbn [app waiting places]; [rewrite It; cbn [one_if]; lia|lia].
    - assert (In e Π) as I by (subst; apply in_or_app; cbn; auto).
      pose proof (proj2 (place_of_partition _ _ _ t e Part I) It) as Out.
      destruct above as [|g above].
      + cbn in Eq. destruct (code_at_sync pc) as [At|Not_sync].
        * destruct (N.eq_dec (todo e) ∅) as [None_|Some_].
          -- left. rewrite <- Eq. eapply lane_joins; eauto.
          -- right. split; [|auto]. eapply lane_idle; eauto; [now apply (is_done t Θ Π pc [] e below)|].
             intros f rest Eq' _ _ None_. rewrite Eq in Eq'. injection Eq' as <- <-. contradiction.
        * right. split; [|auto]. eapply lane_idle; eauto; now apply (is_done t Θ Π pc [] e below).
      + right. split; [|auto]. eapply lane_idle; eauto; [now apply (is_done t Θ Π pc (g :: above) e below)|].
        intros f rest Eq' Hf _ _. cbn in Eq. rewrite Eq in Eq'. injection Eq' as <- <-.
        specialize (Part t). rewrite Eq in Part. cbn [places waiting] in Part. rewrite Hf in Part.
        pose proof (one_if_bound (contains W t)).
        assert (1 <= places t (waiting (above ++ e :: below))); [|cbn [one_if] in *; lia].
        clear -It. induction above as [|h above IH]; cbn [app waiting places]; [rewrite It; cbn [one_if]; lia|lia].
  Qed.

  (** ** Runs *)

  Variable Θ_begin : threads.
  Hypothesis Some_begin : Θ_begin <> ∅.
  Hypothesis Some_thread : all_threads P <> ∅.

  Record good (s : state) : Prop := {
    good_contexts : contexts s = [];
    good_entries : entries_are_branches (stack s);
    good_shape : reaches P s;
    good_invariant : invariant P Θ_begin s
  }.

  Lemma good_initial Σ : good (initial P Θ_begin Σ).
  Proof.
    constructor; auto.
    - now intros e [].
    - exists []. repeat split; auto. constructor.
    - now apply initial_invariant.
  Qed.

  Lemma good_step ts s s' : good s -> step P ts s s' -> good s'.
  Proof.
    intros [C E Re Inv] H. destruct (step_entries _ _ _ H C E) as [E' C'].
    constructor; auto; [eapply step_reaches|eapply step_keeps_invariant]; eauto.
  Qed.

  Lemma run_lanes s s' :
    run_while P respects_owners s s' -> good s -> forall t u, lane t s u -> good s' /\ exists u', run P u u' /\ lane t s' u'.
  Proof.
    induction 1 as [s|s s1 s' Ow (ts & O & H) R IH]; intros G t u L.
    - split; auto. exists u. split; auto. constructor.
    - pose proof G as [C E Re Inv]. pose proof (levels_level _ _ _ _ _ Inv) as [_ Part].
      destruct (lane_step (whole P Θ_begin (contexts s)) ts s s1 t u H) as [(u1 & R1 & L1)|[L1 _]]; auto.
      + constructor; auto.
      + destruct (IH (good_step ts s s1 G H) t u1 L1) as (G' & u' & R' & L'). split; auto. exists u'. split; auto.
        econstructor; eauto.
      + exact (IH (good_step ts s s1 G H) t u L1).
  Qed.

  (** A warp that stops, with threads that keep to their addresses, has computed for each thread what the thread computes alone: its
      variables, and Σ as far as it may look. *)
  Theorem warp_is_its_threads Σ s :
    run_while P respects_owners (initial P Θ_begin Σ) s -> stops P s ->
    forall t, t ∈ Θ_begin ->
    exists u, run P (initial P (only t) Σ) u /\ stops P u /\
              same_variables t (bank_of u) (bank_of s) /\ same_view t (memory_of u) (memory_of s).
  Proof.
    intros R S t Ht.
    assert (lane t (initial P Θ_begin Σ) (initial P (only t) Σ)) as L.
    { constructor; auto; [now constructor|now intros v|now intros x _]. }
    destruct (run_lanes _ _ R (good_initial Σ) t _ L) as (G & u & R' & [A Pl V View Cu]).
    exists u. repeat split; auto. destruct G as [C E Re Inv].
    destruct S as [Θ β Σ' Λ pc At]. destruct u as [Θu βu Σu Πu Λu pcu].
    cbn [active bank_of memory_of stack contexts State.pc] in *. subst.
    inversion Pl as [It Ep Es|above e below Eq|above e below Eq]; subst; [|destruct above; discriminate..].
    now constructor.
  Qed.
End Lanes.
