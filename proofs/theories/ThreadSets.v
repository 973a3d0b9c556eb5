(** Sets of threads: bit vectors. Bit t of the number says whether thread t is in the set, so that equal sets are equal numbers. *)

From Coq Require Import NArith List Bool Lia Permutation Sorted.
Import ListNotations.
Local Open Scope N_scope.

Definition thread : Type := N.
Definition threads : Type := N.

Definition contains (s : threads) (t : thread) : bool := N.testbit s t.
Notation "t ∈ s" := (contains s t = true) (at level 70).
Notation "t ∉ s" := (contains s t = false) (at level 70).

Definition none : threads := 0.
(** {0, …, n − 1} *)
Definition first (n : N) : threads := N.ones n.
Definition union : threads -> threads -> threads := N.lor.
Definition intersection : threads -> threads -> threads := N.land.
Definition difference : threads -> threads -> threads := N.ldiff.
Infix "∪" := union (at level 50, left associativity).
Infix "∩" := intersection (at level 40, left associativity).
Infix "∖" := difference (at level 40, left associativity).
Notation "∅" := none.

Arguments contains : simpl never.
Arguments none : simpl never.

Definition disjoint (a b : threads) : Prop := a ∩ b = ∅.
Definition subset (a b : threads) : Prop := a ∖ b = ∅.
Notation "a ⊆ b" := (subset a b) (at level 70).

Lemma set_extensionality (a b : threads) : (forall t, contains a t = contains b t) -> a = b.
Proof. apply N.bits_inj. Qed.

Lemma contains_union a b t : contains (a ∪ b) t = contains a t || contains b t.
Proof. apply N.lor_spec. Qed.
Lemma contains_intersection a b t : contains (a ∩ b) t = contains a t && contains b t.
Proof. apply N.land_spec. Qed.
Lemma contains_difference a b t : contains (a ∖ b) t = contains a t && negb (contains b t).
Proof. apply N.ldiff_spec. Qed.
Lemma contains_none t : contains ∅ t = false.
Proof. apply N.bits_0. Qed.
Lemma contains_first n t : contains (first n) t = (t <? n).
Proof.
  unfold contains, first. destruct (N.ltb_spec t n).
  - now apply N.ones_spec_low.
  - now apply N.ones_spec_high.
Qed.

#[export] Hint Rewrite contains_union contains_intersection contains_difference contains_none contains_first : sets.

(** Proves equations of sets thread by thread. *)
Ltac by_threads :=
  apply set_extensionality; let t := fresh "t" in intro t; autorewrite with sets;
  repeat match goal with |- context [contains ?s t] => destruct (contains s t) end; reflexivity.

Lemma union_comm a b : a ∪ b = b ∪ a.
Proof. by_threads. Qed.

Lemma is_empty s : s = ∅ <-> forall t, t ∉ s.
Proof.
  split; [intros -> t; apply contains_none|].
  intro H. apply set_extensionality. intro t. now rewrite H, contains_none.
Qed.

Lemma is_inhabited s : s <> ∅ <-> exists t, t ∈ s.
Proof.
  split.
  - intro H. exists (N.log2 s). now apply N.bit_log2.
  - intros [t H] ->. now rewrite contains_none in H.
Qed.

Lemma subset_contains a b : a ⊆ b <-> forall t, t ∈ a -> t ∈ b.
Proof.
  unfold subset. rewrite is_empty. split; intros H t; specialize (H t); autorewrite with sets in *;
    destruct (contains a t), (contains b t); cbn in *; intuition congruence.
Qed.

Lemma disjoint_contains a b : disjoint a b <-> forall t, t ∈ a -> t ∉ b.
Proof.
  unfold disjoint. rewrite is_empty. split; intros H t; specialize (H t); autorewrite with sets in *;
    destruct (contains a t), (contains b t); cbn in *; intuition congruence.
Qed.

(** * Their threads in ascending order *)

(** The threads of s, from the highest, before those found. fuel: as many bits as s has, or more. *)
Fixpoint collect (fuel : positive) (s : threads) (found : list thread) : list thread :=
  if N.eqb s 0 then found
  else
    let t := N.log2 s in
    match fuel with
    | xH => t :: found
    | xO fuel | xI fuel => collect fuel (N.clearbit s t) (t :: found)
    end.
Definition elements (s : threads) : list thread := match s with 0 => [] | Npos p => collect p s [] end.

Lemma log2_is_highest s t : t ∈ s -> t <= N.log2 s.
Proof.
  intro H. destruct (N.le_gt_cases t (N.log2 s)) as [L|L]; auto.
  unfold contains in H. now rewrite N.bits_above_log2 in H.
Qed.

Lemma contains_clearbit s t u : contains (N.clearbit s t) u = contains s u && negb (N.eqb t u).
Proof. apply N.clearbit_eqb. Qed.

Lemma collect_correct fuel : forall s found,
  (forall t, t ∈ s -> t < Npos (Pos.size fuel)) -> StronglySorted N.lt found -> (forall t u, t ∈ s -> In u found -> t < u) ->
  StronglySorted N.lt (collect fuel s found) /\ forall t, In t (collect fuel s found) <-> t ∈ s \/ In t found.
