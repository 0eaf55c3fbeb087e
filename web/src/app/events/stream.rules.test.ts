import { MeadowError, type MeadowEvent, type streamEvents } from '@meadow/client';
import { beforeAll, expect, test, vi } from 'vitest';

// The client of the page knows its server by its address.
vi.stubGlobal('window', { location: { origin: 'http://meadow.test' } });
let followStream: typeof import('./stream.ts').followStream;
beforeAll(async () => {
  ({ followStream } = await import('./stream.ts'));
});

const READY: MeadowEvent['event'] = { kind: 'ready' };

/** Follows connections that end one after the other. Returns what was reported until the last, and after which id each began. */
async function follow(...connections: ('refused' | 'open')[]) {
  const controller = new AbortController();
  const reported: MeadowEvent[] = [];
  const lastIds: (string | undefined)[] = [];
  const open: typeof streamEvents = async function* (_meadow, { onOpen, lastEventId } = {}) {
    const connection = connections.shift();
    if (connection === undefined) return controller.abort();
    lastIds.push(lastEventId);
    if (connection === 'refused') throw new MeadowError(401, undefined);
    onOpen?.();
    yield { id: String(lastIds.length), event: READY };
  };
  await followStream((event) => reported.push(event), { signal: controller.signal, lastEventId: '0' }, open);
  return { reported, lastIds };
}

test('reports each event, and continues after the last one', async () => {
  const { reported, lastIds } = await follow('open', 'open');
  expect(reported).toEqual([
    { id: '1', event: READY },
    { id: '2', event: READY },
  ]);
  expect(lastIds).toEqual(['0', '1']);
});

test('connects again after a refusal', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { reported, lastIds } = await follow('refused', 'refused', 'open');
  expect([reported.length, lastIds]).toEqual([1, ['0', '0', '0']]);
});
