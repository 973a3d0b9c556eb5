(** The rules, a constructor each: sections 4 to 6 of docs/semantics.md (figures 7 and 8, and the table of traps).

    A step has a parameter: the threads of Θ in the order in which the scheduler takes them. *)

From Coq Require Import ZArith List Bool Permutation.
From Musimd Require Import Maps ThreadSets Program State.
Import ListNotations.
Local Open Scope Z_scope.

(** * Names of rules and traps, as docs/semantics.md has them *)

Module Rule.
  Inductive name : Type := STOP | BA | SP | EE | BR | AR | IT | MV | MM | LD | ST | AT | BP | SV.
End Rule.

Module Trap.
  Inductive kind : Type :=
    | undefined_variable
    | undefined_memory
    | invalid_address
    | race
    | division_by_zero
    | invalid_shift
    | overflow
    | sync_without_branch
    | stop_while_diverged
    | end_everywhere_without_everywhere
    | end_everywhere_while_diverged
    | branch_mask_outside_everywhere
    | branch_mask_divergent
    | barrier_while_diverged
    | assertion
    | pc_out_of_program.
End Trap.

(** A trap, the rule that has no derivation, and for which threads. *)
Record trap : Type := TrapOf { kind : Trap.kind; rule : Rule.name; failing : list thread }.

(** The result of ⊕, or the trap. *)
Definition binary_result (P : program) (f : operator) (a b : Z) : Z + Trap.kind :=
  match f with
  | Div | Mod =>
      if b =? 0 then inr Trap.division_by_zero
      else match word P (in_integers f a b) with Some c => inl c | None => inr Trap.overflow end
  | Shl | Shr =>
      if (b <? 0) || (bits P <=? b) then inr Trap.invalid_shift
      else match word P (in_integers f a b) with Some c => inl c | None => inr Trap.overflow end
  | Add | Sub | Mul | And | Or | Xor | Lt | Le | Gt | Ge | Eq | Ne | Min | Max =>
      match word P (in_integers f a b) with Some c => inl c | None => inr Trap.overflow end
  end.

