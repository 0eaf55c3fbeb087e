import type pg from 'pg';
import { withTimeout } from '../../concurrency/timeout.ts';

const END_LIMIT_MS = 2_000;

/** Ends a connection, without a long wait for a peer that may never respond. */
export async function endConnection(client: pg.Client): Promise<void> {
  await withTimeout(
    END_LIMIT_MS,
    client.end().catch(() => undefined),
  );
  client.connection.stream.destroy();
}
