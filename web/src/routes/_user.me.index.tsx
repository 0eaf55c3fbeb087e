import { createFileRoute, redirect } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { EmptyPane } from '../shared/ui/empty-pane.tsx';

/** On a phone the list of settings. At a desk, where the list stands beside each setting, the first of them. */
export const Route = createFileRoute('/_user/me/')({
  beforeLoad: () => {
    if (matchMedia('(min-width: 1000px)').matches) throw redirect({ to: '/me/profile', replace: true });
  },
  component: NoSetting,
});

/** After a narrow window was made wide. */
function NoSetting() {
  const t = useTranslations('me');
  return <EmptyPane text={t('choose')} />;
}
