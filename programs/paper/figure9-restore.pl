%! ; Figure 9 with registers restored: after the block, every thread has its variables from before the block again.
%! .threads 6
%! .registers restore
%! .memory 0: 3 1 0 2 1 5       ; as in figure9.pl
%! .expect stop
%! .expect active: 0-5
%! .expect var v0: 3 1 0 2 1 5
%! .expect var v1: 0 1 1 1 1 0
%! .expect var v2: _ _ _ _ _ _
%! .expect memory 0: 3 1 0 2 1 5
%! .expect memory 6: _
%! .expect steps 22
%! .expect stat branches_divergent == 3
%! .expect stat max_sync_depth == 3
%! .expect stat everywhere_blocks == 1
%! .expect stat lanes_woken == 4
%! .covers BD SS SP EB EE STOP IT TL MT MV MM CT LD BP
bench08([
  load(0, tid),        %  1  v0 = m[tid]
  const(1, 1),         %  2
  lth(1, 0, 1),        %  3  v1 = v0 < 1
  branch(1, 18),       %  4  to 18 if v1: thread 2, whose word is 0, waits there
  const(1, 2),         %  5
  lth(1, 0, 1),        %  6  v1 = v0 < 2
  branch(1, 17),       %  7  to 17 if v1: threads 1 and 4, whose word is 1, wait there
  const(1, 3),         %  8
  lth(1, 0, 1),        %  9  v1 = v0 < 3
  branch(1, 16),       % 10  to 16 if v1: thread 3, whose word is 2, waits there
  everywhere,          % 11  threads 0 and 5 get here, all six continue; the variables of all six are saved
  load(1, tid),        % 12  v1 = m[tid]
  load(2, tid),        % 13  v2 = m[tid]
  addt(0, 1, 2),       % 14  v0 = v1 + v2
  end_everywhere,      % 15  threads 0 and 5 again, and every thread has its own v0, v1 and v2 back
  sync,                % 16
  sync,                % 17
  sync,                % 18
  stop                 % 19
]).
