%! ; CT: a constant is assigned.
%! .threads 4
%! .active 0 2
%! .expect stop
%! .expect var v0: -5 _ -5 _
%! .covers CT
constant([
  const(0, 3),   % 1
  const(0, -5),  % 2
  stop           % 3
]).
