import { EDIT_MINUTES, messageErrors } from './message.schema.ts';

const MINUTE_MS = 60_000;

/** A message that an actor wants to change, as the actor sees it. */
export type MessageFacts = { senderId: string; createdAt: Date; isRemoved: boolean };

/** Messages sent before this instant do not change any more. */
export function startOfEditTime(now: Date): Date {
  return new Date(now.getTime() - EDIT_MINUTES * MINUTE_MS);
}

export function checkEditable(message: MessageFacts | null, actorId: string, now: Date): void {
  if (message === null || message.isRemoved) throw messageErrors.notFound();
  if (message.senderId !== actorId) throw messageErrors.notSender();
  if (message.createdAt < startOfEditTime(now)) throw messageErrors.editTooLate();
}

/** Messages are counted by minutes of the clock, in UTC. */
export function startOfMinute(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % MINUTE_MS));
}

/** Whole seconds until the next minute begins, at least 1. */
export function secondsUntilNextMinute(now: Date): number {
  return Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1_000);
}
