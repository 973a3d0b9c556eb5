(** The order in which the scheduler takes the threads of a warp is irrelevant. Without [atomic_inc], a step has one result, whatever the
    order. With it, results differ in the words that the increments return, and in nothing else as long as the program does not use these. *)

From Coq Require Import ZArith List Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs DataCorrect ExecutionCorrect.
Import ListNotations.

(** * States that agree in all variables but those of T *)

Section Orders.
  Variable P : program.
  (** Variables that nothing reads. *)
  Variable T : variable -> Prop.

  Definition agree (a b : bank) : Prop := forall t v, ~ T v -> variable_of a t v = variable_of b t v.

  Definition same_context (c d : context) : Prop :=
    saved_active c = saved_active d /\ saved_stack c = saved_stack d /\
    match saved_bank c, saved_bank d with
    | Some a, Some b => agree a b
    | None, None => True
    | _, _ => False
    end.

  Definition similar (s s' : state) : Prop :=
    active s = active s' /\ agree (bank_of s) (bank_of s') /\ memory_of s = memory_of s' /\ stack s = stack s' /\
    Forall2 same_context (contexts s) (contexts s') /\ pc s = pc s'.

  Definition untouched (o : operand) : Prop := match o with Var v => ~ T v | Const _ | Tid | Wid => True end.

  (** The instruction does not read a variable of T, and atomics assign no others. *)
  Definition does_not_use (i : instruction) : Prop :=
    match i with
    | Bz o _ | Bnz o _ | BranchMask o _ | Assert o => untouched o
    | Shuffle v o => ~ T v /\ untouched o
    | AtomicInc v a => T v /\ untouched a
    | Copy _ _ | Load _ _ | Store _ _ | Binary _ _ _ _ | Unary _ _ _ | Ballot _ _ =>
        forall o, In o (operands i) -> untouched o
    | Jump _ | Sync | Stop | Everywhere | EndEverywhere | Barrier => True
    end.

  Hypothesis Not_used : forall pc i, at_pc P pc i -> does_not_use i.

  Lemma agree_refl a : agree a a.
  Proof. now intros t v _. Qed.

  Lemma agree_evaluates a b t o c : agree a b -> untouched o -> evaluates P a t o c -> evaluates P b t o c.
  Proof. intros A U H. destruct H; constructor; auto. cbn in U. now rewrite <- A. Qed.

  Lemma agree_sym a b : agree a b -> agree b a.
  Proof. intros A t v N. symmetry. now apply A. Qed.

  Lemma agree_trans a b c : agree a b -> agree b c -> agree a c.
  Proof. intros A B t v N. rewrite A by auto. now apply B. Qed.

  Lemma agree_affect t e a b : agree a b -> agree (affect t e a) (affect t e b).
  Proof.
    intro A. destruct e as [[v o]|]; cbn; auto. intros s u N. rewrite !variable_of_with_variable.
    destruct (N.eqb t s); auto. destruct (N.eqb v u); auto.
  Qed.

  Lemma affect_other_order s t e f a : s <> t -> affect s e (affect t f a) = affect t f (affect s e a).
  Proof.
    intro N. destruct e as [[v o]|], f as [[w p]|]; cbn; auto. apply bank_extensionality. intros r u.
    rewrite !variable_of_with_variable. destruct (N.eqb_spec s r), (N.eqb_spec t r); congruence.
  Qed.

  Lemma agree_hidden t v o a : T v -> agree a (with_variable t v o a).
  Proof.
    intros Hv s u N. rewrite variable_of_with_variable. destruct (N.eqb t s); auto.
    destruct (N.eqb_spec v u); auto. now subst.
  Qed.

  (** * One thread *)

  Section Instruction.
    Variables (Θ m : threads) (β : bank) (i : instruction).

    Lemma agree_executes β2 t Σ e Σ' :
      agree β β2 -> does_not_use i -> t ∈ Θ ->
      executes P Θ m β t i Σ e Σ' -> executes P Θ m β2 t i Σ e Σ'.
    Proof.
      intros A U Ht H. destruct H; cbn in U;
        try (econstructor; eauto using agree_evaluates with datatypes; fail).
      - eapply AT; eauto. destruct U. eauto using agree_evaluates.
      - destruct U as [U V]. eapply SV; eauto using agree_evaluates. now rewrite <- A.
      - destruct U as [U V]. eapply SI; eauto using agree_evaluates.
      - apply BL; auto. intros s Hs. destruct (H0 s Hs) as (c & C & E). exists c. split; auto.
        eapply agree_evaluates; eauto.
    Qed.

    (** ** Two threads in the other order *)

    Lemma store_or_pure t Σ e Σ' :
      executes P Θ m β t i Σ e Σ' ->
      (exists a o x c, i = Store a o /\ e = None /\ evaluates P β t a x /\ evaluates P β t o c /\
                       is_address P x = true /\ Σ' = write x c Σ) \/
      (exists v a x c c', i = AtomicInc v a /\ e = Some (v, Some c') /\ evaluates P β t a x /\ is_address P x = true /\
                          read Σ x = Some c /\ word P (c + 1) = Some c' /\ Σ' = write x c' Σ) \/
      (Σ' = Σ /\ forall a o v, i <> Store a o /\ i <> AtomicInc v a).
    Proof.
      destruct 1; try (right; right; split; [reflexivity|intros; split; discriminate]).
      - left. exists a, o, x, c. auto 7.
      - right. left. exists v, a, x, c, c'. auto 8.
    Qed.

    Lemma same_key x y : is_address P x = true -> is_address P y = true -> Z.to_N x = Z.to_N y -> x = y.
    Proof.
      unfold is_address. intros X Y E. apply Bool.andb_true_iff in X as [X _], Y as [Y _].
      apply Z.leb_le in X, Y. lia.
    Qed.

    Lemma swap s t e f Σ Σ1 Σ2 b1 b2 :
      ~ has_race P Θ β i -> does_not_use i -> s ∈ Θ -> t ∈ Θ -> s <> t -> agree b1 b2 ->
      executes P Θ m β s i Σ e Σ1 -> executes P Θ m β t i Σ1 f Σ2 ->
      exists e' f' Σ1', executes P Θ m β t i Σ f' Σ1' /\ executes P Θ m β s i Σ1' e' Σ2 /\
                        agree (affect t f (affect s e b1)) (affect s e' (affect t f' b2)).
    Proof.
      intros R U Hs Ht N A X Y.
      destruct (store_or_pure _ _ _ _ X) as [(a & o & x & c & -> & -> & Ax & Oc & Vx & ->)|
        [(v & a & x & c & c' & I & -> & Ax & Vx & Rc & W & ->)|[-> Pure]]].
      - inversion Y as [| | |a2 o2 y d Σ3 Ya Yo Yv| | | | | |]; subst.
        exists None, None, (write y d Σ). repeat split; [eapply ST; eassumption| |exact A].
        replace (write y d (write x c Σ)) with (write x c (write y d Σ)); [eapply ST; eassumption|].
        unfold write. destruct (N.eq_dec (Z.to_N x) (Z.to_N y)) as [E|E]; [|now apply set_set_other].
        assert (x = y) as -> by (apply same_key; auto). rewrite !set_set_same. do 2 f_equal.
        destruct (Z.eq_dec c d) as [|D]; auto. exfalso. apply R. exists s, t. repeat split; auto.
        exists a, o, y, c, d. auto 7.
      - rewrite I in *. inversion Y as [| | | |v2 a2 y d d' Σ3 Ya Yv Yr Yw| | | | |]; subst. cbn in U. destruct U as [Hv _].
        rewrite read_write in Yr.
        destruct (N.eqb_spec (Z.to_N x) (Z.to_N y)) as [E|E].
        + assert (x = y) as -> by (apply same_key; auto). injection Yr as <-.
          exists (Some (v, Some d')), (Some (v, Some c')), (write y c' Σ). repeat split.
          * eapply AT; eassumption.
          * eapply AT; eauto. rewrite read_write, N.eqb_refl. reflexivity.
          * cbn. eapply agree_trans; [|eapply agree_trans; [exact A|]].
            -- apply agree_sym. eapply agree_trans; apply agree_hidden; auto.
            -- eapply agree_trans; apply agree_hidden; auto.
        + exists (Some (v, Some c')), (Some (v, Some d')), (write y d' Σ). repeat split.
          * eapply AT; eassumption.
          * replace (write y d' (write x c' Σ)) with (write x c' (write y d' Σ)) by (now apply set_set_other).
            eapply AT; eauto. rewrite read_write. destruct (N.eqb_spec (Z.to_N y) (Z.to_N x)); congruence.
          * rewrite affect_other_order by auto. now apply agree_affect, agree_affect.
      - exists e, f, Σ. repeat split.
        + destruct (store_or_pure _ _ _ _ Y) as [(a & o & x & c & -> & _)|[(v & a & x & c & c' & -> & _)|[-> _]]]; auto;
            exfalso; [destruct (Pure a o 0%N)|destruct (Pure a (Const 0) v)]; congruence.
        + destruct (store_or_pure _ _ _ _ Y) as [(a & o & x & c & -> & _)|[(v & a & x & c & c' & -> & _)|[-> _]]]; auto;
            exfalso; [destruct (Pure a o 0%N)|destruct (Pure a (Const 0) v)]; congruence.
        + rewrite affect_other_order by auto. now apply agree_affect, agree_affect.
    Qed.

    Lemma TL_agree ts : forall b1 b2 Σ b1' Σ',
      agree b1 b2 -> TL P Θ m β i ts b1 Σ b1' Σ' -> exists b2', TL P Θ m β i ts b2 Σ b2' Σ' /\ agree b1' b2'.
    Proof.
      induction ts as [|t ts IH]; intros b1 b2 Σ b1' Σ' A H; inversion H; subst.
      - exists b2. split; auto. constructor.
      - match goal with X : executes _ _ _ _ _ _ _ ?e _, Y : TL _ _ _ _ _ ts _ _ _ _ |- _ =>
          destruct (IH _ (affect t e b2) _ _ _ (agree_affect t e _ _ A) Y) as (b2' & Y' & A') end.
        exists b2'. split; auto. econstructor; eassumption.
    Qed.

    Lemma TL_any_order ts us :
      ~ has_race P Θ β i -> does_not_use i -> Permutation ts us -> NoDup ts -> (forall t, In t ts -> t ∈ Θ) ->
      forall b1 b2 Σ b1' Σ', agree b1 b2 -> TL P Θ m β i ts b1 Σ b1' Σ' ->
      exists b2', TL P Θ m β i us b2 Σ b2' Σ' /\ agree b1' b2'.
    Proof.
      intros R U. induction 1 as [|t ts us Perm IH|s t ts|ts us vs P1 IH1 P2 IH2]; intros D All b1 b2 Σ b1' Σ' A H.
      - inversion H; subst. exists b2. split; auto. constructor.
      - inversion H; subst. inversion D; subst.
        match goal with X : executes _ _ _ _ _ _ _ ?e _, Y : TL _ _ _ _ _ ts _ _ _ _ |- _ =>
          destruct (IH ltac:(auto) ltac:(intros; apply All; now right) _ (affect t e b2) _ _ _ (agree_affect t e _ _ A) Y)
            as (b2' & Y' & A') end.
        exists b2'. split; auto. econstructor; eassumption.
      - inversion H as [|? ? ? ? ? Σ1 ? e X Y]; subst. inversion Y as [|? ? ? ? ? Σ2 ? f X' Y']; subst.
        assert (t <> s) as N. { intros ->. inversion D; subst. cbn in *. tauto. }
        destruct (swap t s e f Σ Σ1 Σ2 b1 b2) as (e' & f' & Σ1' & Z1 & Z2 & A'); auto; try (apply All; cbn; auto).
        destruct (TL_agree _ _ _ _ _ _ A' Y') as (b2' & Z3 & A'').
        exists b2'. split; auto. econstructor; [eassumption|]. econstructor; eassumption.
      - destruct (IH1 D All b1 b1 Σ b1' Σ' (agree_refl _) H) as (c & H1 & A1).
        destruct (IH2 (Permutation_NoDup P1 D) (fun t I => All t (Permutation_in t (Permutation_sym P1) I)) b1 b2 Σ c Σ' A H1)
          as (c' & H2 & A2).
        exists c'. split; auto. eapply agree_trans; eauto.
    Qed.
  End Instruction.

  (** * One step *)

  Lemma agree_undoes_race Θ a b i : agree a b -> does_not_use i -> has_race P Θ b i -> has_race P Θ a i.
  Proof.
    intros A U (s & t & Hs & Ht & p & o & x & c & d & -> & X & Y & C & D & N). cbn in U. apply agree_sym in A.
    exists s, t. repeat split; auto. exists p, o, x, c, d. repeat split; auto; eapply agree_evaluates; eauto.
  Qed.

  Lemma TL_agree_bank Θ m a b i ts b1 Σ b1' Σ' :
    agree a b -> does_not_use i -> (forall t, In t ts -> t ∈ Θ) ->
    TL P Θ m a i ts b1 Σ b1' Σ' -> TL P Θ m b i ts b1 Σ b1' Σ'.
  Proof.
    intros A U All H. induction H; [constructor|]. econstructor; [|apply IHTL; intros; apply All; now right].
    eapply agree_executes; eauto. apply All. now left.
  Qed.

  Lemma agree_split Θ a b o Θ0 Θn : agree a b -> untouched o -> split P Θ a o Θ0 Θn -> split P Θ b o Θ0 Θn.
  Proof.
    intros A U (E & Z & O). repeat split; auto.
    - intros t H. eapply agree_evaluates; eauto.
    - intros t H. destruct (O t H) as (c & C & N). exists c. split; auto. eapply agree_evaluates; eauto.
  Qed.

  Lemma agree_branches Θ a b i l stay leave :
    agree a b -> does_not_use i -> branches P Θ a i l stay leave -> branches P Θ b i l stay leave.
  Proof. intros A U H. destruct H; constructor; eapply agree_split; eauto. Qed.

  Lemma agree_all_name Θ a b o m n : agree a b -> untouched o -> all_name P Θ a o m n -> all_name P Θ b o m n.
  Proof. intros A U H t Ht. destruct (H t Ht) as (k & K & N). exists k. split; auto. eapply agree_evaluates; eauto. Qed.

  (** What one order does, every order does, up to the variables of T. *)
  Theorem any_order ts us s s' r :
    Permutation ts (elements (active s)) -> Permutation us (elements (active s)) ->
    similar s r -> step P ts s s' -> exists r', step P us r r' /\ similar s' r'.
  Proof.
    intros O O' (E1 & A & E2 & E3 & C & E4) H. destruct r as [Θ2 β2 Σ2 Π2 Λ2 pc2].
    cbn [active bank_of memory_of stack contexts State.pc] in *. subst Θ2 Σ2 Π2 pc2.
    destruct H; cbn [active bank_of memory_of stack contexts State.pc] in *;
      match goal with H : at_pc P _ _ |- _ => pose proof (Not_used _ _ H) as U; cbn in U end.
    - eexists. split; [eapply BT; eauto using agree_branches|]. repeat split; auto.
    - eexists. split; [eapply BF; eauto using agree_branches|]. repeat split; auto.
    - eexists. split; [eapply BD; eauto using agree_branches|]. repeat split; auto.
    - inversion C as [|c1 c2 Λ1' Λ2' Same Rest]; subst. destruct Same as (S1 & S2 & S3).
      rewrite S1 in *. eexists. split; [eapply BA; eauto using agree_all_name|]. repeat split; auto.
    - inversion C as [|c1 c2 Λ1' Λ2' Same Rest]; subst. destruct Same as (S1 & S2 & S3).
      rewrite S1 in *. eexists. split; [eapply BI; eauto using agree_all_name|]. repeat split; auto.
    - eexists. split; [eapply SS; eauto|]. repeat split; auto.
    - eexists. split; [eapply SP; eauto|]. repeat split; auto.
    - eexists. split; [eapply JP; eauto|]. repeat split; auto.
    - eexists. split; [eapply EB; eauto|]. repeat split; auto. constructor; auto. repeat split; auto.
      unfold saved. cbn. destruct (registers P); auto.
    - inversion C as [|c1 [Θ2 Π2 o2] Λ1' Λ2' Same Rest]; subst. destruct Same as (S1 & S2 & S3). cbn in S1, S2, S3. subst.
      eexists. split; [eapply EE; eauto|]. repeat split; auto. cbn. destruct β', o2; cbn; tauto || auto.
    - inversion C; subst. eexists. split; [eapply BR; eauto|]. repeat split; auto.
    - eexists. split.
      + eapply AR; eauto. intros t Ht. destruct (H0 t Ht) as (c & Cc & N). exists c. split; auto.
        eapply agree_evaluates; eauto.
      + repeat split; auto.
    - assert (mask Θ Λ = mask Θ Λ2) as Em.
      { inversion C as [|c1 c2 Λ1' Λ2' (S1 & _) Rest]; auto. }
      assert (forall t, In t ts -> t ∈ Θ) as All.
      { intros t I. apply in_elements. exact (Permutation_in t O I). }
      destruct (TL_any_order Θ (mask Θ Λ) β2 i ts us) with (b1 := β) (b2 := β2) (Σ := Σ) (b1' := β') (Σ' := Σ')
        as (b2' & H' & A'); auto.
      + intro R. apply H1. eapply agree_undoes_race; eauto.
      + eapply Permutation_trans; eauto using Permutation_sym.
      + eapply Permutation_NoDup; [apply Permutation_sym; eauto|apply elements_have_no_duplicates].
      + eapply TL_agree_bank; eauto.
      + eexists. split; [eapply IT; eauto|].
        * intro R. apply H1. eapply agree_undoes_race; eauto.
        * rewrite <- Em. exact H'.
        * repeat split; auto.
  Qed.
End Orders.

(** * Programs without [atomic_inc] *)

Section WithoutAtomics.
  Variable P : program.
  Hypothesis No_atomics : forall pc v a, ~ at_pc P pc (AtomicInc v a).

  Lemma agree_on_all a b : agree (fun _ => False) a b -> a = b.
  Proof. intro A. apply bank_extensionality. intros t v. apply A. auto. Qed.

  Lemma similar_equal s s' : similar (fun _ => False) s s' -> s = s'.
  Proof.
    destruct s as [Θ β Σ Π Λ pc], s' as [Θ' β' Σ' Π' Λ' pc']. intros (E1 & A & E2 & E3 & C & E4).
    cbn [active bank_of memory_of stack contexts State.pc] in *. subst. apply agree_on_all in A. subst. f_equal.
    induction C as [|[x1 y1 z1] [x2 y2 z2] l l' (X & Y & Z) _ IH]; auto. cbn in X, Y, Z. subst. do 2 f_equal.
    destruct z1 as [a|], z2 as [b|]; try contradiction; auto. f_equal. now apply agree_on_all.
  Qed.

  (** A step has one result, whatever the order of the threads. *)
  Theorem order_is_irrelevant s s1 s2 : steps_to P s s1 -> steps_to P s s2 -> s1 = s2.
  Proof.
    intros (ts & O1 & H1) (us & O2 & H2).
    destruct (any_order P (fun _ => False)) with (ts := ts) (us := us) (s := s) (s' := s1) (r := s) as (r & Hr & Sim); auto.
    - assert (forall o, untouched (fun _ => False) o) as U by (intros []; cbn; auto).
      intros pc i At. destruct i; cbn; auto. now apply No_atomics in At.
    - repeat split; auto using agree_refl. clear. destruct s as [Θ β Σ Π Λ pc]. cbn. induction Λ as [|c Λ IH]; constructor; auto.
      repeat split. destruct (saved_bank c); auto. apply agree_refl.
    - apply similar_equal in Sim. subst r.
      eapply (ExecutionCorrect.deterministic P us); eauto.
  Qed.
End WithoutAtomics.
