%! ; BD: the threads disagree. Those that do not branch continue first; the others wait.
%! .threads 4
%! .memory 9: 0
%! .expect stop
%! .expect active: 0-3
%! .expect var v2: 3 1 4 2
%! .expect memory 9: 4
%! .expect stat branches_divergent == 1
%! .covers BD
threads_disagree([
  const(0, 2),       % 1
  modt(0, tid, 0),   % 2  v0 = tid % 2
  const(1, 9),       % 3
  bz(0, 7),          % 4  threads 0 and 2 wait at 7
  atomic_inc(2, 1),  % 5  threads 1 and 3 are first, and count 1 and 2
  jump(8),           % 6
  atomic_inc(2, 1),  % 7  threads 0 and 2 count 3 and 4
  sync,              % 8
  stop               % 9
]).
