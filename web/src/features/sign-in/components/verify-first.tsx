import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Muted } from '../../../shared/ui/text.tsx';
import { meQuery } from '../api/queries.ts';

/** Whether the user has to verify their address before they add what outlives a session. */
export function useMustVerifyAddress(): boolean {
  const { data } = useSuspenseQuery(meQuery);
  return data.is_email_verification_required && !data.profile.email_verified;
}

/** Says what waits for a verified address, and why, in place of what it is about. */
export function VerifyFirst({ children = null }: { children?: ReactNode }) {
  const t = useTranslations('sign-in.banner');
  const here = useLocation({ select: ({ href }) => href });
  const mustVerify = useMustVerifyAddress();
  if (!mustVerify) return children;
  return (
    <Muted>
      {t.rich('first', {
        link: (text) => (
          <Link to="/verify-address" search={{ to: here }}>
            {text}
          </Link>
        ),
      })}
    </Muted>
  );
}
