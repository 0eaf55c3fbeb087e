import { unwrap } from '@meadow/client';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { meQuery } from '../../../app/session/queries.ts';

/** Whether the user allows MCP clients. A change is shown at once, and taken back if the server refuses it. */
export function useMcpConsent() {
  const queryClient = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const change = useMutation({
    mutationFn: (mcp: boolean) => unwrap(api.PUT('/api/user/profile', { body: { preferences: { mcp } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  const isOn = change.isPending ? change.variables : me.profile.preferences.mcp === true;
  return { isOn, error: change.error, change: (mcp: boolean) => change.mutate(mcp) };
}
