(** Finite maps that are equal if they have the same entries.

    These are the tries of Appel and Leroy, "Efficient Extensional Binary Tries" (2023): a nonempty trie is one of seven nodes, and none of them is
    empty below. So there is one trie for each finite map, and no axiom of extensionality is needed. *)

From Coq Require Import PArith NArith Lia.

Inductive nonempty (A : Type) : Type :=
  | Right (r : nonempty A)
  | Here (x : A)
  | HereRight (x : A) (r : nonempty A)
  | Left (l : nonempty A)
  | LeftRight (l r : nonempty A)
  | LeftHere (l : nonempty A) (x : A)
  | LeftHereRight (l : nonempty A) (x : A) (r : nonempty A).

Arguments Right {A}.
Arguments Here {A}.
Arguments HereRight {A}.
Arguments Left {A}.
Arguments LeftRight {A}.
Arguments LeftHere {A}.
Arguments LeftHereRight {A}.

(** A trie, or none if the map is empty. *)
Definition trie (A : Type) : Type := option (nonempty A).

Section Tries.
  Context {A : Type}.

  Definition left (m : trie A) : trie A :=
    match m with
    | Some (Left l) | Some (LeftRight l _) | Some (LeftHere l _) | Some (LeftHereRight l _ _) => Some l
    | _ => None
    end.

  Definition root (m : trie A) : option A :=
    match m with
    | Some (Here x) | Some (HereRight x _) | Some (LeftHere _ x) | Some (LeftHereRight _ x _) => Some x
    | _ => None
    end.

  Definition right (m : trie A) : trie A :=
    match m with
    | Some (Right r) | Some (HereRight _ r) | Some (LeftRight _ r) | Some (LeftHereRight _ _ r) => Some r
    | _ => None
    end.

  Definition node (l : trie A) (o : option A) (r : trie A) : trie A :=
    match l, o, r with
    | None, None, None => None
    | None, None, Some r => Some (Right r)
    | None, Some x, None => Some (Here x)
    | None, Some x, Some r => Some (HereRight x r)
    | Some l, None, None => Some (Left l)
    | Some l, None, Some r => Some (LeftRight l r)
    | Some l, Some x, None => Some (LeftHere l x)
    | Some l, Some x, Some r => Some (LeftHereRight l x r)
    end.

  Lemma left_node l o r : left (node l o r) = l.
  Proof. destruct l, o, r; reflexivity. Qed.

  Lemma root_node l o r : root (node l o r) = o.
  Proof. destruct l, o, r; reflexivity. Qed.

  Lemma right_node l o r : right (node l o r) = r.
  Proof. destruct l, o, r; reflexivity. Qed.

  Lemma node_parts m : node (left m) (root m) (right m) = m.
  Proof. destruct m as [[]|]; reflexivity. Qed.

  Fixpoint find (i : positive) (m : trie A) : option A :=
    match i with
    | xH => root m
    | xO j => find j (left m)
    | xI j => find j (right m)
    end.

  Fixpoint alter (i : positive) (o : option A) (m : trie A) : trie A :=
    match i with
    | xH => node (left m) o (right m)
    | xO j => node (alter j o (left m)) (root m) (right m)
    | xI j => node (left m) (root m) (alter j o (right m))
    end.

  Lemma find_alter_same i : forall o m, find i (alter i o m) = o.
  Proof.
    induction i; intros o m; cbn [find alter];
      rewrite ?left_node, ?root_node, ?right_node; auto.
  Qed.

  Lemma find_alter_other i : forall j o m, i <> j -> find j (alter i o m) = find j m.
  Proof.
    induction i; intros [j|j|] o m H; cbn [find alter];
      rewrite ?left_node, ?root_node, ?right_node; auto;
      try (apply IHi; congruence); congruence.
  Qed.

  Lemma find_none i : find i None = None.
  Proof. induction i; cbn; auto. Qed.

  Fixpoint nodes (t : nonempty A) : nat :=
    match t with
    | Here _ => 1
    | Right t | HereRight _ t | Left t | LeftHere t _ => S (nodes t)
    | LeftRight l r | LeftHereRight l _ r => S (nodes l + nodes r)
    end.

  Definition size (m : trie A) : nat := match m with None => 0 | Some t => nodes t end.

  Lemma parts_are_smaller m : m <> None -> size (left m) < size m /\ size (right m) < size m.
  Proof. destruct m as [[]|]; cbn; intro H; try contradiction; split; lia. Qed.

  Lemma parts_are_no_larger m : size (left m) <= size m /\ size (right m) <= size m.
  Proof. destruct m as [[]|]; cbn; split; lia. Qed.

  Lemma trie_extensionality (a b : trie A) : (forall i, find i a = find i b) -> a = b.
  Proof.
    remember (size a + size b) as n eqn:E.
    assert (size a + size b <= n) as Bound by lia. clear E.
    revert a b Bound. induction n as [|n IH]; intros a b Bound Same.
    - destruct a as [[]|], b as [[]|]; cbn in Bound; try lia; reflexivity.
    - assert ({a = None /\ b = None} + {a <> None \/ b <> None}) as [[-> ->]|Some_].
      { destruct a, b; [right; left|right; left|right; right|left]; try split; congruence. }
      { reflexivity. }
      pose proof (parts_are_no_larger a). pose proof (parts_are_no_larger b).
      assert (size (left a) + size (left b) <= n /\ size (right a) + size (right b) <= n) as [L R].
      { destruct Some_ as [Some_|Some_]; apply parts_are_smaller in Some_; lia. }
      rewrite <- (node_parts a), <- (node_parts b). f_equal.
      + apply IH; auto. intro i. exact (Same (xO i)).
      + exact (Same xH).
      + apply IH; auto. intro i. exact (Same (xI i)).
  Qed.
