%! ; AT: a word is incremented once per thread. Each thread takes the value that it stored.
%! .threads 4
%! .memory 5: 10
%! .order ascending
%! .expect stop
%! .expect var v1: 11 12 13 14
%! .expect memory 5: 14
%! .covers AT
atomic_increment([
  const(0, 5),       % 1
  atomic_inc(1, 0),  % 2
  stop               % 3
]).
