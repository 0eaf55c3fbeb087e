import { type components, unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';

type NewGoal = components['schemas']['NewGoal'];
type GoalChange = components['schemas']['GoalChange'];

/** Each write of a goal shows in the lists of goals and on Today. */
export function useRefreshGoals(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['goals'] }),
      queryClient.invalidateQueries({ queryKey: ['today'] }),
    ]);
}

export function useCreateGoal() {
  const refresh = useRefreshGoals();
  return useMutation({
    mutationFn: (body: NewGoal) => unwrap(api.POST('/api/goals', { body })),
    onSuccess: refresh,
  });
}

export function useChangeGoal(id: string) {
  const refresh = useRefreshGoals();
  return useMutation({
    mutationFn: (body: GoalChange) => unwrap(api.PATCH('/api/goals/{id}', { params: { path: { id } }, body })),
    onSuccess: refresh,
  });
}

export function useDeleteGoal(id: string) {
  const refresh = useRefreshGoals();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/goals/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['goals', 'goal', id] });
      return refresh();
    },
  });
}
