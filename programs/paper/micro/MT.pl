%! ; MT: tid is the number of the thread.
%! .threads 4
%! .expect stop
%! .expect var v0: 0 1 2 3
%! .covers MT
thread_id([
  copy(0, tid),  % 1
  stop           % 2
]).
