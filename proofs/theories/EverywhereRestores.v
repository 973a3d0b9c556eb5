(** An [everywhere] block leaves Θ, Π and Λ as they were, whatever it does inside, nested blocks included; under [Restore] β as well. *)

From Coq Require Import NArith List Lia Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs.
Import ListNotations.

Section Everywhere.
  Variable P : program.

  (** A block whose context is the n-th from the outside is open. *)
  Definition is_open (n : nat) (s : state) : Prop := n < length (contexts s).

  Lemma app_cons_length {A : Type} (inner : list A) c Λ : length (inner ++ c :: Λ) = length inner + S (length Λ).
  Proof. now rewrite app_length. Qed.

  (** A step inside of the block, or the one that ends it. *)
  Lemma step_in_block ts s s' inner c Λ :
    contexts s = inner ++ c :: Λ -> step P ts s s' ->
    (exists inner', contexts s' = inner' ++ c :: Λ) \/
    (contexts s' = Λ /\ active s' = saved_active c /\ stack s' = saved_stack c /\ bank_of s' = restored (bank_of s) (saved_bank c)).
  Proof.
    intros E H. destruct H; cbn [contexts active stack bank_of] in *; eauto.
    - subst. left. now exists (Context Θ Π (saved P β) :: inner).
    - destruct inner as [|d inner]; injection E as E1 E2; subst.
      + right. auto.
      + left. now exists inner.
  Qed.

  Lemma run_in_block s s' c Λ :
    run_while P (is_open (length Λ)) s s' ->
    forall inner, contexts s = inner ++ c :: Λ -> length (contexts s') = length Λ ->
    exists last, contexts s' = Λ /\ active s' = saved_active c /\ stack s' = saved_stack c /\
                 bank_of s' = restored (bank_of last) (saved_bank c).
  Proof.
    induction 1 as [s|s s1 s' Open (ts & _ & S) R IH]; intros inner E L.
    - rewrite E, app_cons_length in L. lia.
    - destruct (step_in_block _ _ _ _ _ _ E S) as [[inner' E']|(E' & A & St & B)]; eauto.
      inversion R as [|? s2 ? Open1 _ _]; [exists s; subst; auto|].
      exfalso. unfold is_open in Open1. rewrite E' in Open1. lia.
  Qed.

  (** From EB to its EE: s is at an [everywhere], s' is the first state whose contexts are as many as those of s. *)
  Theorem everywhere_restores ts s s1 s' :
    at_pc P (pc s) Everywhere -> step P ts s s1 ->
    run_while P (is_open (length (contexts s))) s1 s' -> length (contexts s') = length (contexts s) ->
    active s' = active s /\ stack s' = stack s /\ contexts s' = contexts s /\
    (registers P = Restore -> bank_of s' = bank_of s).
  Proof.
    intros At S R L.
    assert (contexts s1 = Context (active s) (stack s) (saved P (bank_of s)) :: contexts s) as E.
    { destruct S; cbn [State.pc active stack bank_of contexts] in *;
        try match goal with
            | H : at_pc P ?p ?i, H' : at_pc P ?p Everywhere |- _ => assert (i = Everywhere) by (unfold at_pc in *; congruence)
            end; subst; try discriminate; auto.
      all: match goal with H : branches _ _ _ Everywhere _ _ _ |- _ => inversion H end. }
    destruct (run_in_block _ _ _ _ R [] E L) as (last & C & A & St & B). repeat split; auto.
    intro Res. rewrite B. unfold saved. cbn. now rewrite Res.
  Qed.
End Everywhere.
