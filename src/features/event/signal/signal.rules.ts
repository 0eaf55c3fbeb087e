import type { EventRow } from '../event/event.rules.ts';

/** A signal as the channel carries it. */
export type SignalRow = Omit<EventRow, 'position'> & { position: null };

export function writeSignal(signal: Omit<SignalRow, 'position'>): string {
  return JSON.stringify(signal);
}

/** The signal in a message of the channel; none in one of a position. */
export function readSignal(message: string): SignalRow[] {
  if (!message.startsWith('{')) return [];
  const signal = JSON.parse(message);
  return [{ ...signal, occurred_at: new Date(signal.occurred_at), position: null }];
}
