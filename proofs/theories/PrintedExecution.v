(** The printed rules as a function, which computes exactly their relation; and without errata they are the rules of Rules.v. *)

From Coq Require Import ZArith List Bool Permutation.
From Musimd Require Import Maps ThreadSets Program State Rules Execution DataCorrect ExecutionCorrect PrintedRules.
Import ListNotations.
Local Open Scope Z_scope.

Section Printed.
  Variable P : program.
  Variable printed : errata.

  (** * The function *)

  Definition printed_perform (Θ Θ_mask : threads) (β : bank) (t : thread) (i : instruction) (Σ : memory) :
      option (effect * memory) :=
    match i with
    | Shuffle v _ =>
        if printed E9 && negb (is_some (variable_of β t v)) then None else perform P Θ Θ_mask β t i Σ
    | _ => perform P Θ Θ_mask β t i Σ
    end.

  Fixpoint printed_perform_all (Θ Θ_mask : threads) (i : instruction) (β : bank) (ts : list thread) (β' : bank) (Σ : memory) :
      option (bank * memory) :=
    match ts with
    | [] => Some (β', Σ)
    | t :: ts =>
        match printed_perform Θ Θ_mask (Printed.seen printed i β β') t i Σ with
        | Some (e, Σ') => printed_perform_all Θ Θ_mask i β ts (affect t e β') Σ'
        | None => None
        end
    end.

  Definition races (Θ : threads) (β : bank) (i : instruction) : bool :=
    existsb (fun s => existsb (conflicts P β i s) (elements Θ)) (elements Θ).

  Definition printed_it (ts : list thread) (s : state) (i : instruction) : option state :=
    let '(M Θ β Σ Π Λ pc) := s in
    if (printed E6 && match Λ with [] => true | _ :: _ => false end) || races Θ β i then None
    else
      match printed_perform_all Θ (mask Θ Λ) i β ts β Σ with
      | Some (β', Σ') => Some (M Θ β' Σ' Π Λ (pc + 1)%N)
      | None => None
      end.

  (** The threads whose operand is 0. *)
  Definition zeros (Θ : threads) (β : bank) (o : operand) : threads :=
    those (fun t => match value P β t o with Some c => c =? 0 | None => false end) Θ.

  Definition push_is_defined (Π : sync_stack) (pc l : label) : bool :=
    match Π with
    | [] => true
    | e :: _ => N.eqb (done e) ∅ && (negb (N.eqb (branch e) pc) || N.eqb (next e) l)
    end.

  Definition printed_push (Π : sync_stack) (Θw : threads) (pc l : label) : option sync_stack :=
    if printed E2 && negb (push_is_defined Π pc l) then None else Some (push Π Θw pc l).

  Definition printed_branch (s : state) (o : operand) (l : label) (zeros_branch : bool) : option state :=
    let '(M Θ β Σ Π Λ pc) := s in
    if negb (printed E18) && is_some (lacking P Θ β o) then None
    else
      let (Θ0, Θn) := (zeros Θ β o, votes P Θ β o) in
      let (stay, leave) := if zeros_branch then (Θn, Θ0) else (Θ0, Θn) in
      let (stay', leave') := if printed E1 then (Θ0, Θn) else (stay, leave) in
      if N.eqb leave Θ then option_map (fun Π' => M Θ β Σ Π' Λ l) (printed_push Π ∅ pc l)
      else if N.eqb stay Θ then option_map (fun Π' => M Θ β Σ Π' Λ (pc + 1)%N) (printed_push Π ∅ pc l)
      else option_map (fun Π' => M stay' β Σ Π' Λ (pc + 1)%N) (printed_push Π leave' pc l).

  Definition printed_sync (s : state) : option state :=
    let '(M Θ β Σ Π Λ pc) := s in
    let pushes := Some (M Θ β Σ (Entry pc ∅ pc ∅ :: Π) Λ (pc + 1)%N) in
    match Π with
    | [] => if printed E4 then pushes else None
    | Entry l_id Θ_done l Θ_todo :: Π' =>
        if N.eqb Θ_todo ∅ then if printed E4 then pushes else Some (M (Θ ∪ Θ_done) β Σ Π' Λ (pc + 1)%N)
        else if printed E3
        then if N.eqb Θ_done ∅ then Some (M Θ_todo β Σ (Entry l_id ∅ l ∅ :: Π') Λ l) else None
        else Some (M Θ_todo β Σ (Entry l_id (Θ_done ∪ Θ) l ∅ :: Π') Λ l)
    end.

  Definition printed_execute (ts : list thread) (s : state) : option state :=
    match get (pc s) (code P) with
    | None => None
    | Some (Bz o l) => printed_branch s o l true
    | Some (Bnz o l) => printed_branch s o l false
    | Some Sync => printed_sync s
    | Some i =>
        if is_data i then printed_it ts s i
        else match execute P ts s with Continues s' => Some s' | Stops | Traps _ => None end
    end.

  (** * Data instructions *)

  Lemma printed_perform_correct Θ Θ_mask β t i Σ e Σ' :
    printed_perform Θ Θ_mask β t i Σ = Some (e, Σ') <-> Printed.executes P printed Θ Θ_mask β t i Σ e Σ'.
  Proof.
    split.
    - intro H. destruct (match i with Shuffle _ _ => printed E9 | _ => false end) eqn:Case.
      + destruct i as [| | | | | | | | | | | | | | | |v o|]; try discriminate.
        unfold printed_perform in H. rewrite Case in H.
        destruct (variable_of β t v) as [c₁|] eqn:V; [|discriminate]. cbn [andb negb is_some] in H.
        apply perform_correct in H. inversion H; subst.
        * eapply Printed.SV_E9; eauto using MV.
        * eapply Printed.SI_E9; eauto using MV.
      + apply Printed.unchanged.
        * intros E v o ->. congruence.
        * apply perform_correct. destruct i; auto. unfold printed_perform in H. now rewrite Case in H.
    - destruct 1 as [i Σ e Σ' Other H|v o c₁ k c Σ E V K N C|v o c₁ k Σ E V K N].
      + apply perform_correct in H. destruct i; auto. unfold printed_perform.
        destruct (printed E9); auto. now destruct (Other eq_refl v o).
      + apply value_correct in V, K. cbn in V, K |- *. now rewrite V, K, N, C, andb_false_r.
      + apply value_correct in V, K. cbn in V, K |- *. now rewrite V, K, N, andb_false_r.
  Qed.

  Lemma printed_perform_all_correct Θ Θ_mask i β ts : forall β' Σ β'' Σ'',
    printed_perform_all Θ Θ_mask i β ts β' Σ = Some (β'', Σ'') <-> Printed.TL P printed Θ Θ_mask i β ts β' Σ β'' Σ''.
  Proof.
    induction ts as [|t ts IH]; intros β' Σ β'' Σ''; cbn.
    - split; [intros [= <- <-]; constructor|inversion 1; reflexivity].
    - split.
      + destruct (printed_perform _ _ _ t i Σ) as [[e Σ']|] eqn:E; [|discriminate]. intro H.
        apply printed_perform_correct in E. apply IH in H. econstructor; eauto.
      + inversion 1 as [|? ? ? ? ? Σ' ? e E R]; subst. apply printed_perform_correct in E. rewrite E. now apply IH.
  Qed.

  Lemma races_correct Θ β i : races Θ β i = true <-> has_race P Θ β i.
  Proof.
    unfold races, has_race. rewrite existsb_exists. split.
    - intros (s & Hs & H). apply existsb_exists in H as (t & Ht & H).
      exists s, t. now rewrite <- !in_elements, <- conflicts_correct.
    - intros (s & t & Hs & Ht & C). exists s. rewrite in_elements. split; auto.
      apply existsb_exists. exists t. now rewrite in_elements, conflicts_correct.
  Qed.

  (** * Branches *)

  Lemma split_E18_correct Θ β o Θ0 Θn :
    Printed.split_E18 P Θ β o Θ0 Θn <-> Θ0 = zeros Θ β o /\ Θn = votes P Θ β o.
  Proof.
    assert (forall t, contains (zeros Θ β o) t = true <-> t ∈ Θ /\ evaluates P β t o 0) as Zeros.
    { intro t. unfold zeros. rewrite contains_those, andb_true_iff, <- value_correct.
      destruct (value P β t o) as [c|]; [rewrite Z.eqb_eq|]; intuition congruence. }
    assert (forall t, contains (votes P Θ β o) t = true <-> t ∈ Θ /\ exists c, evaluates P β t o c /\ c <> 0) as Votes.
    { intro t. unfold votes. rewrite contains_those, andb_true_iff. setoid_rewrite <- value_correct.
      destruct (value P β t o) as [c|].
      - rewrite negb_true_iff, Z.eqb_neq. split; [intros [H N]; eauto|].
        intros (H & d & [= <-] & N). auto.
      - split; [intuition congruence|intros (_ & c & E & _); discriminate]. }
    split.
    - intros [Zero Other].
      split; apply set_extensionality; intro t; apply eq_true_iff_eq; [rewrite Zero, Zeros|rewrite Other, Votes]; tauto.
    - intros [-> ->]. split; auto.
  Qed.

  Lemma zeros_without_votes Θ β o : all_evaluate P Θ β o -> zeros Θ β o = Θ ∖ votes P Θ β o.
  Proof.
    intro A. apply set_extensionality. intro t. unfold zeros, votes. autorewrite with sets.
    destruct (contains Θ t) eqn:Ht; auto. destruct (A t Ht) as [c C]. apply value_correct in C. rewrite C.
    cbn. now rewrite negb_involutive.
  Qed.

  Lemma split_correct Θ β o Θ0 Θn :
    Printed.split P printed Θ β o Θ0 Θn <->
    (negb (printed E18) && is_some (lacking P Θ β o) = false /\ Θ0 = zeros Θ β o /\ Θn = votes P Θ β o).
  Proof.
    unfold Printed.split. destruct (printed E18); cbn.
    - rewrite split_E18_correct. tauto.
    - split.
      + intro S. pose proof (split_evaluates _ _ _ _ _ _ S) as A. rewrite (zeros_without_votes _ _ _ A).
        apply lacking_none in A. rewrite A. split; [reflexivity|]. now apply split_once in S.
      + intros (A & -> & ->). destruct (lacking P Θ β o) eqn:L; [discriminate|]. apply lacking_none in L.
        rewrite (zeros_without_votes _ _ _ L). now apply split_by_votes.
  Qed.

  Lemma push_correct Π Θw pc l Π' :
    printed_push Π Θw pc l = Some Π' <-> Printed.push printed Π Θw pc l Π'.
  Proof.
    unfold printed_push, Printed.push. destruct (printed E2); cbn [andb]; [|split; congruence].
    destruct Π as [|[l_id Θ_done l' Θ_todo] Π]; cbn.
    { split; [intros [= <-]; constructor|inversion 1; reflexivity]. }
    destruct (N.eqb_spec Θ_done ∅) as [->|N], (N.eqb_spec l_id pc) as [->|Other]; cbn;
      try (split; [discriminate|inversion 1; congruence]).
    - destruct (N.eqb_spec l' l) as [->|]; cbn; (split; [|inversion 1; congruence]).
      + intros [= <-]. constructor.
      + discriminate.
    - split; [intros [= <-]; now constructor|inversion 1; congruence].
  Qed.

  Lemma branches_correct Θ β i l stay leave :
    Printed.branches P printed Θ β i l stay leave <->
    exists o z, i = (if z : bool then Bz o l else Bnz o l) /\
      Printed.split P printed Θ β o (if z then leave else stay) (if z then stay else leave).
  Proof.
    split.
    - destruct 1 as [o l Θ0 Θn S|o l Θ0 Θn S]; exists o; [exists true|exists false]; auto.
    - intros (o & [] & -> & S); now constructor.
  Qed.

  Lemma no_votes_if_all_zero Θ β o : zeros Θ β o = Θ -> votes P Θ β o = ∅.
  Proof.
    intro E. apply set_extensionality. intro t. rewrite contains_none.
    apply (f_equal (fun s => contains s t)) in E. unfold zeros in E. unfold votes. rewrite contains_those in *.
    destruct (contains Θ t), (value P β t o) as [c|]; auto. cbn in *. now rewrite E.
  Qed.

  Lemma no_zeros_if_all_vote Θ β o : votes P Θ β o = Θ -> zeros Θ β o = ∅.
  Proof.
    intro E. apply set_extensionality. intro t. rewrite contains_none.
    apply (f_equal (fun s => contains s t)) in E. unfold votes in E. unfold zeros. rewrite contains_those in *.
    destruct (contains Θ t), (value P β t o) as [c|]; auto. cbn in *. now apply negb_true_iff in E.
  Qed.

  Notation step := (Printed.step P printed).

  Ltac pushes H :=
    match type of H with
    | option_map _ ?p = Some _ => let E := fresh in destruct p eqn:E; [|discriminate]; injection H as <-; apply push_correct in E
    end.

  Lemma branch_steps ts s s' o l (z : bool) :
    at_pc P (pc s) (if z then Bz o l else Bnz o l) -> printed_branch s o l z = Some s' -> step ts s s'.
  Proof.
    open_state s. cbn [State.pc]. intros At. unfold printed_branch.
    destruct (negb (printed E18) && is_some (lacking P Θ β o)) eqn:L; [discriminate|].
    assert (Printed.split P printed Θ β o (zeros Θ β o) (votes P Θ β o)) as S by (apply split_correct; auto).
    assert (at_pc P pc (Bz o l) \/ at_pc P pc (Bnz o l)) as At' by (destruct z; auto).
    pose proof (no_votes_if_all_zero Θ β o) as Z. pose proof (no_zeros_if_all_vote Θ β o) as V.
    assert (forall stay leave, (stay, leave) = (if z then (votes P Θ β o, zeros Θ β o) else (zeros Θ β o, votes P Θ β o)) ->
              Printed.branches P printed Θ β (if z then Bz o l else Bnz o l) l stay leave /\
              (leave = Θ -> stay = ∅) /\ (stay = Θ -> leave = ∅) /\
              (leave <> Θ -> stay <> Θ -> zeros Θ β o <> Θ /\ votes P Θ β o <> Θ)) as B.
    { destruct z; intros stay leave [= -> ->]; (split; [now constructor|auto]). }
    destruct (if z then (votes _ _ _ _, _) else _) as [stay leave]. specialize (B _ _ eq_refl) as (B & Leave & Stay & Both).
    destruct (if printed E1 then _ else _) as [stay' leave'] eqn:One.
    destruct (N.eqb_spec leave Θ) as [->|NL]; [|destruct (N.eqb_spec stay Θ) as [->|NS]]; intro H; pushes H.
    - rewrite Leave in B by auto. eapply Printed.BT; eauto.
    - rewrite Stay in B by auto. eapply Printed.BF; eauto. intros ->. now rewrite Stay in NL.
    - destruct (printed E1) eqn:E; injection One as <- <-.
      + destruct Both as [NZ NV]; auto. eapply Printed.BD_E1; eauto.
      + eapply Printed.BD; eauto.
  Qed.

  (** At most one instruction is at pc. *)
  Ltac same_instruction :=
    repeat match goal with
    | A : at_pc P ?pc ?i, B : at_pc P ?pc ?j |- _ =>
        let E := fresh in
        assert (i = j) as E by (unfold at_pc in *; congruence); clear B;
        first [discriminate E | is_var i; subst i | is_var j; subst j | injection E; clear E; intros | clear E]
    end; subst.

  Lemma step_branches ts s s' o l (z : bool) :
    at_pc P (pc s) (if z then Bz o l else Bnz o l) -> step ts s s' -> printed_branch s o l z = Some s'.
  Proof.
    intros At H.
    destruct H as
      [Θ β Σ Π Π' Λ pc i l' A B Push
      |Θ β Σ Π Π' Λ pc i l' A B N Push
      |Θ β Σ Π Π' Λ pc i l' Θ_stay Θ_leave E A B NS NL Push
      |Θ β Σ Π Π' Λ pc o' l' Θ0 Θn E A S NZ NV Push
      | | | | | | |s s' i A D]; cbn [State.pc] in At.
    1-3: apply branches_correct in B as (o' & z' & -> & S); apply push_correct in Push;
      destruct z, z'; same_instruction; apply split_correct in S as (L & Z & V); unfold printed_branch; rewrite L, <- Z, <- V.
    1-2: now destruct (printed E1); rewrite N.eqb_refl, Push.
    1-2: assert (N.eqb ∅ Θ = false) as NE by (apply N.eqb_neq; congruence);
      now destruct (printed E1); rewrite NE, N.eqb_refl, Push.
    1-2: apply N.eqb_neq in NS, NL; now rewrite E, NS, NL, Push.
    - apply push_correct in Push. apply N.eqb_neq in NZ, NV. unfold printed_branch.
      destruct A as [A|A], z; same_instruction; apply split_correct in S as (L & Z & V);
        now rewrite L, <- Z, <- V, E, NZ, NV, Push.
    - destruct z; same_instruction.
    - destruct z; same_instruction.
    - destruct z; same_instruction.
    - destruct z; same_instruction.
    - destruct z; same_instruction; discriminate.
    - destruct z; same_instruction; discriminate.
    - destruct z; same_instruction; discriminate.
  Qed.

  (** * The step *)

  Lemma sync_correct ts s s' :
    at_pc P (pc s) Sync -> printed_sync s = Some s' <-> step ts s s'.
  Proof.
    intro At. split.
    - open_state s. cbn [State.pc] in At. unfold printed_sync.
      assert ((forall e Π', Π = e :: Π' -> todo e = ∅) -> printed E4 = true ->
              step ts (M Θ β Σ Π Λ pc) (M Θ β Σ (Entry pc ∅ pc ∅ :: Π) Λ (pc + 1)%N)) as Pushes.
      { intros Empty E. replace Θ with (Θ ∪ ∅) at 1 by by_threads. now apply Printed.SP_E4. }
      destruct Π as [|[l_id Θ_done l Θ_todo] Π].
      + destruct (printed E4) eqn:E; [|discriminate]. intros [= <-]. apply Pushes; auto. discriminate.
      + destruct (N.eqb_spec Θ_todo ∅) as [->|N].
        * destruct (printed E4) eqn:E; intros [= <-]; [|now apply Printed.SP].
          apply Pushes; auto. now intros e Π' [= <- <-].
        * destruct (printed E3) eqn:E; [|intros [= <-]; now apply Printed.SS].
          destruct (N.eqb_spec Θ_done ∅) as [->|]; [|discriminate]. intros [= <-]. now apply Printed.SS_E3.
    - intro H. destruct H as
        [? ? ? ? ? ? ? ? ? ? B|? ? ? ? ? ? ? ? ? ? B|? ? ? ? ? ? ? ? ? ? ? ? ? B|? ? ? ? ? ? ? ? ? ? ? ? A
        |? ? ? ? ? ? ? ? ? ? E A N|? ? ? ? ? ? ? ? ? E A N|? ? ? ? ? ? ? ? ? E A
        |? ? ? ? ? ? ? ? ? E Empty A -> -> ->| | |s s' i A D]; cbn [State.pc] in At;
        try (apply branches_correct in B as (? & [] & -> & _)); try destruct A as [A|A]; same_instruction; try discriminate.
      + apply N.eqb_neq in N. unfold printed_sync. now rewrite N, E.
      + apply N.eqb_neq in N. unfold printed_sync. now rewrite N, E.
      + unfold printed_sync. now rewrite E.
      + unfold printed_sync. rewrite E. replace (_ ∪ ∅) with Θ by by_threads.
        destruct Π as [|e Π]; auto. specialize (Empty e Π eq_refl). destruct e. cbn in Empty. now subst.
  Qed.

  Lemma it_correct ts s s' i :
    at_pc P (pc s) i -> is_data i = true -> printed_it ts s i = Some s' <-> step ts s s'.
  Proof.
    intros At D. split.
    - open_state s. cbn [State.pc] in At. unfold printed_it.
      destruct (printed E6 && _) eqn:E; [discriminate|]. destruct (races Θ β i) eqn:R; [discriminate|].
      destruct (printed_perform_all _ _ _ _ _ _ _) as [[β' Σ']|] eqn:T; [|discriminate]. intros [= <-].
      apply printed_perform_all_correct in T.
      assert (~ has_race P Θ β i) by (rewrite <- races_correct; congruence).
      destruct (printed E6) eqn:E6'; [|now apply Printed.IT with i].
      destruct Λ as [|[Θ_mask Π' β₀] Λ]; [discriminate|]. now apply Printed.IT_E6 with i.
    - intro H. destruct H as
        [? ? ? ? ? ? ? ? ? ? B|? ? ? ? ? ? ? ? ? ? B|? ? ? ? ? ? ? ? ? ? ? ? ? B|? ? ? ? ? ? ? ? ? ? ? ? A
        | | | | |? ? ? ? ? ? ? ? ? E A D' R T|? ? ? ? ? ? ? ? ? ? ? ? E A D' R T|s s' i' A D']; cbn [State.pc] in At;
        try (apply branches_correct in B as (? & [] & -> & _)); try destruct A as [A|A]; same_instruction; try discriminate.
      + unfold printed_it. rewrite E. cbn [andb orb]. rewrite <- races_correct, not_true_iff_false in R. rewrite R.
        apply printed_perform_all_correct in T. now rewrite T.
      + unfold printed_it. rewrite <- races_correct, not_true_iff_false in R. rewrite andb_false_r, R. cbn [orb mask saved_active].
        apply printed_perform_all_correct in T. now rewrite T.
      + destruct i'; discriminate.
  Qed.

  Theorem printed_execute_correct ts s s' :
    Permutation ts (elements (active s)) -> printed_execute ts s = Some s' <-> step ts s s'.
  Proof.
    intro Order. unfold printed_execute. destruct (get (pc s) (code P)) as [i|] eqn:At.
    - fold (at_pc P (pc s) i) in At. destruct (Printed.is_other i) eqn:Other.
      + assert (Rules.step P ts s s' <-> step ts s s') as <-.
        { split; [now apply Printed.other_rules with i|]. intro H. destruct H as
            [? ? ? ? ? ? ? ? ? A B|? ? ? ? ? ? ? ? ? A B|? ? ? ? ? ? ? ? ? ? ? ? A B|? ? ? ? ? ? ? ? ? ? ? ? A
            |? ? ? ? ? ? ? ? ? ? E A N|? ? ? ? ? ? ? ? ? E A N|? ? ? ? ? ? ? ? ? E A
            |? ? ? ? ? ? ? ? ? E Empty A -> -> ->|? ? ? ? ? ? ? ? ? E A D' R|? ? ? ? ? ? ? ? ? ? ? ? E A D' R|s s' i' A D'];
            cbn [State.pc] in At; auto;
            try (apply branches_correct in B as (? & [] & -> & _)); try destruct A as [A|A]; same_instruction;
            try discriminate;
            match goal with D : is_data ?i = true, O : Printed.is_other ?i = true |- _ => destruct i; discriminate end. }
        assert (forall o, o = (match execute P ts s with Continues s' => Some s' | Stops | Traps _ => None end) ->
                  o = Some s' <-> Rules.step P ts s s') as Here.
        { intros ? ->. transitivity (execute P ts s = Continues s').
          - destruct (execute P ts s); split; congruence.
          - split; [now apply execute_steps|now apply step_executes]. }
        destruct i; try discriminate; apply Here; reflexivity.
      + destruct i; try discriminate;
          try (apply it_correct; auto; reflexivity); try now apply sync_correct.
        * split; [now apply branch_steps|now apply (step_branches ts s s' o l true)].
        * split; [now apply branch_steps|now apply (step_branches ts s s' o l false)].
    - split; [discriminate|]. intro H. exfalso. destruct H; cbn [State.pc] in At; unfold at_pc in *; try congruence.
      destruct H0; congruence.
  Qed.
End Printed.

(** * Without errata *)

Section Without_errata.
  Variable P : program.

  Lemma executes_without_errata Θ Θ_mask β t i Σ e Σ' :
    Printed.executes P no_erratum Θ Θ_mask β t i Σ e Σ' <-> executes P Θ Θ_mask β t i Σ e Σ'.
  Proof. split; [destruct 1; auto; discriminate|]. intro H. now constructor. Qed.

  Lemma TL_without_errata Θ Θ_mask i β ts β' Σ β'' Σ'' :
    Printed.TL P no_erratum Θ Θ_mask i β ts β' Σ β'' Σ'' <-> TL P Θ Θ_mask β i ts β' Σ β'' Σ''.
  Proof.
    assert (forall β', Printed.seen no_erratum i β β' = β) as Old by now destruct i.
    split; induction 1 as [|t ts β' β'' Σ Σ' Σ'' e E R IH]; econstructor; eauto.
    - rewrite Old in E. now apply executes_without_errata.
    - rewrite Old. now apply executes_without_errata.
  Qed.

  Lemma branches_without_errata Θ β i l stay leave :
    Printed.branches P no_erratum Θ β i l stay leave <-> branches P Θ β i l stay leave.
  Proof. split; destruct 1; now constructor. Qed.

  Lemma branches_union Θ β i l stay leave : branches P Θ β i l stay leave -> stay ∪ leave = Θ.
  Proof. destruct 1 as [o l Θ0 Θn [U _]|o l Θ0 Θn [U _]]; [now rewrite union_comm|exact U]. Qed.

  Lemma branches_disjoint Θ β i l stay leave t : branches P Θ β i l stay leave -> t ∈ stay -> t ∈ leave -> False.
  Proof.
    destruct 1 as [o l Θ0 Θn (_ & Zero & Other)|o l Θ0 Θn (_ & Zero & Other)]; intros A B;
      [destruct (Other t A) as (c & C & N); specialize (Zero t B)|destruct (Other t B) as (c & C & N); specialize (Zero t A)];
      apply N; eapply evaluates_once; eauto.
  Qed.

  (** A half is all of Θ if and only if the other is empty. *)
  Lemma branches_all Θ β i l stay leave :
    branches P Θ β i l stay leave -> (leave = Θ <-> stay = ∅) /\ (stay = Θ <-> leave = ∅).
  Proof.
    intro B. pose proof (branches_union _ _ _ _ _ _ B) as U. pose proof (fun t => branches_disjoint _ _ _ _ _ _ t B) as D.
    split; split.
    - intros ->. apply is_empty. intro t. destruct (contains stay t) eqn:S; auto.
      exfalso. apply (D t S). rewrite <- U, contains_union, S. reflexivity.
    - intros ->. rewrite <- U. by_threads.
    - intros ->. apply is_empty. intro t. destruct (contains leave t) eqn:L; auto.
      exfalso. apply (D t); auto. rewrite <- U, contains_union, L. apply orb_true_r.
    - intros ->. rewrite <- U. by_threads.
  Qed.

  Theorem step_without_errata ts s s' : Printed.step P no_erratum ts s s' <-> step P ts s s'.
  Proof.
    split.
    - destruct 1 as
        [Θ β Σ Π Π' Λ pc i l A B Push|Θ β Σ Π Π' Λ pc i l A B N Push|Θ β Σ Π Π' Λ pc i l stay leave E A B NS NL Push|
        | | | | |Θ β Σ Π Λ pc i β' Σ' E A D R T| |]; try discriminate; auto.
      + unfold Printed.push in Push. cbn in Push. subst Π'. apply branches_without_errata in B. eapply BT; eauto.
      + unfold Printed.push in Push. cbn in Push. subst Π'. apply branches_without_errata in B. eapply BF; eauto.
      + unfold Printed.push in Push. cbn in Push. subst Π'. apply branches_without_errata in B.
        destruct (branches_all _ _ _ _ _ _ B). eapply BD; eauto; tauto.
      + now apply SS.
      + now apply SP.
      + apply TL_without_errata in T. now apply IT with i.
    - intro H. destruct H as
        [Θ β Σ Π Λ pc i l A B|Θ β Σ Π Λ pc i l A B N|Θ β Σ Π Λ pc i l stay leave A B NS NL|
        | |Θ β Σ Π Λ pc l_id Θ_done l Θ_todo A N|Θ β Σ Π Λ pc l_id Θ_done l A| | | | |
        |Θ β Σ Π Λ pc i β' Σ' A D R T];
        try (eapply Printed.other_rules; [eassumption|reflexivity|econstructor; eassumption]).
      + apply branches_without_errata in B. eapply Printed.BT; eauto. reflexivity.
      + apply branches_without_errata in B. eapply Printed.BF; eauto. reflexivity.
      + destruct (branches_all _ _ _ _ _ _ B). apply branches_without_errata in B.
        eapply Printed.BD; eauto; try reflexivity; tauto.
      + now apply Printed.SS.
      + now apply Printed.SP.
      + apply TL_without_errata in T. now apply Printed.IT with i.
  Qed.
End Without_errata.
