(** The structure check of section 7: a program that passes never ends in the traps that it excludes, on any input. First the check by
    states, which is exact and exponential; then the one by frames, which is what implementations do in polynomial time. *)

From Coq Require Import ZArith NArith List Bool Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs DataCorrect.
Import ListNotations.
Local Open Scope N_scope.

(** The traps that the check excludes. *)
Definition is_excluded (k : Trap.kind) : bool :=
  match k with
  | Trap.sync_without_branch | Trap.stop_while_diverged | Trap.end_everywhere_without_everywhere
  | Trap.end_everywhere_while_diverged | Trap.branch_mask_outside_everywhere | Trap.barrier_while_diverged
  | Trap.pc_out_of_program => true
  | Trap.undefined_variable | Trap.undefined_memory | Trap.invalid_address | Trap.race | Trap.division_by_zero
  | Trap.invalid_shift | Trap.overflow | Trap.branch_mask_divergent | Trap.assertion => false
  end.

Definition is_branch (i : instruction) (l : label) : Prop := exists o, i = Bz o l \/ i = Bnz o l.
(** Instructions after which control goes on at the next, whatever the shape. *)
Definition goes_on (i : instruction) : Prop := is_data i = true \/ exists o, i = Assert o.

(** A state (pc, shape of Π, shape of Λ). The shape of Π is the list of its branches; that of Λ has for each block the number of its
    [everywhere] and the shape that it saved. *)
Record shape : Type := Shape { at_label : label; of_stack : list label; of_contexts : list (label * list label) }.