Section Data.
  Variable P : program.
  Variables (Θ : threads) (Θ_mask : threads).
  (** β from before the instruction, which every thread reads. *)
  Variable β : bank.

  (** t, β ⊢ o = c *)
  Inductive evaluates (t : thread) : operand -> Z -> Prop :=
    | MC c : evaluates t (Const c) c
    | MT : evaluates t Tid (number P (Z.of_N t))
    | MW : evaluates t Wid (number P (warp_number P))
    | MV v c : variable_of β t v = Some c -> evaluates t (Var v) c.

  Definition is_constant (o : operand) : bool := match o with Const _ => true | _ => false end.

  (** What a data instruction does to a variable of its thread: nothing, or it gives it a word, or makes it undefined. *)
  Definition effect : Type := option (variable * option Z).
  Definition affect (t : thread) (e : effect) (β' : bank) : bank :=
    match e with None => β' | Some (v, o) => with_variable t v o β' end.

  (** The data rules of one thread: [executes t i Σ e Σ'] is "thread t executes i in Σ, with the effect e on σ_t, and leaves Σ'". *)
  Inductive executes (t : thread) : instruction -> memory -> effect -> memory -> Prop :=
    | CT v c Σ :
        executes t (Copy v (Const c)) Σ (Some (v, Some c)) Σ
    | AS v o c Σ :
        is_constant o = false -> evaluates t o c ->
        executes t (Copy v o) Σ (Some (v, Some c)) Σ
    | LD v a x c Σ :
        evaluates t a x -> is_address P x = true -> read Σ x = Some c ->
        executes t (Load v a) Σ (Some (v, Some c)) Σ
    | ST a o x c Σ :
        evaluates t a x -> evaluates t o c -> is_address P x = true ->
        executes t (Store a o) Σ None (write x c Σ)
    | AT v a x c c' Σ :
        evaluates t a x -> is_address P x = true -> read Σ x = Some c -> word P (c + 1) = Some c' ->
        executes t (AtomicInc v a) Σ (Some (v, Some c')) (write x c' Σ)
    | BP v f o1 o2 c1 c2 c Σ :
        evaluates t o1 c1 -> evaluates t o2 c2 -> binary_result P f c1 c2 = inl c ->
        executes t (Binary v f o1 o2) Σ (Some (v, Some c)) Σ
    | UN v f o c Σ :
        evaluates t o c ->
        executes t (Unary v f o) Σ (Some (v, Some (unary_result P f c))) Σ
    | SV v o k c Σ :
        evaluates t o k -> names k Θ_mask = true -> variable_of β (Z.to_N k) v = Some c ->
        executes t (Shuffle v o) Σ (Some (v, Some c)) Σ
    | SI v o k Σ :
        evaluates t o k -> names k Θ_mask = false ->
        executes t (Shuffle v o) Σ (Some (v, None)) Σ
    | BL v o votes Σ :
        votes ⊆ Θ ->
        (forall s, s ∈ Θ -> exists c, evaluates s o c /\ contains votes s = negb (c =? 0)) ->
        executes t (Ballot v o) Σ (Some (v, Some (wrapped P (Z.of_N votes)))) Σ.

  (** TL: thread after thread, each with the old β; only Σ is passed on. *)
  Inductive TL (i : instruction) : list thread -> bank -> memory -> bank -> memory -> Prop :=
    | TL_none β' Σ :
        TL i [] β' Σ β' Σ
    | TL_thread t ts β' β'' Σ Σ' Σ'' e :
        executes t i Σ e Σ' -> TL i ts (affect t e β') Σ' β'' Σ'' ->
        TL i (t :: ts) β' Σ β'' Σ''.

  (** Two threads store different words to one address. *)
  Definition conflict (i : instruction) (s t : thread) : Prop :=
    exists a o x c d, i = Store a o /\ evaluates s a x /\ evaluates t a x /\ evaluates s o c /\ evaluates t o d /\ c <> d.

  (** They store to one address. *)
  Definition same_address (i : instruction) (s t : thread) : Prop :=
    exists a o x, i = Store a o /\ evaluates s a x /\ evaluates t a x.

  Definition has_race (i : instruction) : Prop := exists s t, s ∈ Θ /\ t ∈ Θ /\ conflict i s t.

  Inductive is_undefined (t : thread) : operand -> Prop :=
    | undefined v : variable_of β t v = None -> is_undefined t (Var v).

  (** The address of a memory access, and the rule for it. *)
  Definition access (i : instruction) : option (operand * Rule.name) :=
    match i with
    | Load _ a => Some (a, Rule.LD)
    | Store a _ => Some (a, Rule.ST)
    | AtomicInc _ a => Some (a, Rule.AT)
    | _ => None
    end.
  Definition reads_memory (i : instruction) : bool :=
    match i with Load _ _ | AtomicInc _ _ => true | _ => false end.

  (** Thread t has no derivation, whatever the others do: the trap and the rule. What it checks first comes first. *)
  Inductive fails (t : thread) (Σ : memory) (i : instruction) : Trap.kind -> Rule.name -> Prop :=
    | MV_fails o :
        In o (operands i) -> is_undefined t o ->
        fails t Σ i Trap.undefined_variable Rule.MV
    | address_fails a r x :
        (forall o, In o (operands i) -> exists c, evaluates t o c) ->
        access i = Some (a, r) -> evaluates t a x -> is_address P x = false ->
        fails t Σ i Trap.invalid_address r
    | MM_fails a r x :
        reads_memory i = true -> access i = Some (a, r) -> evaluates t a x -> is_address P x = true -> read Σ x = None ->
        fails t Σ i Trap.undefined_memory Rule.MM
    | BP_fails v f o1 o2 c1 c2 k :
        i = Binary v f o1 o2 -> evaluates t o1 c1 -> evaluates t o2 c2 -> binary_result P f c1 c2 = inr k ->
        fails t Σ i k Rule.BP
    | SV_fails v o k :
        i = Shuffle v o -> evaluates t o k -> names k Θ_mask = true -> variable_of β (Z.to_N k) v = None ->
        fails t Σ i Trap.undefined_variable Rule.SV.

  Definition nobody_fails (Σ : memory) (i : instruction) : Prop := forall t k r, t ∈ Θ -> ~ fails t Σ i k r.

  (** Why TL has no derivation: threads are examined in ascending order; races are looked for after that; an increment that
      overflows is found when its turn in the order ts comes. *)
  Inductive data_trap (ts : list thread) (Σ : memory) (i : instruction) : trap -> Prop :=
    | thread_traps t k r :
        t ∈ Θ -> fails t Σ i k r -> (forall s k' r', s ∈ Θ -> (s < t)%N -> ~ fails s Σ i k' r') ->
        data_trap ts Σ i (TrapOf k r [t])
    | race_traps s t :
        nobody_fails Σ i -> s ∈ Θ -> t ∈ Θ -> conflict i s t ->
        (** s is the lowest thread that stores to its address, t the lowest whose word differs from that of such a thread *)
        (forall s', s' ∈ Θ -> same_address i s' s -> (s <= s')%N) ->
        (forall s' t', s' ∈ Θ -> t' ∈ Θ -> conflict i s' t' -> (s' < t')%N -> (t <= t')%N) ->
        data_trap ts Σ i (TrapOf Trap.race Rule.ST [s; t])
    | AT_traps v a t before after β' Σ' x c :
        nobody_fails Σ i -> i = AtomicInc v a -> ts = before ++ t :: after ->
        TL i before β Σ β' Σ' -> evaluates t a x -> read Σ' x = Some c -> word P (c + 1) = None ->
        data_trap ts Σ i (TrapOf Trap.overflow Rule.AT [t]).
End Data.

Section Control.
  Variable P : program.

  Definition at_pc (pc : label) (i : instruction) : Prop := get pc (code P) = Some i.

  (** split(Θ, β, o) = (Θ0, Θn) *)
  Definition split (Θ : threads) (β : bank) (o : operand) (Θ0 Θn : threads) : Prop :=
    Θ0 ∪ Θn = Θ /\
    (forall t, t ∈ Θ0 -> evaluates P β t o 0) /\
    (forall t, t ∈ Θn -> exists c, evaluates P β t o c /\ c <> 0).

  (** The threads that stay, and those that branch to l. *)
  Inductive branches (Θ : threads) (β : bank) : instruction -> label -> threads -> threads -> Prop :=
    | bz o l Θ0 Θn : split Θ β o Θ0 Θn -> branches Θ β (Bz o l) l Θn Θ0
    | bnz o l Θ0 Θn : split Θ β o Θ0 Θn -> branches Θ β (Bnz o l) l Θ0 Θn.

  (** Every thread's word names a thread of the mask, or none does. *)
  Definition all_name (Θ : threads) (β : bank) (o : operand) (m : threads) (b : bool) : Prop :=
    forall t, t ∈ Θ -> exists k, evaluates P β t o k /\ names k m = b.

  Definition saved (β : bank) : option bank := match registers P with Keep => None | Restore => Some β end.
  Definition restored (β : bank) (o : option bank) : bank := match o with None => β | Some β' => β' end.

  (** A step. Where the conditions of two rules hold, the first is used: Θ ≠ ∅ and Θ_todo = ∅ say so. *)
  Inductive step (ts : list thread) : state -> state -> Prop :=
    | BT Θ β Σ Π Λ pc i l :
        at_pc pc i -> branches Θ β i l ∅ Θ ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β Σ (push Π ∅ pc l) Λ l)
    | BF Θ β Σ Π Λ pc i l :
        at_pc pc i -> branches Θ β i l Θ ∅ -> Θ <> ∅ ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β Σ (push Π ∅ pc l) Λ (pc + 1)%N)
    | BD Θ β Σ Π Λ pc i l Θ_stay Θ_leave :
        at_pc pc i -> branches Θ β i l Θ_stay Θ_leave -> Θ_stay <> ∅ -> Θ_leave <> ∅ ->
        step ts (M Θ β Σ Π Λ pc) (M Θ_stay β Σ (push Π Θ_leave pc l) Λ (pc + 1)%N)
    | BA Θ β Σ Π c Λ pc o l :
        at_pc pc (BranchMask o l) -> all_name Θ β o (saved_active c) true ->
        step ts (M Θ β Σ Π (c :: Λ) pc) (M Θ β Σ Π (c :: Λ) l)
    | BI Θ β Σ Π c Λ pc o l :
        at_pc pc (BranchMask o l) -> all_name Θ β o (saved_active c) false -> Θ <> ∅ ->
        step ts (M Θ β Σ Π (c :: Λ) pc) (M Θ β Σ Π (c :: Λ) (pc + 1)%N)
    | SS Θ β Σ Π Λ pc l_id Θ_done l Θ_todo :
        at_pc pc Sync -> Θ_todo <> ∅ ->
        step ts (M Θ β Σ (Entry l_id Θ_done l Θ_todo :: Π) Λ pc)
                (M Θ_todo β Σ (Entry l_id (Θ_done ∪ Θ) l ∅ :: Π) Λ l)
    | SP Θ β Σ Π Λ pc l_id Θ_done l :
        at_pc pc Sync ->
        step ts (M Θ β Σ (Entry l_id Θ_done l ∅ :: Π) Λ pc) (M (Θ ∪ Θ_done) β Σ Π Λ (pc + 1)%N)
    | JP Θ β Σ Π Λ pc l :
        at_pc pc (Jump l) ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β Σ Π Λ l)
    | EB Θ β Σ Π Λ pc :
        at_pc pc Everywhere ->
        step ts (M Θ β Σ Π Λ pc) (M (all_threads P) β Σ [] (Context Θ Π (saved β) :: Λ) (pc + 1)%N)
    | EE Θ β Σ Θ' Π' β' Λ pc :
        at_pc pc EndEverywhere ->
        step ts (M Θ β Σ [] (Context Θ' Π' β' :: Λ) pc) (M Θ' (restored β β') Σ Π' Λ (pc + 1)%N)
    | BR Θ β Σ pc :
        at_pc pc Barrier ->
        step ts (M Θ β Σ [] [] pc) (M Θ β Σ [] [] (pc + 1)%N)
    | AR Θ β Σ Π Λ pc o :
        at_pc pc (Assert o) -> (forall t, t ∈ Θ -> exists c, evaluates P β t o c /\ c <> 0) ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β Σ Π Λ (pc + 1)%N)
    | IT Θ β Σ Π Λ pc i β' Σ' :
        at_pc pc i -> is_data i = true -> ~ has_race P Θ β i ->
        TL P Θ (mask Θ Λ) β i ts β Σ β' Σ' ->
        step ts (M Θ β Σ Π Λ pc) (M Θ β' Σ' Π Λ (pc + 1)%N).

  Inductive stops : state -> Prop :=
    | STOP Θ β Σ Λ pc : at_pc pc Stop -> stops (M Θ β Σ [] Λ pc).

  (** The lowest thread of Θ for which f holds. *)
  Definition lowest (Θ : threads) (f : thread -> Prop) (t : thread) : Prop :=
    t ∈ Θ /\ f t /\ forall s, s ∈ Θ -> (s < t)%N -> ~ f s.

  (** The operand that a control instruction reads in each thread. *)
  Definition control_operand (i : instruction) : option operand :=
    match i with Bz o _ | Bnz o _ | BranchMask o _ => Some o | _ => None end.

  Definition without_context (i : instruction) (Λ : context_stack) : Prop :=
    Λ = [] /\ exists o l, i = BranchMask o l.

  (** A state in which no rule applies: the table of section 6. *)
  Inductive traps (ts : list thread) : state -> trap -> Prop :=
    | data_traps Θ β Σ Π Λ pc i τ :
        at_pc pc i -> is_data i = true -> data_trap P Θ (mask Θ Λ) β ts Σ i τ ->
        traps ts (M Θ β Σ Π Λ pc) τ
    | MV_traps Θ β Σ Π Λ pc i o t :
        at_pc pc i -> control_operand i = Some o -> ~ without_context i Λ ->
        lowest Θ (fun t => is_undefined β t o) t ->
        traps ts (M Θ β Σ Π Λ pc) (TrapOf Trap.undefined_variable Rule.MV [t])
    | SP_traps Θ β Σ Λ pc :
        at_pc pc Sync ->
        traps ts (M Θ β Σ [] Λ pc) (TrapOf Trap.sync_without_branch Rule.SP (elements Θ))
    | STOP_traps Θ β Σ e Π Λ pc :
        at_pc pc Stop ->
        traps ts (M Θ β Σ (e :: Π) Λ pc) (TrapOf Trap.stop_while_diverged Rule.STOP (elements Θ))
    | EE_traps_without Θ β Σ Π pc :
        at_pc pc EndEverywhere ->
        traps ts (M Θ β Σ Π [] pc) (TrapOf Trap.end_everywhere_without_everywhere Rule.EE (elements Θ))
    | EE_traps_diverged Θ β Σ e Π c Λ pc :
        at_pc pc EndEverywhere ->
        traps ts (M Θ β Σ (e :: Π) (c :: Λ) pc) (TrapOf Trap.end_everywhere_while_diverged Rule.EE (elements Θ))
    | BA_traps_outside Θ β Σ Π pc o l :
        at_pc pc (BranchMask o l) ->
        traps ts (M Θ β Σ Π [] pc) (TrapOf Trap.branch_mask_outside_everywhere Rule.BA (elements Θ))
    | BA_traps_divergent Θ β Σ Π c Λ pc o l s t j k :
        at_pc pc (BranchMask o l) ->
        (forall r, r ∈ Θ -> exists k, evaluates P β r o k) ->
        s ∈ Θ -> t ∈ Θ -> evaluates P β s o j -> evaluates P β t o k ->
        names j (saved_active c) = true -> names k (saved_active c) = false ->
        traps ts (M Θ β Σ Π (c :: Λ) pc) (TrapOf Trap.branch_mask_divergent Rule.BA (elements Θ))
    | BR_traps Θ β Σ Π Λ pc :
        at_pc pc Barrier -> Π <> [] \/ Λ <> [] ->
        traps ts (M Θ β Σ Π Λ pc) (TrapOf Trap.barrier_while_diverged Rule.BR (elements Θ))
    | AR_traps Θ β Σ Π Λ pc o t :
        at_pc pc (Assert o) -> evaluates P β t o 0 ->
        lowest Θ (fun t => is_undefined β t o \/ evaluates P β t o 0) t ->
        traps ts (M Θ β Σ Π Λ pc) (TrapOf Trap.assertion Rule.AR [t])
    | AR_traps_undefined Θ β Σ Π Λ pc o t :
        at_pc pc (Assert o) -> is_undefined β t o ->
        lowest Θ (fun t => is_undefined β t o \/ evaluates P β t o 0) t ->
        traps ts (M Θ β Σ Π Λ pc) (TrapOf Trap.undefined_variable Rule.MV [t])
    | IT_traps Θ β Σ Π Λ pc :
        get pc (code P) = None ->
        traps ts (M Θ β Σ Π Λ pc) (TrapOf Trap.pc_out_of_program Rule.IT (elements Θ)).
End Control.
