import { type components, unwrap } from '@meadow/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { useRefreshGoals } from './goals.ts';

export type NewCheckIn = components['schemas']['NewGoalCheckIn'];

export function useCheckIn(goalId: string) {
  const refresh = useRefreshGoals();
  return useMutation({
    mutationFn: (body: NewCheckIn) =>
      unwrap(api.POST('/api/goals/{id}/check-ins', { params: { path: { id: goalId } }, body })),
    onSuccess: refresh,
  });
}

export function useDeleteCheckIn(goalId: string) {
  const refresh = useRefreshGoals();
  return useMutation({
    mutationFn: (checkInId: string) =>
      unwrap(api.DELETE('/api/goals/{id}/check-ins/{checkInId}', { params: { path: { id: goalId, checkInId } } })),
    onSuccess: refresh,
  });
}
