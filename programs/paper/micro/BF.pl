%! ; BF: no active thread branches. An entry is pushed in which no thread waits.
%! .threads 4
%! .expect stop
%! .expect var v1: 7 7 7 7
%! .expect steps 5
%! .expect stat branches_uniform == 1
%! .expect stat max_sync_depth == 1
%! .covers BF
none_branches([
  const(0, -5),  % 1  v0 = -5, which is not 0
  bz(0, 4),      % 2  no thread branches
  const(1, 7),   % 3  all execute this
  sync,          % 4  pops the entry
  stop           % 5
]).
