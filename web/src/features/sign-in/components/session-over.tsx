import { Suspense } from 'react';
import { useConnection } from '../../../app/connection/connection.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';

/** Loaded when a session ends, which is rare. */
const SignInDialog = lazyPart(async () => (await import('./sign-in-dialog.tsx')).SignInDialog);

/** Asks for a new sign-in above the page once the server has refused the session. */
export function SessionOver({ user }: { user: { id: string; email: string | null } }) {
  const { isSessionOver } = useConnection();
  if (!isSessionOver) return null;
  return (
    <Suspense fallback={null}>
      <SignInDialog user={user} />
    </Suspense>
  );
}
