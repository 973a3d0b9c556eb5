%! ; SI: the lane is not in the mask, though it is active and has a value: the variable becomes undefined.
%! .threads 4
%! .active 0 1
%! .expect stop
%! .expect var v0: _ _ _ _
%! .expect var v2: 5 5 5 5
%! .covers SI
lane_outside_of_the_mask([
  everywhere,      % 1  Θ_mask = {0, 1}
  const(0, 5),     % 2
  copy(2, 0),      % 3
  const(1, 3),     % 4
  shfl(0, 1),      % 5  from lane 3
  end_everywhere,  % 6
  stop             % 7
]).
