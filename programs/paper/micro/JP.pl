%! ; JP: all active threads go to the label, forwards or backwards.
%! .threads 4
%! .expect stop
%! .expect var v0: 7 7 7 7
%! .expect var v1: _ _ _ _
%! .expect steps 5
%! .covers JP
there_and_back([
  jump(5),      % 1
  const(0, 7),  % 2  second
  jump(6),      % 3
  const(1, 7),  % 4  never
  jump(2),      % 5  first
  stop          % 6
]).
