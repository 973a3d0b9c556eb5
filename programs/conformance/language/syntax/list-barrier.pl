% barrier and wid in a Prolog list.
%! .threads 1
%! .warps 2
%! .expect memory 0: 0 1
%! .expect stat by_instruction.barrier == 2
%! .covers BR MT
barriers([
  barrier,
  store(wid, wid),
  stop
]).
