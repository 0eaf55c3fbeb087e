import { createFileRoute, redirect } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { EmptyPane } from '../shared/ui/empty-pane.tsx';
import { isDesk } from '../shared/ui/use-is-desk.ts';

/** On a phone all places of Meadow. At a desk, which has them in its side bar, the first of the settings. */
export const Route = createFileRoute('/_user/me/')({
  beforeLoad: () => {
    if (isDesk()) throw redirect({ to: '/me/profile', replace: true });
  },
  component: NoSetting,
});

/** After a narrow window was made wide. */
function NoSetting() {
  const t = useTranslations('account');
  return <EmptyPane text={t('choose')} />;
}
