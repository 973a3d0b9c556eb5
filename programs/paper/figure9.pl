%! ; Figure 9: the paper's list bench08. The word m[tid] decides how deep a thread goes: four paths.
%! .threads 6
%! .registers keep
%! .memory 0: 3 1 0 2 1 5       ; threads 0 and 5 reach the block
%! .expect stop
%! .expect active: 0-5
%! .expect var v0: 6 2 0 4 2 10
%! .expect var v1: 3 1 0 2 1 5
%! .expect var v2: 3 1 0 2 1 5
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
  everywhere,          % 11  threads 0 and 5 get here, and all six continue
  load(1, tid),        % 12  v1 = m[tid]
  load(2, tid),        % 13  v2 = m[tid]
  addt(0, 1, 2),       % 14  v0 = v1 + v2
  end_everywhere,      % 15  threads 0 and 5 again; the block's writes to variables stay
  sync,                % 16
  sync,                % 17
  sync,                % 18
  stop                 % 19
]).
