%! ; BI: thread 3 was dormant at the block's entry, so no thread branches.
%! .threads 4
%! .active 0 1
%! .expect stop
%! .expect var v1: 7 7 7 7
%! .expect steps 6
%! .covers BI
was_dormant([
  everywhere,         % 1  Θ_mask = {0, 1}
  const(0, 3),        % 2  v0 = 3
  branch_mask(0, 5),  % 3  3 ∉ Θ_mask: continue at 4
  const(1, 7),        % 4  all execute this
  end_everywhere,     % 5
  stop                % 6
]).
