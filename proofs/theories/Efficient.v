(** The step function with a search for races that takes linear time in the threads, instead of quadratic. It is [execute]. *)

From Coq Require Import ZArith List Bool.
From Musimd Require Import Maps ThreadSets Program State Rules Execution.
Import ListNotations.
Local Open Scope Z_scope.

(** A natural number for each address, also for those that are not valid. *)
Definition key (x : Z) : N := match x with Z0 => 0%N | Zpos p => Npos p~0 | Zneg p => Npos p~1 end.

Lemma key_injective x y : key x = key y -> x = y.
Proof. destruct x, y; cbn; congruence. Qed.

Lemma find_app {A : Type} (f : A -> bool) (l m : list A) :
  List.find f (l ++ m) = match List.find f l with Some x => Some x | None => List.find f m end.
Proof. induction l as [|a l IH]; cbn; auto. now destruct (f a). Qed.

Section Races.
  Variables (P : program) (Θ : threads) (β : bank) (i : instruction).

  (** first: the lowest thread that stores to each address, and its word. *)
  Fixpoint scan (ts : list thread) (first : map (thread * Z)) : option (thread * thread) :=
    match ts with
    | [] => None
    | t :: ts =>
        match stored P β i t with
        | None => scan ts first
        | Some (x, c) =>
            match get (key x) first with
            | None => scan ts (set (key x) (Some (t, c)) first)
            | Some (s, d) => if d =? c then scan ts first else Some (s, t)
            end
        end
    end.

  Definition quick_race : option (thread * thread) :=
    match i with Store _ _ => scan (elements Θ) empty | _ => None end.

  (** first is that of the threads before. *)
  Definition describes (first : map (thread * Z)) (before : list thread) : Prop :=
    forall x, match get (key x) first with
              | Some (s, d) =>
                  stored P β i s = Some (x, d) /\
                  forall t c, stored P β i t = Some (x, c) -> List.find (fun s => to_one_address P β i s t) before = Some s
              | None => forall t c, stored P β i t = Some (x, c) -> List.find (fun s => to_one_address P β i s t) before = None
              end.

  Lemma describes_more first before t :
    describes first before ->
    (forall x c, stored P β i t = Some (x, c) -> get (key x) first <> None) ->
    describes first (before ++ [t]).
  Proof.
    intros D Known x. specialize (D x). destruct (get (key x) first) as [[s d]|] eqn:G.
    - destruct D as [S D]. split; auto. intros u c U. now rewrite find_app, (D u c U).
    - intros u c U. rewrite find_app, (D u c U). cbn. unfold to_one_address at 1. rewrite U.
      destruct (stored P β i t) as [[y e]|] eqn:T; auto. destruct (Z.eqb_spec y x) as [->|]; auto.
      now destruct (Known x e).
  Qed.

  Lemma describes_first first before t x c :
    describes first before -> stored P β i t = Some (x, c) -> get (key x) first = None ->
    describes (set (key x) (Some (t, c)) first) (before ++ [t]).
  Proof.
    intros D T G y. rewrite get_set. destruct (N.eqb_spec (key x) (key y)) as [E|E].
    - apply key_injective in E as <-. split; auto. intros u e U. specialize (D x). rewrite G in D.
      rewrite find_app, (D u e U). cbn. unfold to_one_address. now rewrite T, U, Z.eqb_refl.
    - specialize (D y). destruct (get (key y) first) as [[s d]|].
      + destruct D as [S D]. split; auto. intros u e U. now rewrite find_app, (D u e U).
      + intros u e U. rewrite find_app, (D u e U). cbn. unfold to_one_address. rewrite T, U.
        destruct (Z.eqb_spec x y) as [->|]; auto. now destruct E.
  Qed.

  Lemma nothing_stored t : stored P β i t = None -> differs P Θ β i t = false.
  Proof.
    intro T. unfold differs. destruct (first_at P Θ β i t) as [s|]; auto. unfold conflicts. rewrite T.
    now destruct (stored P β i s) as [[]|].
  Qed.

  Lemma scan_correct ts : forall before first,
    elements Θ = before ++ ts -> describes first before ->
    scan ts first =
      match List.find (differs P Θ β i) ts with
      | Some t => match first_at P Θ β i t with Some s => Some (s, t) | None => None end
      | None => None
      end.
  Proof.
    induction ts as [|t ts IH]; intros before first E D; cbn [scan List.find]; auto.
    assert (elements Θ = (before ++ [t]) ++ ts) as E' by now rewrite <- app_assoc.
    destruct (stored P β i t) as [[x c]|] eqn:T.
    - assert (first_at P Θ β i t = match get (key x) first with Some (s, _) => Some s | None => Some t end) as F.
      { unfold first_at, least. rewrite E, find_app. specialize (D x).
        destruct (get (key x) first) as [[s d]|]; [now rewrite (proj2 D t c T)|].
        rewrite (D t c T). cbn. unfold to_one_address. now rewrite T, Z.eqb_refl. }
      unfold differs at 1. rewrite F. pose proof (D x) as Dx. unfold conflicts.
      destruct (get (key x) first) as [[s d]|] eqn:G.
      + rewrite (proj1 Dx), T, Z.eqb_refl. cbn. destruct (d =? c); cbn; [|now rewrite F].
        apply (IH (before ++ [t])); auto. apply describes_more; auto. intros y e. congruence.
      + rewrite T, Z.eqb_refl, Z.eqb_refl. cbn. apply (IH (before ++ [t])); auto. now apply describes_first.
    - rewrite nothing_stored by exact T. apply (IH (before ++ [t])); auto. apply describes_more; auto. congruence.
  Qed.

  Theorem quick_race_correct : quick_race = find_race P Θ β i.
  Proof.
    assert (quick_race = scan (elements Θ) empty) as ->.
    { unfold quick_race. assert ((forall t, stored P β i t = None) -> None = scan (elements Θ) empty) as None_.
      { intro H. induction (elements Θ) as [|t ts IH]; cbn; auto. now rewrite H. }
      destruct i; auto. }
    apply (scan_correct _ []); auto. intro x. now rewrite get_empty.
  Qed.
