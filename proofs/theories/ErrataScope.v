(** In which states an erratum of kind B shows; in all others the printed rules do what those of Rules.v do. And E4 in general. *)

From Coq Require Import ZArith List Bool Permutation Relation_Operators.
From Musimd Require Import Maps ThreadSets Program State Rules Execution DataCorrect ExecutionCorrect Runs PrintedRules
  PrintedExecution.
Import ListNotations.
Local Open Scope Z_scope.

(** The next instruction of s is i, and the erratum may show. *)
Definition concerns (e : erratum) (s : state) (i : instruction) : Prop :=
  match e, i with
  | E1, Bz _ _ => True
  | E2, Bz _ l | E2, Bnz _ l => push_is_defined (stack s) (pc s) l = false
  | E3, Sync => exists top Π, stack s = top :: Π /\ todo top <> ∅
  | E4, Sync => forall top Π, stack s = top :: Π -> todo top = ∅
  | E6, _ => is_data i = true /\ contexts s = []
  | E7, Shuffle _ _ => True
  | E9, Shuffle v₁ _ => exists t, t ∈ active s /\ variable_of (bank_of s) t v₁ = None
  | E18, Bz o _ | E18, Bnz o _ => exists t, t ∈ active s /\ is_undefined (bank_of s) t o
  | _, _ => False
  end.

