import { createFileRoute, redirect } from '@tanstack/react-router';
import { NoSetting } from '../features/account/components/no-setting.tsx';
import { isDesk } from '../shared/ui/use-is-desk.ts';

/** On a phone all places of Meadow. At a desk, which has them in its side bar, the first of the settings. */
export const Route = createFileRoute('/_user/me/')({
  beforeLoad: () => {
    if (isDesk()) throw redirect({ to: '/me/profile', replace: true });
  },
  component: NoSetting,
});
