%! ; IT: an instruction that computes is one step of all active threads, outside of a block and in one.
%! .threads 4
%! .active 0 1
%! .expect stop
%! .expect var v0: 7 7 _ _
%! .expect var v1: 8 8 8 8
%! .expect steps 5
%! .covers IT
one_step([
  const(0, 7),     % 1  threads 0 and 1, with Λ = []
  everywhere,      % 2
  const(1, 8),     % 3  all four
  end_everywhere,  % 4
  stop             % 5
]).
