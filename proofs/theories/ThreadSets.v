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

Definition below (n : N) : list thread := map N.of_nat (seq 0 (N.to_nat n)).
Definition elements (s : threads) : list thread := filter (contains s) (below (N.size s)).

Lemma in_below n t : In t (below n) <-> t < n.
Proof.
  unfold below. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intro H. exists (N.to_nat t). rewrite in_seq. lia.
Qed.

Lemma contained_is_below s t : t ∈ s -> t < N.size s.
Proof.
  intro H. destruct (N.lt_ge_cases t (N.size s)) as [L|L]; auto.
  destruct (N.eq_dec s 0) as [->|Z]; [now rewrite N.bits_0 in H|].
  unfold contains in H. rewrite N.bits_above_log2 in H; [discriminate|].
  rewrite N.size_log2 in L; lia.
Qed.

Lemma in_elements s t : In t (elements s) <-> t ∈ s.
Proof.
  unfold elements. rewrite filter_In, in_below. split; [tauto|].
  intro H. split; auto using contained_is_below.
Qed.

Lemma below_has_no_duplicates n : NoDup (below n).
Proof.
  unfold below. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup].
  intros a b H. lia.
Qed.

Lemma elements_have_no_duplicates s : NoDup (elements s).
Proof. apply NoDup_filter, below_has_no_duplicates. Qed.

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

Lemma below_is_sorted n : StronglySorted N.lt (below n).
Proof.
  unfold below. generalize (N.to_nat n) as k, 0%nat as a. induction k as [|k IH]; intro a; cbn; constructor; auto.
  apply Forall_forall. intros t H. apply in_map_iff in H as (j & <- & H). apply in_seq in H. lia.
Qed.

Lemma sorted_filter f (l : list N) : StronglySorted N.lt l -> StronglySorted N.lt (filter f l).
Proof.
  induction 1 as [|a l H IH Above]; cbn; [constructor|].
  destruct (f a); [|exact IH]. constructor; [exact IH|].
  rewrite Forall_forall in *. intros t Ht. apply filter_In in Ht. now apply Above.
Qed.

Lemma elements_are_sorted s : StronglySorted N.lt (elements s).
Proof. apply sorted_filter, below_is_sorted. Qed.

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
