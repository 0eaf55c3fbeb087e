import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Face } from '../../../shared/ui/face.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import type { Today } from '../check-in.rules.ts';
import classes from './pass.module.css';

export type Self = { full_name: string; avatar_url: string | null };
type After = NonNullable<NonNullable<Today['chain']>['after']>;

/** The hand-over to the user who is next. */
export function Pass({ self, after, isNotified }: { self: Self; after: After; isNotified: boolean }) {
  const t = useTranslations('check-in');
  const format = useFormatter();
  const { full_name: name, avatar_url: url, opens_at: opensAt, status } = after;
  const time = opensAt && format.dateTime(new Date(opensAt), { hour: 'numeric', minute: '2-digit' });
  const isDone = status === 'completed';
  return (
    <div className={classes.pass}>
      <Row gap={3} justify="center" aria-hidden>
        <span className={classes.face}>
          <Face name={self.full_name} url={self.avatar_url} size={44} />
        </span>
        <span className={classes.line} />
        <span className={classes.face}>
          <Face name={name} url={url} size={44} />
        </span>
      </Row>
      <Text weight={600} above={2} breaks dir="auto">
        {isDone ? t('nextDone', { name }) : time ? t('nextAt', { name, time }) : t('next', { name })}
      </Text>
      {isNotified && !isDone && <Muted>{t('nextNotified')}</Muted>}
    </div>
  );
}
