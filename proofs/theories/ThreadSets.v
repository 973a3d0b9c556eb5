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

(** The positions of the bits that are 1, of which the lowest is t. *)
Fixpoint positions (p : positive) (t : thread) : list thread :=
  match p with
  | xH => [t]
  | xO p => positions p (N.succ t)
  | xI p => t :: positions p (N.succ t)
  end.
Definition elements (s : threads) : list thread := match s with 0 => [] | Npos p => positions p 0 end.

Lemma in_positions p : forall a t, In t (positions p a) <-> a <= t /\ N.testbit (Npos p) (t - a) = true.
Proof.
  assert (forall a t, N.succ a <= t -> t - a = N.succ (t - N.succ a)) as Next by (intros; lia).
  assert (forall p n, N.testbit (Npos p~1) (N.succ n) = N.testbit (Npos p) n) as Odd
    by (intros q n; apply (N.testbit_odd_succ (Npos q)); lia).
  assert (forall p n, N.testbit (Npos p~0) (N.succ n) = N.testbit (Npos p) n) as Even
    by (intros q n; apply (N.testbit_even_succ (Npos q)); lia).
  induction p as [p IH|p IH|]; intros a t; cbn [positions In]; rewrite ?IH.
  - split.
    + intros [<-|[L B]]; [now rewrite N.sub_diag|]. split; [lia|].
      now rewrite Next, Odd.
    + intros [L B]. destruct (N.eq_dec a t) as [E|E]; [now left|right]. split; [lia|].
      now rewrite Next, Odd in B by lia.
  - split.
    + intros [L B]. split; [lia|].
      now rewrite Next, Even.
    + intros [L B]. destruct (N.eq_dec a t) as [<-|E]; [now rewrite N.sub_diag in B|]. split; [lia|].
      now rewrite Next, Even in B by lia.
  - split.
    + intros [<-|[]]. now rewrite N.sub_diag.
    + intros [L B]. left. destruct (t - a) eqn:E; [lia|discriminate].
Qed.

Lemma in_elements s t : In t (elements s) <-> t ∈ s.
Proof.
  unfold contains. destruct s as [|p]; cbn [elements]; [now rewrite N.bits_0|].
  rewrite in_positions, N.sub_0_r. split; [tauto|]. split; [lia|auto].
Qed.

Lemma positions_are_sorted p : forall a, StronglySorted N.lt (positions p a).
Proof.
  induction p as [p IH|p IH|]; intro a; cbn; auto; constructor; auto.
  - apply Forall_forall. intros t H. apply in_positions in H as [L _]. lia.
  - constructor.
Qed.

Lemma elements_are_sorted s : StronglySorted N.lt (elements s).
Proof. destruct s; [constructor|apply positions_are_sorted]. Qed.

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
