% The functors of bits in a Prolog list; shr is arithmetic.
%! .threads 1
%! .expect var v2: 8
%! .expect var v3: 14
%! .expect var v4: 6
%! .expect var v6: 48
%! .expect var v7: 3
%! .expect var v9: -3
%! .covers BP
bits([
  const(0, 12),
  const(1, 10),
  and(2, 0, 1),
  or(3, 0, 1),
  xor(4, 0, 1),
  const(5, 2),
  shl(6, 0, 5),
  shr(7, 0, 5),
  const(8, -12),
  shr(9, 8, 5),
  stop
]).
