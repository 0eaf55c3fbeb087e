import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { findPostmasterPid } from '@meadow/embedded-postgres';
import { startTestIssuer } from '../servers/issuer.ts';
import { type Build, prepareEnvironment, runProgram } from './service.ts';

const WRITERS = 8;

export type CrashRound = {
  /** The killed processes: the service, or the service and the database server. */
  killed: 'service' | 'service and database';
  /** The number of entries of this round whose 201 the client received. */
  acknowledged: number;
  /** Acknowledged entries of all rounds so far that are missing or changed after the restart. */
  lost: number;
  /** Entries of all rounds that are stored without an acknowledgement, because their response was cut off. */
  unacknowledged: number;
  restartMs: number;
};

/**
 * Kills the service with SIGKILL while eight clients write, restarts it on the same data, and reads each acknowledged entry. Repeats
 * this. Every second round also kills the database server.
 */
export async function runCrashRounds(
  build: Build,
  rounds: number,
  tell: (round: CrashRound, number: number) => void = () => undefined,
): Promise<CrashRound[]> {
  const issuer = await startTestIssuer();
  const place = await prepareEnvironment({
    AUTH_ISSUER: issuer.issuer,
    AUTH_JWKS_URL: issuer.jwksUrl,
    AUTH_AUDIENCE: issuer.audience,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  });
  const token = await issuer.sign(randomUUID(), new Date(), { exp: Math.floor(Date.now() / 1000) + 24 * 3600 });
  const journal = createJournal(place.address, token);
  const acknowledged = new Map<string, string>();
  const results: CrashRound[] = [];

  let service = runProgram(build.main, place.environment);
  try {
    await service.waitFor('Meadow is running.');
    for (let number = 1; number <= rounds; number += 1) {
      const before = acknowledged.size;
      const killed = number % 2 === 0 ? 'service and database' : 'service';
      // The instant differs in each round. It is counted in entries, because times depend on the machine.
      const enough = before + 20 + ((number * 37) % 100);
      const writers = Array.from({ length: WRITERS }, () => journal.writeUntilCut(acknowledged));
      const writing = Promise.all(writers);
      await journal.reached(enough);
      const database = await findDatabase(place.dataDirectory);
      if (database === null) throw new Error('The service runs, but its database is not found.');
      service.child.kill('SIGKILL');
      if (killed === 'service and database') process.kill(database, 'SIGKILL');
      await Promise.all([writing, service.ended]);

      const began = performance.now();
      service = runProgram(build.main, place.environment);
      await service.waitFor('Meadow is running.');
      const restartMs = Math.round(performance.now() - began);

      const found = await journal.readAll();
      const lost = [...acknowledged].filter(([id, content]) => found.get(id) !== content).length;
      const unacknowledged = [...found.keys()].filter((id) => !acknowledged.has(id)).length;
      const round = {
        killed,
        acknowledged: acknowledged.size - before,
        lost,
        unacknowledged,
        restartMs,
      } as const;
      results.push(round);
      tell(round, number);
    }
    service.child.kill('SIGINT');
    await service.ended;
    return results;
  } finally {
    if (service.child.exitCode === null) {
      service.child.kill('SIGINT');
      await service.ended;
    }
    await issuer.close();
    await place.delete();
  }
}

type Entry = { id: string; content: string };

function createJournal(address: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let waiting: { size: number; resolve: () => void } | undefined;

  return {
    /** Resolves when this total of entries is acknowledged. */
    reached: (size: number) =>
      new Promise<void>((resolve) => {
        waiting = { size, resolve };
      }),

    /** Writes entries one after the other until the service has ended. Any other failure throws. */
    async writeUntilCut(acknowledged: Map<string, string>): Promise<void> {
      for (;;) {
        const content = `${randomUUID()} ${'word '.repeat(200)}`;
        const body = JSON.stringify({ title: 'Under fire', content });
        const response = await fetch(`${address}/api/journal`, { method: 'POST', headers, body }).catch(() => null);
        // A service whose database was killed first returns an error.
        if (response === null || response.status >= 500) return;
        if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
        const reply = (await response.json().catch(() => null)) as { entry: Entry } | null;
        if (reply === null) return;
        acknowledged.set(reply.entry.id, content);
        if (waiting !== undefined && acknowledged.size >= waiting.size) waiting.resolve();
      }
    },

    async readAll(): Promise<Map<string, string>> {
      const found = new Map<string, string>();
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const response: Response = await fetch(`${address}/api/journal?limit=500${query}`, { headers });
        if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
        const page = (await response.json()) as { entries: Entry[]; next_cursor: string | null };
        for (const { id, content } of page.entries) found.set(id, content);
        cursor = page.next_cursor;
      }
      return found;
    },
  };
}

/** Returns the process id of the database server of a data folder, or null if none runs. */
export async function findDatabase(dataDirectory: string): Promise<number | null> {
  return await findPostmasterPid(join(dataDirectory, 'postgres'));
}
