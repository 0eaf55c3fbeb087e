import { setTimeout as delay } from 'node:timers/promises';
import { secondsNow, signatureOf } from './protocol.ts';
import type { SandboxEvent } from './records.ts';

const ATTEMPTS = 3;
const PAUSE_MS = 500;
const TIMEOUT_MS = 5_000;

/** Tells an event to a webhook, signed, a few times if need be, and notes what came of it. Never throws. */
export async function tellEvent(event: SandboxEvent, address: string | null, secret: string): Promise<void> {
  if (address === null) {
    event.outcome = 'not sent';
    return;
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    event.outcome = await outcomeOf(event, address, secret);
    if (event.outcome.startsWith('2')) return;
    if (attempt < ATTEMPTS) await delay(PAUSE_MS);
  }
}

async function outcomeOf({ text }: SandboxEvent, address: string, secret: string): Promise<string> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(text, secret, secondsNow()) },
      body: text,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return `${response.status} ${response.statusText}`.trim();
  } catch {
    return 'not reachable';
  }
}
