import { createFileRoute, Outlet } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

/** The screens of webhooks. Their texts come with them. */
export const Route = createFileRoute('/_user/me/webhooks')({
  loader: () => loadTexts('webhook', currentLanguage()),
  pendingComponent: ListSkeleton,
  component: Webhooks,
});

function Webhooks() {
  return (
    <Texts of="webhook">
      <Outlet />
    </Texts>
  );
}
