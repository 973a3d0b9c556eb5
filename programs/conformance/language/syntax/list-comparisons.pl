% The functors of comparison in a Prolog list.
%! .threads 3
%! .expect var v1: 1 0 0
%! .expect var v2: 1 1 0
%! .expect var v3: 0 0 1
%! .expect var v4: 0 1 1
%! .expect var v5: 0 1 0
%! .expect var v6: 1 0 1
%! .covers BP
comparisons([
  const(0, 1),
  lth(1, tid, 0), leq(2, tid, 0), gth(3, tid, 0), geq(4, tid, 0), eq(5, tid, 0), neq(6, tid, 0),
  stop
]).
