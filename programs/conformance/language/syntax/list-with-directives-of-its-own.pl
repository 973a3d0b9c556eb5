% A directive of a later program replaces the inherited one of that name; a line may appear within the list.
%! .threads 3
%! .word 8 wrap
%! .expect var v0: -128 -128 -128
%! .covers BP
wide([
  const(0, 127),
  const(1, 1),
  addt(0, 0, 1),
  stop
]).
narrow([
%! .threads 1
  const(0, 127),
%! .word 16
  const(1, 1),
  addt(0, 0, 1),
%! .expect active: 0
  stop
%! .expect var v0: 128
%! .covers BP
]).