End Tries.

(** * Maps from natural numbers *)

Definition map (A : Type) : Type := trie A.
Definition empty {A : Type} : map A := None.
Definition get {A : Type} (k : N) (m : map A) : option A := find (N.succ_pos k) m.
(** The map with another entry for k, or without one. *)
Definition set {A : Type} (k : N) (o : option A) (m : map A) : map A := alter (N.succ_pos k) o m.

Lemma succ_pos_injective j k : N.succ_pos j = N.succ_pos k -> j = k.
Proof. intro H. apply N.succ_inj. rewrite <- !N.succ_pos_spec. congruence. Qed.

Section Maps.
  Context {A : Type}.

  Lemma get_empty k : get k (@empty A) = None.
  Proof. apply find_none. Qed.

  Lemma get_set_same k o (m : map A) : get k (set k o m) = o.
  Proof. apply find_alter_same. Qed.

  Lemma get_set_other j k o (m : map A) : j <> k -> get k (set j o m) = get k m.
  Proof. intro H. apply find_alter_other. intro E. apply H, succ_pos_injective, E. Qed.

  Lemma get_set j k o (m : map A) : get k (set j o m) = if N.eqb j k then o else get k m.
  Proof.
    destruct (N.eqb_spec j k) as [->|H]; [apply get_set_same|apply get_set_other, H].
  Qed.

  Theorem map_extensionality (a b : map A) : (forall k, get k a = get k b) -> a = b.
  Proof.
    intro H. apply trie_extensionality. intro i.
    specialize (H (Pos.pred_N i)). unfold get in H.
    assert (N.succ_pos (Pos.pred_N i) = i) as E by (destruct i; cbn; rewrite ?Pos.succ_pred_double; reflexivity).
    now rewrite E in H.
  Qed.

  Lemma set_set_same k o p (m : map A) : set k o (set k p m) = set k o m.
  Proof. apply map_extensionality. intro j. rewrite !get_set. now destruct (N.eqb k j). Qed.

  Lemma set_set_other j k o p (m : map A) : j <> k -> set j o (set k p m) = set k p (set j o m).
  Proof.
    intro H. apply map_extensionality. intro i. rewrite !get_set.
    destruct (N.eqb_spec j i), (N.eqb_spec k i); congruence.
  Qed.
End Maps.
