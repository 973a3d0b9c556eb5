(** Every run of a program, whatever the order of the threads in each step, by computation. *)

From Coq Require Import ZArith List Bool Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Execution ExecutionCorrect Runs PrintedRules PrintedExecution.
Import ListNotations.

(** Every run by steps of R from s ends, and it ends in a state for which Q holds. *)
Inductive every_run_ends (R : state -> state -> Prop) (Q : state -> Prop) (s : state) : Prop :=
  | run_is_over : (forall s', ~ R s s') -> Q s -> every_run_ends R Q s
  | run_goes_on s1 : R s s1 -> (forall s', R s s' -> every_run_ends R Q s') -> every_run_ends R Q s.

(** Some run does. *)
Inductive some_run_ends (R : state -> state -> Prop) (Q : state -> Prop) (s : state) : Prop :=
  | this_run_is_over : (forall s', ~ R s s') -> Q s -> some_run_ends R Q s
  | this_run_goes_on s1 : R s s1 -> some_run_ends R Q s1 -> some_run_ends R Q s.

Theorem every_run_some_run R Q s : every_run_ends R Q s -> some_run_ends R Q s.
Proof. induction 1 as [s Over H|s s1 S _ IH]; [now constructor|]. eapply this_run_goes_on; eauto. Qed.

(** In the machine of Rules.v it is a run as in Runs.v. *)
Theorem some_run_is_run P Q s : some_run_ends (steps_to P) Q s -> exists s', run P s s' /\ Q s'.
Proof.
  induction 1 as [s _ H|s s1 S _ (s' & R & H)].
  - exists s. split; [apply run_ends|exact H].
  - exists s'. split; [|exact H]. now apply run_steps with s1.
Qed.

(** * All orders of the threads *)

Section Permutations.
  Context {A : Type}.

  Fixpoint insertions (a : A) (l : list A) : list (list A) :=
    match l with
    | [] => [[a]]
    | b :: rest => (a :: l) :: List.map (cons b) (insertions a rest)
    end.

  Fixpoint permutations (l : list A) : list (list A) :=
    match l with
    | [] => [[]]
    | a :: rest => flat_map (insertions a) (permutations rest)
    end.

  Lemma in_insertions a l m : In m (insertions a l) <-> exists b c, l = b ++ c /\ m = b ++ a :: c.
  Proof.
    revert m. induction l as [|x l IH]; intro m; cbn [insertions In].
    - split.
      + intros [<-|[]]. now exists [], [].
      + intros (b & c & E & ->). left. symmetry in E. apply app_eq_nil in E as [-> ->]. reflexivity.
    - rewrite in_map_iff. split.
      + intros [<-|(k & <- & H)]; [now exists [], (x :: l)|].
        apply IH in H as (b & c & -> & ->). now exists (x :: b), c.
      + intros ([|y b] & c & E & ->); cbn in *; [left; congruence|]. injection E as <- ->.
        right. exists (b ++ a :: c). rewrite IH. eauto.
  Qed.

  Lemma in_permutations l m : In m (permutations l) <-> Permutation m l.
  Proof.
    revert m. induction l as [|a l IH]; intro m; cbn [permutations].
    - split; [intros [<-|[]]; constructor|]. intro H. left. symmetry. now apply Permutation_nil, Permutation_sym.
    - rewrite in_flat_map. split.
      + intros (k & K & H). apply IH in K. apply in_insertions in H as (b & c & -> & ->).
        rewrite <- K. symmetry. apply Permutation_middle.
      + intro H. assert (In a m) as I by (apply (Permutation_in a (Permutation_sym H)); now left).
        apply in_split in I as (b & c & ->). exists (b ++ c). rewrite IH, in_insertions. split; eauto.
        apply Permutation_cons_inv with a. rewrite <- H. apply Permutation_middle.
  Qed.
End Permutations.

(** * Equality of states *)

Definition nonempty_eq_dec {A : Type} (eq : forall x y : A, {x = y} + {x <> y}) :
  forall x y : nonempty A, {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition map_eq_dec {A : Type} (eq : forall x y : A, {x = y} + {x <> y}) : forall x y : map A, {x = y} + {x <> y}.
Proof. unfold map, trie. decide equality. now apply nonempty_eq_dec. Defined.

Definition bank_eq_dec : forall x y : bank, {x = y} + {x <> y} := map_eq_dec (nonempty_eq_dec Z.eq_dec).

Definition stack_eq_dec : forall x y : sync_stack, {x = y} + {x <> y}.
Proof. apply list_eq_dec. decide equality; apply N.eq_dec. Defined.

Definition context_eq_dec : forall x y : context, {x = y} + {x <> y}.
Proof. pose bank_eq_dec. pose stack_eq_dec. decide equality; [decide equality|apply N.eq_dec]. Defined.

Definition state_eq_dec : forall x y : state, {x = y} + {x <> y}.
Proof.
  decide equality; auto using N.eq_dec, stack_eq_dec, bank_eq_dec, (map_eq_dec Z.eq_dec), (list_eq_dec context_eq_dec).
Defined.

(** * All runs *)

Definition options {A : Type} (f : list thread -> option A) (orders : list (list thread)) : list A :=
  flat_map (fun ts => match f ts with Some a => [a] | None => [] end) orders.

(** The states in which f continues, over all orders of the threads. *)
Definition successors (f : list thread -> state -> option state) (s : state) : list state :=
  nodup state_eq_dec (options (fun ts => f ts s) (permutations (elements (active s)))).

Lemma in_options {A : Type} (f : list thread -> option A) orders a :
  In a (options f orders) <-> exists ts, In ts orders /\ f ts = Some a.
Proof.
  unfold options. rewrite in_flat_map. split; intros (ts & I & H); exists ts; (split; [exact I|]).
  - destruct (f ts); [|destruct H]. destruct H as [<-|[]]. reflexivity.
  - rewrite H. now left.
Qed.

Lemma in_successors f s s' :
  In s' (successors f s) <-> exists ts, Permutation ts (elements (active s)) /\ f ts s = Some s'.
Proof. unfold successors. rewrite nodup_In, in_options. now setoid_rewrite in_permutations. Qed.

(** All of them one after the other, if all exist. *)
Fixpoint joined {A : Type} (l : list (option (list A))) : option (list A) :=
  match l with
  | [] => Some []
  | o :: rest => match o, joined rest with Some a, Some b => Some (a ++ b) | _, _ => None end
  end.

Lemma joined_some {A B : Type} (f : A -> option (list B)) l all :
  joined (List.map f l) = Some all -> forall x, In x l -> exists part, f x = Some part /\ incl part all.
Proof.
  revert all. induction l as [|a l IH]; cbn; intros all H x I; [destruct I|].
  destruct (f a) as [p|] eqn:E; [|discriminate]. destruct (joined _) as [q|]; [|discriminate].
  injection H as <-. destruct I as [<-|I]; [exists p; split; auto; apply incl_appl, incl_refl|].
  destruct (IH q eq_refl x I) as (part & X & Y). exists part. split; auto. now apply incl_appr.
Qed.

Section Search.
  Variable next : state -> list state.

  (** All states in which a run from s ends; none if one of the runs has that many steps. *)
  Fixpoint ends (steps : nat) (s : state) : option (list state) :=
    match steps with
    | O => None
    | S steps => match next s with [] => Some [s] | those => joined (List.map (ends steps) those) end
    end.

  Variable R : state -> state -> Prop.
  Hypothesis next_correct : forall s s', In s' (next s) <-> R s s'.

  Theorem ends_every_run (Q : state -> Prop) steps : forall s found,
    ends steps s = Some found -> (forall e, In e found -> (forall s', ~ R e s') -> Q e) -> every_run_ends R Q s.
  Proof.
    induction steps as [|steps IH]; cbn [ends]; intros s found H All; [discriminate|].
    pose proof (next_correct s) as Next. destruct (next s) as [|s1 those].
    - injection H as <-. assert (forall s', ~ R s s') as Over by (intros s' X; now apply Next in X).
      apply run_is_over; [exact Over|]. apply All; [now left|exact Over].
    - apply run_goes_on with s1; [apply Next; now left|].
      intros s' X. apply Next in X. destruct (joined_some _ _ _ H s' X) as (part & E & I). eapply IH; eauto.
  Qed.
End Search.

(** The machine of Rules.v. *)
Definition execute_step (P : program) (ts : list thread) (s : state) : option state :=
  match execute P ts s with Continues s' => Some s' | Stops | Traps _ => None end.

Lemma execute_step_correct P s s' : In s' (successors (execute_step P) s) <-> steps_to P s s'.
Proof.
  rewrite in_successors. unfold steps_to, execute_step.
  split; intros (ts & Order & H); exists ts; (split; [exact Order|]).
  - destruct (execute P ts s) eqn:E; try discriminate. injection H as <-. now apply execute_steps.
  - apply step_executes in H; [|exact Order]. now rewrite H.
Qed.

(** The machine with these errata as printed. *)
Lemma printed_execute_successors P printed s s' :
  In s' (successors (printed_execute P printed) s) <-> Printed.steps_to P printed s s'.
Proof.
  rewrite in_successors. unfold Printed.steps_to.
  split; intros (ts & Order & H); exists ts; (split; [exact Order|]); now apply printed_execute_correct.
Qed.

(** The scheduler takes the threads in this order: of their list, which is ascending. *)
Definition printed_in_order (P : program) (printed : errata) (order : list thread -> list thread) (s s' : state) : Prop :=
  Printed.step P printed (order (elements (active s))) s s'.

Lemma printed_execute_in_order P printed order :
  (forall ts, Permutation (order ts) ts) ->
  forall s s', In s' (options (fun ts => printed_execute P printed ts s) [order (elements (active s))]) <->
               printed_in_order P printed order s s'.
Proof.
  intros Permutes s s'. rewrite in_options. unfold printed_in_order. rewrite <- printed_execute_correct by auto.
  split; [intros (ts & [<-|[]] & H); exact H|]. intro H. eexists. split; [now left|exact H].
Qed.
