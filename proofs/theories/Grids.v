(** Grids: warps that share Σ. Between two barriers, every schedule of a grid without races gives the same result.

    A race is weaker here than in section 9 of docs/semantics.md: two warps are about to access one address at the same time, at least one
    of them to write. A grid without the races of section 9 has none of these. Increments are left out. *)

From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Execution Runs DataCorrect ExecutionCorrect Orders.
Import ListNotations.

(** The state of a warp with another Σ. *)
Definition with_memory (s : state) (Σ : memory) : state :=
  M (active s) (bank_of s) Σ (stack s) (contexts s) (pc s).

Lemma with_own_memory s : with_memory s (memory_of s) = s.
Proof. now destruct s. Qed.

Section Accesses.
  Variable P : program.
  Hypothesis No_atomics : forall pc v a, ~ at_pc P pc (AtomicInc v a).

  (** The warp is about to write to the address, or to read it. *)
  Definition writes (s : state) (x : N) : Prop :=
    exists a o t z, at_pc P (pc s) (Store a o) /\ t ∈ active s /\ evaluates P (bank_of s) t a z /\ Z.to_N z = x.
  Definition reads (s : state) (x : N) : Prop :=
    exists v a t z, at_pc P (pc s) (Load v a) /\ t ∈ active s /\ evaluates P (bank_of s) t a z /\ Z.to_N z = x.

  (** An instruction that writes nothing does the same in a Σ that is the same where it reads. *)
  Lemma executes_elsewhere Θ m β i t Σ e Σ' Σ2 :
    (forall a o v, i <> Store a o /\ i <> AtomicInc v a) -> executes P Θ m β t i Σ e Σ' ->
    (forall v a z, i = Load v a -> evaluates P β t a z -> get (Z.to_N z) Σ2 = get (Z.to_N z) Σ) ->
    executes P Θ m β t i Σ2 e Σ2.
  Proof.
    intros Pure X Reads. destruct X; try (econstructor; eassumption);
      try (exfalso; destruct (Pure a o 0%N) as [N _]; now apply N);
      try (exfalso; destruct (Pure a (Const 0) v) as [_ N]; now apply N).
    eapply LD; eauto. unfold read in *. rewrite (Reads v a x); auto.
  Qed.

  Section Instruction.
    Variables (Θ m : threads) (β : bank) (i : instruction).
    Hypothesis Not_atomic : forall v a, i <> AtomicInc v a.

    Definition stores_to (ts : list thread) (x : N) : Prop :=
      exists a o t z, i = Store a o /\ In t ts /\ evaluates P β t a z /\ Z.to_N z = x.

    Lemma stores_to_dec ts x : stores_to ts x \/ ~ stores_to ts x.
    Proof.
      assert ((exists a o, i = Store a o) \/ forall a o, i <> Store a o) as [(a & o & Ei)|No].
      { clear. destruct i; eauto; right; discriminate. }
      2: { right. intros (a & o & t & z & E & _). now apply No in E. }
      induction ts as [|t ts IH]; [right; intros (? & ? & ? & ? & _ & [] & _)|].
      destruct IH as [(b & p & s & z & E & I & Ev & K)|No]; [left; exists b, p, s, z; cbn; auto|].
      destruct (value P β t a) as [z|] eqn:V.
      - apply value_correct in V. destruct (N.eq_dec (Z.to_N z) x) as [K|K].
        + left. exists a, o, t, z. cbn. auto.
        + right. intros (b & p & s & y & E & I & Ev & K'). rewrite Ei in E. injection E as <- <-. destruct I as [<-|I].
          * rewrite (evaluates_once P β t a y z Ev V) in K'. contradiction.
          * apply No. exists a, o, s, y. auto.
      - right. intros (b & p & s & y & E & I & Ev & K'). rewrite Ei in E. injection E as <- <-. destruct I as [<-|I].
        + apply value_correct in Ev. congruence.
        + apply No. exists a, o, s, y. auto.
    Qed.

    (** TL in another Σ that is the same where the threads read: the same variables, and the same stores. *)
    Lemma TL_frame ts : forall b Σ b' Σ' Σ2,
      TL P Θ m β i ts b Σ b' Σ' ->
      (forall v a t z, i = Load v a -> In t ts -> evaluates P β t a z -> get (Z.to_N z) Σ2 = get (Z.to_N z) Σ) ->
      exists Σ2', TL P Θ m β i ts b Σ2 b' Σ2' /\
        (forall x, ~ stores_to ts x -> get x Σ2' = get x Σ2 /\ get x Σ' = get x Σ) /\
        (forall x, stores_to ts x -> get x Σ2' = get x Σ').
    Proof.
      induction ts as [|t ts IH]; intros b Σ b' Σ' Σ2 H Reads.
      - inversion H; subst. exists Σ2. split; [constructor|]. split; auto. intros x (a & o & t & z & _ & [] & _).
      - inversion H as [|? ? ? ? ? Σ1 ? e X Y]; subst.
        assert (exists Σ3, executes P Θ m β t i Σ2 e Σ3 /\
                  ((Σ1 = Σ /\ Σ3 = Σ2 /\ forall a o, i <> Store a o) \/
                   exists a o z c, i = Store a o /\ evaluates P β t a z /\ Σ1 = write z c Σ /\ Σ3 = write z c Σ2)) as (Σ3 & X3 & Kind).
        { destruct (store_or_pure P Θ m β i t Σ e Σ1 X)
            as [(a & o & z & c & Ei & -> & A & O & Va & ->)|[(v & a & z & c & c' & Ei & _)|[-> Pure]]].
          - exists (write z c Σ2). split; [rewrite Ei; now apply ST|]. right. exists a, o, z, c. auto.
          - now destruct (Not_atomic v a Ei).
          - exists Σ2. split; [|left; repeat split; auto; intros a o; apply (Pure a o 0%N)].
            eapply executes_elsewhere; eauto. intros v a z Ei Ev. apply (Reads v a t z); cbn; auto. }
        destruct (IH (affect t e b) Σ1 b' Σ' Σ3 Y) as (Σ2' & Y' & Same & Stored).
        { intros v a s z Ei I Ev. destruct Kind as [(-> & -> & _)|(a' & o & ? & ? & D & _)]; [|congruence].
          apply (Reads v a s z); cbn; auto. }
        exists Σ2'. split; [econstructor; eassumption|]. split.
        + intros x No.
          assert (~ stores_to ts x) as No'.
          { intros (a & o & s & z & Ei & I & Ev & E). apply No. exists a, o, s, z. cbn. auto. }
          destruct (Same x No') as [-> ->]. destruct Kind as [(-> & -> & _)|(a & o & z & c & -> & Ev & -> & ->)]; auto.
          unfold write. rewrite !get_set. destruct (N.eqb_spec (Z.to_N z) x) as [E|]; auto.
          exfalso. apply No. exists a, o, t, z. cbn. auto.
        + intros x (a & o & s & z & Ei & I & Ev & E).
          destruct (stores_to_dec ts x) as [Yes|No']; [now apply Stored|].
          destruct (Same x No') as [-> ->]. destruct I as [<-|I]; [|exfalso; apply No'; exists a, o, s, z; auto].
          destruct Kind as [(_ & _ & No_store)|(a' & o' & z' & c & Ei' & Ev' & -> & ->)]; [now destruct (No_store a o)|].
          assert (z' = z) as ->. { rewrite Ei in Ei'. injection Ei' as <- <-. now apply (evaluates_once P β t a). }
          unfold write. now rewrite !get_set, E, N.eqb_refl.
    Qed.
  End Instruction.

  Lemma writes_dec s x : writes s x \/ ~ writes s x.
  Proof.
    destruct (get (pc s) (code P)) as [i|] eqn:At.
    - destruct (stores_to_dec (bank_of s) i (elements (active s)) x) as [(a & o & t & z & -> & I & Ev & E)|No].
      + left. exists a, o, t, z. repeat split; auto. now apply in_elements.
      + right. intros (a & o & t & z & At' & I & Ev & E). apply No. exists a, o, t, z. repeat split; auto.
        * unfold at_pc in At'. congruence.
        * now apply in_elements.
    - right. intros (a & o & t & z & At' & _). unfold at_pc in At'. congruence.
  Qed.

  (** A step in another Σ that is the same where the warp reads: the same but for Σ, in which it stores the same words. *)
  Lemma step_elsewhere s s' Σ2 :
    steps_to P s s' -> (forall x, reads s x -> get x Σ2 = get x (memory_of s)) ->
    exists s2', steps_to P (with_memory s Σ2) s2' /\ with_memory s2' empty = with_memory s' empty /\
      (forall x, ~ writes s x -> get x (memory_of s2') = get x Σ2 /\ get x (memory_of s') = get x (memory_of s)) /\
      (forall x, writes s x -> get x (memory_of s2') = get x (memory_of s')).
  Proof.
    intros (ts & O & H) Reads.
    assert ((memory_of s' = memory_of s /\ (forall a o, ~ at_pc P (pc s) (Store a o)) /\
             step P ts (with_memory s Σ2) (with_memory s' Σ2)) \/
            exists i β' Σ', at_pc P (pc s) i /\ is_data i = true /\ ~ has_race P (active s) (bank_of s) i /\
              TL P (active s) (mask (active s) (contexts s)) (bank_of s) i ts (bank_of s) (memory_of s) β' Σ' /\
              s' = M (active s) β' Σ' (stack s) (contexts s) (pc s + 1)%N) as [(Em & No & St)|(i & β' & Σ' & At & D & R & T & ->)].
    { destruct H; cbn [with_memory active bank_of memory_of stack contexts State.pc];
        try (left; split; [reflexivity|]; split;
             [intros a o' X; unfold at_pc in *;
              try match goal with B : branches _ _ _ _ _ _ _ |- _ => inversion B; subst end; congruence
             |econstructor; eassumption]).
      right. exists i, β', Σ'. auto. }
    - exists (with_memory s' Σ2). split; [exists ts; auto|]. split; [now destruct s'|]. split.
      + intros x _. cbn. now rewrite Em.
      + intros x (a & o & _ & _ & X & _). now apply No in X.
    - destruct (TL_frame (active s) (mask (active s) (contexts s)) (bank_of s) i) with (1 := fun v a E => No_atomics (pc s) v a (eq_ind _ (at_pc P (pc s)) At _ E)) (2 := T) (Σ2 := Σ2)
        as (Σ3 & T' & Same & Stored).
      { intros v a t z -> I Ev. apply Reads. exists v, a, t, z. repeat split; auto. apply in_elements.
        now apply (Permutation_in t O). }
      assert (forall x, writes s x <-> stores_to (bank_of s) i ts x) as W.
      { intro x. split; intros (a & o & t & z & X & I & Ev & E); exists a, o, t, z; repeat split; auto.
        - unfold at_pc in *. congruence.
        - apply (Permutation_in t (Permutation_sym O)). now apply in_elements.
        - now subst i.
        - apply in_elements. now apply (Permutation_in t O). }
      exists (M (active s) β' Σ3 (stack s) (contexts s) (pc s + 1)%N). repeat split.
      + exists ts. split; auto. now apply (IT P ts _ _ _ _ _ _ i).
      + apply Same. now rewrite <- W.
      + apply Same. now rewrite <- W.
      + intros x X. apply Stored. now apply W.
  Qed.
End Accesses.

(** * Grids *)

Record grid : Type := Grid { warps : list state; shared : memory }.

Fixpoint replace {A : Type} (n : nat) (x : A) (l : list A) : list A :=
  match l, n with
  | [], _ => []
  | _ :: l, 0%nat => x :: l
  | y :: l, S n => y :: replace n x l
  end.

Lemma nth_replace_same {A : Type} n (x : A) l y : nth_error l n = Some y -> nth_error (replace n x l) n = Some x.
Proof. revert l. induction n; intros [|z l] H; try discriminate; cbn in *; auto. Qed.

Lemma nth_replace_other {A : Type} m n (x : A) l : m <> n -> nth_error (replace m x l) n = nth_error l n.
Proof. revert n l. induction m; intros [|n] [|z l] H; cbn; try congruence; apply IHm; congruence. Qed.

Lemma replace_other {A : Type} m n (x y : A) l : m <> n -> replace m x (replace n y l) = replace n y (replace m x l).
Proof.
  revert n l. induction m; intros [|n] [|z l] H; cbn; try congruence. f_equal. apply IHm. congruence.
Qed.

Section Grids.
  (** The program of each warp: they differ in the word that [Wid] reads. *)
  Variable P : nat -> program.
  Hypothesis No_atomics : forall w pc v a, ~ at_pc (P w) pc (AtomicInc v a).

  (** The warp w as a machine of its own. *)
  Definition warp_in (g : grid) (w : nat) (s : state) : Prop :=
    exists l, nth_error (warps g) w = Some l /\ s = with_memory l (shared g).

  (** Warp w takes a step that does not pass a barrier. *)
  Definition turn (w : nat) (g g' : grid) : Prop :=
    exists s s', warp_in g w s /\ ~ at_pc (P w) (pc s) Barrier /\ steps_to (P w) s s' /\
                 g' = Grid (replace w (with_memory s' empty) (warps g)) (memory_of s').

  Inductive schedule : nat -> grid -> grid -> Prop :=
    | schedule_ends g : schedule 0 g g
    | schedule_goes n w g g' g'' : turn w g g' -> schedule n g' g'' -> schedule (S n) g g''.

  (** Two warps are about to access one address, and one of them writes. *)
  Definition collide (v w : nat) (g : grid) : Prop :=
    exists s t x, warp_in g v s /\ warp_in g w t /\ writes (P v) s x /\ (writes (P w) t x \/ reads (P w) t x).

  Definition race_free (g : grid) : Prop :=
    forall n g' v w, schedule n g g' -> v <> w -> ~ collide v w g'.

  (** No warp can go on in this phase: each has stopped, waits at a barrier, or has a trap. *)
  Definition is_final (g : grid) : Prop := forall w g', ~ turn w g g'.

  Lemma turn_once w g g1 g2 : turn w g g1 -> turn w g g2 -> g1 = g2.
  Proof.
    intros (s & s1 & (l & E & ->) & _ & S1 & ->) (t & s2 & (m & F & ->) & _ & S2 & ->).
    rewrite E in F. injection F as <-.
    now rewrite (order_is_irrelevant (P w) (No_atomics w) _ _ _ S1 S2).
  Qed.

  (** Turns of two warps that do not collide can be exchanged. *)
  Lemma turns_commute v w g g1 g2 :
    v <> w -> ~ collide v w g -> ~ collide w v g -> turn v g g1 -> turn w g g2 -> exists g3, turn w g1 g3 /\ turn v g2 g3.
  Proof.
    intros N C C' (s & s1 & (l & El & ->) & Bv & Sv & ->) (t & t1 & (m & Em & ->) & Bw & Sw & ->).
    set (Σ := shared g) in *.
    assert (forall x, writes (P v) (with_memory l Σ) x -> ~ writes (P w) (with_memory m Σ) x /\ ~ reads (P w) (with_memory m Σ) x) as Vw.
    { intros x W. split; intro X; apply C; exists (with_memory l Σ), (with_memory m Σ), x;
        (split; [exists l; auto|]; split; [exists m; auto|]; auto). }
    assert (forall x, writes (P w) (with_memory m Σ) x -> ~ writes (P v) (with_memory l Σ) x /\ ~ reads (P v) (with_memory l Σ) x) as Wv.
    { intros x W. split; intro X; apply C'; exists (with_memory m Σ), (with_memory l Σ), x;
        (split; [exists m; auto|]; split; [exists l; auto|]; auto). }
    pose proof (step_elsewhere (P v) (No_atomics v) (with_memory l Σ) s1 Σ Sv (fun x _ => eq_refl)) as (s0 & _ & _ & Fv & _).
    pose proof (step_elsewhere (P w) (No_atomics w) (with_memory m Σ) t1 Σ Sw (fun x _ => eq_refl)) as (t0 & _ & _ & Fw & _).
    destruct (step_elsewhere (P w) (No_atomics w) (with_memory m Σ) t1 (memory_of s1) Sw) as (t2 & St & Et & Ut & Wt).
    { intros x R. destruct (writes_dec (P v) (with_memory l Σ) x) as [W|W]; [now apply Vw in W|]. now apply Fv. }
    destruct (step_elsewhere (P v) (No_atomics v) (with_memory l Σ) s1 (memory_of t1) Sv) as (s2 & Ss & Es & Us & Ws).
    { intros x R. destruct (writes_dec (P w) (with_memory m Σ) x) as [W|W]; [now apply Wv in W|]. now apply Fw. }
    assert (memory_of t2 = memory_of s2) as Mem.
    { apply map_extensionality. intro x.
      destruct (writes_dec (P v) (with_memory l Σ) x) as [W|W].
      - rewrite (Ws x W). apply Ut. now apply Vw.
      - destruct (Us x W) as [-> _]. destruct (writes_dec (P w) (with_memory m Σ) x) as [W'|W'].
        + now apply Wt.
        + destruct (Ut x W') as [-> _]. destruct (Fv x W) as [_ ->]. now destruct (Fw x W') as [_ ->]. }
    exists (Grid (replace w (with_memory t2 empty) (replace v (with_memory s1 empty) (warps g))) (memory_of t2)). split.
    - exists (with_memory m (memory_of s1)), t2. repeat split; auto.
      exists m. split; auto. cbn [warps]. rewrite nth_replace_other; auto.
    - exists (with_memory l (memory_of t1)), s2. repeat split; auto.
      + exists l. split; auto. cbn [warps]. rewrite nth_replace_other; auto.
      + cbn [warps]. rewrite Mem, Et, Es. f_equal. apply replace_other. auto.
  Qed.

  Lemma race_free_turn w g g' : race_free g -> turn w g g' -> race_free g'.
  Proof. intros R T n g'' v u Sch. apply (R (S n)). econstructor; eauto. Qed.

  (** A schedule that comes to an end can begin with any turn. *)
  Lemma schedule_from n : forall g f w g2,
    race_free g -> schedule n g f -> is_final f -> turn w g g2 -> exists m, n = S m /\ schedule m g2 f.
  Proof.
    induction n as [|n IH]; intros g f w g2 R Sch F T; inversion Sch; subst.
    - now apply F in T.
    - rename w0 into v, g' into g1. exists n. split; auto.
      destruct (Nat.eq_dec v w) as [->|N].
      + now rewrite (turn_once w g g2 g1).
      + destruct (turns_commute v w g g1 g2) as (g3 & T1 & T2); auto.
        { apply (R 0%nat g); auto. constructor. }
        { apply (R 0%nat g); auto. constructor. }
        destruct (IH g1 f w g3) as (m & -> & S'); eauto using race_free_turn. econstructor; eauto.
  Qed.

  (** Without races, every schedule gives the same result, after the same number of turns: here a trap of one warp does not end
      the others. *)
  Theorem every_schedule_agrees g n1 f1 n2 f2 :
    race_free g -> schedule n1 g f1 -> is_final f1 -> schedule n2 g f2 -> is_final f2 -> f1 = f2 /\ n1 = n2.
  Proof.
    revert g n2. induction n1 as [|n1 IH]; intros g n2 R S1 F1 S2 F2.
    - inversion S1; subst. inversion S2; subst; auto. now apply F1 in H.
    - inversion S1 as [|? w ? g1 ? T S1']; subst.
      destruct (schedule_from n2 g f2 w g1 R S2 F2 T) as (m & -> & S2').
      destruct (IH g1 m (race_free_turn _ _ _ R T) S1' F1 S2' F2) as [-> ->]. auto.
  Qed.
End Grids.