End Races.

Definition quick_data (P : program) (Θ Θ_mask : threads) (β : bank) (ts : list thread) (i : instruction) (Σ : memory) :
    (bank * memory) + trap :=
  match least (fun t => is_some (failure P Θ_mask β t Σ i)) Θ with
  | Some _ => execute_data P Θ Θ_mask β ts i Σ
  | None =>
      match quick_race P Θ β i with
      | Some (s, t) => inr (TrapOf Trap.race Rule.ST [s; t])
      | None =>
          match perform_all P Θ Θ_mask β i ts β Σ with
          | inl result => inl result
          | inr t => inr (TrapOf Trap.overflow Rule.AT [t])
          end
      end
  end.

(** [execute] with that search, and with an order of the threads that only data instructions compute. *)
Definition quick_execute (P : program) (order : list thread -> list thread) (s : state) : outcome :=
  let '(M Θ β Σ Π Λ pc) := s in
  match get pc (code P) with
  | Some i =>
      if is_data i
      then
        match quick_data P Θ (mask Θ Λ) β (order (elements Θ)) i Σ with
        | inl (β', Σ') => Continues (M Θ β' Σ' Π Λ (pc + 1)%N)
        | inr τ => Traps τ
        end
      else execute P [] s
  | None => execute P [] s
  end.

Theorem quick_execute_correct P order s : quick_execute P order s = execute P (order (elements (active s))) s.
Proof.
  destruct s as [Θ β Σ Π Λ pc]. unfold quick_execute. cbn [active].
  set (ts := order (elements Θ)). destruct (get pc (code P)) as [i|] eqn:At; [|unfold execute; now rewrite At].
  assert (quick_data P Θ (mask Θ Λ) β ts i Σ = execute_data P Θ (mask Θ Λ) β ts i Σ) as ->.
  { unfold quick_data. rewrite quick_race_correct. unfold execute_data. now destruct (least _ Θ). }
  unfold execute. rewrite At. now destruct i.
Qed.
