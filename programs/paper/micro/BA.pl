%! ; BA: thread 1 was active at the block's entry, so all threads branch.
%! .threads 4
%! .active 0 1
%! .expect stop
%! .expect var v1: _ _ _ _
%! .expect steps 5
%! .covers BA
was_active([
  everywhere,         % 1  Θ_mask = {0, 1}
  const(0, 1),        % 2  v0 = 1
  branch_mask(0, 5),  % 3  1 ∈ Θ_mask: to 5
  const(1, 7),        % 4  skipped
  end_everywhere,     % 5
  stop                % 6
]).
