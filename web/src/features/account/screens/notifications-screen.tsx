import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { hasPlace } from '../../../app/places.ts';
import { configQuery, meQuery } from '../../../app/session/queries.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { useChangePreferences } from '../api/preferences.ts';
import { useChangeProfile, useProfile } from '../api/profile.ts';
import { preferencesQuery } from '../api/queries.ts';
import { KindTable } from '../components/kind-table.tsx';
import { QuietHours } from '../components/quiet-hours.tsx';
import { isOffered } from '../preferences.rules.ts';
import { PushSection } from '../push/push-section.tsx';

/** What the user is told, and where: inbox, push, email. */
export function NotificationsScreen() {
  const t = useTranslations('account');
  const { data } = useSuspenseQuery(preferencesQuery);
  const { data: config } = useSuspenseQuery(configQuery);
  const { preferences } = useProfile();
  const change = useChangePreferences();
  const hasWindow = useSuspenseQuery(meQuery).data.window !== null;
  const { kinds, quiet_hours: quietHours } = data.preferences;
  return (
    <>
      <ScreenHeader title={t('menu.notifications')} text={t('notificationsText')} />
      <Problem error={change.error} isSpaced />
      {config.services.push && <PushSection />}
      {config.services.push && (
        <Section title={t('quiet.title')} isCard>
          <QuietHours hours={quietHours} onChange={(hours) => change.mutate({ quiet_hours: hours })} />
        </Section>
      )}
      <EmailSection isOn={config.services.mail} hasWindow={hasWindow} />
      <Section title={t('kindsTitle')} text={t('kindsText')} isCard>
        <KindTable
          kinds={kinds.filter((kind) => isOffered(kind, hasWindow))}
          isPushed={config.services.push && preferences.notifications !== false}
          onChange={(kind) => change.mutate({ kinds: [kind] })}
        />
      </Section>
    </>
  );
}

/** Emails are for the two things that are worth one. All else stays in the inbox. */
function EmailSection({ isOn, hasWindow }: { isOn: boolean; hasWindow: boolean }) {
  const t = useTranslations('account');
  const { preferences, email_verified: isVerified } = useProfile();
  const change = useChangeProfile();
  const note = !isOn ? t('emails.noServer') : !isVerified ? t('emails.unverified') : undefined;
  return (
    <Section title={t('emails.title')} text={note} isCard>
      <Problem error={change.error} isSpaced />
      <SwitchRow
        label={t('emails.digest')}
        text={t('emails.digestText')}
        isOn={preferences.email_digest === true}
        onChange={(email_digest) => change.mutate({ preferences: { email_digest } })}
      />
      {(hasPlace('checkIn') || hasWindow) && (
        <SwitchRow
          label={t('emails.reminders')}
          text={t('emails.remindersText')}
          isOn={preferences.email_reminders === true}
          onChange={(email_reminders) => change.mutate({ preferences: { email_reminders } })}
        />
      )}
    </Section>
  );
}
