% The functors of arithmetic in a Prolog list; variables are numbers, 0 is v0.
%! .threads 2
%! .expect var v2: -12 -12
%! .expect var v3: -22 -22
%! .expect var v4: -85 -85
%! .expect var v5: -3 -3
%! .expect var v6: -2 -2
%! .expect var v7: 0 1
%! .covers BP
arithmetic([
  const(0, -17),
  const(1, 5),
  addt(2, 0, 1),
  subt(3, 0, 1),
  mult(4, 0, 1),
  divt(5, 0, 1),
  modt(6, 0, 1),
  mult(7, tid, tid),
  stop
]).
