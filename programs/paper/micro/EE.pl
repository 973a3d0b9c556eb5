%! ; EE: Θ and Π are restored to their state at the block's entry. Variables are not restored.
%! .threads 4
%! .active 0-2
%! .registers keep
%! .expect stop
%! .expect active: 0-2
%! .expect var v0: 7 7 7 7
%! .expect var v1: _ 8 8 _
%! .covers EE
as_before([
  bz(tid, 6),      % 1  thread 0 waits at 6
  everywhere,      % 2
  const(0, 7),     % 3  all four
  end_everywhere,  % 4  Θ = {1, 2}, and thread 0 waits again
  const(1, 8),     % 5  threads 1 and 2
  sync,            % 6
  stop             % 7
]).
