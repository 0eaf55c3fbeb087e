import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import type { Today } from '../api/queries.ts';
import classes from './relay.module.css';

type Chain = NonNullable<Today['chain']>;
type Neighbour = NonNullable<Chain['before']>;
export type Self = { full_name: string; avatar_url: string | null };
type RelayProps = { chain: Chain; self: Self; state: Today['state'] };

/** The user before and the user after this one in the relay, and the way to it. */
export function Relay({ chain: { before, after }, self, state }: RelayProps) {
  const t = useTranslations('today');
  return (
    <Link to="/relay" className={classes.link} aria-label={t('toRelay')}>
      <ol className={classes.relay} aria-label={t('relay')}>
        {before !== null && <Person neighbour={before} />}
        <Stack as="li" items="center" content="start" className={classes.person} data-is-self="true">
          <span className={classes.face}>
            <Face name={self.full_name} url={self.avatar_url} size={44} />
          </span>
          <Text as="b" above={2} size="sm" weight={600} breaks className={classes.name}>
            {t('you')}
          </Text>
          <span className={classes.status} data-is-now={state === 'open'}>
            {t(MINE[state])}
          </span>
        </Stack>
        {after !== null && <Person neighbour={after} />}
      </ol>
    </Link>
  );
}

const MINE = {
  not_set_up: 'meWaiting',
  paused: 'meWaiting',
  before: 'meWaiting',
  open: 'meNow',
  late: 'meLater',
  checked_in: 'checkedIn',
  rejected: 'meLater',
  rest: 'meResting',
} as const satisfies Record<Today['state'], string>;

function Person({ neighbour: { full_name, avatar_url, status, opens_at, is_ai } }: { neighbour: Neighbour }) {
  const t = useTranslations('today');
  const format = useFormatter();
  const time = opens_at && format.dateTime(new Date(opens_at), { hour: 'numeric', minute: '2-digit' });
  return (
    <Stack as="li" items="center" content="start" className={classes.person}>
      <span className={classes.face}>
        <Face name={full_name} url={avatar_url} size={44} />
      </span>
      <Text as="b" above={2} size="sm" weight={600} breaks className={classes.name} dir="auto">
        {full_name}
      </Text>
      <span className={classes.status}>
        {status === 'completed' ? (
          <>
            <Icon name="check" size={16} />
            {t('checkedIn')}
          </>
        ) : status === 'rest' ? (
          t('meResting')
        ) : (
          time && t('from', { time })
        )}
      </span>
      {is_ai && <span className={classes.status}>{t('synthetic')}</span>}
    </Stack>
  );
}
