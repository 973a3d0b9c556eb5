(** What the extracted step function returns is what the rules say. *)

From Coq Require Import List Permutation.
From Musimd Require Import ThreadSets Program State Rules Execution ExecutionCorrect Efficient.

(** Under any order of the threads that is a permutation of them, as those of the scheduler are. *)
Theorem quick_execute_obeys P order s :
  (forall threads, Permutation (order threads) threads) ->
  let ts := order (elements (active s)) in
  match quick_execute P order s with
  | Continues s' => step P ts s s'
  | Stops => stops P s
  | Traps τ => traps P ts s τ
  end.
Proof.
  intros Order ts. rewrite quick_execute_correct. fold ts.
  assert (in_order ts s) as In_order by apply Order.
  destruct (execute P ts s) as [s'| |τ] eqn:E.
  - now apply execute_steps.
  - now apply execute_stops in E.
  - now apply execute_traps.
Qed.
