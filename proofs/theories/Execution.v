(** The rules as a function, which can be executed. *)

From Coq Require Import ZArith List Bool.
From Musimd Require Import Maps ThreadSets Program State Rules.
Import ListNotations.
Local Open Scope Z_scope.

Definition is_some {A : Type} (o : option A) : bool := match o with Some _ => true | None => false end.

Inductive outcome : Type :=
  | Continues (s : state)
  | Stops
  | Traps (τ : trap).

Section Data.
  Variable P : program.
  Variables (Θ Θ_mask : threads).
  Variable β : bank.

  Definition value (t : thread) (o : operand) : option Z :=
    match o with
    | Const c => Some c
    | Tid => Some (number P (Z.of_N t))
    | Wid => Some (number P (warp_number P))
    | Var v => variable_of β t v
    end.

  (** Why thread t has no derivation. *)
  Definition access_failure (t : thread) (Σ : memory) (a : operand) (r : Rule.name) (reads : bool) :
      option (Trap.kind * Rule.name) :=
    match value t a with
    | None => None
    | Some x =>
        if negb (is_address P x) then Some (Trap.invalid_address, r)
        else if reads && negb (is_some (read Σ x)) then Some (Trap.undefined_memory, Rule.MM)
        else None
    end.

  Definition failure (t : thread) (Σ : memory) (i : instruction) : option (Trap.kind * Rule.name) :=
    if negb (forallb (fun o => is_some (value t o)) (operands i)) then Some (Trap.undefined_variable, Rule.MV)
    else
      match i with
      | Load _ a => access_failure t Σ a Rule.LD true
      | Store a _ => access_failure t Σ a Rule.ST false
      | AtomicInc _ a => access_failure t Σ a Rule.AT true
      | Binary _ f o1 o2 =>
          match value t o1, value t o2 with
          | Some a, Some b => match binary_result P f a b with inl _ => None | inr k => Some (k, Rule.BP) end
          | _, _ => None
          end
      | Shuffle v o =>
          match value t o with
          | Some k =>
              if names k Θ_mask && negb (is_some (variable_of β (Z.to_N k) v))
              then Some (Trap.undefined_variable, Rule.SV) else None
          | None => None
          end
      | Copy _ _ | Unary _ _ _ | Ballot _ _ | Bz _ _ | Bnz _ _ | BranchMask _ _ | Jump _ | Sync | Stop | Everywhere
      | EndEverywhere | Barrier | Assert _ => None
      end.

  (** The threads whose operand is not 0. *)
  Definition votes (o : operand) : threads :=
    those (fun s => match value s o with Some c => negb (c =? 0) | None => false end) Θ.

  (** What thread t does, if it can. *)
  Definition perform (t : thread) (i : instruction) (Σ : memory) : option (effect * memory) :=
    match i with
    | Copy v o =>
        match value t o with Some c => Some (Some (v, Some c), Σ) | None => None end
    | Load v a =>
        match value t a with
        | Some x =>
            if is_address P x
            then match read Σ x with Some c => Some (Some (v, Some c), Σ) | None => None end
            else None
        | None => None
        end
    | Store a o =>
        match value t a, value t o with
        | Some x, Some c => if is_address P x then Some (None, write x c Σ) else None
        | _, _ => None
        end
    | AtomicInc v a =>
        match value t a with
        | Some x =>
            if is_address P x
            then
              match read Σ x with
              | Some c =>
                  match word P (c + 1) with
                  | Some c' => Some (Some (v, Some c'), write x c' Σ)
                  | None => None
                  end
              | None => None
              end
            else None
        | None => None
        end
    | Binary v f o1 o2 =>
        match value t o1, value t o2 with
        | Some a, Some b =>
            match binary_result P f a b with inl c => Some (Some (v, Some c), Σ) | inr _ => None end
        | _, _ => None
        end
    | Unary v f o =>
        match value t o with Some c => Some (Some (v, Some (unary_result P f c)), Σ) | None => None end
    | Shuffle v o =>
        match value t o with
        | Some k =>
            if names k Θ_mask
            then match variable_of β (Z.to_N k) v with Some c => Some (Some (v, Some c), Σ) | None => None end
            else Some (Some (v, None), Σ)
        | None => None
        end
    | Ballot v o =>
        if is_some (least (fun s => negb (is_some (value s o))) Θ) then None
        else Some (Some (v, Some (wrapped P (Z.of_N (votes o)))), Σ)
    | Bz _ _ | Bnz _ _ | BranchMask _ _ | Jump _ | Sync | Stop | Everywhere | EndEverywhere | Barrier | Assert _ => None
    end.

  (** TL: the new β and Σ, or the thread that cannot go on. *)
  Fixpoint perform_all (i : instruction) (ts : list thread) (β' : bank) (Σ : memory) : (bank * memory) + thread :=
    match ts with
    | [] => inl (β', Σ)
    | t :: ts =>
        match perform t i Σ with
        | Some (e, Σ') => perform_all i ts (affect t e β') Σ'
        | None => inr t
        end
    end.

  (** The address and the word that thread t stores. *)
  Definition stored (i : instruction) (t : thread) : option (Z * Z) :=
    match i with
    | Store a o => match value t a, value t o with Some x, Some c => Some (x, c) | _, _ => None end
    | _ => None
    end.

  Definition to_one_address (i : instruction) (s t : thread) : bool :=
    match stored i s, stored i t with Some (x, _), Some (y, _) => x =? y | _, _ => false end.

  Definition conflicts (i : instruction) (s t : thread) : bool :=
    match stored i s, stored i t with Some (x, c), Some (y, d) => (x =? y) && negb (c =? d) | _, _ => false end.

  (** The lowest thread that stores to the address of t. *)
  Definition first_at (i : instruction) (t : thread) : option thread := least (fun s => to_one_address i s t) Θ.

  Definition differs (i : instruction) (t : thread) : bool :=
    match first_at i t with Some s => conflicts i s t | None => false end.

  Definition find_race (i : instruction) : option (thread * thread) :=
    match least (differs i) Θ with
    | Some t => match first_at i t with Some s => Some (s, t) | None => None end
    | None => None
    end.

  (** β' and Σ', or the trap. *)
  Definition execute_data (ts : list thread) (i : instruction) (Σ : memory) : (bank * memory) + trap :=
    match least (fun t => is_some (failure t Σ i)) Θ with
    | Some t =>
        match failure t Σ i with
        | Some (k, r) => inr (TrapOf k r [t])
        | None => inl (β, Σ)
        end
    | None =>
        match find_race i with
        | Some (s, t) => inr (TrapOf Trap.race Rule.ST [s; t])
        | None =>
            match perform_all i ts β Σ with
            | inl result => inl result
            | inr t => inr (TrapOf Trap.overflow Rule.AT [t])
            end
        end
    end.
End Data.

Section Control.
  Variable P : program.

  Definition all_trap (k : Trap.kind) (r : Rule.name) (Θ : threads) : outcome := Traps (TrapOf k r (elements Θ)).

  (** The lowest active thread whose operand is undefined. *)
  Definition lacking (Θ : threads) (β : bank) (o : operand) : option thread :=
    least (fun t => negb (is_some (value P β t o))) Θ.

  Definition execute_branch (s : state) (o : operand) (l : label) (zeros_branch : bool) : outcome :=
    let '(M Θ β Σ Π Λ pc) := s in
    match lacking Θ β o with
    | Some t => Traps (TrapOf Trap.undefined_variable Rule.MV [t])
    | None =>
        let Θn := votes P Θ β o in
        let Θ0 := Θ ∖ Θn in
        let '(stay, leave) := if zeros_branch then (Θn, Θ0) else (Θ0, Θn) in
        if N.eqb stay ∅ then Continues (M Θ β Σ (push Π ∅ pc l) Λ l)
        else if N.eqb leave ∅ then Continues (M Θ β Σ (push Π ∅ pc l) Λ (pc + 1)%N)
        else Continues (M stay β Σ (push Π leave pc l) Λ (pc + 1)%N)
    end.

  (** Whether the word of thread t names a thread of the mask. *)
  Definition in_mask (β : bank) (o : operand) (m : threads) (t : thread) : bool :=
    match value P β t o with Some k => names k m | None => false end.

  Definition execute_branch_mask (s : state) (o : operand) (l : label) : outcome :=
    let '(M Θ β Σ Π Λ pc) := s in
    match Λ with
    | [] => all_trap Trap.branch_mask_outside_everywhere Rule.BA Θ
    | c :: _ =>
        match lacking Θ β o with
        | Some t => Traps (TrapOf Trap.undefined_variable Rule.MV [t])
        | None =>
            let inside := those (in_mask β o (saved_active c)) Θ in
            if N.eqb inside Θ then Continues (M Θ β Σ Π Λ l)
            else if N.eqb inside ∅ then Continues (M Θ β Σ Π Λ (pc + 1)%N)
            else all_trap Trap.branch_mask_divergent Rule.BA Θ
        end
    end.

  Definition execute_assert (s : state) (o : operand) : outcome :=
    let '(M Θ β Σ Π Λ pc) := s in
    match least (fun t => match value P β t o with Some c => c =? 0 | None => true end) Θ with
    | Some t =>
        if is_some (value P β t o) then Traps (TrapOf Trap.assertion Rule.AR [t])
        else Traps (TrapOf Trap.undefined_variable Rule.MV [t])
    | None => Continues (M Θ β Σ Π Λ (pc + 1)%N)
    end.

  Definition execute_sync (s : state) : outcome :=
    let '(M Θ β Σ Π Λ pc) := s in
    match Π with
    | [] => all_trap Trap.sync_without_branch Rule.SP Θ
    | Entry l_id Θ_done l Θ_todo :: Π' =>
        if N.eqb Θ_todo ∅ then Continues (M (Θ ∪ Θ_done) β Σ Π' Λ (pc + 1)%N)
        else Continues (M Θ_todo β Σ (Entry l_id (Θ_done ∪ Θ) l ∅ :: Π') Λ l)
    end.

  Definition execute_end_everywhere (s : state) : outcome :=
    let '(M Θ β Σ Π Λ pc) := s in
    match Λ, Π with
    | [], _ => all_trap Trap.end_everywhere_without_everywhere Rule.EE Θ
    | _ :: _, _ :: _ => all_trap Trap.end_everywhere_while_diverged Rule.EE Θ
    | Context Θ' Π' β' :: Λ', [] => Continues (M Θ' (restored β β') Σ Π' Λ' (pc + 1)%N)
    end.

  Definition execute_it (ts : list thread) (s : state) (i : instruction) : outcome :=
    let '(M Θ β Σ Π Λ pc) := s in
    match execute_data P Θ (mask Θ Λ) β ts i Σ with
    | inl (β', Σ') => Continues (M Θ β' Σ' Π Λ (pc + 1)%N)
    | inr τ => Traps τ
    end.

  (** One step. ts: the threads of Θ in the order of the scheduler. *)
  Definition execute (ts : list thread) (s : state) : outcome :=
    let '(M Θ β Σ Π Λ pc) := s in
    match get pc (code P) with
    | None => all_trap Trap.pc_out_of_program Rule.IT Θ
    | Some i =>
        match i with
        | Bz o l => execute_branch s o l true
        | Bnz o l => execute_branch s o l false
        | BranchMask o l => execute_branch_mask s o l
        | Jump l => Continues (M Θ β Σ Π Λ l)
        | Sync => execute_sync s
        | Stop => match Π with [] => Stops | _ :: _ => all_trap Trap.stop_while_diverged Rule.STOP Θ end
        | Everywhere =>
            Continues (M (all_threads P) β Σ [] (Context Θ Π (saved P β) :: Λ) (pc + 1)%N)
        | EndEverywhere => execute_end_everywhere s
        | Barrier =>
            match Π, Λ with
            | [], [] => Continues (M Θ β Σ Π Λ (pc + 1)%N)
            | _, _ => all_trap Trap.barrier_while_diverged Rule.BR Θ
            end
        | Assert o => execute_assert s o
        | Copy _ _ | Load _ _ | Store _ _ | AtomicInc _ _ | Binary _ _ _ _ | Unary _ _ _ | Shuffle _ _ | Ballot _ _ =>
            execute_it ts s i
        end
    end.
End Control.