Section Check.
  Variable P : program.

  Notation at_pc := (at_pc P).

  (** What a branch at pc leaves. *)
  Definition branched (pc : label) (π : list label) : list label :=
    match π with top :: _ => if N.eqb top pc then π else pc :: π | [] => [pc] end.

  Inductive flows : shape -> shape -> Prop :=
    | flows_on pc i π λ : at_pc pc i -> goes_on i -> flows (Shape pc π λ) (Shape (pc + 1) π λ)
    | flows_to_target pc i l π λ : at_pc pc i -> is_branch i l -> flows (Shape pc π λ) (Shape l (branched pc π) λ)
    | flows_to_next pc i l π λ : at_pc pc i -> is_branch i l -> flows (Shape pc π λ) (Shape (pc + 1) (branched pc π) λ)
    | flows_by_mask pc o l π λ : at_pc pc (BranchMask o l) -> λ <> [] -> flows (Shape pc π λ) (Shape l π λ)
    | flows_past_mask pc o l π λ : at_pc pc (BranchMask o l) -> λ <> [] -> flows (Shape pc π λ) (Shape (pc + 1) π λ)
    | flows_by_jump pc l π λ : at_pc pc (Jump l) -> flows (Shape pc π λ) (Shape l π λ)
    | flows_by_sync pc b π λ : at_pc pc Sync -> flows (Shape pc (b :: π) λ) (Shape (pc + 1) π λ)
    | flows_into pc π λ : at_pc pc Everywhere -> flows (Shape pc π λ) (Shape (pc + 1) [] ((pc, π) :: λ))
    | flows_out pc e π λ : at_pc pc EndEverywhere -> flows (Shape pc [] ((e, π) :: λ)) (Shape (pc + 1) π λ)
    | flows_past_barrier pc : at_pc pc Barrier -> flows (Shape pc [] []) (Shape (pc + 1) [] []).

  Inductive reachable : shape -> Prop :=
    | reachable_first : reachable (Shape 1 [] [])
    | reachable_next x y : reachable x -> flows x y -> reachable y.

  (** An error, except that the stacks would grow without bound. *)
  Inductive is_wrong : shape -> Prop :=
    | wrong_sync pc λ : at_pc pc Sync -> is_wrong (Shape pc [] λ)
    | wrong_stop pc b π λ : at_pc pc Stop -> is_wrong (Shape pc (b :: π) λ)
    | wrong_end pc π : at_pc pc EndEverywhere -> is_wrong (Shape pc π [])
    | wrong_end_diverged pc b π λ : at_pc pc EndEverywhere -> is_wrong (Shape pc (b :: π) λ)
    | wrong_mask pc o l π : at_pc pc (BranchMask o l) -> is_wrong (Shape pc π [])
    | wrong_barrier pc π λ : at_pc pc Barrier -> π <> [] \/ λ <> [] -> is_wrong (Shape pc π λ)
    | wrong_end_of_program pc π λ : get pc (code P) = None -> is_wrong (Shape pc π λ).

  (** The stacks would grow without bound. *)
  Inductive grows : shape -> Prop :=
    | grows_branch pc i l π λ :
        at_pc pc i -> is_branch i l -> branched pc π <> π -> (In pc π \/ exists e σ, In (e, σ) λ /\ In pc σ) ->
        grows (Shape pc π λ)
    | grows_everywhere pc π λ σ : at_pc pc Everywhere -> In (pc, σ) λ -> grows (Shape pc π λ).

  (** The check of section 7, by states. *)
  Definition passes : Prop := forall x, reachable x -> ~ is_wrong x /\ ~ grows x.

  (** ** States of a run have reachable shapes *)

  Definition branches_of (Π : sync_stack) : list label := List.map branch Π.

  (** The threads that wait in an entry go on in a reachable shape. *)
  Fixpoint waiting_reach (Π : sync_stack) (λ : list (label * list label)) : Prop :=
    match Π with
    | [] => True
    | e :: rest => reachable (Shape (next e) (branch e :: branches_of rest) λ) /\ waiting_reach rest λ
    end.

  Fixpoint contexts_reach (Λ : context_stack) (λ : list (label * list label)) : Prop :=
    match Λ, λ with
    | [], [] => True
    | c :: Λ, (e, π) :: λ => branches_of (saved_stack c) = π /\ waiting_reach (saved_stack c) λ /\ contexts_reach Λ λ
    | _, _ => False
    end.

  Definition reaches (s : state) : Prop :=
    exists λ, reachable (Shape (pc s) (branches_of (stack s)) λ) /\ waiting_reach (stack s) λ /\ contexts_reach (contexts s) λ.

  Lemma branches_of_push Π w pc l : branches_of (push Π w pc l) = branched pc (branches_of Π).
  Proof.
    destruct Π as [|e Π]; auto. cbn. destruct (N.eqb_spec (branch e) pc) as [<-|]; auto.
  Qed.

  Lemma waiting_reach_push Π w pc i l λ :
    at_pc pc i -> is_branch i l -> reachable (Shape pc (branches_of Π) λ) -> waiting_reach Π λ ->
    waiting_reach (push Π w pc l) λ.
  Proof.
    intros At B R W.
    assert (reachable (Shape l (branched pc (branches_of Π)) λ)) as R' by (econstructor; eauto using flows).
    destruct Π as [|e Π]; cbn in *; auto. destruct (N.eqb_spec (branch e) pc) as [E|E]; cbn in *; auto.
    destruct W. subst. auto.
  Qed.

  Lemma branches_is_branch Θ β i l stay leave : branches P Θ β i l stay leave -> is_branch i l.
  Proof. destruct 1; eexists; eauto. Qed.

  Lemma step_reaches ts s s' : reaches s -> step P ts s s' -> reaches s'.
  Proof.
    intros (λ & R & W & C) H.
    destruct H; cbn [State.pc stack contexts] in *;
      try match goal with X : branches _ _ _ _ _ _ _ |- _ => pose proof (branches_is_branch _ _ _ _ _ _ X) as B end.
    - exists λ. cbn [State.pc stack contexts]. rewrite branches_of_push. repeat split; auto; [|eapply waiting_reach_push; eauto].
      econstructor; [exact R|]. eapply flows_to_target; eauto.
    - exists λ. cbn [State.pc stack contexts]. rewrite branches_of_push. repeat split; auto; [|eapply waiting_reach_push; eauto].
      econstructor; [exact R|]. eapply flows_to_next; eauto.
    - exists λ. cbn [State.pc stack contexts]. rewrite branches_of_push. repeat split; auto; [|eapply waiting_reach_push; eauto].
      econstructor; [exact R|]. eapply flows_to_next; eauto.
    - exists λ. repeat split; auto. econstructor; [exact R|]. eapply flows_by_mask; eauto. destruct λ; [contradiction|discriminate].
    - exists λ. repeat split; auto. econstructor; [exact R|]. eapply flows_past_mask; eauto. destruct λ; [contradiction|discriminate].
    - exists λ. destruct W as [W1 W2]. repeat split; auto.
    - exists λ. destruct W as [W1 W2]. repeat split; auto. econstructor; [exact R|]. now apply flows_by_sync.
    - exists λ. repeat split; auto. econstructor; [exact R|]. now apply flows_by_jump.
    - exists ((pc, branches_of Π) :: λ). repeat split; auto. econstructor; [exact R|]. now apply flows_into.
    - destruct λ as [|[e π] λ]; [contradiction|]. destruct C as (E & W' & C). cbn in E. subst. exists λ. repeat split; auto.
      econstructor; [exact R|]. now apply (flows_out _ e).
    - destruct λ; [|contradiction]. exists []. repeat split; auto. econstructor; [exact R|]. now apply flows_past_barrier.
    - exists λ. repeat split; auto. econstructor; [exact R|]. eapply flows_on; eauto. right. eauto.
    - exists λ. repeat split; auto. econstructor; [exact R|]. eapply flows_on; eauto. now left.
  Qed.

  Lemma run_reaches Θ Σ s : run P (initial P Θ Σ) s -> reaches s.
  Proof.
    intro R. apply (run_preserves P reaches) in R; auto.
    - intros a b Ia (ts & _ & H). eapply step_reaches; eauto.
    - exists []. repeat split; auto. constructor.
  Qed.

  (** A shape of a state that is about to have an excluded trap is wrong. *)
  Lemma trap_is_wrong ts s τ λ :
    traps P ts s τ -> is_excluded (kind τ) = true -> contexts_reach (contexts s) λ ->
    is_wrong (Shape (pc s) (branches_of (stack s)) λ).
  Proof.
    intros H X C. destruct H; cbn [kind State.pc stack contexts] in *; try discriminate.
    - exfalso. match goal with D : data_trap _ _ _ _ _ _ _ _ |- _ => destruct D; cbn in X; try discriminate end.
      match goal with F : fails _ _ _ _ _ _ ?k _ |- _ => destruct F; try discriminate end.
      match goal with B : binary_result _ ?f _ _ = inr _ |- _ =>
        unfold binary_result in B; destruct f; repeat (cases_in B; try discriminate); try discriminate;
        injection B as <-; discriminate end.
    - now apply wrong_sync.
    - now apply wrong_stop.
    - destruct λ; [|contradiction]. now apply wrong_end.
    - destruct λ as [|[] λ]; [contradiction|]. now apply wrong_end_diverged.
    - destruct λ; [|contradiction]. eapply wrong_mask; eauto.
    - apply wrong_barrier; auto. destruct H0 as [N|N].
      + left. destruct Π; [contradiction|discriminate].
      + right. destruct Λ, λ; try contradiction. discriminate.
    - now apply wrong_end_of_program.
  Qed.

  Definition safe : Prop :=
    forall Θ Σ s ts τ, run P (initial P Θ Σ) s -> traps P ts s τ -> is_excluded (kind τ) = false.

  Lemma never_wrong_is_safe : (forall x, reachable x -> ~ is_wrong x) -> safe.
  Proof.
    intros Ok Θ Σ s ts τ R H. apply run_reaches in R as (λ & Re & _ & C).
    destruct (is_excluded (kind τ)) eqn:X; auto. exfalso. eapply Ok; eauto using trap_is_wrong.
  Qed.

  Theorem check_is_sound : passes -> safe.
  Proof. intro H. apply never_wrong_is_safe. intros x R. now apply H. Qed.

  (** * The check by frames *)

  (** Where control is: in the outermost frame, or in that of a branch, with a block open or not, or in that of an [everywhere]. *)
  Inductive frame : Type := Main | OfBranch (b : label) (in_block : bool) | OfEverywhere (e : label).

  Definition in_block (f : frame) : bool :=
    match f with Main => false | OfBranch _ k => k | OfEverywhere _ => true end.

  (** The facts that the check collects, "frame f reaches label pc", are closed under control flow, calls and returns. *)
  Record closed (R : frame -> label -> Prop) : Prop := {
    starts : R Main 1;
    goes f pc i : R f pc -> at_pc pc i -> goes_on i -> R f (pc + 1);
    jumps f pc l : R f pc -> at_pc pc (Jump l) -> R f l;
    masks f pc o l : R f pc -> at_pc pc (BranchMask o l) -> R f l /\ R f (pc + 1);
    (** in its own frame, or called *)
    calls f pc i l : R f pc -> at_pc pc i -> is_branch i l ->
      R (OfBranch pc (in_block f)) l /\ R (OfBranch pc (in_block f)) (pc + 1);
    returns f pc i l q : R f pc -> at_pc pc i -> is_branch i l -> f <> OfBranch pc (in_block f) ->
      R (OfBranch pc (in_block f)) q -> at_pc q Sync -> R f (q + 1);
    enters f pc : R f pc -> at_pc pc Everywhere -> R (OfEverywhere pc) (pc + 1);
    leaves f pc q : R f pc -> at_pc pc Everywhere -> R (OfEverywhere pc) q -> at_pc q EndEverywhere -> R f (q + 1);
    passes_barrier f pc : R f pc -> at_pc pc Barrier -> R f (pc + 1)
  }.

  (** No fact is an error. *)
  Record without_errors (R : frame -> label -> Prop) : Prop := {
    sync_in_branch f pc : R f pc -> at_pc pc Sync -> exists b k, f = OfBranch b k;
    stop_outside_branch b k pc : R (OfBranch b k) pc -> ~ at_pc pc Stop;
    end_in_everywhere f pc : R f pc -> at_pc pc EndEverywhere -> exists e, f = OfEverywhere e;
    mask_in_block f pc o l : R f pc -> at_pc pc (BranchMask o l) -> in_block f = true;
    barrier_in_main f pc : R f pc -> at_pc pc Barrier -> f = Main;
    in_program f pc : R f pc -> get pc (code P) <> None
  }.

  Section Frames.
    Variable R : frame -> label -> Prop.
    Hypothesis Closed : closed R.
    Hypothesis No_errors : without_errors R.

    (** The frames that are open in a shape, from the innermost. *)
    Inductive chain : frame -> list label -> list (label * list label) -> Prop :=
      | chain_main : chain Main [] []
      | chain_branch f b i l π λ :
          chain f π λ -> R f b -> at_pc b i -> is_branch i l -> f <> OfBranch b (in_block f) ->
          chain (OfBranch b (in_block f)) (b :: π) λ
      | chain_everywhere f e π λ :
          chain f π λ -> R f e -> at_pc e Everywhere -> chain (OfEverywhere e) [] ((e, π) :: λ).

    Definition framed (x : shape) : Prop := exists f, R f (at_label x) /\ chain f (of_stack x) (of_contexts x).

    Lemma branched_chain f pc i l π λ :
      chain f π λ -> R f pc -> at_pc pc i -> is_branch i l ->
      chain (OfBranch pc (in_block f)) (branched pc π) λ.
    Proof.
      intros C Rf At B. unfold branched.
      destruct C as [|g b j m π λ C Rg Atb Bb N|g e π λ C Rg Ate].
      - eapply (chain_branch Main); eauto using chain. discriminate.
      - destruct (N.eqb_spec b pc) as [<-|E].
        + cbn [in_block]. eapply chain_branch; eauto.
        + cbn [in_block] in *. eapply (chain_branch (OfBranch b (in_block g))); eauto using chain. cbn. congruence.
      - eapply (chain_branch (OfEverywhere e)); eauto using chain. discriminate.
    Qed.

    Lemma flows_framed x y : framed x -> flows x y -> framed y.
    Proof.
      intros (f & Rf & C) H. destruct H; cbn [at_label of_stack of_contexts] in *.
      - exists f. split; auto. eapply goes; eauto.
      - exists (OfBranch pc (in_block f)). split; [eapply calls; eauto|]. eapply branched_chain; eauto.
      - exists (OfBranch pc (in_block f)). split; [eapply calls; eauto|]. eapply branched_chain; eauto.
      - exists f. split; auto. eapply masks; eauto.
      - exists f. split; auto. eapply masks; eauto.
      - exists f. split; auto. eapply jumps; eauto.
      - inversion C; subst. exists f0. split; auto. eapply returns; eauto.
      - exists (OfEverywhere pc). split; [eapply enters; eauto|]. econstructor; eauto.
      - inversion C; subst. exists f0. split; auto. eapply leaves; eauto.
      - exists f. split; auto. eapply passes_barrier; eauto.
    Qed.

    Lemma reachable_framed x : reachable x -> framed x.
    Proof.
      induction 1; [|eapply flows_framed; eauto]. exists Main. split; [apply Closed|constructor].
    Qed.

    Lemma chain_in_block f π λ : chain f π λ -> in_block f = match λ with [] => false | _ :: _ => true end.
    Proof. induction 1; auto. Qed.

    Lemma framed_is_not_wrong x : framed x -> ~ is_wrong x.
    Proof.
      intros (f & Rf & C) H. destruct H; cbn [at_label of_stack of_contexts] in *.
      - destruct (sync_in_branch R No_errors f pc Rf H) as (b & k & ->). inversion C.
      - inversion C; subst. eapply stop_outside_branch; eauto.
      - destruct (end_in_everywhere R No_errors f pc Rf H) as (e & ->). inversion C.
      - destruct (end_in_everywhere R No_errors f pc Rf H) as (e & ->). inversion C.
      - pose proof (mask_in_block R No_errors f pc o l Rf H) as K. rewrite (chain_in_block _ _ _ C) in K. discriminate.
      - rewrite (barrier_in_main R No_errors f pc Rf H) in C. inversion C; subst. destruct H0; congruence.
      - now apply (in_program R No_errors f pc Rf).
    Qed.

    (** The check by frames accepts no program that the check by states finds wrong … *)
    Theorem frames_are_sound : forall x, reachable x -> ~ is_wrong x.
    Proof. intros x H. now apply framed_is_not_wrong, reachable_framed. Qed.

    Corollary frames_are_safe : safe.
    Proof. apply never_wrong_is_safe, frames_are_sound. Qed.

    (** … and none whose stacks grow without bound: if no frame calls itself, directly or not (calls go down in rank), Π and Λ have
        together at most as many entries as the rank of the outermost frame. *)
    Variable rank : frame -> nat.
    Hypothesis Branches_go_down : forall f b i l,
      R f b -> at_pc b i -> is_branch i l -> f <> OfBranch b (in_block f) -> (rank (OfBranch b (in_block f)) < rank f)%nat.
    Hypothesis Blocks_go_down : forall f e, R f e -> at_pc e Everywhere -> (rank (OfEverywhere e) < rank f)%nat.

    Definition entries (x : shape) : nat :=
      length (of_stack x) + fold_right (fun b n => 1 + length (snd b) + n)%nat 0%nat (of_contexts x).

    Theorem frames_bound_stacks x : reachable x -> (entries x <= rank Main)%nat.
    Proof.
      intro H. apply reachable_framed in H as (f & _ & C).
      assert (entries x + rank f <= rank Main)%nat; [|lia]. unfold entries. destruct x as [pc π λ]. cbn in *.
      induction C as [|f b i l π λ C IH Rf At B N|f e π λ C IH Rf At]; cbn in *; [lia| |].
      - specialize (Branches_go_down f b i l Rf At B N). lia.
      - specialize (Blocks_go_down f e Rf At). lia.
    Qed.
  End Frames.
End Check.