Section Scope.
  Variable P : program.

  (** Except for shuffles and ballots, a thread reads no variables but its own. *)
  Lemma performs_on_its_own Θ Θ_mask β β' t i Σ :
    (forall v, variable_of β t v = variable_of β' t v) ->
    (forall v o, i <> Shuffle v o) -> (forall v o, i <> Ballot v o) ->
    perform P Θ Θ_mask β t i Σ = perform P Θ Θ_mask β' t i Σ.
  Proof.
    intros Same NS NB. assert (forall o, value P β t o = value P β' t o) as V by (intros []; cbn; auto).
    destruct i; cbn; rewrite ?V; auto; [now destruct (NS v o)|now destruct (NB v o)].
  Qed.

  Lemma affect_other t e β s v : s <> t -> variable_of (affect t e β) s v = variable_of β s v.
  Proof.
    intro N. destruct e as [[u o]|]; cbn; auto. rewrite variable_of_with_variable.
    now destruct (N.eqb_spec t s); [congruence|].
  Qed.

  Lemma TL_E7_on_its_own Θ Θ_mask i β ts : forall β' Σ,
    (forall v o, i <> Shuffle v o) -> NoDup ts ->
    (forall t v, In t ts -> variable_of β' t v = variable_of β t v) ->
    printed_perform_all P (only E7) Θ Θ_mask i β ts β' Σ = printed_perform_all P no_erratum Θ Θ_mask i β ts β' Σ.
  Proof.
    induction ts as [|t ts IH]; intros β' Σ NS ND Same; cbn; auto. inversion ND as [|? ? Out ND']; subst.
    assert (forall β, printed_perform P (only E7) Θ Θ_mask β t i Σ = perform P Θ Θ_mask β t i Σ) as ->
      by (intro; destruct i; reflexivity).
    assert (printed_perform P no_erratum Θ Θ_mask (Printed.seen no_erratum i β β') t i Σ =
            perform P Θ Θ_mask (Printed.seen (only E7) i β β') t i Σ) as ->.
    { destruct (match i with Ballot _ _ => true | _ => false end) eqn:B; [now destruct i|].
      transitivity (perform P Θ Θ_mask β t i Σ); [now destruct i|].
      replace (Printed.seen (only E7) i β β') with β' by (destruct i; auto; discriminate).
      apply performs_on_its_own; auto; [symmetry; apply Same; now left|]. intros v o ->. discriminate. }
    destruct (perform _ _ _ _ t i Σ) as [[e Σ']|]; auto. apply IH; auto.
    intros s v I. rewrite affect_other; [apply Same; now right|]. intros ->. contradiction.
  Qed.

  Lemma TL_E9_with_a_value Θ Θ_mask v o β ts : forall β' Σ,
    (forall t, In t ts -> variable_of β t v <> None) ->
    printed_perform_all P (only E9) Θ Θ_mask (Shuffle v o) β ts β' Σ =
    printed_perform_all P no_erratum Θ Θ_mask (Shuffle v o) β ts β' Σ.
  Proof.
    induction ts as [|t ts IH]; intros β' Σ Defined; cbn; auto.
    destruct (variable_of β t v) eqn:V; [|exfalso; apply (Defined t); [now left|exact V]]. cbn.
    destruct (match value P β t o with Some _ => _ | None => _ end) as [[e Σ']|]; auto.
    apply IH. intros s I. apply Defined. now right.
  Qed.

  Lemma TL_same printed printed' Θ Θ_mask i β ts : forall β' Σ,
    (forall β t Σ, printed_perform P printed Θ Θ_mask β t i Σ = printed_perform P printed' Θ Θ_mask β t i Σ) ->
    printed E7 = printed' E7 ->
    printed_perform_all P printed Θ Θ_mask i β ts β' Σ = printed_perform_all P printed' Θ Θ_mask i β ts β' Σ.
  Proof.
    induction ts as [|t ts IH]; intros β' Σ Same S; cbn; auto.
    replace (Printed.seen printed i β β') with (Printed.seen printed' i β β') by (unfold Printed.seen; now rewrite S).
    rewrite Same. destruct (printed_perform _ _ _ _ _ t i Σ) as [[e Σ']|]; auto.
  Qed.

  (** Where the functions of one instruction are the same, so is the step. *)
  Lemma same_it printed ts s i :
    (printed E6 = true -> contexts s <> []) ->
    (forall Θ_mask, printed_perform_all P printed (active s) Θ_mask i (bank_of s) ts (bank_of s) (memory_of s) =
                    printed_perform_all P no_erratum (active s) Θ_mask i (bank_of s) ts (bank_of s) (memory_of s)) ->
    printed_it P printed ts s i = printed_it P no_erratum ts s i.
  Proof.
    open_state s. cbn [active bank_of memory_of contexts]. intros Block Same. unfold printed_it. rewrite Same.
    destruct (printed E6); cbn; auto. now destruct Λ; [destruct Block|].
  Qed.

  Lemma same_branch e s o l (z : bool) :
    ~ concerns e s (if z then Bz o l else Bnz o l) ->
    printed_branch P (only e) s o l z = printed_branch P no_erratum s o l z.
  Proof.
    open_state s. intro Silent. unfold printed_branch. destruct e; try reflexivity.
    - destruct z; [now destruct Silent|reflexivity].
    - assert (push_is_defined Π pc l = true) as D.
      { apply not_false_iff_true. intro D. apply Silent. destruct z; exact D. }
      assert (forall Θw, printed_push (only E2) Π Θw pc l = printed_push no_erratum Π Θw pc l) as Push.
      { intro Θw. unfold printed_push. now rewrite D. }
      destruct z; change (only E2 E1) with false; cbv iota; rewrite !Push; reflexivity.
    - destruct (lacking P Θ β o) as [t|] eqn:L; [|reflexivity].
      apply lacking_some in L as (Ht & U & _). destruct Silent. destruct z; now exists t.
  Qed.

  Lemma same_sync e s : ~ concerns e s Sync -> printed_sync (only e) s = printed_sync no_erratum s.
  Proof.
    open_state s. intro Silent. unfold printed_sync.
    destruct Π as [|[l_id Θ_done l Θ_todo] Π]; [|destruct (N.eqb_spec Θ_todo ∅) as [->|N]]; destruct e; try reflexivity;
      destruct Silent.
    - now intros top Π'.
    - now intros top Π' [= <- <-].
    - now exists (Entry l_id Θ_done l Θ_todo), Π.
  Qed.

  Lemma same_execution e ts s i :
    Permutation ts (elements (active s)) -> at_pc P (pc s) i -> ~ concerns e s i ->
    printed_execute P (only e) ts s = printed_execute P no_erratum ts s.
  Proof.
    intros Order At Silent. unfold printed_execute. rewrite At.
    assert (NoDup ts) as ND by (apply (Permutation_NoDup (Permutation_sym Order)), elements_have_no_duplicates).
    assert (forall t, In t ts -> t ∈ active s) as In_Θ by (intros t I; apply in_elements; now rewrite <- Order).
    assert (is_data i = true -> printed_it P (only e) ts s i = printed_it P no_erratum ts s i) as Data.
    { intro D. apply same_it.
      - destruct e; try discriminate. intros _ E. apply Silent. now split.
      - intro Θ_mask. destruct e; try now apply TL_same.
        + apply TL_E7_on_its_own; auto. intros v o ->. now apply Silent.
        + destruct i; try now apply TL_same. apply TL_E9_with_a_value. intros t I N. apply Silent. exists t. auto. }
    destruct i; auto; [apply (same_branch _ s o l true)|apply (same_branch _ s o l false)|apply same_sync]; exact Silent.
  Qed.

  (** Where an erratum does not show, the step as printed is the step of Rules.v. *)
  Theorem erratum_does_not_show e ts s s' i :
    Permutation ts (elements (active s)) -> at_pc P (pc s) i -> ~ concerns e s i ->
    Printed.step P (only e) ts s s' <-> step P ts s s'.
  Proof.
    intros Order At Silent. rewrite <- step_without_errata, <- !printed_execute_correct by exact Order.
    now rewrite (same_execution e ts s i).
  Qed.
End Scope.

(** * E18 in general: split as printed returns exactly the threads that have the variable *)

Theorem split_E18_keeps P Θ β o Θ0 Θn t :
  Printed.split_E18 P Θ β o Θ0 Θn -> t ∈ Θ0 ∪ Θn <-> t ∈ Θ /\ ~ is_undefined β t o.
Proof.
  intros [Zero Other]. rewrite contains_union, orb_true_iff, Zero, Other. split.
  - intros [[Ht E]|(Ht & c & E & _)]; (split; [exact Ht|]); intro U; eapply undefined_has_no_value; eauto.
  - intros [Ht D]. destruct (evaluates_or_undefined P β t o) as [[c E]|U]; [|now destruct D].
    destruct (Z.eq_dec c 0) as [->|N]; [left|right]; eauto.
Qed.

(** * E4 in general *)

Section Open_conditionals.
  Variable P : program.

  (** Π outside of all blocks. *)
  Definition outermost (s : state) : sync_stack := last (List.map saved_stack (contexts s)) (stack s).

  Lemma last_cons {A : Type} (a d : A) l : last (a :: l) d = last l a.
  Proof.
    revert a d. induction l as [|b l IH]; intros a d; [reflexivity|].
    change (last (b :: l) d = last (b :: l) a). now rewrite !IH.
  Qed.

  Lemma outermost_of_another_stack (Λ : context_stack) Π Π' :
    (Π <> [] -> Π' <> []) -> last (List.map saved_stack Λ) Π <> [] -> last (List.map saved_stack Λ) Π' <> [].
  Proof. intros H. destruct Λ as [|c Λ]; [exact H|]. cbn [List.map]. now rewrite !last_cons. Qed.

  Lemma push_is_not_empty Π Θw pc l : push Π Θw pc l <> [].
  Proof. destruct Π as [|e Π]; cbn; [discriminate|]. now destruct (N.eqb _ _). Qed.

  (** As printed, no step closes the last conditional outside of blocks. *)
  Lemma E4_keeps_outermost ts s s' :
    Printed.step P (only E4) ts s s' -> outermost s <> [] -> outermost s' <> [].
  Proof.
    unfold outermost. destruct 1 as
      [? ? ? ? ? ? ? ? ? ? ? Push|? ? ? ? ? ? ? ? ? ? ? ? Push|? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? Push
      |? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? Push| | | | | | |s s' i A O H]; cbn [contexts stack]; try discriminate; auto.
    1-3: apply outermost_of_another_stack; intros _; unfold Printed.push in Push; cbn in Push; subst;
      apply push_is_not_empty.
    1-2: now apply outermost_of_another_stack.
    assert (forall j, at_pc P (pc s) j -> Printed.is_other j = true) as Other.
    { intros j B. replace j with i; [exact O|]. unfold at_pc in *. congruence. }
    destruct H; cbn [contexts stack State.pc List.map saved_stack] in *; rewrite ?last_cons; auto; exfalso;
      match goal with A : at_pc P _ _ |- _ => apply Other in A end;
      try discriminate; match goal with B : branches _ _ _ _ _ _ _ |- _ => destruct B; discriminate end.
  Qed.

  (** After a branch outside of blocks, the machine stops in a block or not at all. *)
  Theorem E4_stops_in_blocks_only s s' :
    contexts s = [] -> stack s <> [] -> clos_refl_trans_1n _ (Printed.steps_to P (only E4)) s s' ->
    stops P s' -> contexts s' <> [].
  Proof.
    intros C Open R Stop_ E. assert (outermost s <> []) as O by (unfold outermost; now rewrite C). clear C Open.
    induction R as [s|s s1 s' (ts & _ & S) _ IH]; [|eauto using E4_keeps_outermost].
    destruct Stop_. cbn in E. subst. now destruct O.
  Qed.
End Open_conditionals.
