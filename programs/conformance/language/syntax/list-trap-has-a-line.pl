% A trap in a Prolog list names the line of its instruction.
%! .threads 1
%! .expect trap division-by-zero 8
%! .expect var v1: 0
%! .covers division-by-zero
trapping([
  const(1, 0),
  divt(2, 1, 1),
  stop
]).
