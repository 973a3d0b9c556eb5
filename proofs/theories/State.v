(** The state of the machine: sections 1 and 3 of docs/semantics.md (figures 4 and 6). *)

From Coq Require Import ZArith List Bool.
From Musimd Require Import Maps ThreadSets Program.
Import ListNotations.

(** * β, the local memory bank: thread → (variable → word) *)

(** A thread without variables has no entry, so that a bank is one trie. *)
Definition bank : Type := map (nonempty Z).

Definition variable_of (β : bank) (t : thread) (v : variable) : option Z := get v (get t β).

(** σ_t with another word for v, or without one. *)
Definition with_variable (t : thread) (v : variable) (o : option Z) (β : bank) : bank :=
  set t (set v o (get t β)) β.

Lemma variable_of_with_variable t v o s u β :
  variable_of (with_variable t v o β) s u =
    if N.eqb t s then (if N.eqb v u then o else variable_of β s u) else variable_of β s u.
Proof.
  unfold variable_of, with_variable. rewrite get_set.
  destruct (N.eqb_spec t s) as [->|_]; [|reflexivity].
  rewrite get_set. now destruct (N.eqb v u).
Qed.

Theorem bank_extensionality (a b : bank) :
  (forall t v, variable_of a t v = variable_of b t v) -> a = b.
Proof.
  intro H. apply map_extensionality. intro t. apply map_extensionality. intro v. apply H.
Qed.

(** * Σ, shared memory: address → word *)

Definition memory : Type := map Z.
Definition read (Σ : memory) (x : Z) : option Z := get (Z.to_N x) Σ.
Definition write (x c : Z) (Σ : memory) : memory := set (Z.to_N x) (Some c) Σ.

(** * Π, the synchronisation stack, and Λ, the context stack *)

Record entry : Type := Entry {
  branch : label;      (** l_id *)
  done : threads;      (** Θ_done *)
  next : label;        (** l_next *)
  todo : threads       (** Θ_todo *)
}.
Definition sync_stack : Type := list entry.

Record context : Type := Context {
  saved_active : threads;
  saved_stack : sync_stack;
  saved_bank : option bank    (** under [Restore] *)
}.
Definition context_stack : Type := list context.

(** push Π Θw pc l: threads that wait at l, of the branch at pc. *)
Definition push (Π : sync_stack) (waiting : threads) (pc l : label) : sync_stack :=
  match Π with
  | e :: rest =>
      if N.eqb (branch e) pc then Entry pc (done e) (next e) (todo e ∪ waiting) :: rest
      else Entry pc ∅ l waiting :: Π
  | [] => [Entry pc ∅ l waiting]
  end.

(** * M(Θ, β, Σ, Π, Λ, P, pc), without P *)

Record state : Type := M {
  active : threads;
  bank_of : bank;
  memory_of : memory;
  stack : sync_stack;
  contexts : context_stack;
  pc : label
}.

(** Θ_mask *)
Definition mask (Θ : threads) (Λ : context_stack) : threads :=
  match Λ with [] => Θ | c :: _ => saved_active c end.

(** Whether the word k names a thread of the mask. *)
Definition names (k : Z) (m : threads) : bool := (0 <=? k)%Z && contains m (Z.to_N k).

Definition initial (P : program) (Θ : threads) (Σ : memory) : state := M Θ empty Σ [] [] 1%N.
