import { MeadowError, type streamEvents } from '@meadow/client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { StreamMessage } from './stream.ts';

// The client of the page knows its server by its address.
vi.stubGlobal('window', { location: { origin: 'http://meadow.test' } });
let followStream: typeof import('./stream.ts').followStream;
beforeAll(async () => {
  ({ followStream } = await import('./stream.ts'));
});

const mentioned = { id: '1', kind: 'mentioned' } as never;

/** Follows connections that end one after the other, and returns what was reported until the last. */
async function follow(...connections: ('refused' | 'open')[]): Promise<StreamMessage[]> {
  const controller = new AbortController();
  const messages: StreamMessage[] = [];
  const open: typeof streamEvents = async function* (_meadow, { onOpen } = {}) {
    const connection = connections.shift();
    if (connection === undefined) return controller.abort();
    if (connection === 'refused') throw new MeadowError(401, undefined);
    onOpen?.();
    yield { id: '1', notification: mentioned };
  };
  await followStream((message) => messages.push(message), controller.signal, open);
  return messages;
}

test('reports each connection and each notification', async () => {
  const once = [{ kind: 'open' }, { kind: 'notification', notification: mentioned }];
  expect(await follow('open', 'open')).toEqual([...once, ...once]);
});

test('connects again after a refusal', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(await follow('refused', 'refused', 'open')).toHaveLength(2);
});
