% load, store, copy and atomic_inc in a Prolog list: load(D, A), store(A, S), atomic_inc(D, A).
%! .threads 2
%! .memory 0: 30 40
%! .expect var v0: 30 40
%! .expect var v1: 30 40
%! .expect var v2: 31 41
%! .expect memory 0: 31 41
%! .expect memory 30: 1 _
%! .expect memory 40: 1 _
%! .covers LD ST AT AS
memory([
  load(0, tid),
  copy(1, 0),
  atomic_inc(2, tid),
  const(3, 1),
  store(1, 3),
  stop
]).
