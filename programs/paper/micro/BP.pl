%! ; BP: each binary operation that a list can name, on 7 and 2.
%! .threads 1
%! .expect stop
%! .expect var v2: 9
%! .expect var v3: 5
%! .expect var v4: 14
%! .expect var v5: 3
%! .expect var v6: 1
%! .expect var v7: 0
%! .expect var v8: 0
%! .expect var v9: 1
%! .expect var v10: 1
%! .expect var v11: 0
%! .expect var v12: 1
%! .expect var v13: 2
%! .expect var v14: 7
%! .expect var v15: 5
%! .expect var v16: 28
%! .expect var v17: 1
%! .covers BP
binary_operations([
  const(0, 7),    %  1
  const(1, 2),    %  2
  addt(2, 0, 1),  %  3  7 + 2
  subt(3, 0, 1),  %  4  7 - 2
  mult(4, 0, 1),  %  5  7 * 2
  divt(5, 0, 1),  %  6  7 / 2
  modt(6, 0, 1),  %  7  7 % 2
  lth(7, 0, 1),   %  8  7 < 2
  leq(8, 0, 1),   %  9  7 <= 2
  gth(9, 0, 1),   % 10  7 > 2
  geq(10, 0, 1),  % 11  7 >= 2
  eq(11, 0, 1),   % 12  7 == 2
  neq(12, 0, 1),  % 13  7 != 2
  and(13, 0, 1),  % 14  7 & 2
  or(14, 0, 1),   % 15  7 | 2
  xor(15, 0, 1),  % 16  7 ^ 2
  shl(16, 0, 1),  % 17  7 << 2
  shr(17, 0, 1),  % 18  7 >> 2
  stop            % 19
]).
