%! ; BT: all active threads branch. An entry is pushed in which no thread waits.
%! .threads 4
%! .expect stop
%! .expect var v1: _ _ _ _
%! .expect steps 4
%! .expect stat branches_uniform == 1
%! .expect stat max_sync_depth == 1
%! .covers BT
all_branch([
  const(0, 0),  % 1  v0 = 0
  bz(0, 4),     % 2  all branch to 4
  const(1, 7),  % 3  skipped
  sync,         % 4  pops the entry
  stop          % 5
]).
