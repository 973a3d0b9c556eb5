%! ; LD: each thread loads the word at its own address.
%! .threads 4
%! .memory 0: 40 30 20 10
%! .expect stop
%! .expect var v0: 40 30 20 10
%! .expect memory 0: 40 30 20 10
%! .covers LD
load([
  load(0, tid),  % 1
  stop           % 2
]).
