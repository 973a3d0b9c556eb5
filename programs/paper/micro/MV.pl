%! ; MV: a variable has the value that the thread itself wrote last.
%! .threads 4
%! .expect stop
%! .expect var v0: 10 10 10 10
%! .expect var v1: 0 1 2 3
%! .expect var v2: 10 11 12 13
%! .covers MV
own_variable([
  copy(0, tid),   % 1
  copy(1, 0),     % 2  v1 = tid
  const(0, 10),   % 3
  addt(2, 0, 1),  % 4  v2 = 10 + tid
  stop            % 5
]).
