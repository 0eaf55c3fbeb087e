import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { type Setup, stateOf } from '../checklist.rules.ts';
import { Point } from './point.tsx';
import { TestMailButton } from './test-mail-button.tsx';

type PointsProps = { setup: Setup; now: number };

/** What a server for others needs. */
export function NeededPoints({ setup, now, email }: PointsProps & { email: string | null }) {
  const t = useTranslations('operations.checklist');
  const isMailOn = setup.services.mail;
  return (
    <>
      <AddressPoint setup={setup} now={now} />
      <Point
        icon="mention"
        title={t('mail.title')}
        state={stateOf('mail', setup, now)}
        text={isMailOn ? t('mail.done', { sender: setup.mail_sender }) : t('mail.open')}
        {...(!isMailOn && { command: 'SMTP_URL=smtp://user:password@mail.example.org:587' })}
      >
        {isMailOn && email !== null && <TestMailButton email={email} />}
      </Point>
      <BackupPoint setup={setup} now={now} />
      <Point
        icon="people"
        title={t('signUp.title')}
        state={stateOf('signUp', setup, now)}
        word={t('yourChoice')}
        text={t(`signUp.${setup.sign_up ?? 'external'}`)}
        {...(setup.sign_up !== null && { hint: t('signUp.how'), command: `SIGN_UP=${setup.sign_up}` })}
      />
    </>
  );
}

function AddressPoint({ setup, now }: PointsProps) {
  const t = useTranslations('operations.checklist.address');
  const state = stateOf('address', setup, now);
  const text = state === 'done' ? 'done' : setup.is_public_url_local ? 'local' : 'plain';
  return (
    <Point
      icon="globe"
      title={t('title')}
      state={state}
      text={t(text, { url: setup.public_url })}
      {...(state === 'open' && { command: 'PUBLIC_URL=https://meadow.example.org' })}
    />
  );
}

function BackupPoint({ setup, now }: PointsProps) {
  const t = useTranslations('operations.checklist.backups');
  const format = useFormatter();
  const state = stateOf('backups', setup, now);
  const { last_backup_at: last, next_backup_at: next } = setup;
  const time = last === null ? '' : format.relativeTime(new Date(last), now);
  const nextTime = next === null ? '' : format.dateTime(new Date(next), { dateStyle: 'medium', timeStyle: 'short' });
  const isDone = state === 'done';
  const scheduledText =
    last === null ? t('first', { next: nextTime }) : t(isDone ? 'scheduled' : 'missed', { time, next: nextTime });
  const manualText = last === null ? t('never') : t(isDone ? 'done' : 'old', { time });
  const text = next === null ? manualText : scheduledText;
  const isOutside = setup.database === 'external' && setup.files === 'bucket';
  return (
    <Point
      icon="notebook"
      title={t('title')}
      state={state}
      text={text}
      {...(isOutside && { hint: t('external') })}
      {...(next === null && { command: 'npx meadow backup /backups/meadow-$(date +%F).tar.gz' })}
    />
  );
}
