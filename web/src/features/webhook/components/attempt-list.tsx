import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { type Attempt, type Delivery, failureOf } from '../webhook.rules.ts';
import classes from './attempt-list.module.css';

/** The attempts of a delivery, with the responses of the receiver, and when the next one is. */
export function AttemptList({ delivery: { attempts, next_attempt_at: next } }: { delivery: Delivery }) {
  const t = useTranslations('webhook.delivery');
  const format = useFormatter();
  return (
    <ol className={classes.attempts} aria-label={t('attempts')}>
      {attempts.map((attempt) => (
        <AttemptRow key={attempt.number} attempt={attempt} />
      ))}
      {next !== null && (
        <li className={classes.next}>
          <Icon name="clock" size={16} />
          {t('next', { at: format.dateTime(new Date(next), { dateStyle: 'medium', timeStyle: 'medium' }) })}
        </li>
      )}
    </ol>
  );
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('webhook.delivery');
  const format = useFormatter();
  const failure = failureOf(attempt);
  const at = format.dateTime(new Date(attempt.started_at), { timeStyle: 'medium' });
  const status = String(attempt.response_status ?? '');
  return (
    <li className={classes.attempt} data-is-failed={failure !== null}>
      <Icon name={failure === null ? 'check' : 'alert'} size={16} />
      <Stack fits weight={500} breaks>
        <p>{failure === null ? t('success', { status }) : t(`failures.${failure}`, { status })}</p>
        <p className={classes.when}>
          {t('attempt', { number: attempt.number, at, duration: format.number(attempt.duration_ms) })}
        </p>
        {failure !== null && attempt.response_excerpt !== '' && (
          <p className={classes.excerpt}>{attempt.response_excerpt}</p>
        )}
      </Stack>
    </li>
  );
}
