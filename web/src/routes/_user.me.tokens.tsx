import { createFileRoute, Outlet } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

/** The screens of personal tokens. Their texts come with them. */
export const Route = createFileRoute('/_user/me/tokens')({
  loader: () => loadTexts('personal-token', currentLanguage()),
  pendingComponent: ListSkeleton,
  component: Tokens,
});

function Tokens() {
  return (
    <Texts of="personal-token">
      <Outlet />
    </Texts>
  );
}
