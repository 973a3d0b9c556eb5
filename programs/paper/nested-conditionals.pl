%! ; Three nested conditionals, with an everywhere block in the innermost: the shape of figure 9, and a store.
%! .threads 6
%! .registers keep
%! .expect stop
%! .expect active: 0-5
%! .expect var v0: 9 9 9 9 9 9
%! .expect var v2: 9 10 11 12 13 14
%! .expect var v3: 9 _ _ _ _ _
%! .expect memory 0: 9 10 11 12 13 14
%! .expect stat branches_divergent == 3
%! .expect stat max_sync_depth == 3
%! .expect stat lanes_woken == 5
%! .covers BD SS SP EB EE STOP TL MT MV CT AS ST BP
nested_conditionals([
  const(0, 5),         %  1  v0 = 5
  geq(1, tid, 0),      %  2  v1 = tid >= v0
  branch(1, 18),       %  3  if v1 goto 18: thread 5 waits there
  const(0, 3),         %  4
  geq(1, tid, 0),      %  5
  branch(1, 17),       %  6  if v1 goto 17: threads 3 and 4 wait there
  const(0, 1),         %  7
  geq(1, tid, 0),      %  8
  branch(1, 16),       %  9  if v1 goto 16: threads 1 and 2 wait there
  everywhere,          % 10  only thread 0 gets here, and all six continue
  const(0, 9),         % 11  v0 = 9, in every thread
  addt(2, tid, 0),     % 12  v2 = tid + v0
  store(tid, 2),       % 13  one word per thread, one segment of memory
  end_everywhere,      % 14  only thread 0 again, three conditionals deep
  copy(3, 0),          % 15  v3 = v0: 9 if registers are kept, 1 if they are restored
  sync,                % 16
  sync,                % 17
  sync,                % 18
  stop                 % 19
]).
