import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { meQuery } from '../api/queries.ts';
import classes from './verify-banner.module.css';

/** Says what waits for a verified address, above the screens of a user who has none. */
export function VerifyBanner() {
  const t = useTranslations('sign-in.banner');
  const { data } = useSuspenseQuery(meQuery);
  const here = useLocation({ select: ({ href }) => href });
  if (!data.is_email_verification_required || data.profile.email_verified) return null;
  return (
    <Row as="aside" gap={3} align="stretch" size="sm" weight={500} className={classes.banner} aria-label={t('label')}>
      <Icon name="mail" size={20} />
      <p>
        {t.rich('text', {
          link: (text) => (
            <Link to="/verify-address" search={{ to: here }} className={classes.link}>
              {text}
            </Link>
          ),
        })}
      </p>
    </Row>
  );
}
