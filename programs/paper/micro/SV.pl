%! ; SV: every thread takes the value that the lane has. The lane is in the mask; woken threads also take it.
%! .threads 4
%! .active 0 1
%! .expect stop
%! .expect var v0: 11 11 11 11
%! .covers SV
lane_in_the_mask([
  const(0, 10),     % 1
  addt(0, 0, tid),  % 2  v0 = 10 + tid, in threads 0 and 1
  everywhere,       % 3  Θ_mask = {0, 1}
  const(1, 1),      % 4
  shfl(0, 1),       % 5  from lane 1
  end_everywhere,   % 6
  stop              % 7
]).
