% A file may hold several programs, each with its own expectations; the first one's directives hold for both.
%! .threads 3
%! .memory 0: 5 6 7
%! .expect var v0: 5 6 7
%! .covers LD
first([
  load(0, tid),
  stop
]).
%! .expect var v1: 0 1 2
%! .expect memory 0: 5 6 7
%! .covers AS
second([
  copy(1, tid),
  stop
]).
