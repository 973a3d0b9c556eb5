% The target n + 1 is the position past the last instruction: a trap without a line.
%! .threads 2
%! .expect trap pc-out-of-program
%! .expect steps 2
%! .covers JP pc-out-of-program
past_the_end([
  const(0, 1),
  jump(3)
]).
