%! ; TL: each active thread once. All read the old variables; the memory is passed from one to the next.
%! .threads 4
%! .memory 9: 0
%! .expect stop
%! .expect var v0: 1 0 3 2
%! .expect var v3: 1 2 3 4
%! .expect memory 9: 4
%! .covers TL
thread_after_thread([
  copy(0, tid),      % 1
  const(1, 1),       % 2
  xor(1, tid, 1),    % 3  v1 = tid ^ 1
  shfl(0, 1),        % 4  neighbours swap
  const(2, 9),       % 5
  atomic_inc(3, 2),  % 6  each finds the sum of those before it
  stop               % 7
]).
