export type { EventDeps } from './deps.ts';
export { type EventAudience, isKindAnnounced, type NewEvent, type StoredEvent } from './event/event.rules.ts';
export { EVENT_KINDS, type EventDataOf, EventKind } from './event/kind.schema.ts';
export { publishEvents } from './event/publish.actions.ts';
export { EVENT_CHANNEL } from './sequencer/sequencer.store.ts';
export { sendSignal } from './signal/signal.actions.ts';
