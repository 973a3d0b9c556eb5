(** The rules as the paper writes them: M(…) ⇒ (Θ, β, Σ), big-step. A rule's premise is that the state in which the program goes on has the
    result. They define the same results as steps. *)

From Coq Require Import ZArith NArith List Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs ExecutionCorrect.
Import ListNotations.
Local Open Scope N_scope.

Section BigStep.
  Variable P : program.

  Inductive result : Type := Result (Θ : threads) (β : bank) (Σ : memory).

  Reserved Notation "s ⇒ r" (at level 80).

  Inductive evaluates_to : state -> result -> Prop :=
    | STOP Θ β Σ Λ pc :
        at_pc P pc Stop ->
        M Θ β Σ [] Λ pc ⇒ Result Θ β Σ
    | BT Θ β Σ Π Λ pc i l r :
        at_pc P pc i -> branches P Θ β i l ∅ Θ ->
        M Θ β Σ (push Π ∅ pc l) Λ l ⇒ r ->
        M Θ β Σ Π Λ pc ⇒ r
    | BF Θ β Σ Π Λ pc i l r :
        at_pc P pc i -> branches P Θ β i l Θ ∅ -> Θ <> ∅ ->
        M Θ β Σ (push Π ∅ pc l) Λ (pc + 1) ⇒ r ->
        M Θ β Σ Π Λ pc ⇒ r
    | BD Θ β Σ Π Λ pc i l Θ_stay Θ_leave r :
        at_pc P pc i -> branches P Θ β i l Θ_stay Θ_leave -> Θ_stay <> ∅ -> Θ_leave <> ∅ ->
        M Θ_stay β Σ (push Π Θ_leave pc l) Λ (pc + 1) ⇒ r ->
        M Θ β Σ Π Λ pc ⇒ r
    | BA Θ β Σ Π c Λ pc o l r :
        at_pc P pc (BranchMask o l) -> all_name P Θ β o (saved_active c) true ->
        M Θ β Σ Π (c :: Λ) l ⇒ r ->
        M Θ β Σ Π (c :: Λ) pc ⇒ r
    | BI Θ β Σ Π c Λ pc o l r :
        at_pc P pc (BranchMask o l) -> all_name P Θ β o (saved_active c) false -> Θ <> ∅ ->
        M Θ β Σ Π (c :: Λ) (pc + 1) ⇒ r ->
        M Θ β Σ Π (c :: Λ) pc ⇒ r
    | SS Θ β Σ Π Λ pc l_id Θ_done l Θ_todo r :
        at_pc P pc Sync -> Θ_todo <> ∅ ->
        M Θ_todo β Σ (Entry l_id (Θ_done ∪ Θ) l ∅ :: Π) Λ l ⇒ r ->
        M Θ β Σ (Entry l_id Θ_done l Θ_todo :: Π) Λ pc ⇒ r
    | SP Θ β Σ Π Λ pc l_id Θ_done l r :
        at_pc P pc Sync ->
        M (Θ ∪ Θ_done) β Σ Π Λ (pc + 1) ⇒ r ->
        M Θ β Σ (Entry l_id Θ_done l ∅ :: Π) Λ pc ⇒ r
    | JP Θ β Σ Π Λ pc l r :
        at_pc P pc (Jump l) ->
        M Θ β Σ Π Λ l ⇒ r ->
        M Θ β Σ Π Λ pc ⇒ r
    | EB Θ β Σ Π Λ pc r :
        at_pc P pc Everywhere ->
        M (all_threads P) β Σ [] (Context Θ Π (saved P β) :: Λ) (pc + 1) ⇒ r ->
        M Θ β Σ Π Λ pc ⇒ r
    | EE Θ β Σ Θ' Π' β' Λ pc r :
        at_pc P pc EndEverywhere ->
        M Θ' (restored β β') Σ Π' Λ (pc + 1) ⇒ r ->
        M Θ β Σ [] (Context Θ' Π' β' :: Λ) pc ⇒ r
    | BR Θ β Σ pc r :
        at_pc P pc Barrier ->
        M Θ β Σ [] [] (pc + 1) ⇒ r ->
        M Θ β Σ [] [] pc ⇒ r
    | AR Θ β Σ Π Λ pc o r :
        at_pc P pc (Assert o) -> (forall t, t ∈ Θ -> exists c, evaluates P β t o c /\ c <> 0%Z) ->
        M Θ β Σ Π Λ (pc + 1) ⇒ r ->
        M Θ β Σ Π Λ pc ⇒ r
    | IT Θ β Σ Π Λ pc i ts β' Σ' r :
        at_pc P pc i -> is_data i = true -> Permutation ts (elements Θ) -> ~ has_race P Θ β i ->
        TL P Θ (mask Θ Λ) β i ts β Σ β' Σ' ->
        M Θ β' Σ' Π Λ (pc + 1) ⇒ r ->
        M Θ β Σ Π Λ pc ⇒ r
  where "s ⇒ r" := (evaluates_to s r).

  Lemma step_back s s' r : steps_to P s s' -> s' ⇒ r -> s ⇒ r.
  Proof.
    intros (ts & O & H) E. destruct H.
    - eapply BT; eauto.
    - eapply BF; eauto.
    - eapply BD; eauto.
    - eapply BA; eauto.
    - eapply BI; eauto.
    - eapply SS; eauto.
    - eapply SP; eauto.
    - eapply JP; eauto.
    - eapply EB; eauto.
    - eapply EE; eauto.
    - eapply BR; eauto.
    - eapply AR; eauto.
    - eapply IT; eauto.
  Qed.

  (** Big-step and small-step agree. *)
  Theorem big_step_is_small_step s r :
    s ⇒ r <-> exists s', run P s s' /\ stops P s' /\ r = Result (active s') (bank_of s') (memory_of s').
  Proof.
    split.
    - intro H. induction H; try (destruct IHevaluates_to as (s' & R & S & E); exists s'; split; [|auto];
        eapply run_steps; eauto;
        first [ exists (elements Θ); split; [reflexivity|]; econstructor; eassumption
              | exists ts; split; [assumption|]; econstructor; eassumption ]).
      + exists (M Θ β Σ [] Λ pc). split; [constructor|]. split; auto. now constructor.
    - intros (s' & R & S & ->). induction R; [destruct S; now constructor|].
      eapply step_back; eauto.
  Qed.

End BigStep.
