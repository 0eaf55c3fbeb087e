import { Icon } from '../../../shared/icons/icon.tsx';
import { Sign } from '../../../shared/ui/sign.tsx';
import type { Room } from '../chat.ts';
import classes from './room-sign.module.css';

const ICONS = { squad: 'chain', team: 'people', organization: 'home' } as const;

/** The kind of a room as a sign, at the place of a face. */
export function RoomSign({ kind }: Pick<Room, 'kind'>) {
  return (
    <Sign kind="accent" isRound className={classes.sign} data-kind={kind}>
      <Icon name={ICONS[kind]} size={20} />
    </Sign>
  );
}
