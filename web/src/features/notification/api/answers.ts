import { type components, unwrap } from '@meadow/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { meQuery } from '../../../app/session/queries.ts';
import type { Decision } from '../target.rules.ts';

export type Answer = 'accept' | 'decline';

/** Accepts or declines a membership or an ownership. */
export function useAnswer(decision: Decision) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: Answer) => send(decision, answer),
    // An answer changes the groups, and with them the rooms.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['chat'] }),
      ]),
  });
}

async function send({ what, group, id }: Decision, answer: Answer): Promise<void> {
  const params = { path: { id } };
  switch (`${what} ${group} ${answer}` as const) {
    case 'membership organization accept':
      await unwrap(api.POST('/api/organizations/{id}/members/me/accept', { params }));
      return;
    case 'membership organization decline':
      await unwrap(api.POST('/api/organizations/{id}/members/me/decline', { params }));
      return;
    case 'membership team accept':
      await unwrap(api.POST('/api/teams/{id}/members/me/accept', { params }));
      return;
    case 'membership team decline':
      await unwrap(api.POST('/api/teams/{id}/members/me/decline', { params }));
      return;
    case 'ownership organization accept':
      await unwrap(api.POST('/api/organizations/{id}/ownership/accept', { params }));
      return;
    case 'ownership organization decline':
      await unwrap(api.POST('/api/organizations/{id}/ownership/decline', { params }));
  }
}

type DropPage = components['schemas']['ReceivedDropPage'];
type ReceivedDrop = components['schemas']['ReceivedDrop'];

const PAGE_SIZE = 100;

/** Reads a received drop, which the sender learns nothing of. Null if it is gone. */
export function useReadDrop(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const drop = await findDrop(id);
      if (drop !== null && drop.read_at === null) {
        await unwrap(api.POST('/api/encouragement-drops/received/{id}/read', { params: { path: { id } } }));
      }
      return drop;
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['today'] }),
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  });
}

async function findDrop(id: string): Promise<ReceivedDrop | null> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: DropPage = await readDrops(cursor);
    const drop = page.drops.find((one) => one.id === id);
    if (drop !== undefined) return drop;
    cursor = page.next_cursor;
  }
  return null;
}

const readDrops = (cursor: string) =>
  unwrap(
    api.GET('/api/encouragement-drops/received', {
      params: { query: { limit: PAGE_SIZE, mark_read: false, ...(cursor !== '' && { cursor }) } },
    }),
  );
