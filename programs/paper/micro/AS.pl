%! ; AS: the value of another variable is assigned.
%! .threads 4
%! .expect stop
%! .expect var v0: 7 7 7 7
%! .expect var v1: 0 1 2 3
%! .covers AS
copy_of_a_variable([
  copy(0, tid),  % 1
  copy(1, 0),    % 2
  const(0, 7),   % 3  the copy does not change
  stop           % 4
]).
