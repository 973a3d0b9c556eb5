%! ; ST: each thread stores its word at its own address.
%! .threads 4
%! .active 0 1 3
%! .expect stop
%! .expect memory 0: 10 11 _ 13 _
%! .expect var v0: 10 11 _ 13
%! .covers ST
store([
  const(0, 10),     % 1
  addt(0, 0, tid),  % 2  v0 = 10 + tid
  store(tid, 0),    % 3
  stop              % 4
]).