Proof.
  induction fuel as [fuel IH|fuel IH|]; intros s found Bound Sorted Above; cbn [collect Pos.size] in *;
    (destruct (N.eqb_spec s 0) as [->|NZ];
      [split; [exact Sorted|intro t; unfold contains; rewrite N.bits_0; intuition discriminate]|]);
    pose proof (N.bit_log2 s NZ : N.log2 s ∈ s) as High; set (h := N.log2 s) in *;
    assert (StronglySorted N.lt (h :: found)) as Sorted'
      by (constructor; [exact Sorted|apply Forall_forall; intros u Hu; exact (Above h u High Hu)]).
  1,2: destruct (IH (N.clearbit s h) (h :: found)) as [S I]; auto;
    [ intros t Ht; rewrite contains_clearbit in Ht; apply andb_true_iff in Ht as [Ht D];
      apply negb_true_iff, N.eqb_neq in D; pose proof (log2_is_highest s t Ht); pose proof (Bound h High); fold h in H; lia
    | intros t u Ht [<-|Hu]; rewrite contains_clearbit in Ht; apply andb_true_iff in Ht as [Ht D];
      [apply negb_true_iff, N.eqb_neq in D; pose proof (log2_is_highest s t Ht); fold h in H; lia|now apply Above]
    | split; [exact S|]; intro t; rewrite I, contains_clearbit; cbn [In];
      destruct (N.eqb_spec h t) as [<-|D]; cbn; rewrite ?High, ?andb_true_r, ?andb_false_r; intuition congruence ].
  split; [exact Sorted'|]. intro t. cbn [In]. split; [intros [<-|H]; auto|].
  intros [H|H]; [left|auto]. pose proof (Bound h High). pose proof (Bound t H). lia.
Qed.

Lemma elements_correct s : StronglySorted N.lt (elements s) /\ forall t, In t (elements s) <-> t ∈ s.
Proof.
  destruct s as [|p]; cbn [elements].
  { split; [constructor|]. intro t. unfold contains. rewrite N.bits_0. split; [intros []|discriminate]. }
  destruct (collect_correct p (Npos p) []) as [S I]; [| constructor | contradiction | ].
  - intros t H. apply log2_is_highest in H. change (Npos (Pos.size p)) with (N.size (Npos p)). rewrite N.size_log2 by discriminate. lia.
  - split; [exact S|]. intro t. rewrite I. cbn. tauto.
Qed.

Lemma in_elements s t : In t (elements s) <-> t ∈ s.
Proof. apply elements_correct. Qed.

Lemma elements_are_sorted s : StronglySorted N.lt (elements s).
Proof. apply elements_correct. Qed.

Lemma elements_have_no_duplicates s : NoDup (elements s).
Proof.
  induction (elements_are_sorted s) as [|t l _ IH Above]; constructor; auto.
  intro H. rewrite Forall_forall in Above. specialize (Above t H). lia.
Qed.

(** The threads of a list as a set. *)
Fixpoint set_of (ts : list thread) : threads :=
  match ts with [] => ∅ | t :: rest => N.setbit (set_of rest) t end.

Lemma contains_set_of ts t : t ∈ set_of ts <-> In t ts.
Proof.
  induction ts as [|a ts IH]; cbn [set_of In].
  - rewrite contains_none. split; [discriminate|tauto].
  - unfold contains in *. rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq. tauto.
Qed.

(** The threads of s for which f holds. *)
Definition those (f : thread -> bool) (s : threads) : threads := set_of (filter f (elements s)).

Lemma contains_those f s t : contains (those f s) t = contains s t && f t.
Proof.
  apply eq_true_iff_eq. unfold those. rewrite contains_set_of, filter_In, in_elements, andb_true_iff. reflexivity.
Qed.
#[export] Hint Rewrite contains_those : sets.

(** * The lowest thread of s for which f holds *)

Definition least (f : thread -> bool) (s : threads) : option thread := find f (elements s).

Lemma find_in_sorted f (l : list N) t :
  StronglySorted N.lt l ->
  find f l = Some t <-> In t l /\ f t = true /\ forall s, In s l -> s < t -> f s = false.
Proof.
  induction 1 as [|a l H IH Above]; cbn.
  - split; [discriminate|intros [[] _]].
  - rewrite Forall_forall in Above. destruct (f a) eqn:E.
    + split.
      * intros [= <-]. repeat split; auto. intros s [<-|Hs] L; [lia|]. specialize (Above s Hs). lia.
      * intros ([->|Ht] & Hf & Least); auto. specialize (Above t Ht).
        rewrite (Least a) in E; auto. discriminate.
    + rewrite IH. split.
      * intros (Ht & Hf & Least). repeat split; auto. intros s [<-|Hs] L; auto.
      * intros ([->|Ht] & Hf & Least); [congruence|]. repeat split; auto.
Qed.

Lemma least_some f s t :
  least f s = Some t <-> t ∈ s /\ f t = true /\ forall r, r ∈ s -> r < t -> f r = false.
Proof.
  unfold least. rewrite find_in_sorted by apply elements_are_sorted. rewrite in_elements.
  split; intros (A & B & C); repeat split; auto; intros r Hr; apply C; now apply in_elements.
Qed.

Lemma least_none f s : least f s = None <-> forall t, t ∈ s -> f t = false.
Proof.
  unfold least. split.
  - intros H t Ht. apply (find_none _ _ H). now apply in_elements.
  - intro H. destruct (find f (elements s)) as [t|] eqn:E; auto.
    apply find_some in E as [Ht Hf]. apply in_elements in Ht. rewrite (H t Ht) in Hf. discriminate.
Qed.
