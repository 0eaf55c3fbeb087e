import { useTranslations } from 'use-intl';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useProfile } from '../api/profile.ts';
import { AvatarField } from '../avatar/avatar-field.tsx';
import { DayStartField } from '../components/day-start-field.tsx';
import { NameForm } from '../components/name-form.tsx';
import { TimeZoneField } from '../components/time-zone-field.tsx';
import classes from './profile-screen.module.css';

export function ProfileScreen() {
  const t = useTranslations('account');
  const { email, email_verified: isVerified } = useProfile();
  return (
    <>
      <ScreenHeader title={t('menu.profile')} text={t('profileText')} />
      <Section title={t('avatar.title')} isCard>
        <AvatarField />
      </Section>
      <Section title={t('name.title')} isCard>
        <NameForm />
        {email !== null && (
          <dl className={classes.email}>
            <dt>{t('email')}</dt>
            <dd>
              <Text as="span" fits weight={500} breaks>
                {email}
              </Text>
              <span className={classes.state} data-verified={isVerified}>
                {t(isVerified ? 'emailVerified' : 'emailUnverified')}
              </span>
            </dd>
          </dl>
        )}
        <div className={classes.zone}>
          <TimeZoneField />
          <DayStartField />
        </div>
      </Section>
    </>
  );
}
