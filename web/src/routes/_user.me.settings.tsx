import { createFileRoute, redirect } from '@tanstack/react-router';
import { NoSetting } from '../features/account/components/no-setting.tsx';
import { isDesk } from '../shared/ui/use-is-desk.ts';

/** On a phone the list of settings. At a desk, where the list stands beside each setting, the first of them. */
export const Route = createFileRoute('/_user/me/settings')({
  beforeLoad: () => {
    if (isDesk()) throw redirect({ to: '/me/profile', replace: true });
  },
  component: NoSetting,
});
