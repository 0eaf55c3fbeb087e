import type { ReactNode } from 'react';
import { IntlProvider, useLocale, useTimeZone } from 'use-intl';

/** Shows instants in the time zone of the user's profile. Without one in that of the device. */
export function UserTimeZone({ zone, children }: { zone: string | undefined; children: ReactNode }) {
  const locale = useLocale();
  const deviceZone = useTimeZone() ?? 'UTC';
  return (
    <IntlProvider locale={locale} timeZone={zone ?? deviceZone}>
      {children}
    </IntlProvider>
  );
}
