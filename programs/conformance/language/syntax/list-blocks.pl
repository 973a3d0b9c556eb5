% everywhere, end_everywhere, branch_mask and shfl in a Prolog list.
%! .threads 3
%! .active 1 2
%! .expect active: 1 2
%! .expect var v0: 8 8 8
%! .expect var v2: _ _ _
%! .expect var v3: 4 4 4
%! .covers EB EE BA SV
blocks([
  const(0, 8),        % 1
  const(1, 2),        % 2
  everywhere,         % 3
  const(1, 2),        % 4
  branch_mask(1, 7),  % 5  thread 2 was active
  const(2, 1),        % 6
  const(3, 4),        % 7
  shfl(0, 1),         % 8  v0 of lane v1
  end_everywhere,     % 9
  stop                % 10
]).
