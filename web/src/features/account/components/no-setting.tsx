import { useTranslations } from 'use-intl';
import { EmptyPane } from '../../../shared/ui/empty-pane.tsx';

/** What stands beside the list of settings after a narrow window was made wide. */
export function NoSetting() {
  const t = useTranslations('account');
  return <EmptyPane text={t('choose')} />;
}
