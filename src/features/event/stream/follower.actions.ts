import type { EventStream } from '#platform/http/event-streams.ts';
import type { RenderedEvent } from './delivery.actions.ts';

/** Sends the events of one user to one stream, each once and in their order. */
export type Follower = {
  userId: string;
  /** Sends events that the node has read. Keeps them until `start`. */
  take(events: readonly RenderedEvent[]): void;
  /** Sends `texts`, which tell of everything up to `position`, and then what was taken after it. */
  start(stream: EventStream, texts: readonly string[], position: number): void;
  /** The position up to which the stream has received all events. */
  position(): number;
  /** Checks whether the user may still read. */
  recheck(): void;
};

export function createFollower(userId: string): Follower {
  let stream: EventStream | null = null;
  let sentUntil = 0;
  let waiting: RenderedEvent[] = [];

  function take(events: readonly RenderedEvent[]): void {
    if (stream === null) {
      waiting.push(...events);
      return;
    }
    for (const { position, text } of events) {
      if (position !== null && position <= sentUntil) continue;
      sentUntil = position ?? sentUntil;
      stream.send(text);
    }
  }

  return {
    userId,
    take,
    start: (opened, texts, position) => {
      stream = opened;
      sentUntil = position;
      for (const text of texts) opened.send(text);
      take(waiting);
      waiting = [];
    },
    position: () => sentUntil,
    recheck: () => stream?.recheck(),
  };
}
