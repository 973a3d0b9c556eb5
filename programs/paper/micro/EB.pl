%! ; EB: every thread becomes active: thread 0, which waits in Π, and thread 3, which is dormant.
%! .threads 4
%! .active 0-2
%! .expect stop
%! .expect active: 0-2
%! .expect memory 0: 0 1 2 3
%! .expect stat lanes_woken == 2
%! .expect stat max_context_depth == 1
%! .covers EB
all_are_woken([
  bz(tid, 5),       % 1  thread 0 waits at 5
  everywhere,       % 2  Θ = {0-3}, Π = []
  store(tid, tid),  % 3  all four store
  end_everywhere,   % 4
  sync,             % 5
  stop              % 6
]).
