import type { IconName } from '../../shared/icons/icon-shapes.tsx';
import type messages from './messages/en.json';

export type KnownKind = keyof typeof messages.kinds;

/** The kinds that this client has words for. A server of a later version may know more. */
const ICONS: Record<KnownKind, IconName> = {
  export_finished: 'download',
  import_finished: 'upload',
  mail_unreadable: 'mail',
  mails_left_out: 'mail',
  music_reconnect: 'note',
  sign_in_changed: 'shield',
  webhook_paused: 'link',
  report_decided: 'flag',
  added_to_group: 'people',
  invited_to_group: 'people',
  chat_mentioned: 'mention',
  ownership_received: 'people',
  ownership_returned: 'people',
  mentioned: 'mention',
  entry_shared: 'journal',
  notebook_shared: 'notebook',
  goal_due: 'flag',
  baton_pass: 'chain',
  battle_results: 'battle',
  battle_update: 'battle',
  chain_broken: 'chain',
  check_in_rejected: 'camera',
  check_in_reminder: 'clock',
  badge_reached: 'badge',
  drop_received: 'drop',
  drops_awarded: 'drop',
  tone_pack_bought: 'mosaic',
  tone_pack_shared: 'mosaic',
  opportunity_decided: 'flag',
  step_prompt: 'flask',
  video_decided: 'flask',
};

export function isKnownKind(kind: string): kind is KnownKind {
  return Object.hasOwn(ICONS, kind);
}

export function iconOfKind(kind: string): IconName {
  return isKnownKind(kind) ? ICONS[kind] : 'bell';
}
