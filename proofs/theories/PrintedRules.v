(** The rules as the paper prints them, where they differ from those of Rules.v: the errata of kind B, which docs/errata.md
    explains.

    The names of rules are the paper's; the rule that an erratum is about has the erratum's name after its own. *)

From Coq Require Import ZArith List Bool Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Runs.
Import ListNotations.
Local Open Scope Z_scope.

Inductive erratum : Type := E1 | E2 | E3 | E4 | E6 | E7 | E9 | E18.
Scheme Boolean Equality for erratum.

(** The errata whose rules are as printed. All other rules are those of Rules.v. *)
Definition errata : Type := erratum -> bool.
Definition only (e : erratum) : errata := erratum_beq e.
Definition no_erratum : errata := fun _ => false.

Module Printed.
Section Steps.
  Variable P : program.
  Variable printed : errata.

  (** * Figure 6: split and push *)

  (** E18: Θ0 = {t ∈ Θ | β[t](v) = 0}, Θn = {t ∈ Θ | β[t](v) ≠ 0}. Nothing says that each thread is in one of them. *)
  Definition split_E18 (Θ : threads) (β : bank) (o : operand) (Θ0 Θn : threads) : Prop :=
    (forall t, t ∈ Θ0 <-> t ∈ Θ /\ evaluates P β t o 0) /\
    (forall t, t ∈ Θn <-> t ∈ Θ /\ exists c, evaluates P β t o c /\ c <> 0).

  Definition split (Θ : threads) (β : bank) (o : operand) (Θ0 Θn : threads) : Prop :=
    if printed E18 then split_E18 Θ β o Θ0 Θn else Rules.split P Θ β o Θ0 Θn.

  (** E2: it is defined where the Θ_done of the top entry is empty, and where no entry exists. *)
  Inductive push_E2 : sync_stack -> threads -> label -> label -> sync_stack -> Prop :=
    | push_first Θw pc l :
        push_E2 [] Θw pc l [Entry pc ∅ l Θw]
    | push_other pc' l' Θ'w Π Θw pc l :
        pc' <> pc ->
        push_E2 (Entry pc' ∅ l' Θ'w :: Π) Θw pc l (Entry pc ∅ l Θw :: Entry pc' ∅ l' Θ'w :: Π)
    | push_same Θ'w l Π Θw pc :
        push_E2 (Entry pc ∅ l Θ'w :: Π) Θw pc l (Entry pc ∅ l (Θ'w ∪ Θw) :: Π).

  Definition push (Π : sync_stack) (Θw : threads) (pc l : label) (Π' : sync_stack) : Prop :=
    if printed E2 then push_E2 Π Θw pc l Π' else Π' = State.push Π Θw pc l.

  (** * Figure 8: data instructions *)

  Section Data.
    Variables (Θ Θ_mask : threads).

    (** E9: SV and SI have a premise more, the first: the reading thread has a v₁. *)
    Inductive executes (β : bank) (t : thread) : instruction -> memory -> effect -> memory -> Prop :=
      | unchanged i Σ e Σ' :
          (printed E9 = true -> forall v o, i <> Shuffle v o) ->
          Rules.executes P Θ Θ_mask β t i Σ e Σ' ->
          executes β t i Σ e Σ'
      | SV_E9 v₁ o c₁ k c Σ :
          printed E9 = true ->
          evaluates P β t (Var v₁) c₁ -> evaluates P β t o k -> names k Θ_mask = true ->
          variable_of β (Z.to_N k) v₁ = Some c ->
          executes β t (Shuffle v₁ o) Σ (Some (v₁, Some c)) Σ
      | SI_E9 v₁ o c₁ k Σ :
          printed E9 = true ->
          evaluates P β t (Var v₁) c₁ -> evaluates P β t o k -> names k Θ_mask = false ->
          executes β t (Shuffle v₁ o) Σ (Some (v₁, None)) Σ.

    (** E7: a thread reads the β that the threads before it have changed. (The paper has no ballot, which reads the old β
        in either case.) *)
    Definition seen (i : instruction) (old current : bank) : bank :=
      match i with
      | Ballot _ _ => old
      | _ => if printed E7 then current else old
      end.

    (** TL, for the threads in the order of the scheduler; β is from before the instruction, β' from before the thread. *)
    Inductive TL (i : instruction) (β : bank) : list thread -> bank -> memory -> bank -> memory -> Prop :=
      | TL_none β' Σ :
          TL i β [] β' Σ β' Σ
      | TL_thread t ts β' β'' Σ Σ' Σ'' e :
          executes (seen i β β') t i Σ e Σ' -> TL i β ts (affect t e β') Σ' β'' Σ'' ->
          TL i β (t :: ts) β' Σ β'' Σ''.
  End Data.

  (** * Figure 7: control instructions, and IT *)

  (** The threads that stay, and those that branch to l. *)
  Inductive branches (Θ : threads) (β : bank) : instruction -> label -> threads -> threads -> Prop :=
    | bz o l Θ0 Θn : split Θ β o Θ0 Θn -> branches Θ β (Bz o l) l Θn Θ0
    | bnz o l Θ0 Θn : split Θ β o Θ0 Θn -> branches Θ β (Bnz o l) l Θ0 Θn.

  (** Instructions that no erratum is about. *)
  Definition is_other (i : instruction) : bool :=
    match i with
    | Bz _ _ | Bnz _ _ | Sync => false
    | _ => negb (is_data i)
    end.

  (** A step. As printed, BD has no premise on its sets, and where two rules apply the upper one is used. Here the premises of
      BD say that neither BT nor BF applies. *)
  Inductive step (ts : list thread) : state -> state -> Prop :=
    | BT Θ β Σ Π Π' Λ pc i l :
        at_pc P pc i -> branches Θ β i l ∅ Θ -> push Π ∅ pc l Π' ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β Σ Π' Λ l)
    | BF Θ β Σ Π Π' Λ pc i l :
        at_pc P pc i -> branches Θ β i l Θ ∅ -> Θ <> ∅ -> push Π ∅ pc l Π' ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β Σ Π' Λ (pc + 1)%N)
    | BD Θ β Σ Π Π' Λ pc i l Θ_stay Θ_leave :
        printed E1 = false ->
        at_pc P pc i -> branches Θ β i l Θ_stay Θ_leave -> Θ_stay <> Θ -> Θ_leave <> Θ -> push Π Θ_leave pc l Π' ->
        step ts (M Θ β Σ Π Λ pc) (M Θ_stay β Σ Π' Λ (pc + 1)%N)
    (** The same for bz and bnz: the threads whose v is zero continue. *)
    | BD_E1 Θ β Σ Π Π' Λ pc o l Θ0 Θn :
        printed E1 = true ->
        at_pc P pc (Bz o l) \/ at_pc P pc (Bnz o l) -> split Θ β o Θ0 Θn -> Θ0 <> Θ -> Θn <> Θ -> push Π Θn pc l Π' ->
        step ts (M Θ β Σ Π Λ pc) (M Θ0 β Σ Π' Λ (pc + 1)%N)
    | SS Θ β Σ Π Λ pc l_id Θ_done l Θ_todo :
        printed E3 = false ->
        at_pc P pc Sync -> Θ_todo <> ∅ ->
        step ts (M Θ β Σ (Entry l_id Θ_done l Θ_todo :: Π) Λ pc)
                (M Θ_todo β Σ (Entry l_id (Θ_done ∪ Θ) l ∅ :: Π) Λ l)
    (** It requires an empty Θ_done. The new state has a Θ0 that no premise binds: it is read as ∅. *)
    | SS_E3 Θ β Σ Π Λ pc l_id l Θ_todo :
        printed E3 = true ->
        at_pc P pc Sync -> Θ_todo <> ∅ ->
        step ts (M Θ β Σ (Entry l_id ∅ l Θ_todo :: Π) Λ pc)
                (M Θ_todo β Σ (Entry l_id ∅ l ∅ :: Π) Λ l)
    | SP Θ β Σ Π Λ pc l_id Θ_done l :
        printed E4 = false ->
        at_pc P pc Sync ->
        step ts (M Θ β Σ (Entry l_id Θ_done l ∅ :: Π) Λ pc) (M (Θ ∪ Θ_done) β Σ Π Λ (pc + 1)%N)
    (** M(Θ ∪ Θ_done, Π, pc) → M(Θ, (pc', ∅, l, Θ_done) : Π, pc+1). No premise binds Θ_done, pc' and l: they are read as ∅, and
        as the sync itself. The first premise says that SS, the upper rule, does not apply. *)
    | SP_E4 Θ Θ_done β Σ Π Λ pc pc' l :
        printed E4 = true ->
        (forall e Π', Π = e :: Π' -> todo e = ∅) ->
        at_pc P pc Sync -> Θ_done = ∅ -> pc' = pc -> l = pc ->
        step ts (M (Θ ∪ Θ_done) β Σ Π Λ pc) (M Θ β Σ (Entry pc' ∅ l Θ_done :: Π) Λ (pc + 1)%N)
    | IT Θ β Σ Π Λ pc i β' Σ' :
        printed E6 = false ->
        at_pc P pc i -> is_data i = true -> ~ has_race P Θ β i ->
        TL Θ (mask Θ Λ) i β ts β Σ β' Σ' ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β' Σ' Π Λ (pc + 1)%N)
    | IT_E6 Θ β Σ Π Θ_mask Π' β₀ Λ pc i β' Σ' :
        printed E6 = true ->
        at_pc P pc i -> is_data i = true -> ~ has_race P Θ β i ->
        TL Θ Θ_mask i β ts β Σ β' Σ' ->
        step ts (M Θ β Σ Π (Context Θ_mask Π' β₀ :: Λ) pc) (M Θ β' Σ' Π (Context Θ_mask Π' β₀ :: Λ) (pc + 1)%N)
    | other_rules s s' i :
        at_pc P (pc s) i -> is_other i = true -> Rules.step P ts s s' ->
        step ts s s'.

  (** A step in some order of the threads. *)
  Definition steps_to (s s' : state) : Prop :=
    exists ts, Permutation ts (elements (active s)) /\ step ts s s'.

  (** No printed rule applies, although one of Rules.v does. *)
  Definition stuck (s : state) : Prop :=
    (forall s', ~ steps_to s s') /\ exists s', Runs.steps_to P s s'.
End Steps.
End Printed.
